"""What brings the companion onto a board."""
