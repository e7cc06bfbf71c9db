"""The Qt program. It talks to `core.services`, hears `core.events`, and knows nothing below them."""
