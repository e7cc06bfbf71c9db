"""What packs can be asked to do in an open clinic: their code, the road its calls travel, the records they reach."""
