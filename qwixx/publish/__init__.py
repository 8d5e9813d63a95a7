"""Publishing the page: its files, offline lists, script bundles, local server, and build."""
