"""The session script itself: headers, malformed lines, wrong types, extra fields, exact bytes."""

from __future__ import annotations

import pytest

from firmware.tests.clauses.scenario import EVERYWHERE, Play, case, check, plays
from firmware.tests.engines import engine_run, engines

E_PARSE = '{"ok":false,"error":"E_PARSE"}'
OK = '{"ok":true}'

CASES = [
    case(
        "SPEC-6-state",
        "what-state-tells",
        """
        state                  -> open 0
        bet 1 pass 10          -> debit 10
        bet 0 place-6 12       -> debit 12
        state                  -> open 0; 0 place-6 12; 1 pass 10
        close                  -> ok
        roll 3 3               -> point 6
        close                  -> ok
        state                  -> closed 6; 0 place-6 12; 1 pass 10
    """,
        on=EVERYWHERE,
        seats=2,
    ),
    case(
        "SPEC-6-parse",
        "lines-that-are-no-objects",
        """
        | {                    -> E_PARSE
        |                      -> E_PARSE
        | nonsense             -> E_PARSE
        | 17                   -> E_PARSE
        | "bet"                -> E_PARSE
        | null                 -> E_PARSE
        | true                 -> E_PARSE
        | [1,2]                -> E_PARSE
        | {}                   -> E_PARSE
        | {"seat":0}           -> E_PARSE
        | {"op":"state"} x     -> E_PARSE
        | {"op":"state"}{"op":"state"} -> E_PARSE
        | {'op':'state'}       -> E_PARSE
        | {"op":"state",}      -> E_PARSE
        | {"op":NaN}           -> E_PARSE
        | {"op":"kitty","kitty":NaN,"chips":[1]} -> E_PARSE
        | {"op":"state","x":Infinity} -> E_PARSE
        | {"op":"bet","seat":0,"spot":"pass","amount":05} -> E_PARSE
        | {"op":"bet","seat":0,"spot":"pass","amount":+5} -> E_PARSE
        state                  -> open 0
    """,
        on=EVERYWHERE,
    ),
    case(
        "SPEC-6-parse",
        "ops-that-are-unknown",
        """
        | {"op":""}            -> E_PARSE
        | {"op":"dance"}       -> E_PARSE
        | {"op":"BET","seat":0,"spot":"pass","amount":5} -> E_PARSE
        | {"op":"bet ","seat":0,"spot":"pass","amount":5} -> E_PARSE
        | {"op":null}          -> E_PARSE
        | {"op":1}             -> E_PARSE
        | {"op":["state"]}     -> E_PARSE
        | {"op":{"op":"state"}} -> E_PARSE
        | {"profile":"rws-2013","seats":2} -> E_PARSE
        | {"profile":"rws-2013","seats":2,"options":{}} -> E_PARSE
        | {"OP":"state"}       -> E_PARSE
        state                  -> open 0
    """,
        on=EVERYWHERE,
    ),
    case(
        "SPEC-6-parse",
        "fields-that-are-missing-or-wrong-in-a-bet",
        """
        | {"op":"bet"}         -> E_PARSE
        | {"op":"bet","spot":"pass","amount":5} -> E_PARSE
        | {"op":"bet","seat":0,"amount":5} -> E_PARSE
        | {"op":"bet","seat":0,"spot":"pass"} -> E_PARSE
        | {"op":"bet","seat":"0","spot":"pass","amount":5} -> E_PARSE
        | {"op":"bet","seat":true,"spot":"pass","amount":5} -> E_PARSE
        | {"op":"bet","seat":0.0,"spot":"pass","amount":5} -> E_PARSE
        | {"op":"bet","seat":null,"spot":"pass","amount":5} -> E_PARSE
        | {"op":"bet","seat":0,"spot":7,"amount":5} -> E_PARSE
        | {"op":"bet","seat":0,"spot":null,"amount":5} -> E_PARSE
        | {"op":"bet","seat":0,"spot":["pass"],"amount":5} -> E_PARSE
        | {"op":"bet","seat":0,"spot":"pass","amount":"5"} -> E_PARSE
        | {"op":"bet","seat":0,"spot":"pass","amount":5.0} -> E_PARSE
        | {"op":"bet","seat":0,"spot":"pass","amount":5e0} -> E_PARSE
        | {"op":"bet","seat":0,"spot":"pass","amount":1E1} -> E_PARSE
        | {"op":"bet","seat":0,"spot":"pass","amount":true} -> E_PARSE
        | {"op":"bet","seat":0,"spot":"pass","amount":null} -> E_PARSE
        | {"op":"bet","seat":0,"spot":"pass","amount":[5]} -> E_PARSE
        | {"op":"bet","seat":0,"spot":"c-and-e","amount":10,"craps":5.0} -> E_PARSE
        | {"op":"bet","seat":0,"spot":"c-and-e","amount":10,"craps":"5"} -> E_PARSE
        | {"op":"bet","seat":0,"spot":"c-and-e","amount":10,"craps":true} -> E_PARSE
        | {"op":"bet","seat":0,"spot":"c-and-e","amount":10,"craps":null} -> E_PARSE
        state                  -> open 0
    """,
        on=EVERYWHERE,
    ),
    case(
        "SPEC-6-parse",
        "parsing-comes-before-every-other-check",
        """
        close                  -> ok
        | {"op":"bet","seat":99,"spot":"nowhere","amount":"x"} -> E_PARSE
        | {"op":"take","seat":99,"spot":"nowhere","amount":1.5} -> E_PARSE
        | {"op":"call","seat":99,"spot":"nowhere","state":"maybe"} -> E_PARSE
        | {"op":"withdraw","seat":"0"} -> E_PARSE
        | {"op":"withdraw"}    -> E_PARSE
        | {"op":"kitty","kitty":"1","chips":[1]} -> E_PARSE
    """,
        on=EVERYWHERE,
    ),
    case(
        "SPEC-6-parse",
        "fields-that-are-missing-or-wrong-in-a-take",
        """
        bet 0 place-6 12       -> debit 12
        | {"op":"take","seat":0} -> E_PARSE
        | {"op":"take","spot":"place-6"} -> E_PARSE
        | {"op":"take","seat":0,"spot":"place-6","amount":null} -> E_PARSE
        | {"op":"take","seat":0,"spot":"place-6","amount":"6"} -> E_PARSE
        | {"op":"take","seat":0,"spot":"place-6","amount":6.0} -> E_PARSE
        | {"op":"take","seat":0,"spot":"place-6","amount":false} -> E_PARSE
        | {"op":"take","seat":0,"spot":"c-and-e","amount":6,"craps":"3"} -> E_PARSE
        take 0 place-6         -> credit 12
    """,
        on=EVERYWHERE,
    ),
    case(
        "SPEC-6-parse",
        "fields-that-are-missing-or-wrong-in-a-call",
        """
        bet 0 place-6 12       -> debit 12
        | {"op":"call","seat":0,"spot":"place-6"} -> E_PARSE
        | {"op":"call","seat":0,"spot":"place-6","state":true} -> E_PARSE
        | {"op":"call","seat":0,"spot":"place-6","state":"ON"} -> E_PARSE
        | {"op":"call","seat":0,"spot":"place-6","state":""} -> E_PARSE
        | {"op":"call","seat":0,"state":"on"} -> E_PARSE
        | {"op":"call","spot":"place-6","state":"on"} -> E_PARSE
        | {"op":"call","seat":0,"spot":"place-6","state":"on","only":1} -> E_PARSE
        | {"op":"call","seat":0,"spot":"place-6","state":"on","only":"true"} -> E_PARSE
        | {"op":"call","seat":0,"spot":"place-6","state":"on","only":null} -> E_PARSE
        state                  -> open 0; 0 place-6 12
    """,
        on=EVERYWHERE,
    ),
    case(
        "SPEC-6-parse",
        "bad-dice",
        """
        bet 0 field 5          -> debit 5
        | {"op":"roll"}        -> E_PARSE
        | {"op":"roll","dice":"66"} -> E_PARSE
        | {"op":"roll","dice":66} -> E_PARSE
        | {"op":"roll","dice":[]} -> E_PARSE
        | {"op":"roll","dice":[3]} -> E_PARSE
        | {"op":"roll","dice":[3,3,3]} -> E_PARSE
        | {"op":"roll","dice":[0,3]} -> E_PARSE
        | {"op":"roll","dice":[3,7]} -> E_PARSE
        | {"op":"roll","dice":[-1,3]} -> E_PARSE
        | {"op":"roll","dice":[3,3.0]} -> E_PARSE
        | {"op":"roll","dice":[true,3]} -> E_PARSE
        | {"op":"roll","dice":["3","3"]} -> E_PARSE
        | {"op":"roll","dice":[3,null]} -> E_PARSE
        | {"op":"roll","dice":{"0":3,"1":3}} -> E_PARSE
        | {"op":"roll","dice":[[3],3]} -> E_PARSE
        state                  -> open 0; 0 field 5
        roll 2 2               -> point 4; 0 field win 5 +5 =10
    """,
        on=EVERYWHERE,
    ),
    case(
        "SPEC-6-parse",
        "fields-that-are-missing-or-wrong-elsewhere",
        """
        | {"op":"no_roll"}     -> E_PARSE
        | {"op":"no_roll","reason":5} -> E_PARSE
        | {"op":"no_roll","reason":null} -> E_PARSE
        | {"op":"no_roll","reason":""} -> ok
        | {"op":"kitty","chips":[1]} -> E_PARSE
        | {"op":"kitty","kitty":5} -> E_PARSE
        | {"op":"kitty","kitty":5.0,"chips":[1]} -> E_PARSE
        | {"op":"kitty","kitty":5,"chips":1} -> E_PARSE
        | {"op":"kitty","kitty":5,"chips":[1.0]} -> E_PARSE
        | {"op":"kitty","kitty":5,"chips":[1,true]} -> E_PARSE
        | {"op":"kitty","kitty":5,"chips":"1"} -> E_PARSE
        | {"op":"kitty","kitty":false,"chips":[1]} -> E_PARSE
        | {"op":"withdraw","seat":false} -> E_PARSE
        | {"op":"withdraw","seat":0.5} -> E_PARSE
    """,
        on=EVERYWHERE,
    ),
    case(
        "SPEC-6-limits-ranges",
        "limits-hold-the-headers-ranges",
        """
        limits min=0           -> E_PARSE
        limits min=2000001     -> E_PARSE
        limits max=0           -> E_PARSE
        limits max=2000001     -> E_PARSE
        limits max_total=0     -> E_PARSE
        limits max_total=1000000001 -> E_PARSE
        limits min_total=-1    -> E_PARSE
        limits min_total=1000000001 -> E_PARSE
        limits max_spot.pass=0 -> E_PARSE
        limits max_spot.pass=2000001 -> E_PARSE
        limits max_spot.nowhere=5 -> E_PARSE
        | {"op":"limits","min":"5"} -> E_PARSE
        | {"op":"limits","min":5.0} -> E_PARSE
        | {"op":"limits","max":true} -> E_PARSE
        | {"op":"limits","max_total":null} -> E_PARSE
        | {"op":"limits","max_spot":[]} -> E_PARSE
        | {"op":"limits","max_spot":null} -> E_PARSE
        | {"op":"limits","max_spot":{"pass":"5"}} -> E_PARSE
        limits min=1 max=1 max_total=1 min_total=0 max_spot.pass=1 -> ok
        limits min=2000000 max=2000000 max_total=1000000000 min_total=1000000000 -> ok
    """,
        on=EVERYWHERE,
    ),
    case(
        "SPEC-6-limits-ranges SPEC-6-refusal",
        "a-bad-limit-changes-none",
        """
        limits max=5 min=0     -> E_PARSE
        bet 0 field 6          -> debit 6
        | {"op":"limits","max":5,"max_spot":{"field":5,"pass":0}} -> E_PARSE
        bet 0 field 6          -> debit 6
    """,
        on=EVERYWHERE,
    ),
    case(
        "SPEC-6-extra",
        "extra-fields-are-ignored",
        """
        | {"x":1,"op":"limits","unit":"many","odds":-3,"seats":0} -> ok
        | {"op":"no_roll","reason":"cocked","dice":[9]} -> ok
        | {"op":"power_fail","seat":"x"} -> ok
        | {"reason":"cocked","note":{"deep":[1,[2,[3]]]},"op":"no_roll","f":1e999} -> ok
        | {"op":"no_roll","reason":"\\u0063ocked \\ud83c\\udfb2"} -> ok
        |    {"op" : "no_roll" , "reason" : "cocked"}    -> ok
    """,
        on=EVERYWHERE,
    ),
]


