"""What is malformed and what is not: every line answered, E_PARSE before any other check."""

from __future__ import annotations

import json

import pytest

from boxcars.settle import run

OK = '{"ok":true}'
PARSE = '{"ok":false,"error":"E_PARSE"}'
HEADER = '{"profile":"rws-2013","seats":2,"options":{}}'


def refused(error: str) -> str:
    return f'{{"ok":false,"error":"{error}"}}'


def after_header(line: bytes | str, header: str = HEADER) -> str:
    first, answer = run([header, line])
    assert first == OK
    return answer


GOOD_HEADERS = [
    HEADER,
    '{"profile":"rws-2013","seats":1}',
    '{"seats":8,"options":{},"profile":"home-game"}',
    '{"profile":"clearwater-etg","seats":2,"options":{"odds":100}}',
    '{"profile":"division","seats":2,"options":{"odds":2}}',
    '{"profile":"rws-2013","seats":2,"options":{"min":2000000,"max":1}}',
    '{"profile":"rws-2013","seats":2,"options":{"max_total":1000000000,"min_total":0,"unit":1000}}',
    '{"profile":"rws-2013","seats":2,"options":{"max_spot":{}}}',
    '{"profile":"rws-2013","seats":2,"options":{"max_spot":{"world":5,"lucky-shooter":2000000}}}',
    "  \t" + HEADER + " \r",
]

BAD_HEADERS = [
    "",
    "   ",
    "{}",
    "null",
    '{"profile":"rws-2013"}',
    '{"seats":2}',
    '{"profile":"rws_2013","seats":2}',
    '{"profile":["rws-2013"],"seats":2}',
    '{"profile":null,"seats":2}',
    '{"profile":"rws-2013","seats":0}',
    '{"profile":"rws-2013","seats":9}',
    '{"profile":"rws-2013","seats":true}',
    '{"profile":"rws-2013","seats":2.0}',
    '{"profile":"rws-2013","seats":"2"}',
    '{"profile":"rws-2013","seats":2,"options":null}',
    '{"profile":"rws-2013","seats":2,"options":[]}',
    '{"profile":"rws-2013","seats":2,"option":{}}',
    '{"profile":"rws-2013","seats":2,"options":{"odds":3}}',
    '{"profile":"clearwater-etg","seats":2,"options":{"odds":101}}',
    '{"profile":"clearwater-etg","seats":2,"options":{"odds":0}}',
    '{"profile":"division","seats":2,"options":{"odds":3}}',
    '{"profile":"rws-2013","seats":2,"options":{"min":0}}',
    '{"profile":"rws-2013","seats":2,"options":{"min":2000001}}',
    '{"profile":"rws-2013","seats":2,"options":{"min":null}}',
    '{"profile":"rws-2013","seats":2,"options":{"max":true}}',
    '{"profile":"rws-2013","seats":2,"options":{"max_total":0}}',
    '{"profile":"rws-2013","seats":2,"options":{"max_total":1000000001}}',
    '{"profile":"rws-2013","seats":2,"options":{"min_total":-1}}',
    '{"profile":"rws-2013","seats":2,"options":{"unit":1001}}',
    '{"profile":"rws-2013","seats":2,"options":{"unit":0}}',
    '{"profile":"rws-2013","seats":2,"options":{"max_spot":{"place-7":5}}}',
    '{"profile":"rws-2013","seats":2,"options":{"max_spot":{"place-inside":5}}}',
    '{"profile":"rws-2013","seats":2,"options":{"max_spot":{"pass":0}}}',
    '{"profile":"rws-2013","seats":2,"options":{"max_spot":{"pass":null}}}',
    '{"profile":"rws-2013","seats":2,"options":{"max_spot":[]}}',
    '{"profile":"rws-2013","seats":2,"options":{"tips":1}}',
    '{"op":"state"}',
]


@pytest.mark.parametrize("line", GOOD_HEADERS)
def test_good_header(line: str) -> None:
    assert list(run([line])) == [OK]


@pytest.mark.parametrize("line", BAD_HEADERS)
def test_after_a_bad_header_the_next_line_is_tried(line: str) -> None:
    state = '{"ok":true,"point":0,"closed":false,"spots":[]}'
    assert list(run([line, HEADER, '{"op":"state"}'])) == [PARSE, OK, state]


