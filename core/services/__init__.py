"""What the program does for a clinic, one file for each thing. All that a screen or the command line may call."""
