"""What screens and dialogs are built of."""
