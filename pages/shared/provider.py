"""The provider that people sign in with: whether it answers before they are led there."""

from __future__ import annotations

import asyncio
import logging

from pages.shared.streamlit_inside import sign_in_client

_log = logging.getLogger(__name__)


def why_unreachable(provider: str) -> str:
    """Say why nobody can be led to a provider now; empty if they can.

    Streamlit asks the provider for its addresses once the browser has left the app, and where that
    fails shows "Authentication error" on an empty page. It is asked here in the same way before.

    Parameters
    ----------
    provider
        Its name; empty of the one that has none.
    """
    client, redirect_uri = sign_in_client(provider)
    try:
        asyncio.run(client.create_authorization_url(redirect_uri))
    except Exception as error:  # noqa: BLE001 - Streamlit, too, refuses at whatever is answered
        _log.warning("The provider %s cannot be asked: %r", provider or "of the login", error)
        what = f"The provider {provider}" if provider else "The provider"
        return (
            f"{what} must answer before anybody can sign in, and did not as it should. Try again "
            "in a while; if it stays so, the log of this server says why, and whoever runs it "
            "looks whether `server_metadata_url` in the secrets is right."
        )
    return ""