MALFORMED: list[bytes | str] = [
    "",
    " ",
    "\r",
    "[]",
    "17",
    '"close"',
    "{",
    "nonsense",
    HEADER,  # a second header
    '{"op":null}',
    '{"op":["close"]}',
    '{"op":{}}',
    '{"op":"Close"}',
    '{"op":"close",}',
    "{'op':'close'}",
    '{"op":"close"} {"op":"close"}',
    '{"op":"close","x":NaN}',
    '{"op":"close","x":-Infinity}',
    '{"op":"close","x":01}',
    '{"op":"close","x":"\t"}',
    "\ufeff" + '{"op":"close"}',
    b'{"op":"close","x":"\xff"}',
    b'{"op":"close","x":"\xed\xa0\x80"}',
    b'{"op":"close"}\x00',
    '{"op":"close","x":' + "[" * 100_000 + "]" * 100_000 + "}",
    '{"op":"bet","seat":0,"spot":"pass"}',
    '{"op":"bet","seat":0,"amount":5}',
    '{"op":"bet","spot":"pass","amount":5}',
    '{"op":"bet","seat":0,"spot":"pass","amount":null}',
    '{"op":"bet","seat":0,"spot":"pass","amount":5.0}',
    '{"op":"bet","seat":0,"spot":"pass","amount":5e0}',
    '{"op":"bet","seat":0,"spot":"pass","amount":1e400}',
    '{"op":"bet","seat":0,"spot":"pass","amount":"5"}',
    '{"op":"bet","seat":0,"spot":"pass","amount":true}',
    '{"op":"bet","seat":0,"spot":["pass"],"amount":5}',
    '{"op":"bet","seat":0,"spot":{},"amount":5}',
    '{"op":"bet","seat":0,"spot":null,"amount":5}',
    '{"op":"bet","seat":0,"spot":0,"amount":5}',
    '{"op":"bet","seat":null,"spot":"pass","amount":5}',
    '{"op":"bet","seat":99,"spot":"nowhere","amount":"5"}',  # before seat and spot
    '{"op":"bet","seat":0,"spot":"c-and-e","amount":10,"craps":"4"}',
    '{"op":"bet","seat":0,"spot":"c-and-e","amount":10,"craps":null}',
    '{"op":"bet","seat":0,"spot":"pass","amount":10,"craps":2.5}',
    '{"op":"take","seat":0}',
    '{"op":"take","seat":0,"spot":"pass","amount":null}',
    '{"op":"take","seat":0,"spot":"pass","amount":false}',
    '{"op":"call","seat":0,"spot":"place-6"}',
    '{"op":"call","seat":0,"spot":"place-6","state":"ON"}',
    '{"op":"call","seat":0,"spot":"place-6","state":true}',
    '{"op":"call","seat":0,"spot":"place-6","state":["on"]}',
    '{"op":"call","seat":0,"spot":"place-6","state":"on","only":1}',
    '{"op":"call","seat":0,"spot":"place-6","state":"on","only":null}',
    '{"op":"roll"}',
    '{"op":"roll","dice":[]}',
    '{"op":"roll","dice":[1]}',
    '{"op":"roll","dice":[1,2,3]}',
    '{"op":"roll","dice":[0,1]}',
    '{"op":"roll","dice":[1,7]}',
    '{"op":"roll","dice":[true,1]}',
    '{"op":"roll","dice":[1,1.0]}',
    '{"op":"roll","dice":"11"}',
    '{"op":"roll","dice":{"0":1,"1":2}}',
    '{"op":"no_roll"}',
    '{"op":"no_roll","reason":3}',
    '{"op":"limits","min":0}',
    '{"op":"limits","min":null}',
    '{"op":"limits","max":2000001}',
    '{"op":"limits","max":"5"}',
    '{"op":"limits","max_total":0}',
    '{"op":"limits","min_total":1000000001}',
    '{"op":"limits","max_spot":{"pass":2000001}}',
    '{"op":"limits","max_spot":{"nowhere":5}}',
    '{"op":"limits","max_spot":null}',
    '{"op":"withdraw"}',
    '{"op":"withdraw","seat":"0"}',
    '{"op":"kitty","kitty":5}',
    '{"op":"kitty","chips":[1]}',
    '{"op":"kitty","kitty":1.5,"chips":[1]}',
    '{"op":"kitty","kitty":1,"chips":[true]}',
    '{"op":"kitty","kitty":1,"chips":"12"}',
]


@pytest.mark.parametrize("line", MALFORMED, ids=lambda line: repr(line)[:60])
def test_malformed(line: bytes | str) -> None:
    assert after_header(line) == PARSE


