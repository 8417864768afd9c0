"""Random and mutated requests: answered, or refused with what is documented, and never INTERNAL.

`--effort 10` sends 20,000 of them, `--seed` others. A failure shows the method and the bytes.
"""

from __future__ import annotations

import json
from collections import Counter, deque
from collections.abc import Iterator
from random import Random

import grpc
from google.protobuf.message import Message

from kit.grpc_server import DEAL, PATIENCE_S, ServerProgram, question, solve_request
from manille.solver.rules import format_rules, load
from manille.v1 import advice_pb2, deal_pb2, solution_pb2
from manille.v1 import rules_service_pb2 as rules
from manille.v1 import solver_service_pb2 as solver
from manille.v1.solver_service_pb2_grpc import SolverServiceStub

REQUESTS = 2000
IN_FLIGHT = 32
SAMPLES = 4  # layouts of one advice: those of the first message, which is then the only one
ALLOWED = {
    grpc.StatusCode.OK,
    grpc.StatusCode.INVALID_ARGUMENT,
    grpc.StatusCode.DEADLINE_EXCEEDED,
    grpc.StatusCode.RESOURCE_EXHAUSTED,
}
SOLVER, RULES = "/manille.v1.SolverService/", "/manille.v1.RulesService/"

SPELLED = deal_pb2.Deal(
    rules=deal_pb2.Rules(name="manillen"),
    trump="H",
    leader="N",
    hands=["J.K9.A97.J7", "AK7.AJ.TQ.T", "TQ8.TQ..AQ9", "9.87.KJ8.K8"],
    played=["KH", "AH"],
)
INLINE = deal_pb2.Deal()
INLINE.CopyFrom(SPELLED)
INLINE.rules.toml = format_rules(load("manillen"))
AUCTION = deal_pb2.Deal(
    notation="maniglia-3 B 1:7AHM.A5.A3.AKH3 K3.7KH6.KM6.765 654.M43.7H54.M4 ; declarer=1 ; bid=34"
)
DEALS = (deal_pb2.Deal(notation=DEAL), SPELLED, INLINE, AUCTION)
HIDDEN = deal_pb2.Deal()
HIDDEN.CopyFrom(SPELLED)
HIDDEN.hands[1:] = ["?"] * 3
HIDDEN.played[:] = ["JS", "TS", "9S", "8S", "AS", "7S", "KS"]
HIDDEN_INLINE = deal_pb2.Deal()
HIDDEN_INLINE.CopyFrom(HIDDEN)
HIDDEN_INLINE.rules.toml = INLINE.rules.toml
TO_PLAY = (
    HIDDEN,
    HIDDEN_INLINE,
    deal_pb2.Deal(notation="manillen NT N:J.K9.A97.J7 ? ? ?"),
    deal_pb2.Deal(notation="maniglia-4 B N:? ? 7M2.7M.62.A52 ? ; declarer=S ; played=KO 3O"),
)
TO_CALL = (
    deal_pb2.Deal(notation="manillen - N:? TAK.97.QJ8. ? ? ; calls=pass"),
    deal_pb2.Deal(notation="maniglia-3 - 1:? K3.7KH6.KM6.765 ? ; calls=24"),
    deal_pb2.Deal(rules=INLINE.rules, leader="N", hands=["J.K9.A97.J7", "?", "?", "?"]),
)

TEXTS = [
    "",
    "?",
    "-",
    "NT",
    "N",
    "0",
    "5",
    "TS",
    "10S",
    "....",
    "....;",
    "AK7.AJ.TQ.T",
    "played=",
    "pass",
    "\u2660",
    "\x00",
    "\U0001f0a1",
    "e\u0301",
    "-1",
    "99999999999999999999",
    "whist",
    "../../etc/passwd",
    "a" * 300,
    "[" * 2000,
    "x = " + "[" * 3000,
]
NUMBERS = [0, 1, -1, 2, 3, 7, 61, 62, 255, 1 << 15, (1 << 31) - 1, -(1 << 31)]
FLOATS = [0.0, -1.0, 1e-300, 1e300, float("nan"), float("inf"), -float("inf"), 0.001]


def bases() -> list[tuple[str, Message]]:
    """A good request of every method, some in more than one form."""
    limits = solution_pb2.Limits(nodes=2000)
    found: list[tuple[str, Message]] = []
    for deal in DEALS:
        asked = solution_pb2.Question(deal=deal)
        windowed = solution_pb2.Question(deal=deal, window=solution_pb2.Window(low=20, seat="S"))
        reach = solution_pb2.Question(deal=deal, reach=solution_pb2.Reach(points=31))
        for one in asked, windowed, reach:
            found.append((f"{SOLVER}Solve", solver.SolveRequest(question=one, limits=limits)))
        batch = solver.BatchSolveRequest(questions=[asked, question(), reach], limits=limits)
        found += [
            (f"{SOLVER}BatchSolve", batch),
            (f"{SOLVER}StreamSolve", solver.StreamSolveRequest(tag="t", question=asked)),
            (f"{SOLVER}SolveTable", solver.SolveTableRequest(deal=deal, limits=limits)),
            (f"{SOLVER}ReviewPlay", solver.ReviewPlayRequest(deal=deal, limits=limits)),
            (f"{RULES}GetRuleSet", rules.GetRuleSetRequest(rules=deal.rules)),
            (f"{RULES}ListLegalCards", rules.ListLegalCardsRequest(deal=deal)),
        ]
    return [*found, *asking_for_advice(), (f"{RULES}ListRuleSets", rules.ListRuleSetsRequest())]


