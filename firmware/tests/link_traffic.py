"""A seeded stretch of play over the link, and the proof that nothing was lost, doubled or changed.

Commands with their answers, events and records all count as messages. The board's side keeps what
it performed; the host's side keeps what it was told.
"""

import random
from dataclasses import dataclass

from firmware.bench.link_ledger import SEATS, SPOTS, record_bytes

_BATCH = 8


@dataclass
class Tally:
    """Messages that went through."""

    commands: int = 0
    events: int = 0
    records: int = 0

    @property
    def messages(self):
        return self.commands + self.events + self.records


def watch(board):
    """Keep every command that the board performs; gives the list."""
    performed = []
    ledger = board.ledger
    perform = ledger.perform

    def noting(request):
        at = request.fields.at
        payload = bytes(request.fields.buf[at : request.fields.end])
        code = perform(request)
        performed.append((request.message, request.number, payload, code))
        return code

    ledger.perform = noting
    return performed


def play(line, link, seed, messages):
    """Bet, take events and commit records until so many messages went through."""
    dice = random.Random(seed)
    performed = watch(line.board)
    tally = Tally()
    totals = {}
    asked = []
    told = []
    link.follow(0)
    while tally.messages < messages:
        batch = []
        for _ in range(dice.randint(1, _BATCH)):
            seat, spot = dice.randrange(SEATS + 1), dice.randrange(SPOTS)
            batch.append({"seat": seat, "spot": spot, "amount": dice.randint(1, 500), "craps": -1})
        answers = link.perform_all([("bet", values) for values in batch])
        for values, answer in zip(batch, answers, strict=True):
            asked.append(values)
            _check_answer(values, answer, totals, told)
        tally.commands += len(batch)
        line.board.records.count += dice.randrange(4)
        tally.events += _take_events(link, told, tally.events)
        tally.records += _take_records(line, link, tally.records)
    _check_performed(performed, asked)
    _check_board(line, link, totals, tally)
    return tally


def _check_answer(values, answer, totals, told):
    if values["seat"] >= SEATS:
        assert answer.word == "E_SEAT"
        return
    place = values["seat"], values["spot"]
    totals[place] = totals.get(place, 0) + values["amount"]
    assert answer == {
        "seat": values["seat"],
        "spot": values["spot"],
        "debit": values["amount"],
        "total": totals[place],
    }
    told.append((values["seat"], totals[place]))


def _take_events(link, told, start):
    """All events of the bets so far, in order and no other."""
    count = 0
    while start + count < len(told):
        event = link.next_event(30.0)
        assert event is not None, "an event never came"
        assert event.number == start + count
        assert event.name == "diagnostic-event"
        assert (event.fields["what"], event.fields["value"]) == told[start + count]
        count += 1
    link.finish_event()
    return count


def _take_records(line, link, start):
    """All records so far, in order; each is acknowledged only when it was committed."""
    count = 0
    while start + count < line.board.records.count:
        record = link.next_record(30.0)
        assert record is not None, "a record never came"
        assert record.sequence == start + count
        assert record.data == record_bytes(record.sequence)
        assert line.board.records.acked < record.sequence, "acknowledged before the commit"
        link.commit(record)
        assert line.board.records.acked == record.sequence
        count += 1
    return count


def _check_performed(performed, asked):
    """Each command once, in order, with the fields that were sent."""
    assert len(performed) == len(asked)
    numbers = [number for _, number, _, _ in performed]
    assert numbers == sorted(set(numbers))
    for (_, _, payload, _), values in zip(performed, asked, strict=True):
        assert payload[0] == values["seat"]
        assert payload[1] == values["spot"]
        assert int.from_bytes(payload[2:6], "little") == values["amount"]


def _check_board(line, link, totals, tally):
    """The board's ledger is the sum of what the host was told."""
    for seat in range(SEATS):
        for spot in range(SPOTS):
            assert line.board.ledger.totals[SPOTS * seat + spot] == totals.get((seat, spot), 0)
    assert line.board.hub.events.next == tally.events
    assert line.board.records.acked == tally.records - 1
    assert not link.records.complete
    assert link.next_event(0.1) is None
