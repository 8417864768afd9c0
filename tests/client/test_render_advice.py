"""What a person sees of advice, word for word."""

from __future__ import annotations

import io
import sys
from dataclasses import replace

import pytest
from rich.console import Console, RenderableType
from rich.text import Text

from manille.client.histogram import histogram
from manille.client.render_advice import advice_parts, advice_row
from manille.solver.advised import (
    Advice,
    BidAdvice,
    BidOption,
    CallOption,
    Mean,
    PlayAdvice,
    PlayOption,
    Points,
    Refinement,
)
from manille.solver.cards import Card, letters
from manille.solver.deals import Deal, parse_deal

CHOICE = "manillen - N:? TAK.97.QJ8. ? ? ; calls=pass"
AUCTION = "maniglia-4 - N:? 7AHM5.A4.76.K ? ? ; calls=20"
PLAY = "manillen S N:? TAK.97.QJ8. ? ? ; played=AD"

SPREAD = Points(36.5, 23, 37, 50, {23: 50, 31: 50, 42: 50, 50: 50})
STATE = Refinement(
    seat="W",
    objective="score",
    reach=None,
    samples=200,
    layouts=1234567,
    clear=True,
    final=True,
    nodes=8,
    time_s=0.5,
)
SPADES = CallOption("S", Mean(6.64, 4.5, 8.7), None, 0.671, SPREAD)
PASS = CallOption("pass", Mean(-3.0, -4.0, -2.0), Mean(9.64, 8.0, 11.0), 0.0, SPREAD)
BIDS = tuple(
    BidOption(bid, (50 - bid) / 30, mean)
    for bid, mean in [(n, float(n) if n < 30 else 59.0 - 2 * n) for n in range(21, 45)]
)
OROS = CallOption("O", Mean(29.0, 27.0, 29.0), None, 0.7, SPREAD, 29, BIDS)


def choice(*options: CallOption, state: Refinement = STATE) -> BidAdvice:
    return BidAdvice(options[0].call, None, None, options, state)


def plain(what: RenderableType, encoding: str = "utf-8") -> str:
    """What a console of 80 columns without colors prints, without spaces at the ends of lines."""
    file = io.TextIOWrapper(io.BytesIO(), encoding, write_through=True)
    Console(file=file, width=80, color_system=None).print(what)
    file.seek(0)
    return "\n".join(line.rstrip() for line in file.read().splitlines())


def shown(text: str, advice: Advice, language: str = "en", encoding: str = "utf-8") -> str:
    deal = parse_deal(text, language=language)
    tongue = letters(language, deal.rules.deck)
    parts = advice_parts(deal, advice, 7, tongue)
    return "\n".join(plain(part, encoding) for part in parts)


def row(text: str, advice: Advice) -> str:
    return advice_row(advice, letters("en", parse_deal(text).rules.deck))


def test_a_choice_of_trump() -> None:
    assert shown(CHOICE, choice(SPADES, PASS)) == (
        """\
Manillen, W to call, N leads first
Calls: N pass
W holds ♠ T A K  ♥ 9 7  ♦ Q J 8  ♣ -

W should call ♠.

┏━━━━━━┳━━━━━━━━━━━┳━━━━━━━━━━━━━━━┳━━━━━━━━┳━━━━━━┳━━━━━┳━━━━━┳━━━━━┓
┃ call ┃ net score ┃ 95 % interval ┃ behind ┃ make ┃ p10 ┃ p50 ┃ p90 ┃
┡━━━━━━╇━━━━━━━━━━━╇━━━━━━━━━━━━━━━╇━━━━━━━━╇━━━━━━╇━━━━━╇━━━━━╇━━━━━┩
│ ♠    │      +6.6 │  +4.5 to +8.7 │        │ 67 % │  23 │  37 │  50 │
│ pass │      -3.0 │  -4.0 to -2.0 │    9.6 │  0 % │  23 │  37 │  50 │
└──────┴───────────┴───────────────┴────────┴──────┴─────┴─────┴─────┘
Net score: what W and E score less what N and S score. Make: how often W and E
score. p10, p50, p90: a tenth, half, nine tenths of the layouts give W and E no
more.

The points of W and E, by how many of the layouts give them
       ♠, mean 36.5                       pass, mean 36.5
20-24  ███████████████████████████  25 %  ███████████████████████████  25 %
25-29
30-34  ███████████████████████████  25 %  ███████████████████████████  25 %
35-39
40-44  ███████████████████████████  25 %  ███████████████████████████  25 %
45-49
50-54  ███████████████████████████  25 %  ███████████████████████████  25 %

200 of 1,234,567 layouts of the hidden cards were solved (seed 7). The choice is
clear.

Each layout was solved with all cards known to all, which misleads about hiding
cards and about finding out where they are: see manille bid --help."""
    )


