"""`mingdao-clinic --self-test`: whether this installation does what it must, found out in a throw-away home without a display."""
