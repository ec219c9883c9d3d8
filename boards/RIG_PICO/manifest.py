# The port's own Python (without its _boot.py), this board's, its wiring, then the rig and what it
# shares with the boards that it tests. No opt= here: it would strip the asserts, and they ship.
FIRMWARE = "$(BOARD_DIR)/../../firmware"
freeze("$(PORT_DIR)/modules", "rp2.py")
freeze("$(BOARD_DIR)/modules")
freeze("$(WIRING_DIR)", "wiring.py")
package("rig", base_path=FIRMWARE)
package("shaker/link", base_path=FIRMWARE)
package("shaker/octets", base_path=FIRMWARE)
module("shaker/__init__.py", base_path=FIRMWARE)
module("shaker/limits.py", base_path=FIRMWARE)
module("shaker/app/__init__.py", base_path=FIRMWARE)
module("shaker/app/identity.py", base_path=FIRMWARE)
module("shaker/app/passport.py", base_path=FIRMWARE)
module("shaker/chip/__init__.py", base_path=FIRMWARE)
module("shaker/chip/usb_port.py", base_path=FIRMWARE)
