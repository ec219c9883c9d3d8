# The port's own Python (without its _boot.py), this board's, its wiring, then the firmware.
freeze("$(PORT_DIR)/modules", "rp2.py")
freeze("$(BOARD_DIR)/modules")
freeze("$(WIRING_DIR)", "wiring.py")
include("$(BOARD_DIR)/../../firmware/manifest.py")
