"""A live table: seats and invitations, the game on several devices, what is kept of it."""
