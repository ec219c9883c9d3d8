"""Sleep until something comes. `time.sleep_ms` does not sleep while both cores are in use."""
# The assembler gives these names their meaning when the decorator runs.
# ruff: noqa: F821
# mypy: disable-error-code="name-defined, no-untyped-def"


@micropython.asm_thumb
def until_interrupt():
    wfi()


@micropython.asm_thumb
def until_event():
    """A SEV of the other core is one, and with SEVONPEND an interrupt that begins to wait."""
    data(2, 0xBF20)  # wfe
