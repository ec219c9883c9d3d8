"""The desk's MicroPython is what other tests take it for: 32 bits, and gates that see the heap.

Two gates, because each misses something: the lock lets frames and raises pass, the total of a
locked heap does not grow by what was refused.
"""

from firmware.tests.unix_port import run_script


def test_it_has_the_words_of_the_board_and_its_gates_can_fail() -> None:
    maxsize, *rows = run_script("heap_gates.py").splitlines()
    assert int(maxsize) == (1 << 31) - 1
    assert {row.split()[0]: set(row.split()[1:]) for row in rows} == {
        "nothing": set(),
        "bytes_of_one": {"lock", "total"},
        "number_of_31_bits": {"lock", "total"},
        "tuple_of_two": {"lock", "total"},
        "frame_of_many_locals": {"total"},
        "raised_and_caught": {"total"},
    }
