"""The shortest scenario that still breaks the same rule."""

from dataclasses import replace

from .scenario import Scenario
from .simulation import play


def minimised(scenario: Scenario) -> Scenario:
    """Leave out steps, and trouble in the network, as long as the same rule breaks."""
    rule = _first_rule(scenario)
    if rule is None:
        return scenario
    calm = replace(scenario, conditions=replace(scenario.conditions, plan=None))
    if _first_rule(calm) == rule:
        scenario = calm
    size = len(scenario.steps) // 2
    while size:
        start = 0
        while start < len(scenario.steps):
            rest = scenario.steps[:start] + scenario.steps[start + size :]
            shorter = replace(scenario, steps=rest)
            if _first_rule(shorter) == rule:
                scenario = shorter
            else:
                start += size
        size //= 2
    return scenario


def _first_rule(scenario: Scenario) -> str | None:
    try:
        broken = play(scenario).broken
    except Exception as error:  # noqa: BLE001 - whatever it is, it is what is looked for
        return type(error).__name__
    return broken[0].split(":")[0] if broken else None
