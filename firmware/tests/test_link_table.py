"""The message table: one source for board, host and page, and no way in for a face."""

import dataclasses
import re

import pytest

from boxcars.link import answers, exchange, generate, page
from boxcars.link.schema import BY_NAME, ENTRIES, MESSAGES, table_digest
from boxcars.paths import FIRMWARE
from firmware.tests import link_example
from shaker.link import codes, layout_data, messages, sizes
from shaker.link.authority import DOMAIN
from shaker.link.digest import TABLE_DIGEST
from shaker.link.layout import Layout
from shaker.link.sizes import ANSWER_KEPT_MAX, EVENT_SIZE_MAX, PAYLOAD_SIZE_MAX

PAGE = (FIRMWARE / "PROTOCOL.md").read_text()


def _section(mark):
    return PAGE.partition(f"<!-- {mark} -->")[2].partition(f"<!-- end of {mark} -->")[0]


def _rows(text):
    return [line for line in text.splitlines() if line.startswith("| ")][1:]


def test_the_page_has_every_message_and_no_other():
    assert _rows(_section("messages")) == page.message_rows()
    assert _rows(_section("entries")) == page.entry_rows()


def test_the_page_has_every_code():
    rows = re.findall(r"^\| (\d+) \| (E_\w+) \| ", PAGE, re.MULTILINE)
    assert [f"| {code} | {word} |" for code, word in rows] == page.code_rows()
    constants = {name: value for name, value in vars(codes).items() if name.startswith("E_")}
    for offset, word in enumerate(codes.CODE_WORDS):
        assert constants.pop(word) == codes.FIRST + offset
    assert not constants


def test_the_page_says_the_sizes_and_times_of_the_code():
    text = re.sub(r"\s+", " ", PAGE)
    for words in (
        f"payload 0..{sizes.PAYLOAD_SIZE_MAX} |",
        f"After {sizes.SILENCE_MS // 1000} s without a frame",
        f"up to {sizes.COMMAND_WINDOW} may be under way",
        f"answers to the last {sizes.COMMAND_WINDOW} and",
        f"parts of up to {sizes.PART_SIZE} bytes",
        f"up to {sizes.EVENT_SLOTS}, numbered from 0 at each boot",
        f"sent in order up to {sizes.EVENT_WINDOW} ahead",
        f"progress for {sizes.RESEND_MS / 1000} s",
        f"(doubling up to {sizes.RESEND_MS_MAX // 1000} s)",
        f"one attempt within {sizes.CHALLENGE_MS // 1000} s",
        f"no frame of the session for {sizes.BAUD_TRIAL_MS // 1000} s",
        f"is at most {ANSWER_KEPT_MAX} bytes",
        f"under way are {exchange.UNDER_WAY_MAX} bytes at most",
        f'"{DOMAIN.decode()}" | device {sizes.DEVICE_SIZE} | nonce {sizes.NONCE_SIZE}',
        "authority 2 technician, 4 operator, 8 station",
        "bit 0 version, 1 table, 2 image, 3 rules, 4 device, 5 memory",
    ):
        assert words in text, words


def test_the_worked_exchange_is_what_the_board_says():
    assert [line for line in _section("exchange").splitlines() if line] == link_example.lines()


def test_the_digest_is_that_of_the_rows():
    assert table_digest() == TABLE_DIGEST


def test_ids_are_unique_and_named_once():
    rows = messages.TABLE
    assert len({row[0] for row in rows}) == len({row[1] for row in rows}) == len(rows)
    assert all(0 < row[0] < 128 for row in rows)
    named = {value for name, value in vars(messages).items() if name.isupper() and name in NAMES}
    assert named == {row[0] for row in rows}


NAMES = [row[1].upper().replace("-", "_") for row in messages.TABLE]


def test_every_message_fits_a_frame_also_when_it_is_authorised():
    wrapper = BY_NAME["authorised"].fields.size
    spots = ENTRIES[messages.OPEN, "spots"].size * 90
    for message in MESSAGES.values():
        size = message.fields.size + (spots if message.name in ("open", "limits") else 0)
        assert size + (wrapper if message.authorities else 0) <= PAYLOAD_SIZE_MAX, message.name
        assert message.answer.size < PAYLOAD_SIZE_MAX
        if message.kind == messages.COMMAND:
            assert message.answer.size + 1 <= ANSWER_KEPT_MAX, message.name
        if message.kind == messages.EVENT:
            assert message.fields.fields[0].name == "first"
            assert message.fields.size - 4 <= EVENT_SIZE_MAX


