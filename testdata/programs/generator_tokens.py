"""A tokenizer as a pipeline of generators: characters, tokens, and an evaluator
that reads them from one by next and send."""
import sys
import time


def source(n):
    seed = 7
    for i in range(n):
        seed = (seed * 1103515245 + 12345) & 0x7fffffff
        yield "x%d = (%d + y * %d) - z_%d * 2.5;" % (i % 17, seed % 1000, seed >> 8 & 255, i % 5)


def characters(lines):
    for line in lines:
        for c in line:
            yield c
        yield "\n"


def tokens(chars):
    text = ""
    kind = ""
    for c in chars:
        if c.isalpha() or c == "_":
            new = "number" if kind == "number" else "name"
        elif c.isdigit():
            new = kind if kind == "name" else "number"
        elif c == "." and kind == "number":
            new = "number"
        elif c == " " or c == "\n":
            new = ""
        else:
            new = "operator"
        if new == kind and kind != "operator":
            text += c
            continue
        if kind:
            yield kind, text
        kind = new
        text = c
    if kind:
        yield kind, text


def counter():
    counts = {}
    pair = yield
    while pair is not None:
        kind, text = pair
        counts[kind] = counts.get(kind, 0) + len(text)
        pair = yield
    yield sorted(counts.items())


def numbers(pairs):
    for kind, text in pairs:
        if kind == "number":
            yield float(text) if "." in text else int(text)


def analyse(n):
    into = counter()
    next(into)
    for pair in tokens(characters(source(n))):
        into.send(pair)
    total = sum(numbers(tokens(characters(source(n)))))
    longest = max(len(text) for kind, text in tokens(characters(source(n))))
    return into.send(None), total, longest


def bench():
    return analyse(300)


def main(size=60):
    for n in 1, 10, size:
        print(n, analyse(n))


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
