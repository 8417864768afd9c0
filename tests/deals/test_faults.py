"""Every faulty input of ``data/faults`` is refused for its reason, at its place."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from kit.strategies import RULE_SETS
from manille.solver.deals import parse_deal
from manille.solver.errors import DealError, Fault, ManilleError, Reason, RuleSetError
from manille.solver.rules import load, parse_rules

FOLDER = Path(__file__).resolve().parents[1] / "data" / "faults"
RULES = "rules.txt"
ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|[tnr\\])")
SHORT = {"t": "\t", "n": "\n", "r": "\r", "\\": "\\"}

# What no deal and no rule file can be refused for.
ELSEWHERE = {
    "HAND_HIDDEN": "asked of a position",
    "NOTHING_FITS": "asked of hidden hands",
    "ENDING_HIDDEN": "asked of hidden hands",
    "NOT_TO_ACT": "asked of an adviser",
    "PLAY_INCOMPLETE": "asked of a result",
    "CALLING_OPEN": "asked of the calling",
    "BAD_SCORE": "results and matches",
    "TARGET_MISSING": "matches",
    "MATCH_ENDED": "matches",
    "BAD_LIMIT": "searches",
    "BAD_REQUEST": "searches and shuffles",
    "FILE_UNREADABLE": "the command line",
}


@dataclass(frozen=True)
class FaultyDeal:
    """A text that is no deal: the reason and the place of its first fault."""

    where: str
    reason: str
    column: int | None
    field: str | None
    language: str
    text: str


@dataclass(frozen=True)
class FaultyRules:
    """A text that is no rule file: the reason and the entry of its first fault."""

    reason: str
    entry: str
    about: str
    text: str


def read_deals() -> list[FaultyDeal]:
    return [
        read_deal(f"{path.name}:{number}", line)
        for path in sorted(FOLDER.glob("*.txt"))
        if path.name != RULES
        for number, line in enumerate(path.read_text("utf-8").split("\n"), 1)
        if line and not line.startswith("#")
    ]


def read_deal(where: str, line: str) -> FaultyDeal:
    *head, text = line.split("|", 3)
    reason, field, language = map(str.strip, head)
    assert text.startswith(" "), f"{where}: a space is missing after the last bar"
    text = ESCAPE.sub(lambda found: SHORT.get(found[1]) or chr(int(found[1][1:], 16)), text[1:])
    assert text.count("^") <= 1, f"{where}: more than one caret"
    # the mark that some editors put before a text does not count
    column = int(field) if field.isdigit() else text.removeprefix("\ufeff").find("^") + 1
    known = None if field == "-" or field.isdigit() else field
    return FaultyDeal(where, reason, column or None, known, language, text.replace("^", ""))


def read_rules() -> list[FaultyRules]:
    _, *cases = re.split(r"^== ", (FOLDER / RULES).read_text("utf-8"), flags=re.MULTILINE)
    found = []
    for case in cases:
        head, _, text = case.partition("\n")
        reason, entry, about = (part.strip() for part in head.split("|"))
        found.append(FaultyRules(reason, entry, about, text))
    return found


DEALS = read_deals()
RULE_FILES = read_rules()


def refusal(case: FaultyDeal) -> DealError:
    with pytest.raises(DealError) as caught:
        parse_deal(case.text, language=case.language, line=7)
    return caught.value


@pytest.mark.parametrize("case", DEALS, ids=lambda case: case.where)
def test_deal_is_refused_for_its_reason_at_its_place(case: FaultyDeal) -> None:
    first = refusal(case).faults[0]
    assert (first.reason, first.column, first.field) == (case.reason, case.column, case.field), (
        f"{case.where}: {first}"
    )
    assert first.line == (None if first.reason is Reason.UNKNOWN_LANGUAGE else 7)


@pytest.mark.parametrize("case", DEALS, ids=lambda case: case.where)
def test_message_is_a_sentence_about_what_was_written(case: FaultyDeal) -> None:
    for fault in refusal(case).faults:
        assert fault.message.isprintable(), repr(fault.message)
        assert len(fault.message.split()) >= 4, fault.message
        assert len(fault.message) < 400, fault.message
        assert str(fault).endswith(fault.message)
    first = refusal(case).faults[0]
    if first.reason in NAMING and first.column is not None:
        written = written_at(case.text.removeprefix("\ufeff"), first)
        assert written in first.message, f"{written!r} is not in {first.message!r}"


# Reasons whose message says the very piece of the input that is wrong.
NAMING = {
    Reason.FIELD_UNKNOWN,
    Reason.UNKNOWN_RULES,
    Reason.RULES_UNREADABLE,
    Reason.UNKNOWN_TRUMP,
    Reason.TRUMP_NOT_ALLOWED,
    Reason.UNKNOWN_SEAT,
    Reason.BAD_NUMBER,
    Reason.UNKNOWN_CARD,
    Reason.AMBIGUOUS_CARD,
    Reason.CARD_NOT_IN_DECK,
    Reason.CARD_NOT_HELD,
    Reason.CARD_PLAYED_TWICE,
    Reason.ILLEGAL_CARD,
    Reason.TOO_MANY_PLAYED,
    Reason.TURNED_NOT_HELD,
    Reason.TURNED_NOT_TRUMP,
    Reason.SUIT_COUNT,
}


def written_at(text: str, fault: Fault) -> str:
    """The piece of the input at the place of a fault, as a message quotes it."""
    rest = text[(fault.column or 1) - 1 :]
    piece = re.match(r"[^\s;,:=]*", rest)
    assert piece is not None
    rank = " is no rank" in fault.message or "its ranks are" in fault.message
    if rank and ":" in text[: fault.column] and "=" not in text[: fault.column]:
        return "10" if rest.startswith("10") else repr(rest[0])
    if fault.reason is Reason.TRUMP_NOT_ALLOWED and "to call" in fault.message:
        return piece[0].upper()
    return repr(piece[0])[1:-1]


def test_every_case_counts() -> None:
    assert len(DEALS) == len({(case.text, case.language) for case in DEALS}), "a case twice"
    assert len(DEALS) > 400
    assert len(RULE_FILES) > 60


def test_every_reason_has_a_case_or_belongs_elsewhere() -> None:
    covered = {case.reason for case in DEALS} | {case.reason for case in RULE_FILES}
    assert covered <= set(Reason)
    assert covered & ELSEWHERE.keys() == set()
    missing = set(Reason) - covered - ELSEWHERE.keys()
    assert not missing, f"no faulty input for {sorted(missing)}, and not listed as elsewhere"
    assert ELSEWHERE.keys() <= set(Reason), "a reason that is no more"


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.name)
def test_every_rule_set_has_cases(rules) -> None:
    assert any(rules.name in re.split(r'[\s"]+', case.text) for case in DEALS)


def test_all_faults_of_a_line_are_found_in_the_order_of_the_line() -> None:
    text = "maniglia-3 X 4:7Q... A... K.8.. ; played=7S ; bid=19 ; calls=passe ; declarer=9"
    with pytest.raises(DealError) as caught:
        parse_deal(text)
    assert [(fault.reason, fault.column) for fault in caught.value.faults] == [
        (Reason.UNKNOWN_TRUMP, 12),
        (Reason.UNKNOWN_SEAT, 14),
        (Reason.UNKNOWN_CARD, 17),
        (Reason.CARD_NOT_IN_DECK, 29),
        (Reason.UNKNOWN_CARD, 42),
        (Reason.BID_OUT_OF_RANGE, 51),
        (Reason.BAD_CALL, 62),
        (Reason.UNKNOWN_SEAT, 79),
    ]


def test_all_faults_of_an_object_are_found() -> None:
    with pytest.raises(DealError) as caught:
        parse_deal('{"rules": 1, "leader": "N", "hands": [2], "turn": "7O", "bid": "x"}')
    assert [(fault.reason, fault.field) for fault in caught.value.faults] == [
        (Reason.FIELD_MISSING, "trump"),
        (Reason.FIELD_UNKNOWN, "turn"),
        (Reason.BAD_TYPE, "rules"),
        (Reason.BAD_TYPE, "hands"),
        (Reason.BAD_TYPE, "bid"),
    ]


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("manilen S N:TA... K7... QJ... 98...", "the nearest are manillen, "),
        ("manillen S N:TA... K7... QJ... 98... ; playd=TS", "did you mean played?"),
        ("manillen - N:? ? ? ? ; calls=pas", "did you mean pass?"),
        ("manillen - N:? ? ? ? ; calls=X", "a call is pass or one of S, H, D, C, NT"),
        ("maniglia-3 - 1:? ? ? ; calls=X", "pass, a whole number or, once the auction is won, one"),
        ("maniglia S N:7... A... K... H...", "maniglia has O, C, E, B; a trump that is not named"),
        ("manillen S N:TA... K7... QJ... 98... ; declarer=N", "leave it out"),
        ("manillen S N:TA... K7... QJ...", "3 hands are given; write ? for a hidden one"),
        ("maniglia-3 O 1:7... A... ... ; declarer=1", "seat 1 has 1, seat 2 has 1, seat 3 has 0"),
        ("maniglia-3 O 1:7... A... A... ; declarer=1", "in the hand of seat 2 and of seat 3"),
        ("manillen S N:98... KQ... A7... TJ... ; played=9S KS 7S", "legal now: AS"),
        (
            "manillen S N:98... KQ... A7... TJ... ; played=9S JS",
            "W to play: JS is in the hand of E",
        ),
        ("maniglia-3 O 1:7... A... K... ; declarer=2 ; played=7O KO", "seat 2 to play: KO is in"),
        ("maniglia O N:7... A... K... H... ; turned=KO", "the dealer, E, who is the last to play"),
        ("maniglia-3 O 1:7... A... K... ; played=7O", "add `; declarer=SEAT`"),
        ('{"rules": "manillen", "trump": null, "leader": "N", "hands": []}', "not named yet: -"),
    ],
)
def test_message_names_the_remedy(text: str, remedy: str) -> None:
    with pytest.raises(DealError) as caught:
        parse_deal(text)
    assert remedy in caught.value.faults[0].message


@pytest.mark.parametrize("case", RULE_FILES, ids=lambda case: case.about)
def test_rule_file_is_refused_for_its_reason_at_its_entry(case: FaultyRules) -> None:
    with pytest.raises(RuleSetError) as caught:
        parse_rules(case.text, "house.toml")
    first = caught.value.faults[0]
    assert (first.reason, first.field) == (case.reason, case.entry), str(first)
    assert first.message.startswith("house.toml: ")
    entry = case.entry.rpartition(".")[2]
    assert entry in first.message or first.reason is Reason.RULES_CONTRADICTION


def test_rule_file_that_cannot_be_read(tmp_path: Path) -> None:
    latin = tmp_path / "latin.toml"
    latin.write_bytes("title = 'café'\n".encode("latin-1"))
    for path in (tmp_path / "none.toml", tmp_path, latin):
        with pytest.raises(RuleSetError) as caught:
            load(f"{path}" if path.suffix else f"{path}/.toml")
        assert caught.value.reason is Reason.RULES_UNREADABLE
        assert str(path) in str(caught.value)


@pytest.mark.parametrize(
    ("base", "reason"),
    [
        ("house.toml", Reason.RULES_CONTRADICTION),
        ("other.toml", Reason.RULES_CONTRADICTION),
        ("none.toml", Reason.RULES_UNREADABLE),
        ("manilen", Reason.UNKNOWN_RULES),
        ("", Reason.UNKNOWN_RULES),
    ],
)
def test_base_that_leads_nowhere(tmp_path: Path, base: str, reason: Reason) -> None:
    (tmp_path / "house.toml").write_text(f'base = "{base}"\n')
    (tmp_path / "other.toml").write_text('base = "house.toml"\n')
    with pytest.raises(RuleSetError) as caught:
        load(str(tmp_path / "house.toml"))
    assert caught.value.reason is reason


def test_deal_under_a_faulty_rule_file_is_refused_at_its_name(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('base = "manillen"\n[play]\nruff = "sometimes"\n')
    with pytest.raises(ManilleError) as caught:
        parse_deal(f"  {path} S N:TA... K7... QJ... 98...")
    fault = caught.value.faults[0]
    assert (fault.reason, fault.line, fault.column) == (Reason.RULES_VALUE, 1, 3)
