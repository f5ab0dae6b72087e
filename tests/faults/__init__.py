"""The fault matrix: thirty things that go wrong, each named, injected on real parts, and survived.

Sizes are small; what is longer stands beside the test, and `SENSE_FAULTS_WHOLE=1` (every step, bit
and frame), `SENSE_FAULTS_RECORDS=10000`, `SENSE_FAULTS_DEVICES=50` and `SENSE_FAULTS_STEPS=30` ask
for the whole of it.

| # | fault | tests |
|---|---|---|
| 1 | edits of one record on devices that are offline | `test_writers.py` |
| 2 | two writes in one second | `test_writers.py` |
| 3 | an OK that is lost; a connection cut before, between and after | `test_connections.py` |
| 4 | one, two, all of three relays away | `test_connections.py` |
| 5 | a device destroyed after its receipt | `test_writers.py` |
| 6 | a file copied, or put back to an older day | `test_writers.py` |
| 7 | a process killed at each step of a write | `test_disks.py` |
| 8 | power that fails: writes dropped and torn | `test_disks.py` |
| 9 | a disk that is full, fails, or is read-only | `test_disks.py` |
| 10 | flipped bits | `test_disks.py` |
| 11 | several processes on one file | `test_writers.py` |
| 12 | clocks a year and a quarter of an hour off, or set meanwhile | `test_clocks.py` |
| 13 | a version dated ten years ahead | `test_clocks.py` |
| 14 | relays that refuse what is too new, or too old | `test_clocks.py` |
| 15 | forged, foreign, misplaced events | `test_relays.py` |
| 16 | a gigabyte, a bomb, depth, digits, no numbers, half characters, tags | `test_relays.py` |
| 17 | answers and messages without end | `test_connections.py` |
| 18 | relays that go back, withhold, say OK and keep nothing | `test_relays.py` |
| 19 | frames twice, late, swapped; everything replayed | `test_connections.py` |
| 20 | deletions honoured, ignored, forgotten, late, or by a plain client | `test_relays.py` |
| 21 | a forgetting or a dissolution that meets an edit, a use, another one | `test_writers.py` |
| 22 | every refusal that relays are known to give | `test_connections.py` |
| 23 | many records from a relay that shows few at a time | `test_relays.py` |
| 24 | names too long to be indexed, and names that look alike | `test_relays.py` |
| 25 | the largest record, and one byte more | `test_relays.py` |
| 26 | a call cancelled at every await | `test_moves.py` |
| 27 | a plain writer among ours | `test_writers.py` |
| 28 | a change of addresses or of the key, killed at a step | `test_moves.py` |
| 29 | many devices at once | `test_crowds.py` |
| 30 | the official vectors | `test_vectors.py` |
"""
