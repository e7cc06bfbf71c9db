"""设置: the clinic, who works here, the look, where the data lies, and what the program is made of."""
