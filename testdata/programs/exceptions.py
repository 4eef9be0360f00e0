"""Exceptions in hot loops: raised at every turn, by builtins, in callees; handlers, finally, re-raising."""
import sys
import time

WORDS = ["12", "x1", "3.5", "7", "", "1e3", "nine", "-4", "0x10", "88"]


def classify(n):
    ints = 0
    floats = 0.0
    bad = 0
    for i in range(n):
        word = WORDS[i % 10]
        try:
            ints += int(word)
        except ValueError:
            try:
                floats += float(word)
            except ValueError:
                bad += 1
    return ints, floats, bad


def count(n):
    seen = {}
    for i in range(n):
        key = i * 7919 % 1009
        try:
            seen[key] += 1
        except KeyError:
            seen[key] = 1
    return len(seen), seen[5]


def always(n):
    total = 0
    for i in range(n):
        try:
            raise ValueError(i)
        except ValueError as e:
            total += e.args[0]
    return total


def check(x):
    if x % 5 == 0:
        raise LookupError(x)
    if x % 7 == 0:
        return 100 // (x % 7)
    return x


def step(x, log):
    try:
        return check(x)
    except ZeroDivisionError:
        return -1
    finally:
        log[0] += 1


def ladder(n):
    log = [0]
    total = errors = 0
    for i in range(n):
        try:
            total += step(i, log)
        except LookupError as e:
            errors += e.args[0] & 3
    return total, errors, log[0]


def again(n):
    kinds = [ValueError, KeyError, IndexError, TypeError]
    caught = [0, 0, 0]
    for i in range(n):
        try:
            try:
                raise kinds[i & 3](i)
            except (KeyError, IndexError) as e:
                caught[0] += 1
                if i % 3 == 0:
                    raise
                raise RuntimeError(i) from e
            except TypeError:
                caught[1] += 1
                continue
        except (LookupError, RuntimeError):
            caught[2] += 1
        except ValueError:
            pass
    return caught


def walk(n):
    items = list(range(50))
    total = rounds = 0
    i = 0
    while rounds < n:
        try:
            total += items[i]
            i += 1
        except IndexError:
            i = 0
            rounds += 1
    return total


def run(n):
    return classify(n), count(n), always(n), ladder(n), again(n), walk(n // 50)


def bench():
    return run(20000)


def main(size=20000):
    for r in run(size):
        print(r)


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
