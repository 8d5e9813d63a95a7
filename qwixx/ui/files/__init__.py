"""The page's own files: which version they are of, and one file made of all of them."""
