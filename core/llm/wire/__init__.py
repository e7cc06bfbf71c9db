"""How models are spoken to: one adapter for each kind of server. They know nothing of budgets, policies and the trail."""
