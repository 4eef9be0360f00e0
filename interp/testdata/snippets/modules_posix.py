import _random, posix, errno
class R(_random.Random):
    def __init__(self, x=None):
        self.seed(x); self.g = 1
    def seed(self, a=None): super().seed(a)
r = R(42); print(r.random(), r.getrandbits(70), r.getrandbits(0), r.getstate()[:3], r.g)
s = r.getstate(); x = r.random(); r.setstate(s); print(r.random() == x)
print(_random.Random(5).random(), _random.Random(-5).random(), _random.Random("abc").random(), _random.Random(1<<100).random())
for f in (lambda: r.setstate(5), lambda: r.setstate((1,)), lambda: r.getrandbits(-1), lambda: _random.Random([]), lambda: _random.Random(1,2), lambda: r.seed(1,2,3), lambda: posix.stat("/nonexistent"), lambda: posix.stat(1.5), lambda: posix.listdir("/nonexistent"), lambda: posix.fspath(1), lambda: posix.rmdir("/nonexistent"), lambda: posix.urandom(-1)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
print(len(posix.urandom(8)), errno.ENOENT, errno.errorcode[2], posix.strerror(2), posix.getcwd() != "", b"PATH" in posix.environ, sorted(posix.listdir("/"))[:3], posix.stat("/").st_mode, posix.lstat(b"/").st_uid)
