from __future__ import annotations

import signal

import pytest

# A job in the background of a shell ignores Ctrl-C, and its children inherit that: the tests that
# interrupt a command would wait for it in vain.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("manille")
    group.addoption("--seed", type=int, default=1, help="seed of the random deals (default 1)")
    group.addoption(
        "--effort", type=float, default=1.0, help="how many random deals, times the usual number"
    )


@pytest.fixture(scope="session")
def seed(pytestconfig: pytest.Config) -> int:
    """The seed of random deals; a failing test names it and the deal."""
    return int(pytestconfig.getoption("--seed"))


@pytest.fixture(scope="session")
def effort(pytestconfig: pytest.Config) -> float:
    """A factor on the number of random deals."""
    return float(pytestconfig.getoption("--effort"))
