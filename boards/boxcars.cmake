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
