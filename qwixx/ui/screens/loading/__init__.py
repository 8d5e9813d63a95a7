"""The loading page: nothing is rendered until the catalog of the page's language is loaded."""
