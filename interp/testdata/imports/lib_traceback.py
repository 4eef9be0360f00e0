"""traceback: what it makes of exceptions, causes, contexts and frames."""
import sys
import traceback


def inner(x):
    return 1 / x


def middle(x):
    try:
        return inner(x)
    except ZeroDivisionError as e:
        raise ValueError("bad " + repr(x)) from e


def outer():
    try:
        middle(0)
    except ValueError:
        {}["key"]


try:
    outer()
except KeyError as e:
    exc = e
    text = traceback.format_exc()
print([line.strip() for line in text.splitlines() if not line.strip().startswith(("File", "~", "^"))])
tb = exc.__traceback__
stack = traceback.extract_tb(tb)
print([(f.name, f.lineno, f.line) for f in stack], len(stack))
print(traceback.format_exception_only(exc), traceback.format_exception_only(type(exc), exc))
print([f.name for f in traceback.extract_tb(exc.__context__.__traceback__)], exc.__context__.__cause__ is not None)
te = traceback.TracebackException.from_exception(exc)
print(te.exc_type_str, str(te), te.__context__.__cause__.exc_type_str, len(list(te.format())) > 5)
print(traceback.format_exception_only(SyntaxError("no", ("f.py", 3, 5, "a b c\n", 3, 6))))


class Odd(Exception):
    def __str__(self):
        raise RuntimeError


print(traceback.format_exception_only(Odd()))
err = ValueError("x")
err.add_note("first\nsecond")
print(traceback.format_exception(err))
traceback.print_exception(err, file=sys.stdout)
traceback.print_exc(limit=1, file=sys.stdout)
print(traceback.format_list([("f.py", 7, "g", "x = 1"), ("f.py", 8, "h", None)]))
summary = traceback.StackSummary.from_list([("f.py", 1, "rec", "rec()")] * 6)
print(summary.format())
try:
    try:
        raise KeyError("a")
    finally:
        raise KeyError("b") from None
except KeyError as e:
    print([line for line in traceback.format_exception(e) if "File" not in line])
print(traceback.format_exception_only(NameError("name 'prnt' is not defined")))
try:
    undefined_thing
except NameError as e:
    print(traceback.format_exception_only(e))
try:
    sys.verison
except AttributeError as e:
    print(traceback.format_exception_only(e))
