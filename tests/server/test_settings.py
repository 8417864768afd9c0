from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from manille.server.command import serve
from manille.server.settings import Settings, settings_options, settings_rows, wrong

README = Path(__file__).parents[2] / "server" / "README.md"


def parsed(*arguments: str, **environ: str) -> Settings:
    """The settings that a command line and an environment give."""
    taken: list[Settings] = []

    @click.command()
    @settings_options
    def command(**given: Any) -> None:
        taken.append(Settings(**given))

    result = CliRunner().invoke(command, arguments, env=environ, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return taken[0]


def refused(*arguments: str, **environ: str) -> str:
    """What the command says about settings that cannot be used, on one line."""
    result = CliRunner().invoke(serve, arguments, env=environ, catch_exceptions=False)
    assert result.exit_code == 2
    assert result.stdout == ""
    return " ".join(result.stderr.split())


def test_nothing_given_gives_the_defaults() -> None:
    assert parsed() == Settings()


# A value other than the default for every setting, as it is written and as it is read.
VALUES: dict[str, tuple[str, Any]] = {
    "host": ("0.0.0.0", "0.0.0.0"),
    "port": ("0", 0),
    "workers": ("3", 3),
    "threads": ("5", 5),
    "queue": ("0", 0),
    "cache": ("redis://localhost", "redis://localhost"),
    "cache_memory_mib": ("7", 7),
    "cache_prefix": ("other", "other"),
    "cache_ttl_s": ("3600", 3600),
    "cache_timeout_ms": ("20", 20),
    "table_mib": ("128", 128),
    "search_s": ("0.5", 0.5),
    "message_mib": ("8", 8),
    "batch": ("10", 10),
    "advice_samples": ("20", 20),
    "calls": ("11", 11),
    "stream_window": ("12", 12),
    "grace_s": ("1.5", 1.5),
    "tls_cert": ("a.pem", Path("a.pem")),
    "tls_key": ("b.pem", Path("b.pem")),
    "tls_client_ca": ("c.pem", Path("c.pem")),
    "token_file": ("d", Path("d")),
    "metrics_host": ("::1", "::1"),
    "metrics_port": ("9464", 9464),
    "log_format": ("json", "json"),
    "log_level": ("debug", "debug"),
    "otel_endpoint": ("http://localhost:4317", "http://localhost:4317"),
    "reflection": ("false", False),
}


def test_the_values_are_for_every_setting() -> None:
    assert set(VALUES) == {one.name for one in fields(Settings)}


@pytest.mark.parametrize("name", VALUES)
def test_a_setting_has_a_flag_and_a_variable(name: str) -> None:
    text, value = VALUES[name]
    flag = "--no-reflection" if name == "reflection" else f"--{name.replace('_', '-')}={text}"
    assert getattr(parsed(flag), name) == value
    assert getattr(parsed(**{f"MANILLE_{name.upper()}": text}), name) == value


def test_a_flag_wins_over_its_variable() -> None:
    assert parsed("--port", "1234", MANILLE_PORT="99").port == 1234


@pytest.mark.parametrize("name", VALUES)
def test_help_tells_variable_and_meaning(name: str) -> None:
    shown = " ".join(CliRunner().invoke(serve, ["--help"]).output.split())
    (row,) = (row for row in settings_rows() if row[1] == f"MANILLE_{name.upper()}")
    assert f"MANILLE_{name.upper()}; default: " in shown
    # click breaks lines at hyphens too
    assert row[3].replace(" ", "").replace("-", "") in shown.replace(" ", "").replace("-", "")


def test_a_name_for_a_number_of_seconds_or_a_size_ends_with_its_unit() -> None:
    units = ("_s", "_ms", "_mib")
    for _, variable, _, meaning in settings_rows():
        said = re.search(r"\b(Seconds|Milliseconds|MiB)\b", meaning)
        assert bool(said) == variable.lower().endswith(units), variable


def test_the_readme_has_the_table_of_the_settings() -> None:
    lines = [line for line in README.read_text().splitlines() if line.startswith("| `--")]
    assert lines == [
        f"| `{flag}` | `{variable}` | {default} | {meaning} |"
        for flag, variable, default, meaning in settings_rows()
    ]


@pytest.mark.parametrize(
    ("arguments", "variables", "sentence"),
    [
        (["--port", "x"], {}, "'--port' (env var: 'MANILLE_PORT'): 'x' is not a valid integer"),
        ([], {"MANILLE_QUEUE": "-1"}, "'--queue' (env var: 'MANILLE_QUEUE'): -1 is not in"),
        (["--workers", "0"], {}, "'--workers' (env var: 'MANILLE_WORKERS'): 0 is not in"),
        (["--grace-s", "nan"], {}, "nan is not a number of seconds"),
        (["--search-s", "inf"], {}, "inf is not a number of seconds"),
        (["--search-s", "0"], {}, "'--search-s' (env var: 'MANILLE_SEARCH_S'): 0.0 is not in"),
        (["--log-level", "loud"], {}, "'loud' is not one of 'debug', 'info'"),
        (["--host", "256.1.1.1"], {}, "'--host' (env var: 'MANILLE_HOST'): '256.1.1.1' is no add"),
        (["--host", "192.0.2.1"], {}, "192.0.2.1 is no address of this machine"),
        (["--cache", "http://x"], {}, "'--cache' (env var: 'MANILLE_CACHE'): "),
        (["--tls-cert", "x"], {}, "'--tls-key' (env var: 'MANILLE_TLS_KEY'): --tls-cert is given"),
        (["--tls-key", "x"], {}, "'--tls-cert' (env var: 'MANILLE_TLS_CERT'): --tls-key is giv"),
        (["--tls-client-ca", "x"], {}, "'--tls-client-ca' (env var: 'MANILLE_TLS_CLIENT_CA'): it"),
        (["--token-file", "/no/file"], {}, "'/no/file' cannot be read: No such file or directory"),
        (["--otel-endpoint", "x"], {}, "'x' is not http://HOST:PORT or https://HOST:PORT"),
    ],
)
@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_wrong_setting_names_flag_and_variable(
    arguments: list[str], variables: dict[str, str], sentence: str, workers: str
) -> None:
    if "--workers" not in arguments:
        arguments = ["--workers", workers, *arguments]
    assert sentence in refused("--port", "0", *arguments, **variables)


def test_a_password_of_the_cache_is_not_told() -> None:
    assert "secret" not in refused("--cache", "http://user:secret@host")


def test_cores_are_shared_out_among_workers() -> None:
    alone = Settings().search_threads
    assert alone >= 1
    assert Settings(workers=2).search_threads == max(1, alone // 2)
    assert Settings(workers=10_000).search_threads == 1
    assert Settings(workers=2, threads=7).search_threads == 7


def test_wrong_names_a_setting_that_exists() -> None:
    with pytest.raises(ValueError, match="not enough values"):
        wrong("no_such_setting", "it is wrong")
