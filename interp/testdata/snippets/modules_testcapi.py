# _testcapi: functions of every calling convention say what they were called with, and refuse what they do not take.
import _testcapi
owners = [(_testcapi, _testcapi), (i := _testcapi.MethInstance(), i), (_testcapi.MethClass, _testcapi.MethClass),
          (_testcapi.MethClass(), _testcapi.MethClass), (_testcapi.MethStatic(), None)]
names = "meth_noargs", "meth_o", "meth_varargs", "meth_fastcall", "meth_varargs_keywords", "meth_fastcall_keywords"
for owner, receiver in owners:
    for name in names:
        for args, kw in ((), {}), ((1,), {}), ((1, 2), {}), ((1,), {"k": 2}), ((), {"k": 3, "l": 4}):
            try:
                got = getattr(owner, name)(*args, **kw)
            except TypeError as e:
                print(name, args, kw, str(e).rpartition(".")[2])
                continue
            if got is receiver:
                print(name, args, kw, "receiver")
            else:
                assert got[0] is receiver
                print(name, args, kw, got[1], got[-1] or None)
#---
# Calls with a tuple and a dict, or with the names of the last values.
import _testcapi
def f(*args, **kw):
    return args, kw
for _ in range(40):
    assert _testcapi.pycfunction_call(f, (1, 2)) == ((1, 2), {})
    assert _testcapi.pycfunction_call(f, (1,), {"a": 2}) == ((1,), {"a": 2})
    assert _testcapi.pyobject_fastcalldict(f, None, None) == ((), {})
    assert _testcapi.pyobject_vectorcall(f, (1, 2, 3), ("b", "c")) == ((1,), {"b": 2, "c": 3})
    assert _testcapi.pyobject_vectorcall(f, (1, 2), None) == ((1, 2), {})
print(_testcapi.INT_MAX, _testcapi.LONG_MIN, _testcapi.UINT_MAX, _testcapi.ULONG_MAX, _testcapi.FLT_MAX, _testcapi.DBL_MAX)
class E(Exception):
    pass
try:
    _testcapi.raise_exception(E, 3)
except E as e:
    print(e.args)
try:
    _testcapi.raise_memoryerror()
except MemoryError:
    print("no memory")
#---
# What sys.excepthook would print, and a traceback without columns.
import _testcapi, io, sys
def f():
    return 1 / 0
out = io.StringIO()
stderr, sys.stderr = sys.stderr, out
try:
    f()
except ZeroDivisionError as e:
    _testcapi.exception_print(e)
    _testcapi.exception_print(e, True)
    _testcapi.traceback_print(e.__traceback__, out)
_testcapi.exception_print(42)
sys.stderr = stderr
print([line for line in out.getvalue().splitlines() if "File" not in line])
print(_testcapi.config_get("code_debug_ranges"))
#---
# What is no tuple, dict or name is refused.
import _testcapi as t
for call in [lambda: t.pyobject_vectorcall(dict, (), ("a", "b")), lambda: t.pyobject_vectorcall(dict, (1, 2), 5), lambda: t.raise_exception(ValueError, -1), lambda: t.pyobject_fastcalldict(dict, (), 5),
             lambda: t.pyobject_fastcalldict(lambda **k: k, (), {1: 2}), lambda: t.pyobject_vectorcall(dict, 5, None), lambda: t.pyobject_fastcalldict(dict, 5, None), lambda: t.pyobject_fastcalldict(dict, (), {"a": 2}),
             lambda: t.pyobject_fastcalldict(lambda **k: k, (), type("D", (dict,), {})(a=1)), lambda: t.pyobject_vectorcall(dict, (1, 2), ("a", "b"))]:
    try:
        print(call())
    except Exception as e:
        print(type(e).__name__, e)
#---
# What is no exception is neither raised nor shown.
import _testcapi
class Other(ValueError):
    def __new__(cls, *args):
        return 5
for args in (int, 1), (int, 0), (3, 1), (None, 0), (Other, 2), (ValueError, 2):
    try:
        _testcapi.raise_exception(*args)
    except Exception as e:
        print(type(e).__name__, str(e).replace("__main__.", ""))
print(_testcapi.exception_print(1))
import sys
class Out:
    def write(self, s):
        text.append(s)
    def flush(self):
        pass
text = []
for out in None, Out():
    sys.stderr = out
    print(_testcapi.exception_print(1), _testcapi.exception_print(ValueError(2)), "".join(text))
