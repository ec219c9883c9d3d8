"""The host side: `python3 -m host_tools` sets up and hands over to `boxcars`."""
