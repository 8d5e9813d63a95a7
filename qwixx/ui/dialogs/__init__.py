"""What lies over the page: a file for each dialog."""
