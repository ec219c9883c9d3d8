"""Host tools of the Boxcars dice-shaker controller."""

__version__ = "0.1.0"
