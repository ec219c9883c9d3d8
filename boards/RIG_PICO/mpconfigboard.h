// Boxcars rig: a Raspberry Pi Pico that plays the cabinet to a board under test.
#define MICROPY_HW_BOARD_NAME                   "Boxcars rig RIG_PICO"

// Nobody stores anything here; the port wants the number.
#define MICROPY_HW_FLASH_STORAGE_BYTES          (1024 * 1024)

#define MICROPY_HW_USB_MANUFACTURER_STRING      "Boxcars"
#define MICROPY_HW_USB_PRODUCT_FS_STRING        "Dice shaker rig"
