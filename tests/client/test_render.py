"""What a person sees of a deal and its solution, word for word."""

import io
import sys

import pytest
from rich.console import Console, RenderableType

from manille.client import render
from manille.solver.analysis import solve
from manille.solver.cards import Card, letters
from manille.solver.deals import Deal, Position, parse_deal
from manille.solver.limits import Limits
from manille.solver.results import Bounds, CardResult, Solution

# N holds the two highest trumps and takes all: T 5, A 4, K 3, Q 2, J 1 and the last trick 1.
FOUR = "manillen S N:TA... K7... QJ... 98..."
THREE = "maniglia-3 O 3:K..4. M.3.. 7.A.. ; declarer=2"


def position_of(text: str) -> tuple[Deal, Position]:
    deal = parse_deal(text)
    return deal, Position.of(deal)


def plain(what: RenderableType, width: int = 80) -> str:
    """What a console without colors prints, without spaces at the ends of lines."""
    console = Console(file=io.StringIO(), width=width, color_system=None)
    console.print(what)
    assert isinstance(console.file, io.StringIO)
    return "\n".join(line.rstrip() for line in console.file.getvalue().splitlines())


def heading(text: str, language: str = "en") -> str:
    deal, position = position_of(text)
    return render.heading(deal, position, letters(language, deal.rules.deck))


def outcome(text: str) -> str:
    deal, position = position_of(text)
    return render.outcome(deal, position, solve(deal, ["points"]))


@pytest.mark.parametrize(
    ("names", "text"),
    [
        (("N", "S"), "N and S"),
        (("3",), "seat 3"),
        (("1", "2"), "seats 1 and 2"),
        (("4", "5", "1", "2"), "seats 4, 5, 1 and 2"),
    ],
)
def test_seats(names: tuple[str, ...], text: str) -> None:
    assert render.seats_text(names) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (FOUR, "Manillen, trump ♠, N leads first"),
        (FOUR.replace(" S ", " NT "), "Manillen, no trump, N leads first"),
        (f"{FOUR} ; played=TS", "Manillen, trump ♠, N leads first, W to play after 1 card"),
        (f"{FOUR} ; played=TS 7S", "Manillen, trump ♠, N leads first, S to play after 2 cards"),
        (
            THREE,
            "Maniglia (three, auction), trump O, seat 2 is the declarer, seat 3 leads first",
        ),
        (
            f"{THREE} ; bid=30",
            "Maniglia (three, auction), trump O, seat 2 is the declarer with a bid of 30, "
            "seat 3 leads first",
        ),
        (
            "maniglia E W:7... A... K... ..H. ; turned=HE",
            "Maniglia (four, partners), trump E (N turned up HE), W leads first",
        ),
    ],
)
def test_heading(text: str, shown: str) -> None:
    assert heading(text) == shown


def test_heading_in_other_letters() -> None:
    assert heading(THREE, "nl").startswith("Maniglia (three, auction), trump M, ")


def diagram(text: str, language: str = "en") -> str:
    deal, position = position_of(text)
    return plain(render.diagram(deal, position, letters(language, deal.rules.deck)))


def test_diagram_of_four() -> None:
    assert diagram("manillen S N:T.A.K. K7.8.. QJ..8. 98...Q ; played=TS KS") == (
        """\
      N
      ♠ -
      ♥ A
      ♦ K
      ♣ -
W     on the table   E
♠ 7   N T♠           ♠ 9 8
♥ 8   W K♠           ♥ -
♦ -                  ♦ -
♣ -                  ♣ Q
      S to play
      ♠ Q J
      ♥ -
      ♦ 8
      ♣ -"""
    )


def test_the_leader_sits_in_its_place() -> None:
    shown = diagram("manillen S E:T... K... Q... J...").splitlines()
    assert shown[5].split() == ["W", "E", "to", "play"]
    assert shown[6].split() == ["♠", "Q", "♠", "T"]


def test_diagram_of_three() -> None:
    assert diagram(THREE) == (
        """\
seat 3 to play   seat 1   seat 2
O: K             O: M     O: 7
C: -             C: 3     C: A
E: 4             E: -     E: -
B: -             B: -     B: -"""
    )
    assert diagram(f"{THREE} ; played=4E 3C").splitlines()[-2:] == [
        "",
        "on the table: seat 3 4E, seat 1 3C",
    ]


