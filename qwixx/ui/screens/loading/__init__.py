"""The loading page: nothing is shown until the catalog of its language is loaded."""