def test_an_auction() -> None:
    passing = replace(PASS, behind=Mean(32.0, 31.0, 33.0))
    text = shown(AUCTION, BidAdvice("O", 29, 31, (OROS, passing), STATE))
    assert "Calls: N 20\nW holds O: 7 A H M 5  C: A 4  E: 7 6  B: K\n" in text
    assert (
        "W should bid 29 for O. Should others bid, up to 31 is worth more than passing.\n" in text
    )
    assert "Net score: what W scores less the mean of the other seats." in text
    assert "Make: how often the\nbid is made." in text
    assert "After a pass: how often W scores, and the points of its side." in " ".join(text.split())
    assert (
        """\
Bids for O, should they be the last; passing is worth -3.0
┏━━━━━┳━━━━━━┳━━━━━━━━━━━┳━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
┃ bid ┃ make ┃ net score ┃                                     ┃
┡━━━━━╇━━━━━━╇━━━━━━━━━━━╇━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┩
│  21 │ 97 % │     +21.0 │                                     │
│ ... │      │           │                                     │
│  27 │ 77 % │     +27.0 │                                     │
│  28 │ 73 % │     +28.0 │                                     │
│  29 │ 70 % │     +29.0 │ best                                │
│  30 │ 67 % │      -1.0 │                                     │
│  31 │ 63 % │      -3.0 │ the highest worth more than passing │
│  32 │ 60 % │      -5.0 │                                     │
│  33 │ 57 % │      -7.0 │                                     │
└─────┴──────┴───────────┴─────────────────────────────────────┘
"""
        in text
    )


@pytest.mark.parametrize(
    ("highest", "sentence"),
    [
        (29, "W should bid 29 for O. No higher bid is worth more than passing."),
        (None, "W should bid 29 for O. By the score no bid with it is worth more than passing."),
    ],
)
def test_how_far_to_bid(highest: int | None, sentence: str) -> None:
    advice = BidAdvice("O", 29, highest, (OROS, PASS), STATE)
    assert f"\n{sentence}\n" in shown(AUCTION, advice)


def test_a_pass_and_the_bids_that_it_is_better_than() -> None:
    text = shown(AUCTION, choice(replace(PASS, behind=None), replace(OROS, behind=PASS.behind)))
    assert "W should pass.\n" in text
    assert "Bids for O, should they be the last\n" in text
    assert "│  29 │ 70 % │     +29.0 │ best │" in text


def test_the_trump_of_a_bid_that_has_won() -> None:
    won = f"{AUCTION},21,pass,pass,pass"
    option = replace(OROS, bid=21, bids=BIDS[:1])
    text = shown(won, BidAdvice("O", None, None, (option, replace(option, call="C")), STATE))
    assert "Calls: N 20, W 21, S pass, E pass, N pass\n" in text
    assert "W has won with 21 and should call O.\n" in text
    assert "should they be the last" not in text


def play(*cards: str, **state: object) -> PlayAdvice:
    options = [PlayOption(Card(rank, suit), *SPADES_LIKE) for rank, suit in cards]
    options[0] = replace(options[0], behind=None)
    return PlayAdvice(options[0].card, tuple(options), replace(STATE, **state))  # type: ignore[arg-type]


SPADES_LIKE = (Mean(6.64, 4.5, 8.7), Mean(0.3, -0.2, 0.8), 0.671, SPREAD)


