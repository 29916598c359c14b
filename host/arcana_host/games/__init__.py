"""What only the desktop does with games: reviews, statistics, charts, commands."""
