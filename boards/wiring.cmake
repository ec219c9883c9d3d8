# Included by every board: turns wiring.toml and pins.csv into the frozen module `wiring`.
# It stops here, before anything is compiled, when a line of them is wrong.
set(MICROPY_MANIFEST_WIRING_DIR ${CMAKE_BINARY_DIR}/wiring)
get_filename_component(BOXCARS_DIR ${CMAKE_CURRENT_LIST_DIR}/.. ABSOLUTE)
execute_process(
    COMMAND ${CMAKE_COMMAND} -E env PYTHONPATH=${BOXCARS_DIR}/host_tools PYTHONDONTWRITEBYTECODE=1
        python3 -m boxcars.build.wiring ${MICROPY_BOARD_DIR} ${MICROPY_MANIFEST_WIRING_DIR}
    RESULT_VARIABLE BOXCARS_WIRING_RESULT
)
if(BOXCARS_WIRING_RESULT)
    message(FATAL_ERROR "The wiring of ${MICROPY_BOARD} does not hold.")
endif()
