"""Fixtures: the arguments of tests."""
import inspect
import io
import os
import pathlib
import shutil
import sys
import tempfile
import unittest.mock
import warnings

from .outcome import Skipped

ABSENT = object()


class Fixture:
    """A function that makes an argument, and what fixture() was told of it."""

    def __init__(self, function, params=None, autouse=False, name=None, scope="function", ids=None):
        self.function, self.params, self.autouse, self.scope = function, params, autouse, scope
        self.name = name or function.__name__

    def __call__(self, *args, **kw):
        return self.function(*args, **kw)

    def __get__(self, instance, owner):
        return self if instance is None else Fixture(
            self.function.__get__(instance), self.params, self.autouse, self.name, self.scope)


def fixture(function=None, **kw):
    return Fixture(function, **kw) if function else lambda f: Fixture(f, **kw)


yield_fixture = fixture


class Stack:
    """What has to be undone behind a test or behind a module."""

    def __init__(self):
        self.undo, self.values = [], {}

    def close(self):
        while self.undo:
            self.undo.pop()()
        self.values.clear()


class FixtureRequest:
    """A test's request for arguments: fixtures by name, found in its class, its module and in conftest."""

    def __init__(self, where, instance, module, params, stack, wide):
        self.where, self.instance, self.module, self.params, self.stack, self.wide = where, instance, module, params, stack, wide
        self.cls = type(instance) if instance is not None else None
        self.fixturename = self.param = None
        self.node = self
        self.config = self
        self.keywords = {}

    def getoption(self, name, default=None):
        return default

    def get_closest_marker(self, name):
        return None

    def addfinalizer(self, f):
        self.stack.undo.append(f)

    def find(self, name):
        for place in (self.instance, *self.where):
            for f in fixtures(place):
                if f.name == name:
                    return f
        return None

    def getfixturevalue(self, name):
        if name == "request":
            return self
        f = self.find(name)
        if f is None:
            if name in self.params:
                return self.params[name]
            return self.keep(self.stack, name, BUILTIN[name]) if name in BUILTIN else missing(name)
        stack = self.stack if f.scope == "function" else self.wide
        return self.keep(stack, name, f.function, f.params is not None or name in self.params)

    def keep(self, stack, name, function, has_param=False):
        key = name, repr(self.params.get(name)) if has_param else None
        if key in stack.values:
            return stack.values[key]
        inner = FixtureRequest(self.where, self.instance, self.module, self.params, stack, self.wide)
        inner.fixturename = name
        if has_param:
            inner.param = self.params.get(name)
        value = function(**inner.arguments(function))
        if inspect.isgenerator(value):
            generator, value = value, next(value)
            stack.undo.append(lambda: next(generator, None))
        stack.values[key] = value
        return value

    def arguments(self, function):
        given = {}
        for p in parameters(function):
            if p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD):
                continue
            if p.name in self.params and self.find(p.name) is None:
                given[p.name] = self.params[p.name]
            elif p.default is p.empty:
                given[p.name] = self.getfixturevalue(p.name)
        return given


def parameters(function):
    """The parameters that fixtures are for: those that mock.patch fills are not."""
    of = list(inspect.signature(function).parameters.values())
    filled = sum(p.attribute_name is None and p.new is unittest.mock.DEFAULT for p in getattr(function, "patchings", ()))
    return of[filled:]


def missing(name):
    raise LookupError("no fixture " + name)


def fixtures(place):
    """The fixtures of an instance or a module."""
    for name in dir(place) if place is not None else ():
        if isinstance(inspect.getattr_static(place, name, None), Fixture):
            yield getattr(place, name)


