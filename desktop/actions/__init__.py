"""What a person can do, listed once. Menu, rail, palette and shortcut sheet are views of the list."""
