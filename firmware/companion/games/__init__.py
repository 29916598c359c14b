"""The games: a folder for each, and nothing outside it knows what is played there."""
