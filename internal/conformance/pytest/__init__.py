"""What test suites use of pytest, without assertion rewriting and plugins: marks, fixtures, raises, approx.

collect(module) lists a module's tests; a test is called, and returns or raises Skipped or whatever failed.
"""
import contextlib
import functools
import re
import warnings as _warnings

from .approximate import approx
from .fixtures import FixtureRequest, MonkeyPatch, CaptureFixture, TempPathFactory, WarningsRecorder
from .fixtures import fixture, yield_fixture
from .marks import mark, param
from .outcome import Skipped, Failed, XFailed, fail, importorskip, skip, xfail
from .run import collect

__version__ = "9.0"
CaptureResult = tuple
LogCaptureFixture = ExceptionInfo = Config = Parser = Session = object


class Node:
    """What is collected, in name only: suites derive from these."""


class Item(Node):
    pass


class Collector(Node):
    pass


class File(Collector):
    pass


class _Raises:
    """A block that has to raise; then value is the exception. It may be entered again."""

    def __init__(self, kind, match=None, check=None):
        self.kind, self.pattern, self.check, self.value = kind, match, check, None

    def __enter__(self):
        return self

    def __exit__(self, kind, e, tb):
        if e is None:
            raise Failed("%r is not raised" % (self.kind,))
        if not isinstance(e, self.kind):
            return False
        self.value = e
        if self.pattern is not None:
            self.match(self.pattern)
        if self.check is not None and not self.check(e):
            raise Failed("check fails for %r" % e)
        return True

    @property
    def type(self):
        return type(self.value)

    @property
    def tb(self):
        return self.value.__traceback__

    traceback = tb

    def match(self, pattern):
        text = "\n".join([str(self.value), *getattr(self.value, "__notes__", [])])
        if not re.search(pattern, text):
            raise Failed("%r is not in %r" % (pattern, text))
        return True

    def __str__(self):
        return repr(self.value)


def raises(kind, *args, match=None, check=None, **kw):
    if not args:
        return _Raises(kind, match, check)
    with _Raises(kind) as caught:
        args[0](*args[1:], **kw)
    return caught


@contextlib.contextmanager
def _warning(kind, match):
    with _warnings.catch_warnings(record=True) as seen:
        _warnings.simplefilter("always")
        yield seen
    if not any(issubclass(w.category, kind) and (match is None or re.search(match, str(w.message))) for w in seen):
        raise Failed("no warning %r" % (kind,))


def warns(kind=Warning, *args, match=None, **kw):
    if not args:
        return _warning(kind, match)
    with _warning(kind, None):
        return args[0](*args[1:], **kw)


deprecated_call = functools.partial(warns, (DeprecationWarning, PendingDeprecationWarning, FutureWarning))


def register_assert_rewrite(*names):
    pass


def hookimpl(f=None, **kw):
    return f if f else lambda f: f


def main(*args):
    raise SystemExit("tests are run by the driver")
