"""What the page shows, as markup and messages."""
