"""What fills the page: a folder for each screen."""
