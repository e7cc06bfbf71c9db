"""What calls of models cost: the dated prices, the meter, the budgets that are reserved from before a call and settled after it."""
