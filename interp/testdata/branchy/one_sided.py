"""The loop of diamonds.py with branches that all go one way."""
from diamonds import work


def bench():
    return work(1000000, 24)


if __name__ == "__main__":
    print(bench())
