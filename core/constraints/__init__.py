"""Red lines outside the model: which constraints a pack may declare, how they are read, and what they do to a call and a text."""
