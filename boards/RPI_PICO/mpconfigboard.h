// Boxcars bench kit: a Raspberry Pi Pico wired to the shaker's parts.
#define MICROPY_HW_BOARD_NAME                   "Boxcars bench kit RPI_PICO"

// File system and journal share the upper half of flash; wiring.toml says where they meet.
#define MICROPY_HW_FLASH_STORAGE_BYTES          (1024 * 1024)

#define MICROPY_HW_USB_MANUFACTURER_STRING      "Boxcars"
#define MICROPY_HW_USB_PRODUCT_FS_STRING        "Dice shaker bench kit"
