"""Writes docs.bin: what builtin types, methods and functions of the modules that this VM has say
of themselves in CPython 3.14. The parts of an entry end in NUL: its name, its signature, its text.

    python3.14 -P -s -S testdata/gen_docs.py NAME… > docs.bin
"""
import builtins
import importlib
import sys
import types

NONE = "\1"


def entry(name, x):
    sig, doc = getattr(x, "__text_signature__", None), x.__doc__
    if doc is not None and not isinstance(doc, str):  # of functions and descriptors: a descriptor
        return
    out[name] = "\0".join((name, NONE if sig is None else sig, NONE if doc is None else doc)) + "\0"


def type_name(t):
    return t.__qualname__ if t.__module__ == "builtins" else t.__module__ + "." + t.__qualname__


def add_type(t):
    if t in seen:
        return
    seen.add(t)
    entry(type_name(t), t)
    for n, v in sorted(vars(t).items()):
        if n == "__module__" or isinstance(v, (type, str)):
            continue
        if isinstance(v, (staticmethod, classmethod)) or type(v).__name__ in KINDS:
            entry(type_name(t) + "." + n, v)


KINDS = "method_descriptor wrapper_descriptor getset_descriptor member_descriptor classmethod_descriptor builtin_function_or_method".split()
out, seen = {}, set()
for name in ["builtins", *sys.argv[1:]]:
    m = importlib.import_module(name)
    for n, v in sorted(vars(m).items()):
        if isinstance(v, types.BuiltinFunctionType):
            entry(name + "." + n, v)
        elif isinstance(v, type):
            add_type(v)
for t in vars(types).values():
    if isinstance(t, type):
        add_type(t)
for name in sorted(out, key=str.encode):
    sys.stdout.write(out[name])
