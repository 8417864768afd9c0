"""Advice from all four kinds of clients, and how a client lives with a server that goes away."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
import threading
from collections.abc import Generator, Iterator
from dataclasses import replace
from typing import Any

import grpc
import pytest

from kit.clients import KINDS, Blocking, open_client
from kit.grpc_server import ServerThread, serving, wait_until
from kit.readme import ROOT
from kit.scripted_server import Failing, ScriptedServer, advice
from manille.client import Client, connect
from manille.client.advising import CallQuestion, CardQuestion
from manille.solver.advice import refine_bid, refine_play
from manille.solver.advised import Advice
from manille.solver.deals import parse_deal
from manille.solver.errors import InputError, LimitError, ManilleError
from manille.solver.limits import AdviceLimits
from manille.wire.refusals import Cancelled, DeadlinePassed, Draining, Overloaded, Unreachable

CHOICE = "manillen - N:? TAK.97.QJ8. ? ? ; calls=pass"
AUCTION = "maniglia-4 - N:? AH.K4.AH5.7M3 ? ? ; calls=20"
LEAD = "manillen H N:J.K9.A97.J7 ? ? ?"
LATER = f"{LEAD} ; played=JS TS 9S 8S AS 7S KS"
MANY = AdviceLimits(samples=10_000)  # minutes

AWAY = Failing(grpc.StatusCode.UNAVAILABLE)
GOING = Failing(Draining("going away"))
BUSY = Failing(Overloaded("as many wait as may", 0.01), pushback_ms=10)

pytestmark = pytest.mark.xdist_group("clients")


@pytest.fixture(scope="module")
def server() -> Iterator[ServerThread]:
    with serving(log_level="error") as server:
        yield server


@pytest.fixture(params=KINDS)
def client(request: pytest.FixtureRequest, server: ServerThread) -> Iterator[Client]:
    with open_client(request.param, server.target, threads=2) as client:
        yield client
    if isinstance(client, Blocking):
        client.forget()


def plain(said: Advice) -> Advice:
    """Some advice that is equal wherever it comes from, however long it took."""
    return replace(said, state=replace(said.state, time_s=0.0))


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        (CHOICE, {}),
        (CHOICE, {"seat": "w", "objective": "points"}),
        (AUCTION, {"objective": "reach", "reach": 40}),
    ],
)
def test_advice_on_a_call_is_that_of_the_adviser(
    client: Client, text: str, asked: dict[str, Any]
) -> None:
    limits = AdviceLimits(samples=10, seed=5)
    expected = list(map(plain, refine_bid(parse_deal(text), **asked, limits=limits)))
    assert list(map(plain, client.refine_bid(text, **asked, limits=limits))) == expected
    assert plain(client.advise_bid(parse_deal(text), **asked, limits=limits)) == expected[-1]
    question = CallQuestion.of(text, {**asked, "limits": limits})  # type: ignore[typeddict-item]
    assert list(map(plain, client.refine(question))) == expected


@pytest.mark.parametrize("text", [LEAD, LATER])
def test_advice_on_a_card_likewise(client: Client, text: str) -> None:
    limits = AdviceLimits(samples=10, seed=5)
    expected = list(map(plain, refine_play(parse_deal(text), reach=31, limits=limits)))
    assert list(map(plain, client.refine_play(text, reach=31, limits=limits))) == expected
    assert plain(client.advise_play(text, reach=31, limits=limits)) == expected[-1]
    question = CardQuestion.of(text, {"reach": 31, "limits": limits})
    assert list(map(plain, client.refine(question))) == expected


def test_without_limits_it_ends_once_the_choice_is_clear(client: Client) -> None:
    (*_, expected) = map(plain, refine_bid(parse_deal(CHOICE)))
    found = client.advise_bid(CHOICE)
    assert plain(found) == expected
    assert found.state.clear


@pytest.mark.parametrize(
    ("method", "text", "asked"),
    [
        ("advise_bid", "no deal", {}),
        ("advise_bid", CHOICE, {"seat": "N"}),
        ("advise_bid", CHOICE, {"objective": "win"}),
        ("advise_bid", CHOICE, {"objective": "points", "reach": 3}),
        ("advise_bid", CHOICE, {"objective": "reach"}),
        ("advise_bid", CHOICE, {"timeout_s": 0}),
        ("advise_bid", "manillen - N:? ? ? ?", {}),
        ("advise_bid", f"{CHOICE},S", {}),
        ("advise_bid", "manillen S N:TAK.97.QJ8. ? ? ?", {}),
        ("advise_play", "manillen - N:TAK.97.QJ8. ? ? ?", {}),
        ("advise_play", LEAD, {"seat": "S"}),
        ("advise_play", f"{LEAD} ; played=JS TS 9S 8D AS 7S QS", {}),
        ("advise_play", "manillen H N:J.K9..J ? ? ?", {}),
    ],
)
def test_what_cannot_be_asked_is_refused_alike(
    client: Client, method: str, text: str, asked: dict[str, Any]
) -> None:
    def refused(client: Client) -> ManilleError:
        with pytest.raises(ManilleError) as caught:
            getattr(client, method)(text, **asked)
        return caught.value

    found = refused(client)
    with connect("local") as local:
        expected = refused(local)
    assert (type(found), found.faults) == (type(expected), expected.faults)


def test_more_than_the_server_allows(server: ServerThread) -> None:
    with connect(server.target) as client, pytest.raises(LimitError, match="10,001 layouts"):
        client.advise_bid(CHOICE, limits=AdviceLimits(samples=10_001))


def test_a_number_that_no_message_holds(client: Client) -> None:
    with pytest.raises(InputError) as caught:
        client.advise_bid(CHOICE, reach=1 << 40)
    assert [fault.field for fault in caught.value.faults] == ["reach"]


# ---------------------------------------------------------------------------------------- its end


@pytest.mark.parametrize("asked", [{"timeout_s": 1e-9}, {"limits": AdviceLimits(time_s=1e-9)}])
def test_no_time_for_a_layout(client: Client, asked: dict[str, Any]) -> None:
    with pytest.raises(DeadlinePassed):
        client.advise_bid(AUCTION, **asked)


def test_the_advice_so_far_is_final_when_the_time_is_over(client: Client) -> None:
    found = client.advise_bid(CHOICE, limits=AdviceLimits(samples=10_000, time_s=0.5))
    assert found.state.final
    assert 0 < found.state.samples < 10_000


@pytest.mark.parametrize("kind", ["local", "local-aio"])
def test_a_timeout_is_such_an_end_too(kind: str) -> None:
    with open_client(kind, "") as client:
        found = client.advise_bid(CHOICE, limits=MANY, timeout_s=0.5)
        assert found.state.final
        assert 0 < found.state.samples < 10_000
    if isinstance(client, Blocking):
        client.forget()


def test_closing_the_generator_ends_the_searches(client: Client, server: ServerThread) -> None:
    refinements = client.refine_bid(AUCTION, limits=MANY)
    assert not next(refinements).state.final
    refinements.close()
    searches = getattr(getattr(client, "_client", client), "_searches", None)
    if searches is not None:
        wait_until(lambda: not searches._under_way, "the end of the searches")
    wait_until(lambda: server.app.gate.inside == 0, "the end of the call")
    wait_until(lambda: server.app.counts().flights == 0, "the end of the searches")
    # nothing holds up the next one
    assert client.advise_play(LEAD, limits=AdviceLimits(samples=4)).state.final


@pytest.mark.parametrize("kind", ["local", "remote"])
def test_a_client_that_closes_ends_it(kind: str, server: ServerThread) -> None:
    client = open_client(kind, server.target, threads=2)
    refinements = client.refine_bid(AUCTION, limits=MANY)
    next(refinements)
    thread = threading.Thread(target=client.close)
    thread.start()
    with pytest.raises(Cancelled):
        for _ in refinements:
            pass
    thread.join(60)
    with pytest.raises(Cancelled):
        client.advise_play(LEAD)


def test_ctrl_c_ends_it() -> None:
    program = (
        "import os, signal, threading\n"
        "from manille.client import connect\n"
        "from manille.solver.limits import AdviceLimits\n"
        "client = connect('local')\n"
        f"refinements = client.refine_bid({AUCTION!r}, limits=AdviceLimits(10_000))\n"
        "next(refinements)\n"
        "threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
        "try:\n"
        "    for _ in refinements: pass\n"
        "except KeyboardInterrupt:\n"
        f"    print(client.advise_play({LEAD!r}).state.final)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("True\n", "")


def test_here_no_grpc_is_loaded() -> None:
    program = (
        "import sys\n"
        "from manille.client import connect\n"
        f"connect('local').advise_play({LEAD!r})\n"
        "loaded = {name.partition('.')[0] for name in sys.modules}\n"
        "print(sorted(loaded & {'grpc', 'google', 'redis', 'structlog'}))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("[]\n", "")


# ------------------------------------------------------------------------ a server that goes away


def breaking(after: int, step: Failing) -> Any:
    """Advice that breaks off after so many refinements."""

    def answers(request: Any, context: grpc.ServicerContext) -> Generator[Any, None, None]:
        true = advice(request)
        for _ in range(after):
            yield next(true)
        step(request, context)

    return answers


def ending_early(request: Any, context: grpc.ServicerContext) -> Iterator[Any]:
    """Advice that ends without the final one."""
    yield next(advice(request))


@pytest.mark.parametrize("kind", ["remote", "remote-aio"])
@pytest.mark.parametrize(
    "script",
    [
        [breaking(2, AWAY)],
        [breaking(1, GOING), breaking(2, GOING)],
        [AWAY, BUSY],
        [ending_early],
    ],
    ids=["away", "going", "before", "early"],
)
def test_what_breaks_off_goes_on(kind: str, script: list[Any]) -> None:
    limits = AdviceLimits(samples=16, seed=2, time_s=60)
    expected = list(map(plain, refine_bid(parse_deal(CHOICE), limits=limits)))
    with ScriptedServer(*script) as server, open_client(kind, server.target) as client:
        assert list(map(plain, client.refine_bid(CHOICE, limits=limits))) == expected
        assert len(server.calls) == len(script) + 1
    if isinstance(client, Blocking):
        client.forget()


@pytest.mark.parametrize("kind", ["remote", "remote-aio"])
def test_what_breaks_off_for_good(kind: str) -> None:
    script = [breaking(1, AWAY)] * 20
    with ScriptedServer(*script) as server, open_client(kind, server.target) as client:
        refinements = client.refine_bid(CHOICE)
        assert next(refinements).state.samples == 4
        with pytest.raises(Unreachable):
            next(refinements)
        assert len(server.calls) == 4
    if isinstance(client, Blocking):
        client.forget()


@pytest.mark.parametrize("kind", ["remote", "remote-aio"])
def test_closing_the_generator_ends_the_call(kind: str) -> None:
    with ScriptedServer() as server, open_client(kind, server.target) as client:

        def slow(request: Any, context: grpc.ServicerContext) -> Iterator[Any]:
            context.add_callback(server.gone)
            yield next(advice(request))
            server.released.wait(60)

        server.script.append(slow)
        refinements = client.refine_bid(CHOICE)
        next(refinements)
        refinements.close()
        assert server.cancelled.wait(60)
    if isinstance(client, Blocking):
        client.forget()


def test_the_example_of_the_readme() -> None:
    text = (ROOT / "client" / "README.md").read_text("utf-8")
    (example,) = re.findall(r"^```pycon\n(.*?)^```\n", text, re.MULTILINE | re.DOTALL)
    test = doctest.DocTestParser().get_doctest(example, {}, "README.md", "README.md", 0)
    results = doctest.DocTestRunner().run(test)
    assert (results.failed, results.attempted) == (0, len(test.examples))
    assert results.attempted > 5