WELL_FORMED = [
    # line, answer
    (' {"op" : "close" }\r\n', '{"ok":true,"returned":[]}'),
    ('{"op":"close","x":[[1.5,null,{"y":false}]],"reason":1}', '{"ok":true,"returned":[]}'),
    ('{"op":"close","x":"\\ud800"}', '{"ok":true,"returned":[]}'),
    ('{"op":"roll","op":"close"}', '{"ok":true,"returned":[]}'),  # JSON: the last one counts
    ('{"op":"close","x":' + "[" * 40 + "]" * 40 + "}", '{"ok":true,"returned":[]}'),
    ('{"op":"close","x":"' + "[{" * 500 + '"}', '{"ok":true,"returned":[]}'),
    ('{"op":"close","x":' + "9" * 10_000 + "}", '{"ok":true,"returned":[]}'),
    ('{"op":"bet","seat":-1,"spot":"pass","amount":5}', refused("E_SEAT")),
    ('{"op":"bet","seat":8,"spot":"pass","amount":5}', refused("E_SEAT")),
    ('{"op":"bet","seat":' + "1" * 5_000 + ',"spot":"pass","amount":5}', refused("E_SEAT")),
    ('{"op":"bet","seat":2,"spot":"nowhere","amount":0}', refused("E_SEAT")),
    ('{"op":"bet","seat":-0,"spot":"pass","amount":5}', '{"ok":true,"debit":5}'),
    ('{"op":"bet","seat":0,"spot":"","amount":5}', refused("E_SPOT")),
    ('{"op":"bet","seat":0,"spot":"\\ud800","amount":5}', refused("E_SPOT")),
    ('{"op":"bet","seat":0,"spot":"PASS","amount":5}', refused("E_SPOT")),
    ('{"op":"bet","seat":0,"spot":"place-inside","amount":5}', refused("E_SPOT")),
    ('{"op":"bet","seat":0,"spot":"nowhere","amount":0}', refused("E_SPOT")),
    ('{"op":"bet","seat":0,"spot":"pass","amount":0}', refused("E_RANGE")),
    ('{"op":"bet","seat":0,"spot":"pass","amount":-5}', refused("E_RANGE")),
    ('{"op":"bet","seat":0,"spot":"pass","amount":2000001}', refused("E_RANGE")),
    ('{"op":"bet","seat":0,"spot":"pass","amount":' + "7" * 5_000 + "}", refused("E_RANGE")),
    ('{"op":"bet","seat":0,"spot":"pass","amount":2000000}', '{"ok":true,"debit":2000000}'),
    ('{"op":"bet","seat":0,"spot":"pass","amount":5,"craps":-9}', '{"ok":true,"debit":5}'),
    ('{"op":"bet","seat":0,"spot":"c-and-e","amount":4,"craps":-9}', refused("E_UNITS")),
    ('{"op":"bet","seat":0,"spot":"c-and-e","amount":4,"craps":99999999999}', refused("E_UNITS")),
    ('{"op":"bet","seat":0,"spot":"c-and-e","amount":4,"craps":4}', refused("E_UNITS")),
    ('{"op":"take","seat":0,"spot":"place-inside"}', refused("E_SPOT")),
    ('{"op":"take","seat":0,"spot":"pass","amount":0}', refused("E_NOTHING")),
    ('{"op":"call","seat":0,"spot":"place-inside","state":"on"}', refused("E_SPOT")),
    ('{"op":"call","seat":0,"spot":"place-6","state":"on","only":true}', refused("E_NOTHING")),
    ('{"op":"call","seat":0,"spot":"pass","state":"on"}', refused("E_TOGGLE")),
    ('{"op":"no_roll","reason":""}', OK),
    ('{"op":"limits"}', OK),
    ('{"op":"limits","unit":0,"odds":"x","tips":null}', OK),  # not limits: extra, so ignored
    ('{"op":"withdraw","seat":-1}', refused("E_SEAT")),
    ('{"op":"withdraw","seat":1}', refused("E_PHASE")),
    ('{"op":"malfunction"}', refused("E_PHASE")),
    ('{"op":"kitty","kitty":-1,"chips":[]}', refused("E_PHASE")),
]


@pytest.mark.parametrize("case", WELL_FORMED, ids=lambda case: repr(case[0])[:60])
def test_well_formed(case: tuple[str, str]) -> None:
    line, answer = case
    assert after_header(line) == answer


KITTY = [
    # kitty, chips, answer
    (120, [532, 84, 876, 1339, 777, 1015], ([13, 1, 22, 34, 19, 25], 6)),
    (120, [532, 84], ([103, 16], 1)),
    (10_000_000, [10_000_000], ([10_000_000], 0)),
    (1, [1, 1], ([1, 0], 0)),  # half up, but never more than is left
    (3, [1, 1], ([2, 1], 0)),
    (0, [0, 5], ([0, 0], 0)),
    (5, [], None),
    (5, [0, 0], None),
    (5, [-1, 5], None),
    (-1, [5], None),
    (10_000_001, [5], None),
    (5, [5_000_000, 5_000_001], None),
    (5, [10**40], None),
]


@pytest.mark.parametrize(("kitty", "chips", "shares"), KITTY)
def test_kitty(kitty: int, chips: list[int], shares: tuple[list[int], int] | None) -> None:
    line = json.dumps({"op": "kitty", "kitty": kitty, "chips": chips})
    answer = after_header(line, '{"profile":"home-game","seats":2}')
    if shares is None:
        assert answer == refused("E_RANGE")
    else:
        assert json.loads(answer) == {"ok": True, "payouts": shares[0], "host": shares[1]}
