"""The page's own files: their version, and the single file that contains them all."""
