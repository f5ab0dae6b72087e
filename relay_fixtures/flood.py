"""What never ends: frames for a client that goes on reading.

* `forged`, `foreign`: events as in `relay_fixtures.junk`, each another one;
* `replays`: the events of the answer, again and again;
* `notices`, `closed`, `auth`: messages of that verb.

Whoever carries the frames asks for the next one when the last has left: a client that stops
reading stops the flood.
"""

import json

from relay_fixtures.junk import Scene, foreign, forged
from relay_fixtures.quirks import Flood

__all__ = ["flood_frame"]


def flood_frame(kind: Flood, number: int, scene: Scene) -> str | None:
    """Frame `number` (from 0) of a flood around a subscription; None if there is nothing to say.

    Only `replays` of an empty answer is nothing.
    """
    match kind:
        case "forged":
            return next(forged(scene))
        case "foreign":
            return next(foreign(scene))
        case "replays" if scene.answer:
            return scene.frame(scene.answer[number % len(scene.answer)].to_dict())
        case "notices":
            return json.dumps(["NOTICE", f"notice {number}"])
        case "closed":
            return json.dumps(["CLOSED", scene.sub_id, f"error: closed {number} times"])
        case "auth":
            return json.dumps(["AUTH", scene.chance.randbytes(16).hex()])
        case _:
            return None
