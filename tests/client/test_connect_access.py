"""How a client gets in: addresses, TLS with certificates made here, tokens."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import trustme

from kit.grpc_server import ServerThread, serving
from kit.scripted_server import ScriptedServer
from manille.client import connect
from manille.client.access import Access, open_access, read_token
from manille.solver.errors import InputError
from manille.wire.refusals import Unauthenticated, Unreachable

FOUR = "manillen S N:TA... K7... QJ... 98..."
SIXTEEN = (16, 0)
TOKEN = "a-token-of-this-test"

pytestmark = pytest.mark.xdist_group("access")


class Papers:
    """An authority, and what it has signed, as files."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.authority = trustme.CA()
        self.folder = folder
        self.ca = folder / "ca.pem"
        self.authority.cert_pem.write_to_path(str(self.ca))

    def sign(self, *names: str) -> tuple[Path, Path]:
        """The files of a certificate for some names, and of its key."""
        cert, key = self.folder / f"{names[0]}.pem", self.folder / f"{names[0]}.key"
        signed = self.authority.issue_cert(*names)
        cert.write_bytes(b"".join(part.bytes() for part in signed.cert_chain_pems))
        signed.private_key_pem.write_to_path(str(key))
        return cert, key


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory) -> Papers:
    return Papers(tmp_path_factory.mktemp("papers") / "ours")


@pytest.fixture(scope="module")
def theirs(tmp_path_factory: pytest.TempPathFactory) -> Papers:
    return Papers(tmp_path_factory.mktemp("papers") / "theirs")


@contextmanager
def tls_server(papers: Papers, *names: str, **more: Any) -> Iterator[ServerThread]:
    cert, key = papers.sign(*names)
    with serving(log_level="error", tls_cert=cert, tls_key=key, **more) as server:
        yield server


@pytest.fixture(scope="module")
def encrypted(ours: Papers) -> Iterator[str]:
    with tls_server(ours, "localhost", "127.0.0.1") as server:
        yield server.target


@pytest.fixture(scope="module")
def mutual(ours: Papers) -> Iterator[str]:
    with tls_server(ours, "localhost", tls_client_ca=ours.ca) as server:
        yield server.target


@pytest.fixture(scope="module")
def plain() -> Iterator[str]:
    with serving(log_level="error") as server:
        yield server.target


# --------------------------------------------------------------------------------------------- TLS


def test_a_certificate_that_is_trusted(encrypted: str, ours: Papers) -> None:
    with connect(encrypted, ca=ours.ca) as client:
        assert client.solve(FOUR).points == SIXTEEN
        found = [one for _, one in client.solve_stream([FOUR] * 3, ["points"])]
        assert [getattr(one, "points", one) for one in found] == [SIXTEEN] * 3
        assert client.healthy()


def refused(target: str, **options: Any) -> str:
    with connect(target, **options) as client:
        with pytest.raises(Unreachable) as caught:
            client.solve(FOUR)
        assert not client.healthy()
    assert str(caught.value).startswith(f"{target} cannot be reached: ")
    return str(caught.value)


def test_a_certificate_of_somebody_else(encrypted: str, theirs: Papers) -> None:
    assert "none of the roots that are trusted" in refused(encrypted, ca=theirs.ca)
    assert "none of the roots that are trusted" in refused(encrypted, tls=True)


def test_a_certificate_for_another_name(ours: Papers) -> None:
    with tls_server(ours, "example.org") as server:
        assert "another name" in refused(server.target, ca=ours.ca)


def test_one_talks_tls_and_the_other_does_not(encrypted: str, plain: str, ours: Papers) -> None:
    assert "it may want TLS" in refused(encrypted)
    assert "it does not talk TLS" in refused(plain, ca=ours.ca)


def test_a_server_that_wants_a_certificate(mutual: str, ours: Papers, theirs: Papers) -> None:
    cert, key = ours.sign("me.example.org")
    with connect(mutual, ca=ours.ca, cert=cert, key=key) as client:
        assert client.solve(FOUR).points == SIXTEEN
    assert "it may want a certificate of yours" in refused(mutual, ca=ours.ca)
    cert, key = theirs.sign("me.example.org")
    assert "or another one" in refused(mutual, ca=ours.ca, cert=cert, key=key)


# ------------------------------------------------------------------------------------------ tokens


def test_a_token(tmp_path: Path) -> None:
    path = tmp_path / "tokens"
    path.write_text(f"{TOKEN}\n")
    path.chmod(0o600)
    with serving(log_level="error", token_file=path) as server:
        with connect(server.target, token=TOKEN) as client:
            assert client.solve(FOUR).points == SIXTEEN
            assert len(list(client.solve_stream([FOUR] * 3))) == 3
            assert len(client.rule_sets()) == 15
        for token in ("another", None):
            with connect(server.target, token=token) as client:
                with pytest.raises(Unauthenticated, match="token"):
                    client.solve(FOUR)
                with pytest.raises(Unauthenticated, match="token"):
                    list(client.solve_stream([FOUR]))
                (found,) = client.solve_all([FOUR])
                assert isinstance(found, Unauthenticated)


