"""The page opens: nothing is shown before the catalog of its language is loaded."""
