"""What the benchmarks of pyperformance use of pyperf, for tier2 bench -pyperformance.

A file runs unmodified as

    FILE [ITS OWN ARGUMENTS] --bench WARMUP ITERATIONS

and prints, for each function that it times,

    function NAME
    warm SECONDS     WARMUP times
    bench SECONDS    ITERATIONS times

where SECONDS is the time of one call of the function. An iteration repeats the call
until it takes MIN_TIME: the number of calls is doubled before the first one. The very first
call does not count: it imports and compiles.
A function that raises prints "failed NAME: ERROR" instead; the next one runs.
"""

import sys
from time import perf_counter, process_time

MIN_TIME = 0.1
CPU = False  # tier2 bench -cpu and -select set it: SECONDS are of the process's CPU time


def python_implementation():
    return sys.implementation.name


def _own_arguments():
    i = sys.argv.index("--bench")
    warm, iterations = int(sys.argv[i + 1]), int(sys.argv[i + 2])
    del sys.argv[i:i + 3]
    return warm, iterations


class Runner:
    def __init__(self, *, add_cmdline_args=None, **options):
        self.metadata = {}
        self.args = None
        self._warm, self._iterations = _own_arguments()
        self._parser = None

    @property
    def argparser(self):
        if self._parser is None:
            import argparse
            self._parser = argparse.ArgumentParser()
        return self._parser

    def parse_args(self, args=None):
        if self.args is None:
            self.args = self.argparser.parse_args(args)
        return self.args

    def bench_time_func(self, name, time_func, *args, inner_loops=1, metadata=None):
        print("function", name, flush=True)
        try:
            def timed(loops):
                start = process_time()
                seconds = time_func(loops, *args)
                return process_time() - start if CPU else seconds
            loops = 1
            timed(loops)
            while timed(loops) < MIN_TIME:
                loops *= 2
            for i in range(self._warm + self._iterations):
                seconds = timed(loops) / (loops * (inner_loops or 1))
                print("warm" if i < self._warm else "bench", "%.15f" % seconds, flush=True)
        except Exception as e:
            print("failed %s: %s: %s" % (name, type(e).__name__, " ".join(str(e).split())), flush=True)

    def bench_func(self, name, func, *args, inner_loops=1, metadata=None):
        def time_func(loops):
            start = perf_counter()
            for _ in range(loops):
                func(*args)
            return perf_counter() - start
        self.bench_time_func(name, time_func, inner_loops=inner_loops)

    def bench_async_func(self, name, func, *args, inner_loops=1, metadata=None, loop_factory=None):
        def time_func(loops):
            import asyncio

            async def main():
                start = perf_counter()
                for _ in range(loops):
                    await func(*args)
                return perf_counter() - start
            with asyncio.Runner(loop_factory=loop_factory) as runner:
                return runner.run(main())
        self.bench_time_func(name, time_func, inner_loops=inner_loops)

    def bench_command(self, name, command, **options):
        print("function", name)
        print("failed %s: it times other processes" % name)
