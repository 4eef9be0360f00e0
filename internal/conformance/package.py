"""Runs test files of a package, in the package's folder, and says how many tests passed.

    package.py PATHS FILE…

PATHS are the folders, with colons between, that modules come from; +NAME among them is a module that there is in name only:
what a test uses of it skips the test. A name FILE::TEST leaves that test of the file out.
"""
import importlib
import os
import sys
import traceback
import types
import unittest

paths, *files = sys.argv[1:]
paths = paths.split(":")
sys.path[1:1] = [os.path.abspath(p) for p in paths if p[:1] != "+"]
sys.argv = ["test"]
unittest.main = lambda *args, **kw: None  # at the end of a file, for one that is run by itself
import pytest


class InName(types.ModuleType):
    """A module in name only."""
    version = __version__ = "1.0"
    version_tuple = __version_tuple__ = (1, 0)
    __path__ = []

    def __getattr__(self, name):
        if name[:2] == "__":
            raise AttributeError(name)
        return lambda *args, **kw: pytest.skip(self.__name__)


sys.modules.update((p[1:], InName(p[1:])) for p in paths if p[:1] == "+")


def load(file):
    """A file as a module: of its package, if it has one."""
    folder, name = os.path.split(os.path.abspath(file))
    name = name.removesuffix(".py")
    while os.path.exists(os.path.join(folder, "__init__.py")):
        folder, last = os.path.split(folder)
        name = last + "." + name
    if folder not in sys.path:
        sys.path.insert(1, folder)
    return importlib.import_module(name)


def conftests(file):
    """The modules conftest of a file's folders, the innermost first."""
    found, folder = [], os.path.dirname(file)
    while True:
        conf = os.path.join(folder, "conftest.py")
        if os.path.exists(conf):
            found.append(load(conf))
        if not folder:
            return found
        folder = os.path.dirname(folder)


def main():
    out = sys.stdout  # a test that fails may leave another one
    tests = passed = 0
    left_out = {f for f in files if "::" in f}
    for file in files:
        if file in left_out:
            continue
        try:
            for test in pytest.collect(load(file), conftests(file)):
                if file + "::" + test.name.partition("[")[0] in left_out:
                    continue
                tests += 1
                try:
                    test()
                    passed += 1
                except pytest.Skipped:
                    pass
                except BaseException as e:
                    print("FAIL", file, test.name, "".join(traceback.format_exception_only(e)).strip().replace("\n", " ")[:200], file=out)
                    if os.environ.get("CONFORMANCE_TRACE"):
                        traceback.print_exc()
        except pytest.Skipped as e:
            print("SKIP", file, e, file=out)
        except BaseException as e:
            tests += 1
            print("FAIL", file, "".join(traceback.format_exception_only(e)).strip()[-300:], file=out)
            if os.environ.get("CONFORMANCE_TRACE"):
                traceback.print_exc()
    print("RESULT", tests, passed, flush=True, file=out)


if __name__ == "__main__":
    main()
