"""The one place where a failure is split: what the world did becomes a notice, what we did becomes a crash report."""
