"""Rule files: a user's own by path, bases, and what is said about a faulty file."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from manille.solver.errors import Fault, Reason, RuleSetError
from manille.solver.rules import FLAGS, RuleSet, load, names, parse_rules

WHOLE = """
title = "Our own"
source = "the kitchen table"

[cards]
deck = "french"
order = "TAKQJ987"
points = { T = 5, A = 4, K = 3, Q = 2, J = 1 }

[seats]
seats = 4
sides = "partners"

[play]
beat_plain = "never"
beat_trump = "always"
ruff = "always"
overruff = "always"
when_unable = "not_trump"

[tricks]
trick_points = 0
last_trick_points = 1

[trump]
trump_by = "choice"

[score]
hand_score = "over_half"
half = 30
"""


def _write(path: Path, text: str) -> str:
    path.write_text(text, "utf-8")
    return str(path)


def _faults(name: str) -> tuple[Fault, ...]:
    with pytest.raises(RuleSetError) as caught:
        load(name)
    return caught.value.faults


def _text_faults(text: str) -> tuple[Fault, ...]:
    with pytest.raises(RuleSetError) as caught:
        parse_rules(text, "house")
    return caught.value.faults


def _only(faults: tuple[Fault, ...]) -> Fault:
    (fault,) = faults
    return fault


# by name and by path


def test_a_set_is_loaded_once() -> None:
    assert load("manillen") is load("manillen")


def test_a_whole_file_by_path(tmp_path: Path) -> None:
    path = _write(tmp_path / "own.toml", WHOLE)
    rules = load(path)
    assert rules.name == path
    assert (rules.title, rules.source, rules.reference) == (
        "Our own",
        "the kitchen table",
        False,
    )
    assert rules.when_unable == "not_trump"
    assert rules.points == {"T": 5, "A": 4, "K": 3, "Q": 2, "J": 1}


def test_flags_that_a_file_leaves_out_have_their_defaults(tmp_path: Path) -> None:
    rules = load(_write(tmp_path / "own.toml", WHOLE))
    left_out = [flag for flag in FLAGS if flag.name not in WHOLE]
    assert len(left_out) > 5
    for flag in left_out:
        assert getattr(rules, flag.name) == flag.default, flag.name


def test_the_title_is_the_name_where_there_is_none(tmp_path: Path) -> None:
    path = _write(tmp_path / "own.toml", 'base = "manillen"')
    assert load(path).title == path
    assert load(path).source == ""


def test_an_ending_in_capitals_is_a_path_too(tmp_path: Path) -> None:
    assert load(_write(tmp_path / "OWN.TOML", 'base = "manille"')) == load("manille")


def test_a_file_is_read_anew_each_time(tmp_path: Path) -> None:
    path = _write(tmp_path / "own.toml", 'base = "manille"')
    before = load(path)
    _write(tmp_path / "own.toml", 'base = "botifarra"')
    assert load(path) != before


def test_a_path_from_where_one_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _write(tmp_path / "own.toml", WHOLE)
    monkeypatch.chdir(tmp_path)
    assert load("own.toml").title == "Our own"


def test_the_mark_that_some_editors_put_first_does_not_count(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_bytes(b"\xef\xbb\xbf" + b'base = "manillen"\r\n[play]\r\nruff = "never"\r\n')
    assert load(str(path)).ruff == "never"


def test_flags_and_fields_are_the_same_list() -> None:
    about = ["name", "title", "source", "reference"]
    assert [f.name for f in fields(RuleSet)] == about + [flag.name for flag in FLAGS]


# bases


def test_a_base_by_name_and_only_what_changes(tmp_path: Path) -> None:
    text = 'title = "Ours"\nbase = "manillen"\n[play]\nbeat_plain = "always"\n'
    rules, base = load(_write(tmp_path / "own.toml", text)), load("manillen")
    changed = {k for k, v in rules.flags().items() if v != base.flags()[k]}
    assert changed == {"beat_plain"}
    assert (rules.title, rules.reference) == ("Ours", False)


def test_title_source_and_reference_are_not_taken_from_the_base(tmp_path: Path) -> None:
    rules = load(_write(tmp_path / "own.toml", 'title = "Ours"\nbase = "belote"\n'))
    assert (rules.title, rules.source, rules.reference) == ("Ours", "", False)
    assert rules == load("belote")


def test_a_base_in_the_same_folder_wherever_one_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "clubs").mkdir()
    (tmp_path / "elsewhere").mkdir()
    _write(tmp_path / "clubs" / "first.toml", WHOLE)
    path = _write(tmp_path / "clubs" / "own.toml", 'base = "first.toml"\n[score]\nhalf = 40')
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert load(path).half == 40
    assert load("../clubs/own.toml").when_unable == "not_trump"


def test_a_chain_of_bases_across_folders(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    _write(tmp_path / "a.toml", 'base = "manillen"\n[play]\nruff = "opponent"\noverruff = "never"')
    _write(tmp_path / "deep" / "b.toml", 'base = "../a.toml"\n[play]\noverruff = "opponent"')
    rules = load(_write(tmp_path / "c.toml", 'base = "deep/b.toml"\n[score]\nhalf = 31'))
    assert (rules.ruff, rules.overruff, rules.half) == ("opponent", "opponent", 31)
    assert rules.beat_trump == load("manillen").beat_trump


def test_two_files_may_have_the_same_base(tmp_path: Path) -> None:
    _write(tmp_path / "a.toml", WHOLE)
    one = load(_write(tmp_path / "b.toml", 'base = "a.toml"'))
    other = load(_write(tmp_path / "c.toml", 'base = "a.toml"'))
    assert one == other


def test_a_base_may_be_absolute(tmp_path: Path) -> None:
    base = _write(tmp_path / "a.toml", WHOLE)
    (tmp_path / "deep").mkdir()
    assert load(_write(tmp_path / "deep" / "b.toml", f'base = "{base}"')).half == 30


@pytest.mark.parametrize(
    "bases",
    [{"a": "a"}, {"a": "b", "b": "a"}, {"a": "b", "b": "c", "c": "b"}, {"a": "../{here}/a"}],
    ids=["itself", "two", "further on", "another spelling"],
)
def test_a_base_that_leads_back(tmp_path: Path, bases: dict[str, str]) -> None:
    for name, base in bases.items():
        _write(tmp_path / f"{name}.toml", f'base = "{base.format(here=tmp_path.name)}.toml"')
    fault = _only(_faults(str(tmp_path / "a.toml")))
    assert (fault.reason, fault.field) == (Reason.RULES_CONTRADICTION, "base")
    assert fault.message.endswith("leads back to itself")


def test_a_text_without_a_folder_has_bases_by_name_only() -> None:
    fault = _only(_text_faults('base = "own.toml"'))
    assert (fault.reason, fault.field) == (Reason.RULES_CONTRADICTION, "base")
    assert "must be a name, not a file" in fault.message
    assert parse_rules('base = "manille"', "house") == load("manille")


def test_an_unknown_base_is_said_with_the_file_and_the_nearest_names(tmp_path: Path) -> None:
    path = _write(tmp_path / "own.toml", 'base = "manilen"')
    fault = _only(_faults(path))
    assert (fault.reason, fault.field) == (Reason.UNKNOWN_RULES, "base")
    assert fault.message.startswith(f"{path}: base: no rule set is called 'manilen'")
    assert "manillen" in fault.message


def test_a_fault_of_a_base_is_said_with_the_file_that_has_it(tmp_path: Path) -> None:
    base = _write(tmp_path / "a.toml", 'base = "manillen"\n[play]\nruff = "no"')
    fault = _only(_faults(_write(tmp_path / "b.toml", 'base = "a.toml"')))
    assert (fault.reason, fault.field) == (Reason.RULES_VALUE, "play.ruff")
    assert fault.message.startswith(f"{base}: ")


def test_a_base_file_that_is_not_there(tmp_path: Path) -> None:
    fault = _only(_faults(_write(tmp_path / "b.toml", 'base = "a.toml"')))
    assert fault.reason is Reason.RULES_UNREADABLE
    assert repr(str(tmp_path / "a.toml")) in fault.message


# files that cannot be read


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("manilen", "manillen"),
        ("Manilen", "manillen"),
        ("macau", "macau-manilla"),
        ("maniglia3", "maniglia-3"),
        ("botifara", "botifarra"),
        ("manillen_cafe", "manillen-cafe"),
    ],
)
def test_an_unknown_name_with_the_nearest_names(name: str, nearest: str) -> None:
    fault = _only(_faults(name))
    assert (fault.reason, fault.field) == (Reason.UNKNOWN_RULES, "rules")
    offered = fault.message.partition("the nearest are ")[2].partition(";")[0].split(", ")
    assert nearest in offered
    assert set(offered) <= set(names())
    assert len(offered) <= 3


@pytest.mark.parametrize("name", ["", "bridge-and-poker", "../manillen", "manillen.toml.bak"])
def test_a_name_near_to_none(name: str) -> None:
    fault = _only(_faults(name))
    assert fault.reason is Reason.UNKNOWN_RULES
    assert repr(name) in fault.message
    assert "a file of your own ends in .toml" in fault.message


def _missing_file(path: Path) -> None:
    """Leave the path without anything."""


def _folder(path: Path) -> None:
    path.mkdir()


def _binary(path: Path) -> None:
    path.write_bytes(bytes(range(256)))


def _latin_1(path: Path) -> None:
    path.write_bytes('title = "café"\nbase = "manillen"\n'.encode("latin-1"))


def _loop(path: Path) -> None:
    path.symlink_to(path)


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (_missing_file, "No such file"),
        (_folder, "Is a directory"),
        (_binary, "it is not UTF-8 text"),
        (_latin_1, "it is not UTF-8 text"),
        (_loop, "symbolic link"),
    ],
)
@pytest.mark.parametrize("as_base", [False, True], ids=["itself", "as base"])
def test_a_file_that_cannot_be_read(tmp_path: Path, make, why: str, as_base: bool) -> None:
    path = tmp_path / "own.toml"
    make(path)
    asked = _write(tmp_path / "b.toml", 'base = "own.toml"') if as_base else str(path)
    fault = _only(_faults(asked))
    assert (fault.reason, fault.field) == (Reason.RULES_UNREADABLE, "rules")
    assert repr(str(path)) in fault.message
    assert why in fault.message


def test_a_path_that_no_file_can_have(tmp_path: Path) -> None:
    assert _only(_faults("a\0b.toml")).reason is Reason.RULES_UNREADABLE
    path = _write(tmp_path / "own.toml", r'base = "a\u0000b.toml"')
    assert _only(_faults(path)).reason is Reason.RULES_UNREADABLE


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("base = manillen", "line 1, column 8"),
        ('base = "manillen"\n[play\nruff = "never"', "line 2, column 6"),
        ('base = "manillen"\n\n[play]\nruff = "never"\nruff = "always"\n', "line 5, column "),
        ('base = "manillen"\n[score]\nhalf = 3O', "line 3, column 9"),
        ("\0", "line 1, column 1"),
    ],
)
def test_bad_toml_is_said_with_its_place(tmp_path: Path, text: str, place: str) -> None:
    path = _write(tmp_path / "own.toml", text)
    fault = _only(_faults(path))
    assert fault.reason is Reason.RULES_SYNTAX
    assert fault.message.startswith(f"{path}: not valid TOML: ")
    assert place in fault.message


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("title = " + "[" * 100_000, "nested too deeply"),
        ('base = "manillen"\n[score]\nhalf = ' + "1" * 5000, "thousands of digits"),
    ],
    ids=["nested", "long"],
)
def test_toml_made_to_break_the_reader(text: str, why: str) -> None:
    fault = _only(_text_faults(text))
    assert fault.reason is Reason.RULES_SYNTAX
    assert why in fault.message
    assert len(fault.message) < 200


# entries: missing, misspelt, misplaced, of the wrong type

REQUIRED = [
    ("cards", "deck"),
    ("cards", "order"),
    ("cards", "points"),
    ("seats", "seats"),
    ("seats", "sides"),
    ("play", "beat_plain"),
    ("play", "beat_trump"),
    ("play", "ruff"),
    ("play", "overruff"),
    ("play", "when_unable"),
    ("tricks", "trick_points"),
    ("tricks", "last_trick_points"),
    ("trump", "trump_by"),
    ("score", "hand_score"),
]


@pytest.mark.parametrize(("section", "key"), REQUIRED)
def test_a_missing_entry(section: str, key: str) -> None:
    kept = [line for line in WHOLE.splitlines() if not line.startswith(f"{key} =")]
    fault = _only(_text_faults("\n".join(kept)))
    assert (fault.reason, fault.field) == (Reason.RULES_MISSING, f"{section}.{key}")
    assert f"[{section}] {key} is missing: " in fault.message
    assert "name a base" in fault.message


def test_an_empty_file_lacks_every_entry_that_is_needed() -> None:
    faults = _text_faults("")
    assert {fault.reason for fault in faults} == {Reason.RULES_MISSING}
    assert [fault.field for fault in faults] == [f"{section}.{key}" for section, key in REQUIRED]


@pytest.mark.parametrize(
    ("text", "field", "message"),
    [
        ('tittle = "x"', "tittle", "tittle: no such entry; did you mean title?"),
        ("[trik]\n", "trik", "trik: no such entry; did you mean tricks?"),
        ('[Play]\nruff = "never"', "Play", "Play: no such entry; did you mean play?"),
        ('[play]\nruf = "never"', "ruf", "[play] ruf: no such flag; did you mean ruff?"),
        (
            '[play]\nbeat-plain = "never"',
            "beat-plain",
            "[play] beat-plain: no such flag; did you mean beat_plain?",
        ),
        (
            "[score]\nlast_trick_point = 1",
            "last_trick_point",
            "[score] last_trick_point: no such flag; did you mean last_trick_points?",
        ),
        (
            "[match]\nxyzzy = 1",
            "xyzzy",
            "[match] xyzzy: no such flag; `manille rules manillen` shows all of them",
        ),
        ("xyzzy = 1", "xyzzy", "xyzzy: no such entry; `manille rules manillen` shows all of them"),
        # misplaced: a flag above all sections, or in the wrong one
        ('ruff = "never"', "ruff", "ruff: this entry belongs into the section [play]"),
        ("half = 31", "half", "half: this entry belongs into the section [score]"),
        (
            "[play]\nhalf = 31",
            "play.half",
            "[play] half: this entry belongs into the section [score]",
        ),
        (
            '[tricks]\nruff = "never"',
            "tricks.ruff",
            "[tricks] ruff: this entry belongs into the section [play]",
        ),
    ],
)
def test_a_misspelt_or_misplaced_entry(text: str, field: str, message: str) -> None:
    fault = _only(_text_faults(f'base = "manillen"\n{text}'))
    assert (fault.reason, fault.field) == (Reason.RULES_UNKNOWN, field)
    assert fault.message == f"house: {message}"


@pytest.mark.parametrize(
    ("text", "field", "message"),
    [
        ("base = 7", "base", "base must be a text, not 7"),
        ("title = 101", "title", "title must be a text, not 101"),
        ('reference = "yes"', "reference", 'reference must be true or false, not "yes"'),
        ('play = "never"', "play", "play must be a section: write [play] on a line of its own"),
        ("seats = 4", "seats", "seats must be a section: write [seats] on a line of its own"),
        (
            '[play]\nruff = "sometimes"',
            "play.ruff",
            '[play] ruff = "sometimes": must be one of never, opponent, always',
        ),
        (
            "[play]\nruff = true",
            "play.ruff",
            "[play] ruff = true: must be one of never, opponent, always",
        ),
        (
            "[seats]\nseats = 2",
            "seats.seats",
            "[seats] seats = 2: must be a whole number from 3 to 5",
        ),
        ("[seats]\nseats = 4.0", "seats.seats", "must be a whole number from 3 to 5"),
        ("[seats]\nseats = true", "seats.seats", "must be a whole number from 3 to 5"),
        ("[score]\nhalf = -1", "score.half", "must be a whole number from 0 to 1000"),
        ("[trump]\nno_trump = 1", "trump.no_trump", "must be true or false"),
        ("[cards]\norder = 7", "cards.order", "must be a text of different rank letters"),
        ('[cards]\norder = "TAKQJ9877"', "cards.order", "a text of different rank letters"),
        ('[cards]\npoints = "T=5"', "cards.points", "must be points by rank from 0 to 100"),
        ("[cards]\npoints = { T = 101 }", "cards.points", "must be points by rank from 0 to 100"),
        ("[cards]\npoints = { T = true }", "cards.points", "must be points by rank"),
        ("[cards]\ntrump_points = { T = -1 }", "cards.trump_points", "must be points by rank"),
    ],
)
def test_a_value_that_an_entry_cannot_have(text: str, field: str, message: str) -> None:
    base = "" if text.startswith("base") else 'base = "manillen"\n'
    fault = _only(_text_faults(base + text))
    assert (fault.reason, fault.field) == (Reason.RULES_VALUE, field)
    assert message in fault.message


# contradictions: every one that check.py knows


@pytest.mark.parametrize(
    ("base", "text", "field", "message"),
    [
        ("maniglia", '[cards]\ndeck = "french"', "cards.order", "has no rank H, M"),
        ("manillen", '[cards]\norder = "TAKQJ98"', "cards.order", "order: 7 ranks"),
        ("belote", '[cards]\ntrump_order = "J9ATKQ8"', "cards.trump_order", "the same ranks"),
        ("belote", '[cards]\ntrump_order = "J9ATKQ82"', "cards.trump_order", "the same ranks"),
        ("manillen", "[cards]\npoints = {2 = 1}", "cards.points", "points: it names 2"),
        ("manillen", "[cards]\npoints = {TA = 1}", "cards.points", "points: it names TA"),
        ("manillen", '[cards]\npoints = {"" = 1}', "cards.points", 'points: it names ""'),
        (
            "belote",
            "[cards]\ntrump_points = {6 = 1}",
            "cards.trump_points",
            "trump_points: it names 6",
        ),
        ("maniglia-4", "[seats]\nseats = 3", "seats.seats", "40 cards cannot be dealt evenly to 3"),
        ("whist", "[seats]\nseats = 5", "seats.seats", "52 cards cannot be dealt evenly to 5"),
        ("maniglia", "[seats]\nseats = 5", "seats.sides", "5 seats cannot be partners"),
        ("manillen", '[seats]\nsides = "declarer"', "seats.sides", "need each other"),
        ("maniglia-4", '[seats]\nsides = "partners"', "seats.sides", "need each other"),
        ("whist", '[trump]\ntrump_by = "none"\nno_trump = false', "trump.no_trump", "must be true"),
        ("maniglia", "[trump]\nno_trump = true", "trump.no_trump", "must be false"),
        ("manillen-verplicht", "[trump]\nno_trump = false", "trump.dealer_must", "needs no_trump"),
        ("whist", '[trump]\ndealer_must = "no_trump"', "trump.dealer_must", "needs no_trump"),
        ("maniglia-5", "[auction]\nbid_minimum = 0", "auction.bid_minimum", "bid_minimum above 0"),
        ("manillen", "[auction]\nbid_minimum = 1", "auction.bid_minimum", "bid_minimum above 0"),
        ("manillen", "[score]\nhalf = 62", "score.half", "half = 62 exceeds the 61 points"),
        (
            "maniglia-5",
            "[auction]\nbid_minimum = 69",
            "auction.bid_minimum",
            "exceeds the 68 points",
        ),
        ("manillen", "[score]\nhalf = 29", "score.half", "both sides could score"),
        ("macau-manilla", "[score]\nhalf = 34", "score.half", "both sides could score"),
        ("manillen", '[score]\nhand_score = "bid"', "score.hand_score", "need each other"),
        ("maniglia-3", '[score]\nhand_score = "none"', "score.hand_score", "need each other"),
        ("manillen", "[score]\nturn_up_points = true", "score.turn_up_points", "needs trump_by"),
        ("maniglia-4", '[match]\nmatch_counts = "points"', "match.match_counts", "needs sides"),
        (
            "manillen",
            "[cards]\npoints = {T = 100, A = 100, K = 100, Q = 100, J = 100, 9 = 100}\n"
            "[score]\nhalf = 1000",
            "cards.points",
            "more than the 2000 handled",
        ),
    ],
)
def test_entries_that_contradict_each_other(base: str, text: str, field: str, message: str) -> None:
    faults = _text_faults(f'base = "{base}"\n{text}')
    assert {fault.reason for fault in faults} == {Reason.RULES_CONTRADICTION}
    found = {fault.field: fault.message for fault in faults}
    assert message in found[field]
    assert found[field].startswith("house: ")


@pytest.mark.parametrize(
    "text",
    [
        'base = "whist"\n[score]\nhand_score = "over_half"\nhalf = 6',
        'base = "manillen"\n[score]\nhalf = 61',
        'base = "manillen"\n[cards]\ntrump_order = "789JQKAT"\ntrump_points = {}',
        'base = "maniglia-4"\n[auction]\nbid_minimum = 70',
        'base = "maniglia"\n[score]\nturn_up_points = false',
        'base = "manillen-verplicht"\n[play]\nwhen_unable = "not_trump"',
        'base = "maniglia-3"\n[cards]\norder = "7AKHM65432"\n[seats]\nseats = 5',
    ],
)
def test_what_lies_just_within_is_no_contradiction(text: str) -> None:
    assert parse_rules(text, "house").name == "house"


# several at once


def test_all_unknown_entries_and_bad_values_are_said_at_once() -> None:
    text = """
    titel = "Ours"
    base = "manillen"
    [play]
    ruf = "never"
    overruff = "sometimes"
    half = 30
    [seats]
    seats = 7
    """
    assert [(fault.reason, fault.field) for fault in _text_faults(text)] == [
        (Reason.RULES_UNKNOWN, "titel"),
        (Reason.RULES_UNKNOWN, "ruf"),
        (Reason.RULES_UNKNOWN, "play.half"),
        (Reason.RULES_VALUE, "seats.seats"),
        (Reason.RULES_VALUE, "play.overruff"),
    ]


def test_missing_entries_and_bad_values_are_said_at_once() -> None:
    text = WHOLE.replace("half = 30", "half = 30.5").replace('deck = "french"', "")
    assert [(fault.reason, fault.field) for fault in _text_faults(text)] == [
        (Reason.RULES_VALUE, "score.half"),
        (Reason.RULES_MISSING, "cards.deck"),
    ]


def test_all_contradictions_are_said_at_once() -> None:
    text = """
    base = "manillen"
    [trump]
    trump_by = "turned"
    [auction]
    bid_minimum = 20
    [score]
    half = 10
    """
    faults = _text_faults(text)
    assert {fault.reason for fault in faults} == {Reason.RULES_CONTRADICTION}
    assert [fault.field for fault in faults] == [
        "trump.no_trump",
        "auction.bid_minimum",
        "score.half",
    ]


def test_the_error_shows_every_fault_on_a_line() -> None:
    with pytest.raises(RuleSetError) as caught:
        parse_rules('base = "manillen"\n[play]\nruff = 1\noverruff = 2', "house")
    lines = str(caught.value).splitlines()
    assert len(lines) == len(caught.value.faults) == 2
    assert [line.partition(" = ")[0] for line in lines] == [
        "house: [play] ruff",
        "house: [play] overruff",
    ]


def test_one_game_has_one_fingerprint_however_it_is_spelled() -> None:
    plain = 'title = "x"\nbase = "manillen"\n'
    cards = (
        '[cards]\ntrump_order = "TAKQJ987"\npoints = {J = 1, T = 5, A = 4, K = 3, Q = 2, 9 = 0}\n'
        "trump_points = {T = 5, A = 4, K = 3, Q = 2, J = 1}\n"
    )
    one, other = parse_rules(plain, "one"), parse_rules(plain + cards, "other")
    assert one == other == load("manillen")
    assert one.fingerprint == other.fingerprint
    assert parse_rules(plain + "[cards]\npoints = {T = 15}\n", "other") != one