def test_a_card() -> None:
    text = shown(PLAY, play("8D", "QD", clear=False))
    assert text.startswith(
        "Manillen, trump ♠, N leads first, W to play after 1 card\n"
        "On the table: N A♦\n"
        "W holds ♠ T A K  ♥ 9 7  ♦ Q J 8  ♣ -\n\n"
        "W should play 8♦.\n"
    )
    assert "│ card │ net score │ 95 % interval │ behind │".replace("│", "┃") in text
    assert "│ Q♦   │      +6.6 │  +4.5 to +8.7 │    0.3 │" in text
    assert "solved (seed 7). The choice is\nnot clear: Q♦ may be as good.\n" in text
    assert text.endswith("see manille play --help.")


def test_points_so_far_and_the_cards_that_are_left() -> None:
    text = f"{PLAY} QD 7D 9D"
    after = parse_deal(text)
    assert after.played[-1] == Card("9", "D")
    advice = play("KS", "TS", clear=False)
    said = shown("manillen H N:? TAK.97.TQJ. ? ? ; played=AD TD 7D 9D", advice)
    assert "So far N and S have 0, W and E have 9 points\n" in said
    assert "On the table" not in said
    assert "W holds ♠ T A K  ♥ 9 7  ♦ Q J  ♣ -\n" in said


def level(card: str) -> PlayOption:
    return PlayOption(Card(*card), SPADES_LIKE[0], Mean(0, 0, 0), 0.671, SPREAD)


def test_cards_that_are_as_good() -> None:
    advice = play("8D", "QD", clear=False)
    advice = replace(advice, options=(advice.options[0], level("QD"), level("JD")))
    text = shown(PLAY, advice)
    assert "W should play 8♦; just as good: Q♦, J♦.\n" in text
    assert "The choice is\nnot clear yet.\n" in text
    assert "Q♦, mean" not in text  # it is spread as the best one is


def test_the_only_card() -> None:
    text = shown(PLAY, play("8D"))
    assert "W can only play 8♦.\n" in text
    assert "clear" not in text


@pytest.mark.parametrize(
    ("state", "told"),
    [
        ({"samples": 1, "layouts": 1}, "The one layout of the hidden cards that fits was solved."),
        (
            {"samples": 20, "layouts": 20},
            "All 20 layouts of the hidden cards that fit were solved.",
        ),
        (
            {"samples": 9, "layouts": 20, "final": False},
            "9 of 20 layouts of the hidden cards were solved (seed 7), then it was\ninterrupted.",
        ),
    ],
)
def test_what_it_rests_on(state: dict[str, object], told: str) -> None:
    assert f"\n{told} The choice is clear.\n" in shown(PLAY, play("8D", "QD", **state))


def test_what_the_deal_shows_beyond_that() -> None:
    full = "manillen - N:J.K9.A97.J7 AK7.AJ.TQ.T TQ8.TQ..AQ9 9.87.KJ8.K8 ; calls=pass"
    text = shown(full, choice(SPADES, PASS))
    assert "W holds ♠ A K 7  ♥ A J  ♦ T Q  ♣ T\n" in text
    assert "The other hands are not looked at: W does not see them.\n" in text
    assert "not looked at" not in shown(CHOICE, choice(SPADES, PASS))


def test_other_objectives() -> None:
    share = Mean(0.875, 0.74, 0.951)
    best = replace(SPADES, objective=share)
    other = replace(PASS, objective=Mean(0.5, 0.4, 0.6), behind=Mean(0.375, 0.2, 0.5))
    reach = choice(best, other, state=replace(STATE, objective="reach", reach=31))
    text = shown(CHOICE, reach)
    assert "│ ♠    │     88 % │    74 to 95 % │        │ 67 % │" in text
    assert "│ pass │     50 % │    40 to 60 % │   38 % │  0 % │" in text
    assert "reach 31" in text
    assert "Net score" not in text
    assert row(CHOICE, reach) == "call ♠  88 % (74 to 95 %), pass 38 % behind"
    points = choice(SPADES, PASS, state=replace(STATE, objective="points"))
    assert "│ ♠    │    6.6 │    4.5 to 8.7 │" in shown(CHOICE, points)
    assert row(CHOICE, points) == "call ♠  6.6 (4.5 to 8.7), pass 9.6 behind"


