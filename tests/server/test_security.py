"""TLS, mutual TLS and bearer tokens, over real connections."""

from __future__ import annotations

import os
from pathlib import Path

import click
import grpc
import pytest
import trustme
from grpc_health.v1 import health_pb2
from grpc_health.v1.health_pb2_grpc import HealthStub
from grpc_reflection.v1alpha import reflection_pb2
from grpc_reflection.v1alpha.reflection_pb2_grpc import ServerReflectionStub
from structlog.testing import capture_logs

from kit.grpc_server import PATIENCE_S, ServerThread, serving, solve_request, status_of
from manille.server import security
from manille.server.security import Tokens, open_tokens, read_tls
from manille.server.settings import Settings
from manille.v1.solver_service_pb2_grpc import SolverServiceStub

TOKEN = "s3cret-token"


class Files:
    """An authority, and what it has signed, as files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.authority = trustme.CA()
        self.ca = self._write("ca.pem", self.authority.cert_pem.bytes())
        self.cert, self.key = self.issued("server")

    def issued(self, name: str, authority: trustme.CA | None = None) -> tuple[Path, Path]:
        signed = (authority or self.authority).issue_cert("localhost", common_name=name)
        chain = b"".join(part.bytes() for part in signed.cert_chain_pems)
        key = signed.private_key_pem.bytes()
        return self._write(f"{name}.pem", chain), self._write(f"{name}.key", key)

    def _write(self, name: str, content: bytes) -> Path:
        path = self.folder / name
        path.write_bytes(content)
        return path


@pytest.fixture
def files(tmp_path: Path) -> Files:
    return Files(tmp_path)


def ask(server: ServerThread, credentials: grpc.ChannelCredentials | None) -> grpc.StatusCode:
    """How a question over a connection of its own ends."""
    target = server.target
    channel = (
        grpc.insecure_channel(target)
        if credentials is None
        else grpc.secure_channel(target, credentials)
    )
    with channel:
        stub = SolverServiceStub(channel)
        return status_of(lambda: stub.Solve(solve_request(), timeout=PATIENCE_S))[0]


def trusting(ca: Path, pair: tuple[Path, Path] | None = None) -> grpc.ChannelCredentials:
    cert, key = (None, None) if pair is None else (one.read_bytes() for one in pair)
    return grpc.ssl_channel_credentials(ca.read_bytes(), key, cert)


def test_tls_answers_whoever_trusts_it(files: Files) -> None:
    other = Files.__new__(Files)
    other.folder, other.authority = files.folder, trustme.CA()
    stranger = other._write("other-ca.pem", other.authority.cert_pem.bytes())
    with serving(tls_cert=files.cert, tls_key=files.key) as server:
        assert ask(server, trusting(files.ca)) is grpc.StatusCode.OK
        assert ask(server, trusting(stranger)) is grpc.StatusCode.UNAVAILABLE
        assert ask(server, None) is grpc.StatusCode.UNAVAILABLE
        assert server.run(_counted(server)) == 1


async def _counted(server: ServerThread) -> int:
    """The questions that have reached the desk."""
    counts = server.app.counts()
    return counts.known + counts.searched + counts.shared


def test_mutual_tls_answers_only_its_own(files: Files) -> None:
    stranger = files.issued("stranger", trustme.CA())
    own = files.issued("client")
    with serving(tls_cert=files.cert, tls_key=files.key, tls_client_ca=files.ca) as server:
        assert ask(server, trusting(files.ca)) is grpc.StatusCode.UNAVAILABLE
        assert ask(server, trusting(files.ca, stranger)) is grpc.StatusCode.UNAVAILABLE
        assert server.run(_counted(server)) == 0
        assert ask(server, trusting(files.ca, own)) is grpc.StatusCode.OK


def wrong_tls(**given: Path) -> str:
    with pytest.raises(click.BadParameter) as raised:
        read_tls(Settings(**given))
    return raised.value.format_message()


def test_tls_files_that_cannot_be_used(files: Files, tmp_path: Path) -> None:
    _, other_key = files.issued("other")
    text = tmp_path / "text"
    text.write_text("no PEM\n")
    missing = tmp_path / "missing"
    pair = {"tls_cert": files.cert, "tls_key": files.key}
    said = wrong_tls(**{**pair, "tls_key": other_key})
    assert "'--tls-key' (env var: 'MANILLE_TLS_KEY')" in said
    assert f"{str(other_key)!r} is not the key of {str(files.cert)!r}" in said
    assert "holds no certificate in PEM" in wrong_tls(**{**pair, "tls_cert": text})
    assert "holds no key in PEM" in wrong_tls(**{**pair, "tls_key": text})
    said = wrong_tls(**{**pair, "tls_client_ca": text})
    assert "'--tls-client-ca' (env var: 'MANILLE_TLS_CLIENT_CA')" in said
    for name in "tls_cert", "tls_key", "tls_client_ca":
        said = wrong_tls(**{**pair, name: missing})
        assert f"{str(missing)!r} cannot be read: No such file or directory." in said
        assert "cannot be read: Is a directory." in wrong_tls(**{**pair, name: tmp_path})


def test_a_key_with_a_password_is_refused_and_not_asked_for(files: Files, tmp_path: Path) -> None:
    from cryptography.hazmat.primitives import serialization as pem

    key = pem.load_pem_private_key(files.key.read_bytes(), None)
    locked = tmp_path / "locked.key"
    locked.write_bytes(
        key.private_bytes(
            pem.Encoding.PEM, pem.PrivateFormat.PKCS8, pem.BestAvailableEncryption(b"word")
        )
    )
    assert "or one with a password" in wrong_tls(tls_cert=files.cert, tls_key=locked)


def test_the_key_is_not_shown(files: Files) -> None:
    found = read_tls(Settings(tls_cert=files.cert, tls_key=files.key))
    assert found is not None
    assert "PRIVATE" not in repr(found)


# ------------------------------------------------------------------------------------------ tokens


def token_file(folder: Path, text: str, mode: int = 0o600) -> Path:
    path = folder / "tokens"
    path.write_text(text)
    path.chmod(mode)
    return path


def test_a_file_has_a_token_a_line(tmp_path: Path) -> None:
    tokens = Tokens(token_file(tmp_path, f"# of the app\n{TOKEN}\n\n  second # no remark\n"))
    assert tokens.allow(TOKEN.encode())
    assert tokens.allow(b"second # no remark")
    for other in b"", b"#", b"# of the app", TOKEN[:-1].encode(), f"{TOKEN}x".encode(), b"second":
        assert not tokens.allow(other)
    assert TOKEN not in repr(vars(tokens))


@pytest.mark.parametrize("text", ["", "\n\n", "# none yet\n"])
def test_a_file_without_a_token_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(click.BadParameter, match="it holds no token") as raised:
        open_tokens(Settings(token_file=token_file(tmp_path, text)))
    assert "'--token-file' (env var: 'MANILLE_TOKEN_FILE')" in raised.value.format_message()


def test_a_file_that_others_may_read_is_warned_of(tmp_path: Path) -> None:
    for mode, warned in (0o600, False), (0o640, True), (0o604, True):
        with capture_logs() as logs:
            open_tokens(Settings(token_file=token_file(tmp_path, TOKEN, mode)))
        assert any("others may read" in line["event"] for line in logs) is warned


def test_tokens_without_tls_on_a_network_are_warned_of(tmp_path: Path) -> None:
    with capture_logs() as logs:
        open_tokens(Settings(host="0.0.0.0", token_file=token_file(tmp_path, TOKEN)))
    assert any("without TLS" in line["event"] for line in logs)


def test_a_changed_file_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(security, "LOOK_AGAIN_S", 0.0)
    path = token_file(tmp_path, "first\n")
    tokens = Tokens(path)
    token_file(tmp_path, "second one\n")
    assert tokens.allow(b"second one")
    assert not tokens.allow(b"first")
    # what is broken changes nothing
    with capture_logs() as logs:
        token_file(tmp_path, "# all gone\n")
        assert tokens.allow(b"second one")
        path.unlink()
        assert tokens.allow(b"second one")
    assert [line["log_level"] for line in logs] == ["error", "error"]
    token_file(tmp_path, "third\n")
    assert tokens.allow(b"third")
    assert not tokens.allow(b"second one")


def test_a_file_is_not_looked_at_with_each_call(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tokens = Tokens(token_file(tmp_path, TOKEN))
    looks: list[object] = []
    monkeypatch.setattr(os, "stat", looks.append)
    monkeypatch.setattr(security, "LOOK_AGAIN_S", 1e9)
    assert tokens.allow(TOKEN.encode())
    assert looks == []


GOOD = [
    ("authorization", f"Bearer {TOKEN}"),
    ("authorization", f"bearer {TOKEN}"),
]
BAD = [
    None,
    ("authorization", "Bearer other"),
    ("authorization", "Bearer"),
    ("authorization", TOKEN),
    ("authorization", f"Basic {TOKEN}"),
    ("other", f"Bearer {TOKEN}"),
]


def test_only_calls_with_a_token_are_answered(tmp_path: Path) -> None:
    with (
        serving(token_file=token_file(tmp_path, f"{TOKEN}\n")) as server,
        server.channel() as channel,
    ):
        stub = SolverServiceStub(channel)
        for entry in GOOD:
            assert stub.Solve(solve_request(), metadata=[entry]).solution.exact
        asked = server.run(_counted(server))
        said = set()
        for entry in BAD:
            metadata = [] if entry is None else [entry]
            said.add(status_of(lambda m=metadata: stub.Solve(solve_request(), metadata=m)))  # type: ignore[misc]
        assert said == {(grpc.StatusCode.UNAUTHENTICATED, "a bearer token is needed")}
        assert server.run(_counted(server)) == asked


def test_nothing_is_read_or_told_without_a_token(tmp_path: Path) -> None:
    tokens = token_file(tmp_path, f"{TOKEN}\n")
    with serving(token_file=tokens) as server, server.channel() as channel:

        def raw(method: str, request: bytes) -> tuple[grpc.StatusCode, str]:
            return status_of(lambda: channel.unary_unary(method)(request, timeout=PATIENCE_S))

        said = {
            raw("/manille.v1.SolverService/Solve", b"\xff"),
            # larger than a message may be, which nobody finds out
            raw("/manille.v1.SolverService/Solve", bytes(5 << 20)),
            raw("/manille.v1.SolverService/NoSuchMethod", b""),
            raw("/no.such.Service/Method", b""),
        }
        assert said == {(grpc.StatusCode.UNAUTHENTICATED, "a bearer token is needed")}


def test_health_is_open_and_reflection_is_not(tmp_path: Path) -> None:
    tokens = token_file(tmp_path, f"{TOKEN}\n")
    with serving(token_file=tokens) as server, server.channel() as channel:
        found = HealthStub(channel).Check(health_pb2.HealthCheckRequest())
        assert found.status == health_pb2.HealthCheckResponse.SERVING
        request = reflection_pb2.ServerReflectionRequest(list_services="")
        info = ServerReflectionStub(channel).ServerReflectionInfo
        code, _ = status_of(lambda: list(info(iter([request]))))
        assert code is grpc.StatusCode.UNAUTHENTICATED
        assert list(info(iter([request]), metadata=[GOOD[0]]))