def test_only_the_last_field_is_a_rest():
    layouts = [layout for m in MESSAGES.values() for layout in (m.fields, m.answer)]
    for layout in [*layouts, *ENTRIES.values()]:
        assert "rest" not in [field.type for field in layout.fields[:-1]]
    for (message, field), layout in ENTRIES.items():
        row = MESSAGES[message]
        assert field in [f.name for f in (*row.fields.fields, *row.answer.fields)]
        assert layout.size


def test_every_message_of_a_host_says_who_may_send_it():
    """What moves money or the machine needs an authority; what only looks does not."""
    for message in MESSAGES.values():
        own = message.id < messages.RECORD_PART
        if message.direction == messages.TO_BOARD and message.kind == messages.COMMAND:
            assert message.authorities or own, message.name
        assert message.ports


FACE_WORDS = {"die", "dice", "face", "faces", "pip", "pips", "outcome", "fall", "dots", "roll"}


def test_nobody_can_tell_the_board_its_dice():
    """No field of a message to the board is a face, and every free field has a known use."""
    for message in MESSAGES.values():
        if message.direction != messages.TO_BOARD:
            continue
        lists = [ENTRIES[key] for key in ENTRIES if key[0] == message.id]
        for layout in (message.fields, *lists):
            for field in layout.fields:
                assert not set(re.split("[_-]", field.name)) & FACE_WORDS, message.name
    roll = BY_NAME["roll"]
    assert not roll.fields.fields
    assert [field.name for field in BY_NAME["dice-set"].fields.fields] == ["set"]
    free = {
        (message.name, field.name)
        for message in MESSAGES.values()
        for field in message.fields.fields
        if field.type == "rest" and message.direction == messages.TO_BOARD
    }
    carried = {
        ("open", "spots"),
        ("limits", "spots"),
        ("authorised", "body"),
        ("setting", "value"),
    }
    assert free == carried


ANSWERS = {
    "hello": answers.Welcome,
    "begin": answers.Begun,
    "ping": answers.Pong,
    "link-errors": answers.LinkErrors,
    "open": answers.Opened,
    "bet": answers.BetTaken,
    "take": answers.TakenBack,
    "call": answers.Called,
    "close": answers.Closed,
    "malfunction": answers.Closed,
    "void": answers.Closed,
    "withdraw": answers.Withdrawn,
    "table-info": answers.TableInfo,
    "recall": answers.RecalledStep,
    "log": answers.LogEntry,
    "calibrate": answers.Calibrated,
    "identity": answers.Identity,
    "key": answers.KeyInfo,
}


@pytest.mark.parametrize("name", ANSWERS)
def test_a_dataclass_has_the_fields_of_its_answer(name):
    fields = {field.name for field in dataclasses.fields(ANSWERS[name])}
    if "course" in fields:
        fields.remove("course")
        fields |= {field.name for field in dataclasses.fields(answers.Course)}
    assert fields == {field.name for field in BY_NAME[name].answer.fields}


ENTRY_CLASSES = {
    (messages.STATE, "stakes"): answers.Stake,
    (messages.RETURNED, "returns"): answers.Return,
    (messages.DIAGNOSTICS, "values"): answers.Reading,
    (messages.KEYS, "keys"): answers.KnownKey,
}


@pytest.mark.parametrize("key", ENTRY_CLASSES, ids=str)
def test_a_dataclass_has_the_fields_of_its_entry(key):
    fields = [field.name for field in dataclasses.fields(ENTRY_CLASSES[key])]
    assert fields == [field.name for field in ENTRIES[key].fields]


def test_the_board_reads_the_same_sizes():
    layout = Layout(layout_data, TABLE_DIGEST)
    for message in MESSAGES.values():
        assert layout.size(message.id) == message.fields.size
        assert layout.answer_size(message.id) == message.answer.size + 1
        assert layout.kind(message.id) == message.kind
        assert layout.ports(message.id) == message.ports
        assert layout.authorities(message.id) == message.authorities
        assert bool(layout.allowed_while_faulted(message.id)) == message.allowed_while_faulted
        assert bool(layout.is_event(message.id)) == (message.direction == messages.TO_HOST)


def test_every_op_of_the_session_script_has_a_message():
    """SPEC section 6; no_roll and power_fail happen to the board, kitty is the host's."""
    for op in ("open", "bet", "take", "call", "close", "roll", "limits", "withdraw"):
        assert op in BY_NAME
    for op in ("malfunction", "state", "returned", "no-roll-event"):
        assert op in BY_NAME


def test_what_the_board_has_of_the_table_is_made_from_it():
    assert (generate.FOLDER / "digest.py").read_text() == generate.digest_source()
    assert (generate.FOLDER / "layout_data.py").read_text() == generate.layout_source()
