"""What goes through a proxy, and what of it the proxy can read."""

from __future__ import annotations

import datetime
import ssl
from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from core.llm import LanguageModel
from core.llm.endpoints import key_names
from core.llm.endpoints.base import UnreachableError
from core.llm.errors import ProxyError
from tests.core.llm.listening import ANSWERS, Listener, asked

HOSTS = ("api.openai.com", "generativelanguage.googleapis.com", "judges.example")


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A key with a certificate of its own for all that is asked here."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "all that is asked here")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([*map(x509.DNSName, HOSTS)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    path = tmp_path_factory.mktemp("certificate") / "both.pem"
    private = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    path.write_bytes(private + made.public_bytes(serialization.Encoding.PEM))
    return path


@pytest.fixture
def proxy(certificate: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Listener]:
    """A proxy behind which every host is itself, and trusted."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    behind = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    behind.load_cert_chain(certificate)
    with Listener(behind) as found:
        yield found


def test_openai_is_asked_through_the_proxy_which_cannot_read_the_key(
    proxy: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTPS_PROXY", f"http://me:word@127.0.0.1:{proxy.port}")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-5f2e9a71")
    monkeypatch.setenv("OPENAI_ORG_ID", "the-organization")
    monkeypatch.setenv("OPENAI_PROJECT_ID", "the-project")
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "X-Gateway: of-a-gateway")

    assert asked(LanguageModel.named("openai:m")).text == "Yes."
    ((host, read),) = proxy.tunnels
    assert host == "api.openai.com:443"
    assert read.keys() == {"host", "accept", "proxy-authorization"}
    (heard,) = proxy.heard
    assert heard["authorization"] == "Bearer sk-5f2e9a71"
    assert heard["openai-organization"] == "the-organization"
    assert heard["openai-project"] == "the-project"
    assert "x-gateway" not in heard and "proxy-authorization" not in heard


def test_gemini_is_asked_at_google_wherever_the_environment_has_it(
    proxy: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    proxy.answer = ANSWERS["gemini"]
    monkeypatch.setenv("ALL_PROXY", f"127.0.0.1:{proxy.port}")
    monkeypatch.setenv("GEMINI_API_KEY", "AIza-5f2e9a71")
    monkeypatch.setenv("GOOGLE_GEMINI_BASE_URL", "https://judges.example")

    assert asked(LanguageModel.named("gemini:m")).text == "Yes."
    ((host, _),) = proxy.tunnels
    assert host == "generativelanguage.googleapis.com:443"
    assert [heard["x-goog-api-key"] for heard in proxy.heard] == ["AIza-5f2e9a71"]


@pytest.mark.parametrize(
    ("address", "without"),
    [
        ("http://judges.example/v1", ""),  # the proxy would read the key
        ("https://judges.example/v1", "other.example, .judges.example"),
        ("https://localhost:9/v1", ""),
        ("https://127.0.0.1:9/v1", ""),
    ],
)
def test_what_is_not_encrypted_excepted_or_here_goes_through_no_proxy(
    proxy: Listener, monkeypatch: pytest.MonkeyPatch, address: str, without: str
) -> None:
    model = LanguageModel.named("openai:m", address)
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.port}")
    monkeypatch.setenv("NO_PROXY", without)
    monkeypatch.setenv(key_names(model)[0], "sk-5f2e9a71")
    with pytest.raises(UnreachableError, match=r"Nothing answers at its address \("):
        asked(model)
    assert not proxy.tunnels and not proxy.heard


def test_a_proxy_that_reaches_nothing_is_told_of(
    proxy: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = LanguageModel.named("openai:m@https://judges.example/v1")
    monkeypatch.setenv("HTTPS_PROXY", f"http://127.0.0.1:{proxy.port}")
    proxy.status = 407
    with pytest.raises(UnreachableError, match=r"through the proxy of the environment \(407 "):
        asked(model)
    monkeypatch.setenv("HTTPS_PROXY", "http://127.0.0.1:9")
    with pytest.raises(UnreachableError, match="through the proxy of the environment"):
        asked(model)


@pytest.mark.parametrize(
    "address",
    ["socks5://me:5f2e@127.0.0.1:9", "http://me:5f2e@127.0.0.1:port", "http://me:5f2e@"],
)
def test_what_is_no_proxy_of_http_is_refused_without_repeating_it(
    proxy: Listener, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setenv("HTTPS_PROXY", address)
    with pytest.raises(ProxyError, match="HTTPS_PROXY, or ALL_PROXY") as caught:
        asked(LanguageModel.named("openai:m@https://judges.example/v1"))
    assert "5f2e" not in str(caught.value)
