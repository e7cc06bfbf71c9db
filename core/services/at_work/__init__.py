"""Who is at work in the open clinic, in which role, and what every service needs to do its part."""
