"""The history of games on this computer."""
