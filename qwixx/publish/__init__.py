"""How the page reaches people: what it is made of, offline, as one file, served, assembled."""
