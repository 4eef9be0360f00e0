"""Documents through json and back: CPython's own Lib/json, in Python everywhere, its
scanner, its decoder of strings and its encoder included."""
import sys
import time

sys.modules["_json"] = None
import json


def text(n):
    out = ""
    for i in range(3 + n % 9):
        k = (n * 7 + i * 13) % 41
        out += "abcdefghijklmnopqrstuvwxyz \"\\/\n\t\u00e4\u20ac\U0001f600 01234"[k]
    return out


def document(n, depth):
    if depth == 0:
        return [None, True, False, n, -n * 10**12, n / 8, text(n)][n % 7]
    if n % 3:
        return {text(n + i): document(n * 3 + i, depth - 1) for i in range(2 + n % 4)}
    return [document(n * 5 + i, depth - 1) for i in range(1 + n % 5)]


def count(value):
    if isinstance(value, dict):
        return 1 + sum(count(v) for v in value.values())
    if isinstance(value, list):
        return 1 + sum(map(count, value))
    return 1


def checksum(s):
    check = 0
    for c in s:
        check = (check * 31 + ord(c)) & 0xffffff
    return check


def trip(n, depth):
    doc = document(n, depth)
    compact = json.dumps(doc, separators=(",", ":"))
    again = json.loads(compact)
    if again != doc:
        raise ValueError("not the same")
    pretty = json.dumps(again, indent=2, sort_keys=True, ensure_ascii=False)
    if json.loads(pretty) != doc:
        raise ValueError("not the same")
    return compact, pretty


def bench():
    check = 0
    for n in range(1, 26):
        compact, pretty = trip(n, 4)
        check = (check * 33 + len(compact) + 7 * len(pretty)) % 1000003
    return check


def main(size=6):
    for n in range(size):
        compact, pretty = trip(n, 3)
        print(n, count(json.loads(pretty)), len(compact), checksum(compact), len(pretty), checksum(pretty))
    print(json.dumps(document(4, 1)))
    for bad in '{"a": }', '[1, 2', '"\\x"', 'nul', '{"a" 1}', '[1] 2':
        try:
            json.loads(bad)
        except json.JSONDecodeError as e:
            print(e)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--bench"]:
        for i in range(int(sys.argv[2])):
            start = time.perf_counter()
            bench()
            print("warm %.6f" % (time.perf_counter() - start))
        for i in range(int(sys.argv[3])):
            start = time.perf_counter()
            value = bench()
            print("bench %.6f" % (time.perf_counter() - start))
        print("value", repr(value))
    elif sys.argv[1:]:
        main(int(sys.argv[1]))
    else:
        main()
