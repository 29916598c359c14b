"""The contents of the page, as markup and messages."""
