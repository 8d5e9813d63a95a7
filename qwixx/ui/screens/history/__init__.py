"""What was played: games to look at again, alone and all together."""
