"""``manille score``: what played hands score, and how a match of them stands.

A hand is a fully played deal in the notation, or a result in short (see
:mod:`manille.solver.deals.result`). Each hand is judged by itself, so a faulty one is reported in
its place and the others are still scored; but what follows it has no totals, since they would leave
out what the faulty hand scored, and no turn-up points, since those hang on the totals. The exit
status is then 1. The same goes for hands after the end of the match; the totals at its end stand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from manille.client.cli.common import (
    Line,
    error_object,
    fail,
    json_option,
    letters_option,
    open_lines,
    print_json,
    show_error,
)
from manille.solver.cards import Letters, letters
from manille.solver.deals import parse_deal
from manille.solver.deals.result import parse_result, result_of
from manille.solver.errors import DealError, Fault, InputError, ManilleError, Reason
from manille.solver.rules import RuleSet, load
from manille.solver.rules.match import HandScore, Match, adds_up
from manille.solver.rules.result import HandResult, Party, sides

__all__ = ["score"]


@dataclass(frozen=True)
class _Row:
    """One line of the score sheet.

    Attributes:
        number: the number of the hand, from 1.
        line: the hand as it stands in the input; on the command line each is a line of its own.
        hand: what it scored; None for a faulty hand.
        match: the match after it; None where the totals are not known.
        error: what is wrong with it.
    """

    number: int
    line: Line
    hand: HandScore | None
    match: Match | None
    error: ManilleError | None = None


@click.command()
@click.argument("rules")
@click.argument("hands", nargs=-1)
@click.option(
    "--input",
    "source",
    metavar="FILE",
    help="Read hands from a file, one a line (- is standard input); not those with a # first.",
)
@click.option("--target", type=click.IntRange(min=1), help="The total that ends the match.")
@letters_option
@json_option
def score(
    rules: str,
    hands: tuple[str, ...],
    source: str | None,
    target: int | None,
    language: str,
    as_json: bool,
) -> None:
    """Score played hands of RULES and add them up to a match.

    A HAND is a deal with all its cards played, or a result in short such as "38-23 S": the points
    of N and S (or of the declarer), those of the others, and the trump. Fields follow as in the
    notation of deals: "41-31 O ; declarer=2 ; bid=30", "40-30 O ; dealer=W ; turned=7O". "pass" is
    a hand that was not played.
    """
    if bool(hands) == (source is not None):
        raise click.UsageError("Give hands, or --input FILE (- is standard input).")
    try:
        match = _start(load(rules), target)
        given = (Line(number, text) for number, text in enumerate(hands, 1))
        rows = _rows(match, given if source is None else open_lines((), source).lines, language)
        good = _print_json(match, rows) if as_json else _print_table(match, [*rows], language)
    except ManilleError as error:
        fail(error, as_json)
    raise SystemExit(int(not good))


def _start(rules: RuleSet, target: int | None) -> Match:
    """The match; without a target that anybody has named, a tally that nobody wins."""
    if target is None and (not rules.match_target or not adds_up(rules)):
        return Match.tally(rules)
    return Match.start(rules, target)


def _rows(match: Match, lines: Iterable[Line], language: str) -> Iterator[_Row]:
    """The score sheet, as the hands come.

    Raises:
        InputError: there is no hand at all.
    """
    running: Match | None = match
    number = 0
    for number, line in enumerate(lines, 1):
        hand, error = None, None
        try:
            result = _result(line, match.rules, language)
        except ManilleError as fault:
            # What this hand would have scored is missing from all later totals.
            running = running if running is not None and running.ended else None
            error = fault.at_line(line.number)
        else:
            try:
                after = (running or Match.tally(match.rules)).add(result)
                running = after if running is not None else None
                hand = after.history[-1]
            except ManilleError as fault:  # the match has ended, and stays as it is
                error = fault.at_line(line.number)
        yield _Row(number, line, hand, running, error)
    if not number:
        raise InputError(Fault(Reason.EMPTY_DEAL, "there is no hand in the input", field="input"))


def _result(line: Line, rules: RuleSet, language: str) -> HandResult:
    if ":" not in line.text and not line.text.lstrip().startswith("{"):
        return parse_result(line.text, rules, language=language, line=line.number)
    deal = parse_deal(line.text, language=language, line=line.number)
    if deal.rules != rules:
        message = f"this hand is of {deal.rules.name}, but hands of {rules.name} are scored"
        raise DealError(Fault(Reason.FIELD_UNEXPECTED, message, field="rules"))
    return result_of(deal)


def _print_json(match: Match, rows: Iterable[_Row]) -> bool:
    """Print one object a hand, as soon as it is scored; whether all hands are good."""
    good = True
    for row in rows:
        good = good and row.error is None
        found = error_object(row.error) if row.error else {}
        if row.hand is not None:
            found = _object(match, row, row.hand)
        print_json({"hand": row.number, "line": row.line.number, **found})
    return good


def _object(match: Match, row: _Row, hand: HandScore) -> dict[str, Any]:
    """What a hand scored; null is what is not known, or does not exist under these rules."""
    rules, result, after = match.rules, hand.result, row.match
    both = sides(rules, result.declarer)
    turned = after is not None and rules.turn_up_points and result.turned is not None
    return {
        "rules": rules.name,
        "fingerprint": rules.fingerprint,
        "flags": rules.flags(),
        "target": match.target,
        "trump": result.trump,
        "declarer": result.declarer,
        "bid": result.bid,
        "dealer": result.dealer,
        "turned": None if result.turned is None else str(result.turned),
        "points": None if result.points is None else _by_name(both, result.points),
        "score": None if hand.score is None else _by_name(match.parties, hand.score),
        "turn_up": _by_name(match.parties, hand.turn_up) if turned else None,
        "totals": _by_name(match.parties, after.totals) if after and adds_up(rules) else None,
        "winners": None if after is None else [_name(party) for party in after.winners],
    }


def _by_name(parties: Iterable[Party], values: Iterable[int]) -> dict[str, int]:
    return {_name(party): value for party, value in zip(parties, values, strict=True)}


def _name(party: Party) -> str:
    return "".join(party)


def _print_table(match: Match, rows: list[_Row], language: str) -> bool:
    """Print the score sheet and how the match stands; whether all hands are good."""
    tongue = letters(language, match.rules.deck)
    table = Table(title=match.rules.title)
    for heading in _headings(match):
        table.add_column(heading, justify="right")
    for row in rows:
        cells = ["", row.error.reason.value] if row.error else []
        if row.hand is not None:
            cells = _cells(match, row, row.hand, tongue)
        table.add_row(str(row.number), *cells)
    Console(markup=False, emoji=False, highlight=False).print(table)
    for row in rows:
        if row.error is not None:
            show_error(row.error, row.line.text)
    for sentence in _sentences(match, rows):
        click.echo(sentence)
    return all(row.error is None for row in rows)


def _headings(match: Match) -> list[str]:
    """One column for each thing that the rule set knows, then the totals of each party."""
    rules = match.rules
    alone = ["bid"] if rules.sides == "declarer" else []
    turned = ["turned up"] if rules.turn_up_points else []
    scored = ["score"] if rules.hand_score != "none" else []
    totals = [_name(party) for party in match.parties] if adds_up(rules) else []
    both = "" if rules.sides == "declarer" else " " + "-".join(map(_name, match.parties))
    return ["hand", "trump", f"points{both}", *alone, *turned, *scored, *totals]


def _cells(match: Match, row: _Row, hand: HandScore, tongue: Letters) -> list[str]:
    """The cells of a hand, without its number; a dash is what is not known."""
    rules, result = match.rules, hand.result
    points = "not played" if result.points is None else "-".join(map(str, result.points))
    cells = [tongue.format_suit(result.trump or "-"), points]
    if rules.sides == "declarer":
        cells.append(f"{result.declarer}: {result.bid}" if result.points else "-")
    if rules.turn_up_points:
        known = row.match is not None and result.turned is not None
        card = tongue.format(result.turned) if result.turned is not None else ""
        cells.append(f"{card}: {sum(hand.turn_up)}" if known else "-")
    if hand.score is not None:
        cells.append(" ".join(map(str, hand.score)))
    if adds_up(rules):
        totals = map(str, row.match.totals) if row.match else ["-"] * len(match.parties)
        cells += totals
    return cells


def _sentences(match: Match, rows: list[_Row]) -> Iterator[str]:
    """How the match stands, and what its totals leave out."""
    rules, last = match.rules, rows[-1].match
    if not adds_up(rules):
        yield f"{rules.name} scores nothing: the points are the result."
        return
    unseen = [
        str(row.number) for row in rows if row.hand is not None and row.hand.result.turned is None
    ]
    if rules.turn_up_points and unseen:
        yield f"No turned-up card is given for hand {', '.join(unseen)}: nothing is scored for it."
    if last is None:
        broken = next(row.number for row in rows if row.error)
        yield f"The totals stop before hand {broken}, which is faulty; others are scored alone."
    elif last.winners:
        yield _winner_sentence(last)
    elif last.target is None:
        yield "No target is agreed, so nobody has won; --target says which total ends a match."
    elif max(last.totals) >= last.target:
        yield f"Level at {max(last.totals)}: another hand is played."
    else:
        yield f"Nobody has won yet: {last.target} ends the match."


def _winner_sentence(match: Match) -> str:
    """Who has won, with which total, against what."""
    totals = dict(zip(match.parties, match.totals, strict=True))
    won = [totals.pop(party) for party in match.winners]
    names = [seat for party in match.winners for seat in party]
    several = len(names) > 1
    kind = "" if match.rules.sides == "partners" else "Seats " if several else "Seat "
    against = _listed(sorted(totals.values(), reverse=True)) if totals else "nobody"
    verb = "win" if several else "wins"
    return f"{kind}{_listed(names)} {verb} the match with {_listed(won)}, against {against}."


def _listed(values: Sequence[object]) -> str:
    *head, last = map(str, values)
    return f"{', '.join(head)} and {last}" if head else last
