"""A kernel with priorities, as in Martin Richards' benchmark: idle task, worker, two
handlers and two devices that hand packets to each other."""
import sys
import time

DEVICE_PACKET = 0
WORK_PACKET = 1

IDLE = 0
WORKER = 1
HANDLER_A = 2
HANDLER_B = 3
DEVICE_A = 4
DEVICE_B = 5

SLOTS = 4


class Packet:
    def __init__(self, link, owner, kind):
        self.link = link
        self.owner = owner
        self.kind = kind
        self.index = 0
        self.letters = [0] * SLOTS

    def append_to(self, queue):
        self.link = None
        if queue is None:
            return self
        last = queue
        while last.link is not None:
            last = last.link
        last.link = self
        return queue


class DeviceState:
    def __init__(self):
        self.pending = None


class IdleState:
    def __init__(self, count):
        self.control = 1
        self.count = count


class HandlerState:
    def __init__(self):
        self.work = None
        self.devices = None

    def add_work(self, packet):
        self.work = packet.append_to(self.work)

    def add_device(self, packet):
        self.devices = packet.append_to(self.devices)


class WorkerState:
    def __init__(self):
        self.destination = HANDLER_A
        self.letter = 0


class Status:
    def __init__(self):
        self.has_packet = False
        self.is_waiting = False
        self.on_hold = False

    def set_running(self):
        self.has_packet = False
        self.is_waiting = False
        self.on_hold = False
        return self

    def set_waiting(self):
        self.has_packet = False
        self.is_waiting = True
        self.on_hold = False
        return self

    def set_waiting_with_packet(self):
        self.has_packet = True
        self.is_waiting = True
        self.on_hold = False
        return self

    def packet_arrived(self):
        self.has_packet = True
        self.is_waiting = False
        self.on_hold = False

    def stopped(self):
        return self.on_hold or (not self.has_packet and self.is_waiting)

    def waits_with_packet(self):
        return self.has_packet and self.is_waiting and not self.on_hold


class Task(Status):
    def __init__(self, kernel, ident, priority, queue, status, state):
        self.kernel = kernel
        self.next = kernel.tasks
        self.ident = ident
        self.priority = priority
        self.queue = queue
        self.has_packet = status.has_packet
        self.is_waiting = status.is_waiting
        self.on_hold = status.on_hold
        self.state = state
        kernel.tasks = self
        kernel.table[ident] = self

    def step(self, packet, state):
        raise NotImplementedError

    def take(self, packet, sender):
        if self.queue is None:
            self.queue = packet
            self.has_packet = True
            if self.priority > sender.priority:
                return self
        else:
            packet.append_to(self.queue)
        return sender

    def run(self):
        packet = None
        if self.waits_with_packet():
            packet = self.queue
            self.queue = packet.link
            if self.queue is None:
                self.set_running()
            else:
                self.packet_arrived()
        return self.step(packet, self.state)

    def wait(self):
        self.is_waiting = True
        return self

    def hold(self):
        self.kernel.holds += 1
        self.on_hold = True
        return self.next

    def release(self, ident):
        other = self.kernel.find(ident)
        other.on_hold = False
        if other.priority > self.priority:
            return other
        return self

    def send(self, packet):
        target = self.kernel.find(packet.owner)
        self.kernel.sent += 1
        packet.link = None
        packet.owner = self.ident
        return target.take(packet, self)


class DeviceTask(Task):
    def step(self, packet, state):
        if packet is None:
            packet = state.pending
            if packet is None:
                return self.wait()
            state.pending = None
            return self.send(packet)
        state.pending = packet
        return self.hold()


class HandlerTask(Task):
    def step(self, packet, state):
        if packet is not None:
            if packet.kind == WORK_PACKET:
                state.add_work(packet)
            else:
                state.add_device(packet)
        work = state.work
        if work is None:
            return self.wait()
        count = work.index
        if count >= SLOTS:
            state.work = work.link
            return self.send(work)
        device = state.devices
        if device is None:
            return self.wait()
        state.devices = device.link
        device.index = work.letters[count]
        work.index = count + 1
        return self.send(device)


class IdleTask(Task):
    def step(self, packet, state):
        state.count -= 1
        if state.count == 0:
            return self.hold()
        if state.control & 1 == 0:
            state.control //= 2
            return self.release(DEVICE_A)
        state.control = state.control // 2 ^ 0xD008
        return self.release(DEVICE_B)


class WorkTask(Task):
    def step(self, packet, state):
        if packet is None:
            return self.wait()
        if state.destination == HANDLER_A:
            state.destination = HANDLER_B
        else:
            state.destination = HANDLER_A
        packet.owner = state.destination
        packet.index = 0
        for i in range(SLOTS):
            state.letter += 1
            if state.letter > 26:
                state.letter = 1
            packet.letters[i] = 64 + state.letter
        return self.send(packet)


class Kernel:
    def __init__(self):
        self.tasks = None
        self.table = [None] * 8
        self.holds = 0
        self.sent = 0

    def find(self, ident):
        task = self.table[ident]
        if task is None:
            raise KeyError(ident)
        return task

    def schedule(self):
        task = self.tasks
        while task is not None:
            if task.stopped():
                task = task.next
            else:
                task = task.run()


def run(count):
    kernel = Kernel()
    IdleTask(kernel, IDLE, 1, None, Status().set_running(), IdleState(count))
    queue = Packet(None, IDLE, WORK_PACKET)
    queue = Packet(queue, IDLE, WORK_PACKET)
    WorkTask(kernel, WORKER, 1000, queue, Status().set_waiting_with_packet(), WorkerState())
    for handler, device, priority in ((HANDLER_A, DEVICE_A, 2000), (HANDLER_B, DEVICE_B, 3000)):
        queue = Packet(None, device, DEVICE_PACKET)
        queue = Packet(queue, device, DEVICE_PACKET)
        queue = Packet(queue, device, DEVICE_PACKET)
        HandlerTask(kernel, handler, priority, queue, Status().set_waiting_with_packet(), HandlerState())
    for device, priority in ((DEVICE_A, 4000), (DEVICE_B, 5000)):
        DeviceTask(kernel, device, priority, None, Status().set_waiting(), DeviceState())
    kernel.schedule()
    return kernel.holds, kernel.sent


def bench():
    return run(10000)


def main(size=4000):
    for n in (1, size // 4, size):
        print(n, *run(n))


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
