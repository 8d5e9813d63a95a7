"""A live table: seats and invitations, the game on several devices, and its saves."""