@pytest.mark.parametrize(("engine", "session"), plays(CASES))
def test_script(engine: str, session: Play) -> None:
    check(engine, session)


BYTES_LINES = [
    '{"profile":"mbs-2020","seats":2,"options":{"min":5}}',
    '{"op":"bet","seat":0,"spot":"buy-4","amount":20}',
    '{"op":"bet","seat":1,"spot":"come-odds-4","amount":20}',
    '{"op":"roll","dice":[3,3]}',
    '{"op":"bet","seat":1,"spot":"come","amount":10}',
    '{"op":"roll","dice":[2,2]}',
    '{"op":"state"}',
    '{"op":"close"}',
]
BYTES_ANSWERS = [
    '{"ok":true}',
    '{"ok":true,"debit":21}',
    '{"ok":false,"error":"E_NO_FLAT"}',
    '{"ok":true,"total":6,"event":"point","point":6,"returned":[],"results":[]}',
    '{"ok":true,"debit":10}',
    (
        '{"ok":true,"total":4,"event":"none","point":6,"returned":[],"results":['
        '{"seat":0,"spot":"buy-4","outcome":"win","stake":20,"win":40,"vig":0,"credit":60},'
        '{"seat":1,"spot":"come","outcome":"move","stake":10,"win":0,"vig":0,"credit":0,"to":"come-4"}'
        "]}"
    ),
    (
        '{"ok":true,"point":6,"closed":false,"spots":['
        '{"seat":1,"spot":"come-4","amount":10,"call":"default"}]}'
    ),
    '{"ok":true,"returned":[]}',
]


