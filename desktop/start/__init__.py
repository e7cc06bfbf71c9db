"""What must be settled before the first window, and partly before Qt itself is started."""
