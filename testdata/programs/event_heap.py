"""A workshop simulated by events: a heap of tuples says what happens next, and jobs
that wait stand in heaps of their own, ordered by __lt__. The heaps are Lib/heapq.py's,
in Python everywhere."""
import sys
import time

sys.modules["_heapq"] = None
from heapq import heapify, heappop, heappush, heapreplace


class Random:
    def __init__(self, seed):
        self.seed = seed

    def below(self, n):
        self.seed = (self.seed * 1103515245 + 12345) & 0x7fffffff
        return (self.seed >> 8) % n


class Job:
    def __init__(self, number, urgency, route, due):
        self.number = number
        self.urgency = urgency
        self.route = route
        self.due = due
        self.step = 0

    def __lt__(self, other):
        if self.urgency != other.urgency:
            return self.urgency > other.urgency
        return (self.due, self.number) < (other.due, other.number)


class Station:
    def __init__(self, name, machines, pace):
        self.name = name
        self.free = machines
        self.pace = pace
        self.waiting = []
        self.busy = 0
        self.longest = 0

    def take(self, sim, job):
        if self.free:
            self.start(sim, job)
            return
        heappush(self.waiting, job)
        if len(self.waiting) > self.longest:
            self.longest = len(self.waiting)

    def start(self, sim, job):
        self.free -= 1
        spent = self.pace + sim.random.below(self.pace)
        self.busy += spent
        sim.after(spent, self.done, job)

    def done(self, sim, job):
        self.free += 1
        if self.waiting:
            self.start(sim, heappop(self.waiting))
        job.step += 1
        sim.send(job)


class Simulation:
    def __init__(self, seed, jobs):
        self.now = 0
        self.serial = 0
        self.events = []
        self.random = Random(seed)
        self.stations = [Station("saw", 2, 8), Station("drill", 3, 14), Station("mill", 2, 10),
                         Station("paint", 1, 4), Station("pack", 2, 6)]
        self.left = jobs
        self.late = 0
        self.check = 0
        self.slowest = [0] * 5
        heapify(self.slowest)

    def after(self, delay, action, job):
        self.serial += 1
        heappush(self.events, (self.now + delay, self.serial, action, job))

    def arrive(self, sim, job):
        self.send(job)
        self.left -= 1
        if self.left:
            self.after(1 + self.random.below(9), self.arrive, self.order())

    def order(self):
        random = self.random
        route = [random.below(len(self.stations)) for _ in range(1 + random.below(5))]
        due = self.now + 40 * len(route)
        return Job(self.left, random.below(3), route, due)

    def send(self, job):
        if job.step < len(job.route):
            self.stations[job.route[job.step]].take(self, job)
            return
        over = self.now - job.due
        if over > 0:
            self.late += 1
            if over > self.slowest[0]:
                heapreplace(self.slowest, over)
        self.check = (self.check * 33 + job.number + self.now) % 1000003

    def run(self):
        self.after(0, self.arrive, self.order())
        events = self.events
        while events:
            self.now, _, action, job = heappop(events)
            action(self, job)
        return self


def bench():
    sim = Simulation(3, 6000).run()
    return sim.now, sim.check, sim.late


def main(size=120):
    for n in (1, size // 3, size):
        sim = Simulation(n, n).run()
        print(n, sim.now, sim.serial, sim.check, sim.late, sorted(sim.slowest))
        print(*[(s.name, s.busy, s.longest) for s in sim.stations])


if __name__ == "__main__":
    if sys.argv[1:2] == ["--bench"]:
        for i in range(int(sys.argv[2])):
            start = time.perf_counter()
            bench()
            print("warm %.6f" % (time.perf_counter() - start))
        for i in range(int(sys.argv[3])):
            start = time.perf_counter()
            value = bench()
            print("bench %.6f" % (time.perf_counter() - start))
        print("value", repr(value))
    elif sys.argv[1:]:
        main(int(sys.argv[1]))
    else:
        main()
