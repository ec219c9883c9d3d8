"""Sleep until an interrupt. `time.sleep_ms` does not sleep while the second core is in use."""
# The assembler gives these names their meaning when the decorator runs.
# ruff: noqa: F821
# mypy: disable-error-code="name-defined, no-untyped-def"


@micropython.asm_thumb
def until_interrupt():
    wfi()


@micropython.asm_thumb
def until_pending():
    """The same with interrupts off: what comes wakes this core and is not taken by it."""
    cpsid(0)
    wfi()
