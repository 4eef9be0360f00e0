# A with statement takes the methods that the object's class has when it is executed, of a builtin class too.
import io
import threading


def locked(lock, n):
    total = 0
    for i in range(n):
        with lock:
            total += i
    return total


print(locked(threading.Lock(), 500), locked(threading.RLock(), 500))


class Manager:
    log = []

    def __enter__(self):
        self.log.append("in")
        return self

    def __exit__(self, kind, error, where):
        self.log.append(kind and kind.__name__)
        return kind is ValueError


class Derived(Manager):
    def __exit__(self, *args):
        self.log.append("derived")
        return super().__exit__(*args)


class Static:
    @staticmethod
    def __enter__():
        return "static"

    @classmethod
    def __exit__(cls, *args):
        return cls.__name__ == "Static"


def managed(m, n, error):
    for i in range(n):
        with m as got:
            if i == n - 1 and error:
                raise error("x")
    return got is m, got if isinstance(got, str) else None


for m in Manager(), Derived(), threading.RLock(), Static(), Manager():
    print(managed(m, 300, None))
    try:
        print(managed(m, 300, ValueError))
    except ValueError as e:
        print("raised", e)
    print(Manager.log[-4:], len(Manager.log))

Manager.__enter__ = lambda self: "patched"
print(managed(Manager(), 300, ValueError), Manager.log[-2:])
del Derived.__exit__
print(managed(Derived(), 300, None), Manager.log[-2:])
m = Manager()
m.__enter__ = lambda: 1 / 0
print(managed(m, 10, None))
del Manager.__exit__
for m in Manager(), 5, io.StringIO("closed"):
    try:
        print(managed(m, 2, None))
    except (TypeError, ValueError) as e:
        print(type(e).__name__, e)
lock = threading.Lock()
try:
    with lock:
        lock.release()
except RuntimeError as e:
    print(e)