def test_every_call_carries_the_token() -> None:
    with ScriptedServer() as server, connect(server.target, token=TOKEN) as client:
        client.solve(FOUR)
        client.solve_all([FOUR])
        list(client.solve_stream([FOUR]))
    assert [call["authorization"] for call in server.calls] == [f"Bearer {TOKEN}"] * 3


@pytest.mark.parametrize(
    "target",
    [
        "example.org:50051",
        "10.0.0.1:1",
        "dns:///example.org:1",
        "unix.example.org:1",
        "[2001:db8::1]:1",
    ],
)
def test_a_token_does_not_travel_in_plaintext(target: str, ours: Papers) -> None:
    with pytest.raises(InputError, match="plaintext") as caught:
        open_access(target, token=TOKEN)
    assert caught.value.faults[0].field == "token"
    assert TOKEN not in str(caught.value)
    assert open_access(target, token=TOKEN, token_in_plaintext=True).metadata
    assert open_access(target, token=TOKEN, ca=ours.ca).metadata


@pytest.mark.parametrize(
    "target",
    [
        "localhost:1",
        "127.0.0.1:50051",
        "127.8.9.1:1",
        "[::1]:1",
        "unix:/run/manille",
        "dns:///localhost:1",
    ],
)
def test_within_a_machine_it_may(target: str) -> None:
    metadata = open_access(target, token=TOKEN).metadata
    assert metadata == (("authorization", f"Bearer {TOKEN}"),)


@pytest.mark.parametrize("token", ["", "two words", "line\nbreak", "café", "tab\t"])
def test_what_is_no_token(token: str) -> None:
    with pytest.raises(InputError, match="a token is"):
        open_access("localhost:1", token=token)


def test_a_token_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "token"
    path.write_text(f"# mine\n\n  {TOKEN}  \nanother\n")
    assert read_token(path) == TOKEN
    path.write_text("# nothing\n\n")
    with pytest.raises(InputError, match="holds no token"):
        read_token(path)
    with pytest.raises(InputError, match="cannot be read: No such file"):
        read_token(tmp_path / "missing")


def test_secrets_are_not_shown(ours: Papers) -> None:
    cert, key = ours.sign("secret.example.org")
    access = open_access("example.org:1", cert=cert, key=key, ca=ours.ca, token=TOKEN)
    assert repr(access) == "<Access example.org:1 TLS, with a token>"
    assert TOKEN not in repr(access)
    assert "BEGIN" not in repr(access.tls)


# --------------------------------------------------------------------------------------- addresses


@pytest.mark.parametrize(
    "target",
    [
        "",
        "localhost",
        "localhost:",
        ":50051",
        "localhost:0",
        "localhost:65536",
        "a b:1",
        "::1:5",
        "http://localhost:1",
        "localhost:x",
        "localhost:1:2",
    ],
)
def test_what_is_no_address(target: str) -> None:
    with pytest.raises(InputError, match="write host:port") as caught:
        connect(target)
    assert caught.value.faults[0].field == "server"


@pytest.mark.parametrize(
    "target",
    [
        "localhost:1",
        "a-b.example:65535",
        "[::1]:50051",
        "dns:///a:1",
        "unix:/tmp/a",
        "ipv4:1.2.3.4:5",
    ],
)
def test_what_is_one(target: str) -> None:
    assert open_access(target) == Access(target)


def test_files_that_cannot_be_used(ours: Papers, theirs: Papers, tmp_path: Path) -> None:
    cert, key = ours.sign("good.example.org")
    other_cert, other_key = theirs.sign("other.example.org")
    empty = tmp_path / "empty.pem"
    empty.write_text("nothing\n")
    cases: list[tuple[dict[str, Any], str, str]] = [
        ({"ca": tmp_path / "missing"}, "ca", "cannot be read: No such file"),
        ({"ca": tmp_path}, "ca", "cannot be read: Is a directory"),
        ({"ca": empty}, "ca", "no certificate in PEM"),
        ({"cert": cert}, "cert", "it needs its key"),
        ({"key": key}, "key", "it needs its cert"),
        ({"cert": cert, "key": other_key}, "key", "is not the key of"),
        ({"cert": empty, "key": key}, "cert", "no certificate and key in PEM"),
    ]
    for options, field, words in cases:
        with pytest.raises(InputError, match=words) as caught:
            open_access("localhost:1", **options)
        assert caught.value.faults[0].field == field
    assert open_access("localhost:1", cert=other_cert, key=other_key).tls
