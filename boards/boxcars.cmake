# Included by every board. Finds the project's Python, which needs the standard library alone.
get_filename_component(BOXCARS_DIR ${CMAKE_CURRENT_LIST_DIR}/.. ABSOLUTE)
if(NOT BOXCARS_PYTHON3)
    set(BOXCARS_PYTHON3 python3)
endif()
set(BOXCARS_PYTHON
    ${CMAKE_COMMAND} -E env PYTHONPATH=${BOXCARS_DIR}/host_tools PYTHONDONTWRITEBYTECODE=1
        ${BOXCARS_PYTHON3}
)

# Turn wiring.toml and pins.csv into the frozen module `wiring`. It stops here, before anything is
# compiled, when a line of them is wrong.
set(MICROPY_MANIFEST_WIRING_DIR ${CMAKE_BINARY_DIR}/wiring)
execute_process(
    COMMAND ${BOXCARS_PYTHON} -m boxcars.build.wiring
        ${MICROPY_BOARD_DIR} ${MICROPY_MANIFEST_WIRING_DIR}
    RESULT_VARIABLE BOXCARS_WIRING_RESULT
)
if(BOXCARS_WIRING_RESULT)
    message(FATAL_ERROR "The wiring of ${MICROPY_BOARD} does not hold.")
endif()

# Frozen machine code must lie on words (see boxcars/build/frozen.py). The target that makes it is
# defined later, so this waits for the end of the port's own file.
cmake_language(DEFER CALL add_custom_command
    TARGET BUILD_FROZEN_CONTENT POST_BUILD
    COMMAND ${BOXCARS_PYTHON} -m boxcars.build.frozen ${CMAKE_BINARY_DIR}/frozen_content.c
)

# The controller's calls go deeper than the port's 8 KB of stack: 4 KB more, taken from the heap.
set(BOXCARS_STACK_MORE 4k)
file(READ ${CMAKE_SOURCE_DIR}/memmap_mp_rp2040.ld BOXCARS_MEMMAP)
string(REPLACE
    "__GcHeapEnd = ORIGIN(RAM) + LENGTH(RAM);"
    "__GcHeapEnd = ORIGIN(RAM) + LENGTH(RAM) - ${BOXCARS_STACK_MORE};"
    BOXCARS_MEMMAP_SHORTER "${BOXCARS_MEMMAP}"
)
string(REPLACE
    "__StackBottom = __StackTop - SIZEOF(.stack_dummy);"
    "__StackBottom = __StackTop - SIZEOF(.stack_dummy) - ${BOXCARS_STACK_MORE};"
    BOXCARS_MEMMAP_DEEPER "${BOXCARS_MEMMAP_SHORTER}"
)
if(BOXCARS_MEMMAP STREQUAL BOXCARS_MEMMAP_SHORTER
        OR BOXCARS_MEMMAP_SHORTER STREQUAL BOXCARS_MEMMAP_DEEPER)
    message(FATAL_ERROR "memmap_mp_rp2040.ld is not the one of MicroPython 1.25.")
endif()
file(WRITE ${CMAKE_BINARY_DIR}/boxcars.ld "${BOXCARS_MEMMAP_DEEPER}")
cmake_language(DEFER CALL pico_set_linker_script
    ${MICROPY_TARGET} ${CMAKE_BINARY_DIR}/boxcars.ld
)
