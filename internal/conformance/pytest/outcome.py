"""How a test ends that neither passes nor raises an exception of its own."""
import importlib


class Skipped(BaseException):
    """The test does not apply here."""


class Failed(AssertionError):
    """What the test asks for did not happen."""


class XFailed(BaseException):
    """The test says of itself that it fails."""


def skip(reason="", allow_module_level=False, msg=""):
    raise Skipped(reason or msg)


skip.Exception = Skipped


def fail(reason="", pytrace=True, msg=""):
    raise Failed(reason or msg)


fail.Exception = Failed


def xfail(reason=""):
    raise XFailed(reason)


def importorskip(name, minversion=None, reason=None, exc_type=ImportError):
    try:
        return importlib.import_module(name)
    except exc_type as e:
        raise Skipped(str(e))
