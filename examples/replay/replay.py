"""Replays a recorded stream through the selector NET, by the ten rules of docs/regions.md.

    tier2 regions -programs=diamonds3 -record=stream
    python3 replay.py stream

It shares no code with package region; the test of cmd/tier2 holds the two against each other.
"""
import collections, gzip, json, sys

FALL, TAKEN, CALL, RETURN, EXIT, START = range(6)
MOST, HOT = 800, 50  # instructions of a region; executions of a head

def read(name):
    data = iter((gzip.open if name.endswith(".gz") else open)(name, "rb").read()[9:])  # behind the magic
    def u():
        n = shift = 0
        for byte in data:
            n, shift = n | (byte & 127) << shift, shift + 7
            if byte < 128: return n
    for _ in "name", "note": bytes(next(data) for _ in range(u()))
    blocks = [(u(), u(), u()) for _ in range(u())]  # code, pc, size
    ways = [[(u() - 1, u()) for _ in range(u())] for _ in range(len(blocks) + 1)]
    length, _, events, here = u(), u(), [], ways[-1]
    while len(events) < length:
        k = next(data)
        to, how = here[u() if k == 255 else k]
        if to >= 0: events.append((to, how))
        here = ways[to]  # −1, a gap: what follows comes from nowhere
    return blocks, events

class Net:
    def __init__(self, blocks): self.blocks, self.heat, self.live, self.path, self.prev = blocks, collections.Counter(), {}, [], -1
    def observe(self, id, how):
        """Returns the region that ends before the block, by what comes behind each of its blocks; the head is the first."""
        prev, self.prev, done = (-1 if how >= EXIT else self.prev), id, {}
        back = prev >= 0 and how in (TAKEN, CALL, RETURN) and self.blocks[id][:2] <= self.blocks[prev][:2]
        if self.path and prev >= 0 and not back and id not in self.live and sum(self.blocks[b][2] for b in self.path + [id]) <= MOST: self.path.append(id)
        elif self.path: done, self.path = dict(zip(self.path, self.path[1:] + [self.path[0] if prev >= 0 and id == self.path[0] else None])), []
        if not self.path and (how == EXIT or back) and [id] != list(done)[:1] and id not in self.live:
            self.heat[id] += 1
            if self.heat[id] == HOT: self.heat[id], self.path = 0, [id]
        return done

def replay(blocks, events):
    m, net, region, at, run = collections.Counter(), Net(blocks), {}, -1, 0
    for n, (id, how) in enumerate(events, 1):
        late, left, size = n > len(events) // 2, False, blocks[id][2]
        if how == START: m["censored"] += run; run = 0                                   # 9
        if region and how != START and region[at] == id:                                 # 3
            if id == next(iter(region)): m["cycles"] += 1; m["executions"] += 1          # 5
        else:
            left = region and how != START
            if left and id != next(iter(region)):                                        # 6
                m["transitions"] += 1; m["late_transitions"] += late; run = 0
            if not (left and id in net.live):                                            # 4
                done = net.observe(id, EXIT if left else how)                            # 1, 7
                if done: net.live[next(iter(done))] = done                               # 2
                m["compiled"] += sum(blocks[b][2] for b in done)                         # 8
            region = net.live.get(id)
            m["executions"] += bool(region)
        m["instr"] += size
        if region: m["in_region"] += size; m["late_in_region"] += late * size; run += size  # 10
        at = id
    m["censored"] += run
    return m

print(json.dumps(replay(*read(sys.argv[1]))))
