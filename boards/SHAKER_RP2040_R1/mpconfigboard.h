// Boxcars dice shaker controller, revision 1: the product.
#define MICROPY_HW_BOARD_NAME                   "Boxcars SHAKER_RP2040_R1"

// The upper half of flash is the journal's; wiring.toml says the same, and the build compares them.
#define MICROPY_HW_FLASH_STORAGE_BYTES          (1024 * 1024)

#define MICROPY_HW_USB_MANUFACTURER_STRING      "Boxcars"
#define MICROPY_HW_USB_PRODUCT_FS_STRING        "Dice shaker controller"