class MonkeyPatch:
    def __init__(self):
        self.undo_list = []

    @classmethod
    def context(cls):
        import contextlib

        @contextlib.contextmanager
        def manager():
            m = cls()
            try:
                yield m
            finally:
                m.undo()
        return manager()

    def setattr(self, target, name, value=ABSENT, raising=True):
        if value is ABSENT:
            import importlib
            path, value = target, name
            module, _, name = path.rpartition(".")
            try:
                target = importlib.import_module(module)
            except ImportError:
                module, _, middle = module.rpartition(".")
                target = getattr(importlib.import_module(module), middle)
        old = vars(target).get(name, ABSENT) if isinstance(target, type) else getattr(target, name, ABSENT)
        if raising and getattr(target, name, ABSENT) is ABSENT:
            raise AttributeError(name)
        self.undo_list.append(lambda: delattr(target, name) if old is ABSENT else setattr(target, name, old))
        setattr(target, name, value)

    def delattr(self, target, name, raising=True):
        if not hasattr(target, name):
            if raising:
                raise AttributeError(name)
            return
        old = getattr(target, name)
        self.undo_list.append(lambda: setattr(target, name, old))
        delattr(target, name)

    def setitem(self, target, key, value):
        old = target.get(key, ABSENT)
        self.undo_list.append(lambda: target.pop(key, None) if old is ABSENT else target.__setitem__(key, old))
        target[key] = value

    def delitem(self, target, key, raising=True):
        if key not in target:
            if raising:
                raise KeyError(key)
            return
        old = target[key]
        self.undo_list.append(lambda: target.__setitem__(key, old))
        del target[key]

    def setenv(self, name, value, prepend=None):
        self.setitem(os.environ, name, str(value))

    def delenv(self, name, raising=True):
        self.delitem(os.environ, name, raising)

    def syspath_prepend(self, path):
        old = sys.path[:]
        self.undo_list.append(lambda: sys.path.__setitem__(slice(None), old))
        sys.path.insert(0, str(path))

    def chdir(self, path):
        old = os.getcwd()
        self.undo_list.append(lambda: os.chdir(old))
        os.chdir(path)

    def undo(self):
        while self.undo_list:
            self.undo_list.pop()()


class Captured(tuple):
    out = property(lambda self: self[0])
    err = property(lambda self: self[1])


class CaptureFixture:
    """sys.stdout and sys.stderr as text."""

    def __init__(self):
        self.old = sys.stdout, sys.stderr
        self.start()

    def start(self):
        sys.stdout = io.TextIOWrapper(io.BytesIO(), "utf-8", newline="", write_through=True)
        sys.stderr = io.TextIOWrapper(io.BytesIO(), "utf-8", newline="", write_through=True)

    def readouterr(self):
        texts = []
        for f in (sys.stdout, sys.stderr):
            f.flush()
            texts.append(f.buffer.getvalue().decode())
            f.seek(0)
            f.truncate()
        return Captured(texts)

    def disabled(self):
        import contextlib
        return contextlib.nullcontext()

    def stop(self):
        sys.stdout, sys.stderr = self.old


class TempPathFactory:
    def __init__(self):
        self.base = pathlib.Path(tempfile.mkdtemp())

    def mktemp(self, name, numbered=True):
        return pathlib.Path(tempfile.mkdtemp(prefix=name, dir=self.base))

    def remove(self):
        shutil.rmtree(self.base, ignore_errors=True)


class WarningsRecorder(list):
    def pop(self, kind=Warning):
        for i, w in enumerate(self):
            if issubclass(w.category, kind):
                return list.pop(self, i)
        raise AssertionError("no warning %r" % kind)

    def clear(self):
        del self[:]


def monkeypatch():
    m = MonkeyPatch()
    yield m
    m.undo()


def capsys():
    c = CaptureFixture()
    yield c
    c.stop()


def tmp_path_factory():
    f = TempPathFactory()
    yield f
    f.remove()


def tmp_path(tmp_path_factory):
    return tmp_path_factory.mktemp("test")


def recwarn():
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("default")
        seen.__class__ = WarningsRecorder if seen.__class__ is not list else seen.__class__
        yield seen


def doctest_namespace():
    return {}


def unsupported(name):
    def make():
        raise Skipped("fixture " + name)
    return make


BUILTIN = {f.__name__: f for f in (monkeypatch, capsys, tmp_path_factory, tmp_path, recwarn, doctest_namespace)}
BUILTIN |= {name: unsupported(name) for name in ("capfd", "caplog", "pytester", "testdir", "benchmark", "tmpdir", "subtests", "pytestconfig")}