@pytest.mark.parametrize("engine", engines(), ids=lambda name: f"SPEC-6-order-{name}")
def test_bytes(engine: str) -> None:
    """The answers as they are on the wire, not through the notation of the cases."""
    assert engine_run(engine, BYTES_LINES) == BYTES_ANSWERS


@pytest.mark.parametrize("engine", engines(), ids=lambda name: f"SPEC-6-parse-{name}")
@pytest.mark.parametrize("digits", [20, 400, 4299, 4300, 4301, 20000])
def test_integers_of_any_length(engine: str, digits: int) -> None:
    """A long integer is an integer: out of range, not malformed."""
    huge = "9" * digits
    lines = [
        '{"profile":"home-game","seats":1,"options":{}}',
        f'{{"op":"bet","seat":0,"spot":"field","amount":{huge}}}',
        f'{{"op":"bet","seat":-{huge},"spot":"field","amount":5}}',
        f'{{"op":"kitty","kitty":{huge},"chips":[1]}}',
        f'{{"op":"roll","dice":[{huge},1]}}',
        f'{{"op":"limits","max":{huge}}}',
    ]
    codes = ["E_RANGE", "E_SEAT", "E_RANGE", "E_PARSE", "E_PARSE"]
    answers = engine_run(engine, lines)
    assert answers == [OK] + [f'{{"ok":false,"error":"{code}"}}' for code in codes]
