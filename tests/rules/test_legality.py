"""What may be played: every flag in small situations, properties, and a second implementation."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import pairwise, product
from random import Random

import pytest
from hypothesis import given, note
from hypothesis import strategies as st

from kit.random_rules import PLAY_FLAGS, describe, random_rules
from kit.second_legality import second_judge
from kit.strategies import RULE_SETS, examples, spelling
from kit.worked import read_card, read_cards, read_verdict
from manille.solver.cards import NO_TRUMP, Card
from manille.solver.deals import Position, format_deal, random_ending
from manille.solver.rules import Contract, Obligation, RuleSet, judge, legal_cards, load

DUTIES = ("beat_plain", "beat_trump", "ruff", "overruff")
WORDS = {flag.name: [word for word, _ in flag.choices] for flag in PLAY_FLAGS}
# Strict to the right: a duty in more cases takes away cards, and never gives any.
STRICTER = {**WORDS, "when_unable": ["any", "trump"]}
COMBINATIONS = [dict(zip(WORDS, words, strict=True)) for words in product(*WORDS.values())]


# Small situations. Four partners, 32 French cards (T A K Q J 9 8 7 from the top), spades are trump.
# The trick lies in the order of play and the seat to play is the next, so the first card of a trick
# of two is the partner's, and so is the second of a trick of three. What may be played is said in
# the form of the worked hands, for the flags that matter; all others take every value.


@dataclass(frozen=True)
class Situation:
    """A trick, a hand, and what may be played of it by the flags that matter."""

    about: str
    trick: str
    hand: str
    outcomes: dict[str, str]
    trump: str = "S"

    def outcome(self, flags: dict[str, str]) -> str:
        """The one outcome that fits: its key is like ``ruff=always overruff=never,opponent``."""
        fitting = [text for key, text in self.outcomes.items() if _fits(key, flags)]
        assert len(fitting) == 1, f"{len(fitting)} outcomes for {flags}"
        return fitting[0]


def _fits(key: str, flags: dict[str, str]) -> bool:
    pairs = (part.split("=") for part in key.split())
    return all(flags[name] in words.split(",") for name, words in pairs)


SITUATIONS = [
    Situation("the leader is free", "", "TS AS KH 9D", {"": "any"}),
    # following a plain suit
    Situation(
        "an opponent is winning a plain suit",
        "KH",
        "TH AH 9H AS 7D",
        {
            "beat_plain=never": "TH AH 9H | others MUST_FOLLOW",
            "beat_plain=opponent,always": "TH AH | 9H MUST_BEAT, AS 7D MUST_FOLLOW",
        },
    ),
    Situation(
        "the partner is winning a plain suit",
        "KH 9H",
        "TH AH 7H AS 7D",
        {
            "beat_plain=never,opponent": "TH AH 7H | others MUST_FOLLOW",
            "beat_plain=always": "TH AH | 7H MUST_BEAT, AS 7D MUST_FOLLOW",
        },
    ),
    Situation(
        "the partner has been beaten",
        "KH AH",
        "TH QH 7D",
        {
            "beat_plain=never": "TH QH | 7D MUST_FOLLOW",
            "beat_plain=opponent,always": "TH | QH MUST_BEAT, 7D MUST_FOLLOW",
        },
    ),
    Situation(
        "the partner has beaten an opponent",
        "KH AH 7H",
        "TH QH 7D",
        {
            "beat_plain=never,opponent": "TH QH | 7D MUST_FOLLOW",
            "beat_plain=always": "TH | QH MUST_BEAT, 7D MUST_FOLLOW",
        },
    ),
    Situation("no card held beats", "AH", "KH 9H 7D AS", {"": "KH 9H | others MUST_FOLLOW"}),
    Situation("every card held beats", "7H", "KH 9H 7D", {"": "KH 9H | 7D MUST_FOLLOW"}),
    Situation(
        "a card of another suit beats nothing",
        "KH TD",
        "AH 9H",
        {
            "beat_plain=never,opponent": "AH 9H",
            "beat_plain=always": "AH | 9H MUST_BEAT",
        },
    ),
    Situation("ruffed by an opponent", "KH 7S", "TH 9H AS", {"": "TH 9H | AS MUST_FOLLOW"}),
    Situation("ruffed by the partner", "KH 7S 8H", "TH 9H AS", {"": "TH 9H | AS MUST_FOLLOW"}),
    # following a trump lead
    Situation(
        "an opponent is winning a trump lead",
        "KS",
        "TS AS 9S TH",
        {
            "beat_trump=never": "TS AS 9S | TH MUST_FOLLOW",
            "beat_trump=opponent,always": "TS AS | 9S MUST_BEAT, TH MUST_FOLLOW",
        },
    ),
    Situation(
        "the partner is winning a trump lead",
        "KS TH",
        "TS AS 9S AH",
        {
            "beat_trump=never,opponent": "TS AS 9S | AH MUST_FOLLOW",
            "beat_trump=always": "TS AS | 9S MUST_BEAT, AH MUST_FOLLOW",
        },
    ),
    Situation("no trump held beats the lead", "AS", "KS 9S TH", {"": "KS 9S | TH MUST_FOLLOW"}),
    Situation("void of the trumps led", "AS", "KH 9D TC", {"": "any"}),
    # void of a plain suit
    Situation(
        "void, an opponent is winning",
        "KH",
        "AS 7S AD 7C",
        {"ruff=never": "any", "ruff=opponent,always": "AS 7S | AD 7C MUST_RUFF"},
    ),
    Situation(
        "void, the partner is winning",
        "KH 9H",
        "AS 7S AD 7C",
        {"ruff=never,opponent": "any", "ruff=always": "AS 7S | AD 7C MUST_RUFF"},
    ),
    Situation("void without a trump", "KH", "AD 7D TC", {"": "any"}),
    Situation("void without a trump, ruffed", "KH 7S 9H", "AD 7D TC", {"": "any"}),
    Situation(
        "void, an opponent is winning with a trump",
        "KH 9S",
        "AS JS 8S 7D",
        {
            "ruff=never": "any",
            "ruff=opponent,always overruff=never": "AS JS 8S | 7D MUST_RUFF",
            "ruff=opponent,always overruff=opponent,always": (
                "AS JS | 8S MUST_OVERRUFF, 7D MUST_RUFF"
            ),
        },
    ),
    Situation(
        "void, the partner is winning with a trump",
        "KH 9S 7H",
        "AS JS 8S 7D",
        {
            "ruff=never,opponent": "any",
            "ruff=always overruff=never,opponent": "AS JS 8S | 7D MUST_RUFF",
            "ruff=always overruff=always": "AS JS | 8S MUST_OVERRUFF, 7D MUST_RUFF",
        },
    ),
    Situation(
        "void, the partner's trump has been beaten",
        "KH 8S 9S",
        "AS 7S 7D",
        {
            "ruff=never": "any",
            "ruff=opponent,always overruff=never": "AS 7S | 7D MUST_RUFF",
            "ruff=opponent,always overruff=opponent,always": (
                "AS | 7S MUST_OVERRUFF, 7D MUST_RUFF"
            ),
        },
    ),
    Situation(
        "void, every trump held beats",
        "KH 7S",
        "AS 9S 7D",
        {"ruff=never": "any", "ruff=opponent,always": "AS 9S | 7D MUST_RUFF"},
    ),
    Situation(
        "void, an opponent is winning with a trump that none held beats",
        "KH TS",
        "AS 8S 7D TC",
        {
            "ruff=never": "any",
            "ruff=opponent,always when_unable=any": "any",
            "ruff=opponent,always when_unable=trump": "AS 8S | 7D TC MUST_RUFF",
            "ruff=opponent,always when_unable=not_trump": "7D TC | AS 8S MUST_NOT_RUFF",
        },
    ),
    Situation(
        "void, the partner is winning with a trump that none held beats",
        "KH TS 7H",
        "AS 8S 7D TC",
        {
            "ruff=never,opponent": "any",
            "ruff=always when_unable=any": "any",
            "ruff=always when_unable=trump": "AS 8S | 7D TC MUST_RUFF",
            "ruff=always when_unable=not_trump": "7D TC | AS 8S MUST_NOT_RUFF",
        },
    ),
    Situation("void, only useless trumps are held", "KH TS", "AS 8S", {"": "any"}),
    Situation("one card is left", "KH TS", "7D", {"": "any"}),
    # without trump
    Situation("void without trumps in the game", "KH", "AS 7S TD", {"": "any"}, NO_TRUMP),
    Situation(
        "spades are a plain suit then",
        "KS",
        "TS 9S TH",
        {
            "beat_plain=never": "TS 9S | TH MUST_FOLLOW",
            "beat_plain=opponent,always": "TS | 9S MUST_BEAT, TH MUST_FOLLOW",
        },
        NO_TRUMP,
    ),
]


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda situation: situation.about)
def test_small_situation_under_all_flags(situation: Situation) -> None:
    base = load("manillen")
    trick, hand = read_cards(situation.trick, base), read_cards(situation.hand, base)
    for flags in COMBINATIONS:
        contract = Contract(replace(base, **flags), situation.trump)
        said = read_verdict(situation.outcome(flags), base).judged(hand)
        for leader in range(4):  # it does not matter who leads
            assert judge(contract, hand, trick, leader) == said, flags
            assert second_judge(contract, hand, trick, leader) == said, flags


def test_every_flag_decides_some_situation() -> None:
    for flag, words in WORDS.items():
        seen = {
            word
            for situation in SITUATIONS
            for key in situation.outcomes
            for part in key.split()
            if part.startswith(f"{flag}=")
            for word in part.partition("=")[2].split(",")
        }
        assert seen == set(words), flag


# The named sets, where a word of a text makes the difference. Spades or copas are trump.


@pytest.mark.parametrize(
    ("name", "trump", "trick", "hand", "verdict"),
    [
        # void under a trump that cannot be beaten
        ("maniglia", "C", "KO AC", "KC 2C 7B 3E", "any"),
        ("macau-manilla", "S", "KH AS", "KS 5S 7D", "KS 5S | 7D MUST_RUFF"),
        ("manillen", "S", "KH TS", "AS 7S 7D", "AS 7S | 7D MUST_RUFF"),
        ("manillen-cafe", "S", "KH TS", "AS 7S 7D", "any"),
        ("belote", "S", "KH JS", "9S 7S 7D", "any"),
        ("whist", "S", "KH 2S", "AS 3S 7D", "any"),
        # the partner is winning
        ("maniglia", "C", "AO 2O", "7O 3O 7C", "7O 3O | 7C MUST_FOLLOW"),
        ("maniglia", "C", "AO 2O", "7C 7B", "any"),
        ("manillen", "S", "AH 7H", "8S 7D", "8S | 7D MUST_RUFF"),
        ("manillen", "S", "KH 8S 7H", "9S 7S 7D", "9S | 7S MUST_OVERRUFF, 7D MUST_RUFF"),
        ("manillen", "S", "KS 7H", "AS 9S", "AS | 9S MUST_BEAT"),
        ("manillen-cafe", "S", "KS 7H", "AS 9S", "any"),
        ("belote", "S", "QS 7H", "KS 8S", "KS | 8S MUST_BEAT"),
        ("belote", "S", "AH 7H", "JS 7D", "any"),
        # an opponent is winning a plain suit
        ("maniglia", "C", "KO", "7O 3O", "7O | 3O MUST_BEAT"),
        ("macau-manilla", "S", "QH", "JH TH", "JH | TH MUST_BEAT"),
        ("manillen", "S", "KH", "TH 7H", "any"),
        ("manille", "S", "KH", "TH 7H", "TH | 7H MUST_BEAT"),
        ("botifarra", "C", "AO", "9O 3O", "9O | 3O MUST_BEAT"),
        ("whist", "S", "KH", "AH 2H 3S", "AH 2H | 3S MUST_FOLLOW"),
        # belote: the trump suit has an order of its own, and only it
        ("belote", "S", "AS", "JS 9S TS KS", "JS 9S | TS KS MUST_BEAT"),
        ("belote", "S", "KH AS", "9S TS 7D", "9S | TS MUST_OVERRUFF, 7D MUST_RUFF"),
        ("belote", "D", "AS", "TS JS 7D", "TS JS | 7D MUST_FOLLOW"),
    ],
)
def test_named_set(name: str, trump: str, trick: str, hand: str, verdict: str) -> None:
    rules = load(name)
    cards = read_cards(hand, rules)
    said = read_verdict(verdict, rules).judged(cards)
    assert judge(Contract(rules, trump), cards, read_cards(trick, rules), 0) == said


@pytest.mark.parametrize("name", ["maniglia-3", "maniglia-4", "maniglia-5"])
def test_a_defender_is_exempt_while_a_fellow_defender_is_winning(name: str) -> None:
    """Who is an opponent depends on the declarer alone, not on who sits where."""
    rules = load(name)
    hand = read_cards("7O 3O", rules)
    lead = read_card("KO", rules)
    for leader, declarer in product(range(rules.seats), repeat=2):
        player = (leader + 1) % rules.seats
        exempt = declarer not in (leader, player)
        legal = legal_cards(Contract(rules, "C", declarer), hand, (lead,), leader)
        assert legal == (list(hand) if exempt else [hand[0]]), (leader, declarer)


def test_the_declarer_has_to_beat_the_seat_opposite() -> None:
    rules = load("maniglia-4")
    hand = read_cards("7O 3O", rules)
    trick = read_cards("KO 4O", rules)
    assert legal_cards(Contract(rules, "C", 2), hand, trick, 0) == [hand[0]]
    assert legal_cards(Contract(rules, "C", 3), hand, trick, 0) == list(hand)
    assert legal_cards(Contract(load("maniglia"), "C"), hand, trick, 0) == list(hand)


# Properties, over random flags


@dataclass(frozen=True)
class Drawn:
    """A contract, a hand to play from, a trick that may be any cards, and its leader."""

    contract: Contract
    hand: tuple[Card, ...]
    trick: tuple[Card, ...]
    leader: int

    def judge(self, **flags: str) -> dict[Card, Obligation | None]:
        """The verdict, with some flags changed."""
        rules = replace(self.contract.rules, **flags)
        return judge(replace(self.contract, rules=rules), self.hand, self.trick, self.leader)

    def legal(self, **flags: str) -> set[Card]:
        """The legal cards, with some flags changed."""
        return {card for card, broken in self.judge(**flags).items() if broken is None}

    def tell(self) -> None:
        """Have a failure show the situation."""
        hand, trick = " ".join(map(str, self.hand)), " ".join(map(str, self.trick))
        note(f"{self.contract.rules.name} {self.contract.trump}: {hand} on {trick or 'no card'}")
        note(f"leader {self.leader}, declarer {self.contract.declarer}")
        note(describe(self.contract.rules))


@st.composite
def situations(draw: st.DrawFn, *, led: bool = True) -> Drawn:
    """Any hand, and any cards on the table; at least one of them where ``led``."""
    base: RuleSet = draw(st.sampled_from(RULE_SETS))
    flags = {name: draw(st.sampled_from(words)) for name, words in WORDS.items()}
    rules = replace(base, **flags)
    on_table = draw(st.integers(int(led), rules.seats - 1))
    held = draw(st.integers(1, 8))
    cards = draw(
        st.lists(
            st.sampled_from(rules.cards),
            min_size=on_table + held,
            max_size=on_table + held,
            unique=True,
        )
    )
    seats = st.integers(0, rules.seats - 1)
    declarer = draw(seats) if rules.sides == "declarer" else None
    trump = draw(st.sampled_from((*rules.family.suits, NO_TRUMP)))
    found = Drawn(
        Contract(rules, trump, declarer),
        tuple(cards[on_table:]),
        tuple(cards[:on_table]),
        draw(seats),
    )
    found.tell()
    return found


def _opponent_winning(situation: Drawn) -> bool:
    contract, seats = situation.contract, situation.contract.rules.seats
    winner = (situation.leader + contract.winner(situation.trick)) % seats
    player = (situation.leader + len(situation.trick)) % seats
    return contract.side_of[winner] != contract.side_of[player]


@examples(300)
@given(situations(led=False))
def test_every_card_is_judged_once_and_some_card_is_legal(situation: Drawn) -> None:
    judged = situation.judge()
    assert list(judged) == list(situation.hand)
    assert all(broken is None or isinstance(broken, Obligation) for broken in judged.values())
    legal = legal_cards(situation.contract, situation.hand, situation.trick, situation.leader)
    assert legal == [card for card in situation.hand if judged[card] is None]
    assert legal


@examples(100)
@given(situations(led=False))
def test_a_leader_may_play_anything(situation: Drawn) -> None:
    led = replace(situation, trick=())
    assert led.judge() == dict.fromkeys(led.hand)


@examples(300)
@given(situations())
def test_must_follow_comes_first(situation: Drawn) -> None:
    """It is broken by every card of another suit, whenever the suit led is held, and only then."""
    suit = situation.trick[0].suit
    holds_it = any(card.suit == suit for card in situation.hand)
    for card, broken in situation.judge().items():
        assert (broken == "MUST_FOLLOW") == (holds_it and card.suit != suit), card
        if holds_it and card.suit == suit:
            assert broken in (None, "MUST_BEAT"), card
        if not holds_it:
            assert broken != "MUST_BEAT", card


@examples(300)
@given(situations())
def test_a_broken_duty_could_have_been_met(situation: Drawn) -> None:
    """Each reason is true: the hand has a legal card that does what the reason asks for."""
    contract = situation.contract
    winning = situation.trick[contract.winner(situation.trick)]
    meets = {
        "MUST_FOLLOW": lambda card: card.suit == situation.trick[0].suit,
        "MUST_BEAT": lambda card: card.suit == winning.suit and contract.beats(card, winning),
        "MUST_RUFF": lambda card: card.suit == contract.trump,
        "MUST_OVERRUFF": lambda card: card.suit == contract.trump and contract.beats(card, winning),
        "MUST_NOT_RUFF": lambda card: card.suit != contract.trump,
    }
    legal = situation.legal()
    for card, broken in situation.judge().items():
        if broken is not None:
            assert not meets[broken](card), (card, broken)
            assert any(map(meets[broken], legal)), (card, broken)


@examples(150)
@given(situations(), st.sampled_from(sorted(STRICTER)))
def test_a_stricter_flag_takes_away_and_never_gives(situation: Drawn, flag: str) -> None:
    sets = [situation.legal(**{flag: word}) for word in STRICTER[flag]]
    for looser, stricter in pairwise(sets):
        assert stricter <= looser
    assert situation.legal(when_unable="not_trump") <= situation.legal(when_unable="any")


@examples(200)
@given(situations(), st.sampled_from(DUTIES))
def test_opponent_is_always_or_never_by_who_is_winning(situation: Drawn, flag: str) -> None:
    same = "always" if _opponent_winning(situation) else "never"
    assert situation.judge(**{flag: "opponent"}) == situation.judge(**{flag: same})


@examples(100)
@given(situations(), st.fixed_dictionaries({k: st.sampled_from(v) for k, v in WORDS.items()}))
def test_without_trump_the_trump_flags_are_idle(situation: Drawn, flags: dict[str, str]) -> None:
    contract = replace(situation.contract, trump=NO_TRUMP)
    plain = replace(situation, contract=contract)
    trump_flags = {name: word for name, word in flags.items() if name != "beat_plain"}
    assert plain.judge(**trump_flags) == plain.judge()


@examples(100)
@given(situations(), st.sampled_from(STRICTER["overruff"]), st.sampled_from(WORDS["when_unable"]))
def test_without_a_due_ruff_overruff_and_when_unable_are_idle(
    situation: Drawn, overruff: str, when_unable: str
) -> None:
    free = situation.judge(ruff="never")
    assert situation.judge(ruff="never", overruff=overruff, when_unable=when_unable) == free
    if not any(card.suit == situation.trick[0].suit for card in situation.hand):
        assert set(free.values()) == {None}


@examples(200)
@given(situations(), st.data())
def test_an_illegal_card_does_not_matter_to_the_others(
    situation: Drawn, data: st.DataObject
) -> None:
    judged = situation.judge()
    illegal = [card for card, broken in judged.items() if broken is not None]
    if illegal:
        gone = data.draw(st.sampled_from(illegal))
        rest = replace(situation, hand=tuple(c for c in situation.hand if c != gone))
        assert rest.judge() == {card: judged[card] for card in rest.hand}


@examples(500)
@given(situations(led=False))
def test_a_second_implementation_agrees_on_any_cards(situation: Drawn) -> None:
    again = second_judge(situation.contract, situation.hand, situation.trick, situation.leader)
    assert situation.judge() == again


# The second implementation again, in positions that can come up


def test_a_second_implementation_agrees_in_the_play(seed: int, effort: float) -> None:
    """Random deals under random flags, compared at every card of their play."""
    rng = Random(f"{seed}:legality")
    shown: Counter[str] = Counter()
    for number in range(max(1, int(1500 * effort))):
        rules = random_rules(rng)
        deal = random_ending(rules, rng.randint(3, min(8, rules.hand_size)), seed, number)
        position = Position.start(deal)
        while not position.ended:
            judged = position.judge()
            again = second_judge(position.contract, position.hand, position.trick, position.leader)
            assert judged == again, (
                f"seed {seed}, number {number}\n{format_deal(deal)}\n"
                f"now {spelling(position)}\n{describe(rules)}"
            )
            shown.update(word for word in judged.values() if word is not None)
            position = position.play_legal(_seeking_ruffs(position, rng))
    if effort >= 1:
        assert all(shown[word] >= 20 for word in Obligation), shown


def _seeking_ruffs(position: Position, rng: Random) -> Card:
    """A random legal card; where it can be a lead that may be ruffed, or a trump."""
    legal, trump = position.legal_cards(), position.contract.trump
    if position.trick:
        wanted = [card for card in legal if card.suit == trump]
    else:
        holders = Counter(suit for hand in position.hands for suit in {c.suit for c in hand})
        wanted = [card for card in legal if card.suit != trump and holders[card.suit] <= 2]
    return rng.choice(wanted or legal)
