"""Writes the point formulas and power chains as calls of the field kernels.

A formula is lines like `e = b - a`. Neighbouring lines of the same kind become one call, with a
program of four bytes a line: target, left, right, and 1 for a difference. `t = u ^ n` squares n
times. Sources: Hisil, Wong, Carter, Dawson 2008 for the extended coordinates (a = -1), and the
usual chain of 254 squares and 11 products for the power p - 2.
"""

from __future__ import annotations

# Element 0 and 1 are scratch of the kernels, 2 to 4 the output of ge_select. The point is x y z t;
# q0 to q3 are Y + X, Y - X, 2 Z and 2 d T of the point to add.
ELEMENTS: tuple[str, ...] = ("_low", "_high", "yp", "ym", "td", "x", "y", "z", "t")
ELEMENTS += ("a", "b", "c", "d", "e", "f", "g", "h", "q0", "q1", "q2", "q3")
ELEMENTS += ("one", "zero", "curve_d", "curve_2d", "sqrt_m1")
NAMED = ("x", "y", "z", "a", "b", "q0", "one", "curve_d", "curve_2d", "sqrt_m1")

_AFTER_PRODUCTS = """
    e = b - a
    f = d - c
    g = d + c
    h = b + a
    x = e * f
    y = g * h
    z = f * g
    t = e * h
"""

_DOUBLE = """
    a = x ^ 1
    b = y ^ 1
    c = z ^ 1
    e = x + y
    d = e ^ 1
    h = a + b
    e = h - d
    g = a - b
    c = c + c
    f = c + g
    x = e * f
    y = g * h
    z = f * g
"""

FORMULAS = {
    "add_selected": (
        "Add the point that ge_select left.",
        """
        a = y - x
        b = y + x
        d = z + z
        a = a * ym
        b = b * yp
        c = t * td
        """
        + _AFTER_PRODUCTS,
    ),
    "add_cached": (
        "Add the point in q0 to q3.",
        """
        a = y - x
        b = y + x
        a = a * q1
        b = b * q0
        c = t * q3
        d = z * q2
        """
        + _AFTER_PRODUCTS,
    ),
    "double": ("Double the point.", _DOUBLE + "\nt = e * h"),
    "double_only": ("Double the point, for another doubling: t is not made.", _DOUBLE),
    "cache": (
        "Put the point into q0 to q3.",
        """
        q0 = y + x
        q1 = y - x
        q2 = z + z
        q3 = t * curve_2d
        """,
    ),
    "power_250": (
        "a = z ** (2**250 - 1), b = z ** 11; c and d change.",
        """
        a = z ^ 1
        c = a ^ 2
        c = z * c
        b = a * c
        a = b ^ 1
        a = c * a
        c = a ^ 5
        a = c * a
        c = a ^ 10
        c = c * a
        d = c ^ 20
        d = d * c
        d = d ^ 10
        a = d * a
        c = a ^ 50
        c = c * a
        d = c ^ 100
        d = d * c
        d = d ^ 50
        a = d * a
        """,
    ),
    "affine": (
        "After power_250: x and y divided by z.",
        """
        a = a ^ 5
        a = a * b
        x = x * a
        y = y * a
        """,
    ),
    "square_x_fraction": (
        "e = y**2 - 1, f = d y**2 + 1: x**2 is e / f.",
        """
        a = y ^ 1
        f = a * curve_d
        e = a - one
        f = f + one
        """,
    ),
    "root_start": (
        "g = e f**3, z = e f**7.",
        """
        a = f ^ 1
        a = a * f
        g = a * e
        a = a ^ 1
        a = a * f
        z = a * e
        """,
    ),
    "root_end": (
        "After power_250: x = e f**3 (e f**7) ** ((p - 5) / 8), a = f x**2 - e, b = f x**2 + e.",
        """
        a = a ^ 2
        a = a * z
        x = g * a
        a = x ^ 1
        c = a * f
        a = c - e
        b = c + e
        """,
    ),
    "root_turn": ("x times the root of -1.", "x = x * sqrt_m1"),
    "negate_x": ("x = -x.", "x = zero - x"),
    "negate_q3": ("q3 = -q3.", "q3 = zero - q3"),
    "extend": ("z = 1, t = x y.", "z = one + zero\n t = x * y"),
}

_KINDS = {"*": "fe_mul", "+": "fe_sum", "-": "fe_sum", "^": "fe_sqr"}
_HEAD = "from shaker.seal.kernels import fe_mul, fe_sqr, fe_sum\n"


def _literal(program: bytes) -> str:
    return 'b"' + "".join(f"\\x{byte:02x}" for byte in program) + '"'


def _calls(text: str) -> list[str]:
    """Group lines into calls; a square is a call of its own, with its count."""
    groups: list[tuple[str, int, bytes]] = []
    for line in filter(str.strip, text.splitlines()):
        target, _, left, sign, right = line.split()
        kind = _KINDS[sign]
        code = [ELEMENTS.index(target), ELEMENTS.index(left)]
        if kind == "fe_sqr":
            groups.append((kind, int(right), bytes([*code, 0, 0])))
            continue
        step = bytes([*code, ELEMENTS.index(right), int(sign == "-")])
        if groups and groups[-1][0] == kind:
            groups[-1] = (kind, groups[-1][1] + 1, groups[-1][2] + step)
        else:
            groups.append((kind, 1, step))
    return [f"    {kind}(space, {count}, {_literal(code)})" for kind, count, code in groups]


def module() -> str:
    parts = [_HEAD]
    lines = [f"ELEMENT_COUNT = {len(ELEMENTS)}"]
    lines += [f"{name.upper()} = {ELEMENTS.index(name)}" for name in NAMED]
    parts.append("\n".join(lines) + "\n")
    for name, (text, formula) in FORMULAS.items():
        head = f'\ndef {name}(space):\n    """{text}"""\n'
        parts.append(head + "\n".join(_calls(formula)) + "\n")
    return "\n".join(parts)
