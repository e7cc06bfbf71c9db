"""Between the window and the kernel: work goes over to other threads here, and typed replies come back on the window's own."""
