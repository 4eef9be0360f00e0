"""Functions of standard modules that are Go here and C in CPython: the shortest of RUNS runs, in nanoseconds of CPU time for what a name says.

    tier2 run interp/testdata/library.py [RUNS [N [NAME...]]]
"""
import decimal
import io
import json
import os
import pickle
import sys
import tempfile
import xml.etree.ElementTree as ET
from decimal import Decimal
from time import process_time

record = {"name%d" % i: "value of %d" % i if i % 2 else i * 1000 for i in range(40)}
numbers = [list(range(10)) for _ in range(10)]
nested = {i: dict.fromkeys(range(10)) for i in range(10)}


def dumps(v):
    def function(n, dumps=pickle.dumps):
        for i in range(n):
            dumps(v)
    return function


def loads(v):
    def function(n, loads=pickle.loads, data=pickle.dumps(v)):
        for i in range(n):
            loads(data)
    return function


def json_dumps(n, dumps=json.dumps):
    for i in range(n):
        dumps(record)


def json_loads(n, loads=json.loads, text=json.dumps(record)):
    for i in range(n):
        loads(text)


def element_fields(n, e=ET.Element("tag")):
    for i in range(n):
        e.text = e.tag
        e.tail = e.text


def element_items(n, e=ET.Element("tag", {"a": "b"})):
    for i in range(n):
        e.items()


def element_iter(n, e=ET.Element("tag")):
    for i in range(16):
        ET.SubElement(e, "other")
    for i in range(n >> 4):
        for x in e.iter("some"):
            pass


def sub_element(n):
    for i in range(n >> 4):
        e = ET.Element("tag")
        for k in range(16):
            ET.SubElement(e, "sub")


def wrapper_write(n):
    f = io.TextIOWrapper(io.BytesIO(), "us-ascii", "xmlcharrefreplace", newline="\n")
    for i in range(n):
        f.write("some text")


def print_memory(n):
    f = io.StringIO()
    for i in range(n):
        print("text", file=f)


def decimals(op, a, b, prec):
    def function(n, a=Decimal(a), b=Decimal(b)):
        decimal.getcontext().prec = prec
        op(n, a, b)
        decimal.getcontext().prec = 28
    return function


def add(n, a, b):
    for i in range(n):
        a + b


def mul(n, a, b):
    for i in range(n):
        a * b


def div(n, a, b):
    for i in range(n):
        a / b


def quantize(n, a, b):
    for i in range(n):
        a.quantize(b)


def stat(n, path=tempfile.gettempdir()):
    for i in range(n):
        os.stat(path)


third, half = "0.3333333333333333333", "1234.5678"
all_of = {
    "pickle.dumps record": (dumps(record), 40), "pickle.dumps lists": (dumps(numbers), 100), "pickle.dumps dicts": (dumps(nested), 100),
    "pickle.loads record": (loads(record), 40), "pickle.loads lists": (loads(numbers), 100), "pickle.loads dicts": (loads(nested), 100),
    "json.dumps": (json_dumps, 40), "json.loads": (json_loads, 40),
    "e.text, e.tail": (element_fields, 1), "e.items()": (element_items, 1), "e.iter(tag)": (element_iter, 1), "SubElement": (sub_element, 1),
    "TextIOWrapper.write": (wrapper_write, 1), "print(file=StringIO)": (print_memory, 1),
    "Decimal + at 9": (decimals(add, third, half, 9), 1), "Decimal * at 9": (decimals(mul, third, half, 9), 1), "Decimal / at 9": (decimals(div, third, half, 9), 1),
    "Decimal + at 19": (decimals(add, third, half, 19), 1), "Decimal * at 19": (decimals(mul, third, half, 19), 1), "Decimal / at 19": (decimals(div, third, half, 19), 1),
    "quantize": (decimals(quantize, half, "0.01", 28), 1),
    "os.stat": (stat, 1),
}
runs, n = [*map(int, sys.argv[1:3]), *[5, 100000][len(sys.argv[1:3]):]]
for name, (f, parts) in all_of.items():
    if sys.argv[3:] and name not in sys.argv[3:]:
        continue
    best = 1e9
    for _ in range(runs):
        start = process_time()
        f(n // parts)
        best = min(best, process_time() - start)
    print(f"{name:22} {best / n * 1e9:7.1f}")