def test_diagram_in_other_letters() -> None:
    assert diagram(THREE, "fr").splitlines()[1].split() == ["D:", "R", "D:", "V", "D:", "7"]


def test_five_seats_fit_into_eighty_columns() -> None:
    deal = "maniglia-5 O 4:H.7AM.KM.M3 M.KH3.AH2.H 5..743.K642 AK64.642..5 732.5.65.7A"
    shown = diagram(f"{deal} ; declarer=3").splitlines()
    assert len(shown) == 5
    assert shown[0].split("   ")[0] == "seat 4 to play"


def test_symbols_only_where_the_output_has_them(monkeypatch: pytest.MonkeyPatch) -> None:
    for encoding, sign in (("utf-8", "♠"), ("latin-1", "P"), ("no such", "P")):
        monkeypatch.setattr(sys, "stdout", type("Out", (), {"encoding": encoding})())
        assert render.suit_sign("S", letters("fr", "french")) == sign


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (FOUR, "N and S take 16, W and E take 0 points. An ending has no score."),
        (
            f"{FOUR} ; played=TS KS QS 8S",  # 5 + 3 + 2 points
            "So far N and S have 10, W and E have 0 points.\n"
            "N and S take 16, W and E take 0 points. An ending has no score.",
        ),
        (
            f"{FOUR} ; played=TS KS QS 8S AS 7S JS 9S",
            "N and S take 16, W and E take 0 points. An ending has no score.",
        ),
    ],
)
def test_outcome(text: str, shown: str) -> None:
    assert outcome(text) == shown


def solution(first: Bounds, second: Bounds, score: tuple[int, int] | None = None) -> Solution:
    return Solution((first, second), score, None, None, 1, 0.0)


def sentence(text: str, points: tuple[int, int], score: tuple[int, int] | None) -> str:
    deal, position = position_of(text)
    exact = [Bounds(one, one) for one in points]
    return render.outcome(deal, position, solution(*exact, score))


# Full deals, of which only the sides and the bid matter here.
MANILLEN = "manillen S N:Q87.8.KQ.TA KJ.AQJ.TJ.8 A.9.98.KQ97 T9.TK7.A7.J"
MANIGLIA_3 = "maniglia-3 B 2:A63.65.K43.AKM5 KH.7HM3.765.7H3 7M54.AK4.AHM.64 ; declarer=1"


@pytest.mark.parametrize(
    ("text", "points", "score", "shown"),
    [
        (MANILLEN, (38, 23), (8, 0), "N and S take 38, W and E take 23 points. N and S score 8."),
        (MANILLEN, (30, 31), (0, 1), "N and S take 30, W and E take 31 points. W and E score 1."),
        (MANILLEN, (30, 30), (0, 0), "N and S take 30, W and E take 30 points. Nobody scores."),
        (
            MANIGLIA_3,
            (40, 32),
            None,
            "Seat 1 takes 40, seats 2 and 3 take 32 points. "
            "The score hangs on the bid: add `; bid=NUMBER`.",
        ),
        (
            f"{MANIGLIA_3} ; bid=30",
            (40, 32),
            (30, 0),
            "Seat 1 takes 40, seats 2 and 3 take 32 points. "
            "The bid of 30 is made: seat 1 scores 30.",
        ),
        (
            f"{MANIGLIA_3} ; bid=41",
            (40, 32),
            (0, 41),
            "Seat 1 takes 40, seats 2 and 3 take 32 points. "
            "The bid of 41 fails: each other seat scores 41.",
        ),
        (
            "whist S N:A... K... Q... J...",
            (1, 0),
            None,
            "N and S take 1, W and E take 0 points.",
        ),
    ],
)
def test_score(
    text: str, points: tuple[int, int], score: tuple[int, int] | None, shown: str
) -> None:
    assert sentence(text, points, score) == shown


