"""A client for relays behind a real socket."""

import json

from websockets.sync.client import connect


class Wire:
    """A bare websocket that sends and receives JSON."""

    def __init__(self, relay):
        self.dialling = connect(relay.url, compression=None)

    def __enter__(self):
        self.websocket = self.dialling.__enter__()
        return self

    def __exit__(self, *exc_info):
        self.dialling.__exit__(*exc_info)

    def send(self, *frame):
        self.websocket.send(json.dumps(frame))

    def receive(self):
        return json.loads(self.websocket.recv(timeout=10))

    def publish(self, event):
        self.send("EVENT", event.to_dict())
        verb, event_id, accepted, message = self.receive()
        assert (verb, event_id) == ("OK", event.id)
        return accepted, message

    def read(self, wanted):
        self.send("REQ", "s", wanted)
        contents = []
        while (frame := self.receive())[0] == "EVENT":
            contents.append(frame[2]["content"])
        assert frame[0] == "EOSE"
        self.send("CLOSE", "s")
        return contents
