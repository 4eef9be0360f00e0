"""Tests of a module, and how one is run."""
import asyncio
import inspect
import unittest

from . import marks
from .fixtures import FixtureRequest, Stack, fixtures
from .outcome import Failed, Skipped, XFailed


class Test:
    """A function or method with one set of parameters."""

    def __init__(self, name, function, cls, module, conftests, said, params, wide):
        self.name, self.function, self.cls, self.module = name, function, cls, module
        self.conftests, self.said, self.params, self.wide = conftests, said, params, wide

    def __call__(self):
        expected = None
        for m in self.said:
            condition = m.args[0] if m.args else m.kwargs.get("condition", True)
            if m.name == "skip" or m.name == "skipif" and (eval(condition, vars(self.module)) if isinstance(condition, str) else condition):
                raise Skipped(str(m.kwargs.get("reason", "")))
            if m.name == "xfail" and condition:
                expected = m.kwargs.get("raises", BaseException)
        if expected is None:
            return self.body()
        try:
            self.body()
        except XFailed:
            pass
        except expected:
            pass

    def body(self):
        instance = self.cls() if self.cls else None
        stack = Stack()
        request = FixtureRequest((self.module, *self.conftests), instance, self.module, self.params, stack, self.wide)
        request.function = self.function
        try:
            for place in (*reversed(self.conftests), self.module, instance):
                for f in fixtures(place):
                    if f.autouse:
                        request.getfixturevalue(f.name)
            for m in self.said:
                if m.name == "usefixtures":
                    for name in m.args:
                        request.getfixturevalue(name)
            call(instance, "setup_method", self.function)
            function = self.function.__get__(instance) if self.cls else self.function
            if isinstance(inspect.getattr_static(self.cls, self.function.__name__, None), staticmethod):
                function = self.function
            result = function(**request.arguments(function))
            if inspect.iscoroutine(result):
                asyncio.run(result)
            call(instance, "teardown_method", self.function)
        finally:
            stack.close()


def call(place, name, *args):
    f = getattr(place, name, None)
    if f:
        f(*args[:len(inspect.signature(f).parameters)])


class Case:
    """A test of unittest's."""

    def __init__(self, test):
        self.name, self.test = test.id(), test

    def __call__(self):
        result = unittest.TestResult()
        self.test.run(result)
        if result.skipped:
            raise Skipped(result.skipped[0][1])
        for _, text in result.errors + result.failures:
            raise Failed(text.strip().splitlines()[-1])
        if result.unexpectedSuccesses:
            raise Failed("unexpected success")


def cases(suite):
    for t in suite:
        if isinstance(t, unittest.TestSuite):
            yield from cases(t)
        else:
            yield Case(t)


def collect(module, conftests=()):
    """The tests of a module in order; the last one undoes what the fixtures of the module did."""
    wide = Stack()
    call(module, "setup_module", module)
    for name, value in list(vars(module).items()):
        if inspect.isclass(value) and value.__module__.startswith("unittest."):
            continue
        if inspect.isclass(value) and issubclass(value, unittest.TestCase):
            suite = unittest.defaultTestLoader.loadTestsFromTestCase(value)
            value.setUpClass()
            yield from cases(suite)
            value.tearDownClass()
            value.doClassCleanups()
        elif inspect.isclass(value) and name.startswith("Test") and not hasattr(value, "__test__"):
            call(value, "setup_class")
            for attr in dir(value):
                f = getattr(value, attr)
                if attr.startswith("test") and callable(f) and not isinstance(f, type):
                    yield from expand(name + "." + attr, f, value, module, conftests, marks.of(value), wide)
            call(value, "teardown_class")
        elif name.startswith("test") and inspect.isfunction(inspect.unwrap(value) if callable(value) else value):
            yield from expand(name, value, None, module, conftests, [], wide)
    wide.close()
    call(module, "teardown_module", module)


def expand(name, function, cls, module, conftests, said, wide):
    """The tests that a function's parameters and those of its fixtures make."""
    said = marks.of(module) + said + marks.of(function)
    request = FixtureRequest((module, *conftests), cls, module, {}, None, wide)
    more, names, seen = [], list(inspect.signature(function).parameters), set()
    names += [n for m in said if m.name == "usefixtures" for n in m.args]
    names += [f.name for place in (*conftests, module, cls) for f in fixtures(place) if f.autouse]
    while names:
        n = names.pop()
        f = request.find(n)
        if f is None or n in seen:
            continue
        seen.add(n)
        names += inspect.signature(f.function).parameters
        if f.params is not None:
            more.append(marks.Mark("parametrize", (n, f.params)))
    for i, (params, further) in enumerate(marks.cases(said + more)):
        yield Test("%s[%d]" % (name, i) if params else name, function, cls, module, conftests, said + further, params, wide)