def asking_for_advice() -> Iterator[tuple[str, Message]]:
    """The same for one hand; the server gives one answer to each, as it has few layouts."""
    limits = advice_pb2.AdviceLimits(samples=SAMPLES, seed=1, until_clear=True)
    for deal in TO_CALL:
        for asked in ({}, {"objective": advice_pb2.OBJECTIVE_POINTS}, {"reach": 31}):
            yield f"{SOLVER}AdviseBid", solver.AdviseBidRequest(deal=deal, limits=limits, **asked)
    for deal in TO_PLAY:
        for seat in "", "N":
            request = solver.AdvisePlayRequest(deal=deal, seat=seat, limits=limits)
            yield f"{SOLVER}AdvisePlay", request


def nodes(message: Message) -> list[Message]:
    """A message and all messages in it."""
    found = [message]
    for field, value in message.ListFields():
        if field.message_type is not None:
            for one in value if field.is_repeated else [value]:
                found += nodes(one)
    return found


def mutate(message: Message, random: Random) -> None:
    """Change one field somewhere."""
    node = random.choice(nodes(message))
    if not node.DESCRIPTOR.fields:
        return
    field = random.choice(node.DESCRIPTOR.fields)
    if random.random() < 0.15:
        node.ClearField(field.name)
    elif field.message_type is not None:
        if field.is_repeated:
            getattr(node, field.name).add()
        else:
            getattr(node, field.name).SetInParent()
    elif field.is_repeated:
        values = getattr(node, field.name)
        if values and random.random() < 0.5:
            values[random.randrange(len(values))] = value(field, random, values[0])
        else:
            values.extend([value(field, random, None)] * random.choice([1, 1, 1, 5, 70]))
    else:
        setattr(node, field.name, value(field, random, getattr(node, field.name)))


def value(field: object, random: Random, before: object) -> object:
    """A value of the type of the field: of the lists above, or what was there, spoilt."""
    kind = field.cpp_type  # type: ignore[attr-defined]
    if kind == field.CPPTYPE_STRING:  # type: ignore[attr-defined]
        if isinstance(before, str) and before and random.random() < 0.6:
            return spoilt(before, random)
        return random.choice(TEXTS)
    if kind == field.CPPTYPE_BOOL:  # type: ignore[attr-defined]
        return random.random() < 0.5
    if kind == field.CPPTYPE_DOUBLE:  # type: ignore[attr-defined]
        return random.choice(FLOATS)
    number = random.choice(NUMBERS)
    return number if kind in (field.CPPTYPE_INT32, field.CPPTYPE_ENUM) else abs(number)  # type: ignore[attr-defined]


def spoilt(text: str, random: Random) -> str:
    """A text with something left out, doubled, exchanged or put in."""
    start = random.randrange(len(text))
    end = min(len(text), start + random.choice([1, 1, 2, 5]))
    return random.choice(
        [
            text[:start] + text[end:],
            text[:end] + text[start:],
            text[:start] + text[start:end][::-1] + text[end:],
            text[:start] + random.choice(TEXTS) + text[end:],
            text[:start] + random.choice(text) + text[end:],
        ]
    )


def damaged(raw: bytes, random: Random) -> bytes:
    """Bytes with some of them changed, left out or put in."""
    out = bytearray(raw)
    for _ in range(random.choice([1, 1, 2, 8])):
        at = random.randrange(len(out) + 1)
        match random.randrange(4):
            case 0:
                del out[at : at + random.choice([1, 1, 3, 1000])]
            case 1:
                out[at:at] = random.randbytes(random.choice([1, 2, 9]))
            case 2 if at < len(out):
                out[at] ^= 1 << random.randrange(8)
            case _:
                out[at:at] = b"\xff" * random.choice([1, 10])
    return bytes(out)


def requests(count: int, random: Random) -> Iterator[tuple[str, bytes]]:
    """Good, mutated, damaged and random requests."""
    good = bases()
    for _ in range(count):
        method, base = random.choice(good)
        message = type(base)()
        message.CopyFrom(base)
        for _ in range(random.choice([0, 1, 1, 1, 2, 4])):
            mutate(message, random)
        raw = message.SerializeToString()
        if random.random() < 0.3:
            raw = damaged(raw, random)
        if random.random() < 0.03:
            raw = random.randbytes(random.choice([1, 10, 1000]))
        yield method, raw


def test_no_request_is_answered_with_anything_undocumented(seed: int, effort: float) -> None:
    random = Random(f"requests {seed}")
    seen: Counter[grpc.StatusCode] = Counter()
    advised = 0
    options = ["--search-s", "0.2", "--log-format", "json", "--threads", "2"]
    with (
        ServerProgram(*options, "--advice-samples", str(SAMPLES)) as server,
        server.channel() as channel,
    ):
        under_way: deque[tuple[str, bytes, grpc.Future]] = deque()

        def take() -> None:
            nonlocal advised
            method, raw, future = under_way.popleft()
            error = future.exception(PATIENCE_S)
            code = grpc.StatusCode.OK if error is None else error.code()
            assert code in ALLOWED, (code, error, method, raw)
            seen[code] += 1
            advised += code is grpc.StatusCode.OK and "Advise" in method

        for method, raw in requests(round(REQUESTS * effort), random):
            if len(under_way) == IN_FLIGHT:
                take()
            # one message to a stream and one answer at most from it look the same to gRPC
            future = channel.unary_unary(method).future(raw, timeout=PATIENCE_S)
            under_way.append((method, raw, future))
        while under_way:
            take()
        assert SolverServiceStub(channel).Solve(solve_request()).solution.exact
        lines = [json.loads(line) for line in server.log().splitlines()]
        assert {line["level"] for line in lines} == {"info"}
    assert seen[grpc.StatusCode.OK] > REQUESTS * effort / 10
    assert seen[grpc.StatusCode.INVALID_ARGUMENT] > REQUESTS * effort / 10
    assert advised > REQUESTS * effort / 100
