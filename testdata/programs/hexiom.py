"""A puzzle on a hexagonal board: each tile shows how many tiles are next to it. A search
that narrows down what a cell may hold."""
import sys
import time

EMPTY = 7


class Board:
    """The cells of a hexagon, and which are next to which."""

    def __init__(self, size):
        self.size = size
        self.places = []
        self.by_place = {}
        for y in range(size * 2 - 1):
            for x in range(size * 2 - 1):
                if abs(x - y) < size:
                    self.by_place[(x, y)] = len(self.places)
                    self.places.append((x, y))
        self.next = [self.around(x, y) for x, y in self.places]

    def around(self, x, y):
        found = []
        for dx, dy in ((-1, -1), (0, -1), (-1, 0), (1, 0), (0, 1), (1, 1)):
            k = self.by_place.get((x + dx, y + dy))
            if k is not None:
                found.append(k)
        return found

    def __len__(self):
        return len(self.places)


class Cells:
    """What each cell may still hold."""

    def __init__(self, choices):
        self.choices = choices

    def clone(self):
        return Cells([list(c) for c in self.choices])

    def __getitem__(self, i):
        return self.choices[i]

    def is_set(self, i):
        return len(self.choices[i]) == 1

    def set(self, i, v):
        self.choices[i] = [v]

    def remove(self, i, v):
        c = self.choices[i]
        if v in c:
            c.remove(v)
            return True
        return False


class Position:
    def __init__(self, board, tiles, cells):
        self.board = board
        self.tiles = tiles
        self.cells = cells

    def clone(self):
        return Position(self.board, self.tiles, self.cells.clone())

    def counts(self):
        left = list(self.tiles)
        for i in range(len(self.board)):
            if self.cells.is_set(i):
                left[self.cells[i][0]] -= 1
        return left

    def narrow(self):
        """Takes out what cannot be, until nothing changes; False if a cell has nothing
        left."""
        cells = self.cells
        board = self.board
        changed = True
        while changed:
            changed = False
            left = self.counts()
            for n in left:
                if n < 0:
                    return False
            for i in range(len(board)):
                if cells.is_set(i):
                    continue
                for v in (0, 1, 2, 3, 4, 5, 6, EMPTY):
                    if left[v] == 0 and cells.remove(i, v):
                        changed = True
            for i in range(len(board)):
                full = 0
                may = 0
                for k in board.next[i]:
                    c = cells[k]
                    if EMPTY not in c:
                        full += 1
                        may += 1
                    elif len(c) > 1:
                        may += 1
                for v in list(cells[i]):
                    if v != EMPTY and (v < full or v > may):
                        cells.remove(i, v)
                        changed = True
                if not cells[i]:
                    return False
                if cells.is_set(i) and cells[i][0] != EMPTY and full < may:
                    v = cells[i][0]
                    if v == full:
                        for k in board.next[i]:
                            if EMPTY in cells[k] and not cells.is_set(k):
                                cells.set(k, EMPTY)
                                changed = True
                    elif v == may:
                        for k in board.next[i]:
                            if not cells.is_set(k) and cells.remove(k, EMPTY):
                                changed = True
        return True

    def choose(self):
        """The cell with the fewest ways, or -1."""
        best = -1
        fewest = 99
        for i in range(len(self.board)):
            n = len(self.cells[i])
            if 1 < n < fewest:
                fewest = n
                best = i
        return best

    def solved(self):
        for i in range(len(self.board)):
            v = self.cells[i][0]
            if v != EMPTY:
                n = 0
                for k in self.board.next[i]:
                    if self.cells[k][0] != EMPTY:
                        n += 1
                if n != v:
                    return False
        return all(n == 0 for n in self.counts())

    def __str__(self):
        lines = []
        size = self.board.size
        for y in range(size * 2 - 1):
            row = []
            for x in range(size * 2 - 1):
                k = self.board.by_place.get((x, y))
                if k is not None:
                    v = self.cells[k][0]
                    row.append("." if v == EMPTY else str(v))
            lines.append(" " * (size * 2 - 1 - len(row)) + " ".join(row))
        return "\n".join(lines)


class Solver:
    def __init__(self, limit):
        self.limit = limit
        self.steps = 0

    def solve(self, position):
        self.steps += 1
        if self.steps > self.limit:
            return None
        if not position.narrow():
            return None
        i = position.choose()
        if i < 0:
            return position if position.solved() else None
        for v in list(position.cells[i]):
            way = position.clone()
            way.cells.set(i, v)
            found = self.solve(way)
            if found is not None:
                return found
        return None


def puzzle(size, seed):
    """The tiles of a random board, which has a solution for that reason."""
    board = Board(size)
    full = []
    for _ in range(len(board)):
        seed = (seed * 1103515245 + 12345) % 2147483648
        full.append(seed // 65536 % 5 < 3)
    tiles = [0] * 8
    for i in range(len(board)):
        if full[i]:
            tiles[sum(1 for k in board.next[i] if full[k])] += 1
        else:
            tiles[EMPTY] += 1
    return Position(board, tiles, Cells([[0, 1, 2, 3, 4, 5, 6, EMPTY] for _ in range(len(board))]))


def run(size, seeds, limit):
    steps = []
    last = None
    for seed in range(seeds):
        solver = Solver(limit)
        found = solver.solve(puzzle(size, seed))
        steps.append(solver.steps)
        if found is not None:
            last = found
    return steps, str(last)


def bench():
    return run(3, 14, 400)


def main(size=40):
    for n in (2, 3):
        steps, board = run(n, 3, size)
        print(*steps)
        print(board)


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
