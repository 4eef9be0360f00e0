"""Runs one of CPython's test files, DIR/test/NAME.py, unmodified, and says how many tests passed.

    driver.py DIR NAME
"""
import sys

folder, name = sys.argv[1:]
sys.path.insert(0, folder)
sys.argv = [name]
import importlib
import unittest


class Result(unittest.TestResult):
    passed = 0

    def addSuccess(self, test):
        self.passed += 1

    def addExpectedFailure(self, test, err):
        self.passed += 1


module = importlib.import_module("test." + name)
result = Result()
unittest.defaultTestLoader.loadTestsFromModule(module).run(result)
for test, text in result.errors + result.failures:
    print("FAIL", test.id(), text.strip().splitlines()[-1][:200])
print("RESULT", result.testsRun, result.passed, flush=True)
