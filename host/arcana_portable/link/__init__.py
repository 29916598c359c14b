"""Messages of the link, and their valid contents."""
