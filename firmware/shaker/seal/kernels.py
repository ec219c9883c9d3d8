"""The one place that chooses: viper kernels on MicroPython, their plain twins on CPython."""

import micropython

if not hasattr(micropython, "heap_lock"):  # the stand-in on CPython has `const` alone
    from shaker.seal.field_plain import fe_mul, fe_sqr, fe_sum
    from shaker.seal.health_plain import health_test
    from shaker.seal.limbs_plain import fe_freeze, pack, signed_digits, unpack
    from shaker.seal.scalar_plain import sc_mul_add, sc_reduce
    from shaker.seal.select_plain import ge_select
    from shaker.seal.sha512_plain import rounds, schedule
else:
    from shaker.seal.field_fast import fe_mul, fe_sqr, fe_sum
    from shaker.seal.health_fast import health_test
    from shaker.seal.limbs_fast import fe_freeze, pack, signed_digits, unpack
    from shaker.seal.scalar_fast import sc_mul_add, sc_reduce
    from shaker.seal.select_fast import ge_select
    from shaker.seal.sha512_fast import rounds, schedule

__all__ = (
    "fe_freeze",
    "fe_mul",
    "fe_sqr",
    "fe_sum",
    "ge_select",
    "health_test",
    "pack",
    "rounds",
    "sc_mul_add",
    "sc_reduce",
    "schedule",
    "signed_digits",
    "unpack",
)
