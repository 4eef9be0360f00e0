import time

import pyperf


def add(n):
    return sum(range(n))


def wrong(loops):
    raise ValueError("not\ntoday")


def timed(loops, n):
    start = time.perf_counter()
    for _ in range(loops):
        add(n)
    return time.perf_counter() - start


if __name__ == "__main__":
    runner = pyperf.Runner()
    runner.metadata["description"] = "for tests"
    runner.argparser.add_argument("--rounds", type=int, default=100)
    args = runner.parse_args()
    runner.bench_func("small_add", add, args.rounds)
    runner.bench_time_func("small_wrong", wrong)
    runner.bench_time_func("small_timed", timed, 1000, inner_loops=10)
