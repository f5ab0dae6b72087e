"""NIP-67: EOSE Completeness Hint.

Supported: the two words a relay may add to EOSE; reading them is in `nips.messages`. A relay
that adds neither says nothing: absence of FINISH is no sign that there is more.
"""

from typing import Final

__all__ = ["FINISH", "MORE"]

# NIP-67: "Their presence is definitive; their absence is not."
FINISH: Final = "finish"
"""Every stored event that matches has been sent."""

MORE: Final = "more"
"""There are more stored events; ask for the next page."""