def test_what_is_not_proven() -> None:
    deal, position = position_of(MANILLEN)
    found = render.outcome(deal, position, solution(Bounds(20, 31), Bounds(30, 41)))
    assert found == (
        "Not proven within the limits: N and S take 20 to 31, W and E take 30 to 41 points."
    )
    assert render.points_range(Bounds(20, 31)) == "20 to 31"
    assert render.points_range(Bounds(20, 20)) == "20"


def cards(*results: CardResult) -> str:
    deal, position = position_of(MANILLEN)
    found = Solution((Bounds(23, 23), Bounds(38, 38)), None, results, None, 1, 0.0)
    return plain(render.cards_table(deal, position, found, letters("en", "french")))


def test_cards_best_first_and_equal_ones_joined() -> None:
    eight, seven, ten, king = (Card(*name) for name in ("8S", "7S", "TC", "KD"))
    shown = cards(
        CardResult(eight, Bounds(17, 17), 6, None),
        CardResult(seven, Bounds(17, 17), 6, eight),
        CardResult(king, Bounds(10, 22), None, None),
        CardResult(ten, Bounds(23, 23), 0, None),
    )
    assert shown == (
        """\
The cards of N, with the points that N and S then take
┏━━━━━━━━━┳━━━━━━━━━━┳━━━━━━┓
┃ card    ┃   points ┃ loss ┃
┡━━━━━━━━━╇━━━━━━━━━━╇━━━━━━┩
│ T♣      │       23 │    0 │
│ K♦      │ 10 to 22 │    ? │
│ 8♠ = 7♠ │       17 │    6 │
└─────────┴──────────┴──────┘"""
    )


def line(text: str, cards: str) -> str:
    deal, position = position_of(text)
    found = tuple(Card(*name) for name in cards.split())
    return plain(
        render.line_table(deal, position, found, letters("en", deal.rules.deck), "One line")
    )


def test_line() -> None:
    assert line(FOUR, "AS 7S JS 8S TS KS QS 9S") == (
        """\
One line, with the points so far
┏━━━━━━━┳━━━━━━┳━━━━━━━━━━━━━┳━━━━━━━━┳━━━━━┳━━━━━┓
┃ trick ┃ lead ┃ cards       ┃ won by ┃ N+S ┃ W+E ┃
┡━━━━━━━╇━━━━━━╇━━━━━━━━━━━━━╇━━━━━━━━╇━━━━━╇━━━━━┩
│     1 │ N    │ A♠ 7♠ J♠ 8♠ │ N      │   5 │   0 │
│     2 │ N    │ T♠ K♠ Q♠ 9♠ │ N      │  16 │   0 │
└───────┴──────┴─────────────┴────────┴─────┴─────┘"""
    )


def test_line_from_the_middle_of_a_trick() -> None:
    """The first row has the cards that lie on the table; numbers and points go on."""
    rows = line(f"{FOUR} ; played=AS 7S JS 8S TS", "KS QS 9S").splitlines()[4:-1]
    assert [row.strip("│ ") for row in rows] == ["2 │ N    │ T♠ K♠ Q♠ 9♠ │ N      │  16 │   0"]


def test_the_winner_of_a_trick_stands_out() -> None:
    deal, position = position_of(FOUR)
    found = [Card(*name) for name in ("AS", "7S", "JS", "8S", "TS", "KS", "QS", "9S")]
    table = render.line_table(deal, position, tuple(found), letters("en", "french"), "One line")
    console = Console(file=io.StringIO(), width=80, force_terminal=True, color_system="standard")
    console.print(table)
    assert isinstance(console.file, io.StringIO)
    assert "\x1b[1;4mA♠\x1b[0m 7♠" in console.file.getvalue()


def test_red_suits_are_red() -> None:
    tongue = letters("en", "french")
    styles = [render.card_text(Card("T", suit), tongue).style for suit in "SHDC"]
    assert styles == ["", "red", "red", ""]
    assert render.card_text(Card("7", "O"), letters("en", "latin")).style == ""


def test_a_real_solution_can_be_shown_in_every_way() -> None:
    deal, position = position_of(MANILLEN)
    tongue = letters("en", "french")
    for limits in (None, Limits(nodes=2000)):
        found = solve(deal, limits=limits)
        shown = plain(render.cards_table(deal, position, found, tongue))
        assert shown.count("\n") >= 5
        assert ("?" in shown) == (limits is not None)
