"""What calls of models cost the clinic: the budgets every call is held to, what was spent, the prices."""
