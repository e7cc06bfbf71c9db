"""患者: everyone of the clinic, one of them in detail, and registering somebody new."""
