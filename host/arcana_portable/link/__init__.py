"""Messages of the link, and what may stand in them."""