def test_where_nothing_is_scored() -> None:
    option = PlayOption(Card("A", "S"), Mean(12.0, 12.0, 12.0), None, None, SPREAD)
    other = replace(option, card=Card("K", "S"), behind=Mean(1.0, 0.5, 1.5))
    state = replace(STATE, objective="points", seat="N")
    text = shown(
        "whist H N:AKQ2.AKQ.AKQ.AKQ ? ? ?", PlayAdvice(option.card, (option, other), state)
    )
    assert "make" not in text
    assert "Make" not in text
    assert "│ A♠   │   12.0 │  12.0 to 12.0 │        │  23 │  37 │  50 │" in text


def test_a_bid_that_is_not_known() -> None:
    deal = "maniglia-4 O N:? 7AHM5.A4.76.K ? ? ; declarer=W ; played=2E"
    hint = "To go by the score, which hangs on the bid, add `; bid=NUMBER` to the deal."
    advice = play("7E", "6E", objective="points")
    assert hint in shown(deal, advice).replace("\n", " ")
    assert hint not in shown(f"{deal} ; bid=30", advice).replace("\n", " ")


def test_a_hand_that_is_not_played() -> None:
    nothing = replace(PASS, behind=None, make=0.0, points=None)
    text = shown(AUCTION.replace("20", "pass"), choice(nothing))
    assert "The points of" not in text
    assert "│ pass │      -3.0 │  -4.0 to -2.0 │        │  0 % │     │     │     │" in text


def test_numbered_seats_and_other_letters() -> None:
    three = "maniglia-3 - 2:? 7AHM54.A54.76.K ?"
    deal: Deal = parse_deal(three)
    assert deal.seat_names == ("2", "3", "1")
    text = shown(three, choice(replace(OROS, bid=None), state=replace(STATE, seat="3")))
    assert text.startswith("Maniglia (three, auction), seat 3 to call, seat 2 leads first\n")
    assert "Seat 3 can only call O.\n" in text
    french = shown("manillen - N:? TAR.97.DV8. ? ? ; calls=pass", choice(SPADES, PASS), "fr")
    assert "W holds ♠ T A R  ♥ 9 7  ♦ D V 8  ♣ -\n" in french


def test_an_output_without_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), "latin-1"))
    text = shown(CHOICE, choice(SPADES, PASS), encoding="latin-1")
    assert f"20-24  {27 * '#'}  25 %" in text
    assert "| pass |      -3.0 |" in text
    assert "█" not in text


@pytest.mark.parametrize(
    ("counts", "rows"),
    [
        ({5: 1, 7: 3}, ["5", "6", "7"]),
        ({0: 1, 20: 1}, [f"{n}-{n + 1}" for n in range(0, 21, 2)]),
        ({3: 1, 61: 1}, [f"{n}-{n + 4}" for n in range(0, 61, 5)]),
        ({0: 1, 162: 1}, [f"{n}-{n + 19}" for n in range(0, 161, 20)]),
    ],
)
def test_rows_of_a_histogram(counts: dict[int, int], rows: list[str]) -> None:
    lines = plain(
        histogram([(Text("S"), Points(1.0, 1, 1, 1, counts))], sum(counts.values()))
    ).splitlines()
    assert [line.split()[0] for line in lines[1:]] == rows


def test_layouts_in_which_the_hand_is_not_played_have_a_row() -> None:
    points, other = (Points(1.0, 1, 1, 1, counts) for counts in ({7: 8}, {7: 2}))
    lines = plain(histogram([(Text("O"), points), (Text("pass"), other)], 8)).splitlines()
    assert lines[1].split() == ["7", 27 * "█", "100", "%", 6 * "█" + "▊", "25", "%"]
    assert lines[2].split() == ["not", "played", 20 * "█" + "▎", "75", "%"]


def test_bars_of_a_histogram() -> None:
    """The longest share fills a bar, the others are a part of it, and none vanishes."""
    points, other = (
        Points(1.0, 1, 1, 1, counts) for counts in ({1: 1, 2: 500, 3: 1000}, {2: 1501})
    )
    lines = plain(histogram([(Text("♠"), points), (Text("NT"), other)], 1501))
    assert lines.splitlines()[1:] == [
        f"1  {'▏':27}  <1 %",
        f"2  {9 * '█':27}  33 %  {27 * '█'}  100 %",
        f"3  {18 * '█':27}  67 %",
    ]
    assert lines.splitlines()[0].split() == ["♠,", "mean", "1.0", "NT,", "mean", "1.0"]
