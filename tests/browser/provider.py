"""A small OpenID Connect provider on loopback, whose page has a link a person and one to refuse."""

from __future__ import annotations

import json
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey

CLIENT = "soundings"
PEOPLE = ("ann@lab.org", "bob@lab.org")
METADATA = "/.well-known/openid-configuration"
_KEY = RSAKey.generate_key(2048, {"kid": "one", "use": "sig", "alg": "RS256"})


@contextmanager
def providing(port: int = 0) -> Iterator[str]:
    """Run the provider; its address is what is given."""
    server = ThreadingHTTPServer(("localhost", port), _Provider)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://localhost:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


class _Provider(BaseHTTPRequestHandler):
    asked: dict[str, dict[str, str]] = {}  # noqa: RUF012 - shared by the requests of all
    """What was asked for with each code that was given out."""

    def log_message(self, *_: object) -> None:
        """Say nothing in the test's own output."""

    def do_GET(self) -> None:
        """Tell the addresses and the keys, show the page, and lead back from it."""
        path, query = urlsplit(self.path)[2:4]
        asked = dict(parse_qsl(query))
        if path == METADATA:
            self._tell(self._addresses())
        elif path == "/keys":
            self._tell({"keys": [_KEY.as_dict(private=False)]})
        elif "person" in asked:
            code = uuid.uuid4().hex
            self.asked[code] = asked
            self._lead_back(asked, code=code)
        elif "refuse" in asked:
            self._lead_back(asked, error="access_denied")
        else:
            self._show(asked)

    def do_POST(self) -> None:
        """Give a token for a code."""
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        asked = self.asked.pop(dict(parse_qsl(body))["code"])
        now = int(time.time())
        claims = {
            "iss": self._own(),
            "aud": CLIENT,
            "iat": now,
            "exp": now + 3600,
            "sub": asked["person"].partition("@")[0],
            "email": asked["person"],
            "email_verified": True,
            "nonce": asked["nonce"],
        }
        token = jwt.encode({"alg": "RS256", "kid": "one"}, claims, _KEY)
        self._tell({"access_token": "a", "token_type": "Bearer", "id_token": token})

    def _own(self) -> str:
        return f"http://{self.headers['Host']}"

    def _addresses(self) -> dict[str, Any]:
        own = self._own()
        return {
            "issuer": own,
            "authorization_endpoint": f"{own}/authorize",
            "token_endpoint": f"{own}/token",
            "jwks_uri": f"{own}/keys",
            "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256"],
        }

    def _show(self, asked: dict[str, str]) -> None:
        links = {person: {"person": person} for person in PEOPLE} | {"Refuse": {"refuse": "1"}}
        page = "".join(
            f'<p><a href="/authorize?{urlencode(asked | chosen)}">{label}</a></p>'
            for label, chosen in links.items()
        )
        self._answer(page.replace("&", "&amp;").encode(), "text/html")

    def _lead_back(self, asked: dict[str, str], **told: str) -> None:
        self.send_response(302)
        query = urlencode(told | {"state": asked["state"]})
        self.send_header("Location", f"{asked['redirect_uri']}?{query}")
        self.end_headers()

    def _tell(self, what: dict[str, Any]) -> None:
        self._answer(json.dumps(what).encode(), "application/json")

    def _answer(self, body: bytes, kind: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
