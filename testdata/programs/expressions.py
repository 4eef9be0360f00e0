"""Expressions as trees of a class hierarchy: built by operators, derived, simplified,
compared and evaluated."""
import sys
import time


class Node:
    def __add__(self, other):
        return Sum(self, wrap(other))

    def __radd__(self, other):
        return Sum(wrap(other), self)

    def __sub__(self, other):
        return Difference(self, wrap(other))

    def __rsub__(self, other):
        return Difference(wrap(other), self)

    def __mul__(self, other):
        return Product(self, wrap(other))

    def __rmul__(self, other):
        return Product(wrap(other), self)

    def __neg__(self):
        return Negation(self)

    def __eq__(self, other):
        return type(self) is type(other) and self.same(other)

    def __hash__(self):
        return 1

    def __bool__(self):
        return not self.is_constant(0)

    def is_constant(self, value):
        return False

    def simplified(self):
        return self


class Constant(Node):
    def __init__(self, value):
        self.value = value

    def eval(self, env):
        return self.value

    def derive(self, name):
        return ZERO

    def same(self, other):
        return self.value == other.value

    def is_constant(self, value):
        return self.value == value

    def size(self):
        return 1

    def __str__(self):
        return str(self.value)


class Variable(Node):
    def __init__(self, name):
        self.name = name

    def eval(self, env):
        return env[self.name]

    def derive(self, name):
        return ONE if name == self.name else ZERO

    def same(self, other):
        return self.name == other.name

    def size(self):
        return 1

    def __str__(self):
        return self.name


class Negation(Node):
    def __init__(self, operand):
        self.operand = operand

    def eval(self, env):
        return -self.operand.eval(env)

    def derive(self, name):
        return -self.operand.derive(name)

    def same(self, other):
        return self.operand == other.operand

    def simplified(self):
        x = self.operand.simplified()
        if isinstance(x, Negation):
            return x.operand
        if isinstance(x, Constant):
            return Constant(-x.value)
        return Negation(x)

    def size(self):
        return 1 + self.operand.size()

    def __str__(self):
        return "-" + str(self.operand)


class Binary(Node):
    sign = "?"

    def __init__(self, left, right):
        self.left = left
        self.right = right

    def same(self, other):
        return self.left == other.left and self.right == other.right

    def size(self):
        return 1 + self.left.size() + self.right.size()

    def simplified(self):
        a = self.left.simplified()
        b = self.right.simplified()
        if isinstance(a, Constant) and isinstance(b, Constant):
            return Constant(self.compute(a.value, b.value))
        return self.reduce(a, b)

    def __str__(self):
        return "(" + str(self.left) + " " + self.sign + " " + str(self.right) + ")"


class Sum(Binary):
    sign = "+"

    def compute(self, a, b):
        return a + b

    def eval(self, env):
        return self.left.eval(env) + self.right.eval(env)

    def derive(self, name):
        return self.left.derive(name) + self.right.derive(name)

    def reduce(self, a, b):
        if a.is_constant(0):
            return b
        if b.is_constant(0):
            return a
        if a == b:
            return Product(TWO, a)
        return Sum(a, b)


class Difference(Binary):
    sign = "-"

    def compute(self, a, b):
        return a - b

    def eval(self, env):
        return self.left.eval(env) - self.right.eval(env)

    def derive(self, name):
        return self.left.derive(name) - self.right.derive(name)

    def reduce(self, a, b):
        if b.is_constant(0):
            return a
        if a == b:
            return ZERO
        return Difference(a, b)


class Product(Binary):
    sign = "*"

    def compute(self, a, b):
        return a * b

    def eval(self, env):
        return self.left.eval(env) * self.right.eval(env)

    def derive(self, name):
        return self.left.derive(name) * self.right + self.left * self.right.derive(name)

    def reduce(self, a, b):
        if a.is_constant(0) or b.is_constant(0):
            return ZERO
        if a.is_constant(1):
            return b
        if b.is_constant(1):
            return a
        return Product(a, b)


def wrap(value):
    return value if isinstance(value, Node) else Constant(value)


ZERO = Constant(0)
ONE = Constant(1)
TWO = Constant(2)


class Random:
    def __init__(self, seed):
        self.seed = seed

    def __call__(self, n):
        self.seed = (self.seed * 1103515245 + 12345) % 2147483648
        return self.seed // 65536 % n


def build(random, depth):
    if depth == 0:
        k = random(4)
        return Variable("xyz"[k]) if k < 3 else Constant(random(4))
    left = build(random, depth - 1)
    kind = random(8)
    if kind == 0:
        return -left
    if kind == 1:
        return left + random(3)
    if kind == 2:
        return random(3) * left
    right = build(random, depth - 1)
    if kind < 5:
        return left + right
    if kind == 5:
        return left - right
    return left * right


def run(rounds, depth):
    random = Random(5)
    check = 0
    sizes = [0, 0, 0]
    shown = ""
    for _ in range(rounds):
        tree = build(random, depth)
        derived = tree.derive("x")
        small = derived.simplified()
        sizes[0] += tree.size()
        sizes[1] += derived.size()
        sizes[2] += small.size()
        for x in range(6):
            env = {"x": x, "y": x - 3, "z": 7 - 2 * x}
            value = derived.eval(env)
            if value != small.eval(env):
                raise ValueError("not the same")
            check = (check * 31 + value) % 1000003
        if small and small.size() < 12:
            shown = str(small)
    return check, sizes, shown


def bench():
    return run(500, 6)


def main(size=50):
    for n in (1, size // 3, size):
        print(*run(n, 4))


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
