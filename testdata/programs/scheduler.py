"""Tasks of several classes that pass packets through queues: a small scheduler."""
import sys
import time


class Packet:
    def __init__(self, target, kind, data):
        self.target = target
        self.kind = kind
        self.data = data
        self.next = None


class Queue:
    def __init__(self):
        self.head = None
        self.tail = None
        self.size = 0

    def put(self, packet):
        packet.next = None
        if self.head is None:
            self.head = packet
        else:
            self.tail.next = packet
        self.tail = packet
        self.size += 1

    def get(self):
        packet = self.head
        if packet is not None:
            self.head = packet.next
            self.size -= 1
        return packet


class Task:
    made = 0

    def __init__(self, name, system):
        self.name = name
        self.system = system
        self.inbox = Queue()
        self.handled = 0
        Task.made += 1

    @property
    def waiting(self):
        return self.inbox.size

    def step(self):
        packet = self.inbox.get()
        if packet is None:
            return self.idle()
        self.handled += 1
        return self.handle(packet)

    def idle(self):
        return 0

    def send(self, target, kind, data):
        self.system.tasks[target].inbox.put(Packet(target, kind, data))


class Source(Task):
    def __init__(self, name, system, left):
        super().__init__(name, system)
        self.left = left
        self.seed = 7

    def idle(self):
        if self.left == 0:
            return 0
        self.left -= 1
        self.seed = (self.seed * 1103 + 12345) % 65536
        self.send(1 + self.seed % 3, "work", self.seed)
        return 1

    def handle(self, packet):
        return packet.data % 5


class Worker(Task):
    def __init__(self, name, system, factor):
        super().__init__(name, system)
        self.factor = factor
        self.total = 0

    def handle(self, packet):
        self.total += self.weigh(packet.data)
        if packet.kind == "work" and packet.data % 4 == 0:
            self.send(packet.data % 4, "more", packet.data // 2)
        return self.total % 11

    def weigh(self, data):
        return data * self.factor % 1009


class Lazy(Worker):
    def weigh(self, data):
        return super().weigh(data) // 2

    def step(self):
        if self.waiting < 2 and self.system.running > 1:
            return 0
        return super().step()


class System:
    def __init__(self, n):
        self.tasks = [Source("source", self, n), Worker("a", self, 3), Worker("b", self, 5), Lazy("lazy", self, 7)]
        self.running = 0
        self.check = 0

    def run(self):
        rounds = 0
        while True:
            rounds += 1
            self.running = 0
            for t in self.tasks:
                if t.waiting or isinstance(t, Source) and t.left:
                    self.running += 1
            if not self.running:
                return rounds
            for t in self.tasks:
                self.check = (self.check * 31 + t.step()) % 1000003


def run(n):
    s = System(n)
    rounds = s.run()
    return rounds, s.check, [t.handled for t in s.tasks], [t.total for t in s.tasks[1:]]


def bench():
    return run(12000)


def main(size=2500):
    for n in (1, size // 2, size):
        print(*run(n))


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
