"""The official conformance scenarios, where the suite is installed."""

import pytest

pytest.importorskip("mcp", reason="the extra mcp is not installed")

from tests.interop.mcp_conformance import HOW_TO_GET_IT, SCENARIOS, Suite, verdicts


@pytest.mark.timeout(300)
async def test_the_scenarios_of_an_application_server() -> None:
    suite = Suite.installed()
    if suite is None:
        pytest.skip(f"the conformance suite is not here: {HOW_TO_GET_IT}")
    found = await verdicts(suite)
    assert [one.scenario for one in found if one.is_passed] == list(SCENARIOS), found
