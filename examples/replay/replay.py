"""Replays a recorded stream through the selector NET, by the ten rules of docs/regions.md.

    tier2 regions -programs=diamonds3 -record=stream
    python3 replay.py stream

It shares no code with package region; the test of cmd/tier2 holds the two against each other.
"""
import gzip, json, sys

FALL, TAKEN, CALL, RETURN, EXIT, START = range(6)
MOST, HOT = 800, 50  # instructions of a region; executions of a head

def read(name):
    data, at = (gzip.open if name.endswith(".gz") else open)(name, "rb").read(), 9  # behind the magic
    def u():
        nonlocal at
        n = shift = 0
        while True:
            byte, at = data[at], at + 1
            n, shift = n | (byte & 127) << shift, shift + 7
            if byte < 128: return n
    for _ in "name", "note": n = u(); at += n
    blocks = [(u(), u(), u()) for _ in range(u())]  # code, pc, size
    ways = [[(u() - 1, u()) for _ in range(u())] for _ in range(len(blocks) + 1)]
    u(); n = u(); end, events, here = at + n, [], ways[-1]
    while at < end:
        k, at = data[at], at + 1
        to, how = here[u() if k == 255 else k]
        if to >= 0: events.append((to, how))
        here = ways[to]  # −1, a gap: what follows comes from nowhere
    return blocks, events

class Net:
    def __init__(self, blocks): self.blocks, self.heat, self.live, self.path, self.prev = blocks, {}, {}, None, -1
    def observe(self, id, how):
        """Returns the path that ends before the block, and whether it came back to its top."""
        prev, self.prev, done = (-1 if how >= EXIT else self.prev), id, None
        back = prev >= 0 and how not in (FALL, EXIT, START) and self.blocks[id][:2] <= self.blocks[prev][:2]
        if self.path:
            size = sum(self.blocks[b][2] for b in self.path)
            if prev >= 0 and not back and id not in self.live and size + self.blocks[id][2] <= MOST: self.path.append(id)
            else: done, self.path = (self.path, prev >= 0 and id == self.path[0]), None
        if not self.path and (how == EXIT or back) and (not done or done[0][0] != id) and id not in self.live:
            self.heat[id] = self.heat.get(id, 0) + 1
            if self.heat[id] == HOT: self.heat[id], self.path = 0, [id]
        return done

def replay(blocks, events):
    m = dict.fromkeys(("instr", "in_region", "transitions", "executions", "cycles", "compiled", "censored", "late_in_region", "late_transitions"), 0)
    net, inside, left, run, early = Net(blocks), None, False, 0, 0  # inside: a region's path, whether it loops, and where in it
    for n, (id, how) in enumerate(events, 1):
        if how == START: m["censored"], run = m["censored"] + run, 0                       # 9
        if inside:
            path, loops, at = inside
            on = (at + 1) % len(path) if at + 1 < len(path) or loops else -1
            if how != START and on >= 0 and path[on] == id:                               # 3
                inside = path, loops, on
                if on == 0: m["cycles"] += 1; m["executions"] += 1                        # 5
            else:
                inside, left = None, how != START
                if left and path[0] != id: m["transitions"] += 1; run = 0                 # 6
        else: left = False
        if how == START: left = False
        if not inside:
            if not (left and id in net.live):                                             # 4
                done = net.observe(id, EXIT if left else how)                             # 1, 7
                if done:
                    net.live[done[0][0]] = done                                           # 2
                    m["compiled"] += sum(blocks[b][2] for b in done[0])                   # 8
            if id in net.live:
                inside = (*net.live[id], 0); m["executions"] += 1
        size = blocks[id][2]
        m["instr"] += size
        if inside:
            m["in_region"] += size; run += size
            if n > len(events) // 2: m["late_in_region"] += size                          # 10
        if n == len(events) // 2: early = m["transitions"]
    m["late_transitions"], m["censored"] = m["transitions"] - early, m["censored"] + run
    return m

print(json.dumps(replay(*read(sys.argv[1]))))
