"""The documents. Package data: what the window shows as help is what stands here, and nothing else."""
