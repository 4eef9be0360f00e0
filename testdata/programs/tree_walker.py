"""A small language, executed by walking its trees: methods found by the names of the
nodes' classes, environments in chains, functions with closures, returns by exceptions."""
import sys
import time


class Node:
    fields = ()

    def __init__(self, *values):
        for name, value in zip(self.fields, values, strict=True):
            setattr(self, name, value)


class Number(Node):
    fields = ("value",)


class Name(Node):
    fields = ("name",)


class Binary(Node):
    fields = ("operator", "left", "right")


class Assign(Node):
    fields = ("name", "value")


class If(Node):
    fields = ("test", "then", "other")


class While(Node):
    fields = ("test", "body")


class Block(Node):
    fields = ("statements",)


class Function(Node):
    fields = ("parameters", "body")


class Call(Node):
    fields = ("function", "arguments")


class Return(Node):
    fields = ("value",)


class Parser:
    """Reads (operator operand ...) lists."""

    def __init__(self, source):
        self.tokens = source.replace("(", " ( ").replace(")", " ) ").split()
        self.at = 0

    def next(self):
        token = self.tokens[self.at]
        self.at += 1
        return token

    def many(self):
        out = []
        while self.tokens[self.at] != ")":
            out.append(self.node())
        self.at += 1
        return out

    def node(self):
        token = self.next()
        if token != "(":
            return Number(int(token)) if token.lstrip("-").isdigit() else Name(token)
        match self.next():
            case "set":
                return self.end(Assign(self.next(), self.node()))
            case "if":
                return self.end(If(self.node(), self.node(), self.node()))
            case "while":
                return self.end(While(self.node(), self.node()))
            case "do":
                return Block(self.many())
            case "return":
                return self.end(Return(self.node()))
            case "function":
                self.next()
                parameters = []
                while (token := self.next()) != ")":
                    parameters.append(token)
                return self.end(Function(parameters, self.node()))
            case "call":
                return Call(self.node(), self.many())
            case operator:
                return self.end(Binary(operator, self.node(), self.node()))

    def end(self, node):
        if self.next() != ")":
            raise SyntaxError("too much in a list")
        return node


class Environment:
    def __init__(self, outer=None):
        self.values = {}
        self.outer = outer

    def find(self, name):
        env = self
        while env is not None:
            if name in env.values:
                return env
            env = env.outer
        raise NameError(name)


class Closure:
    def __init__(self, function, env):
        self.function = function
        self.env = env


class Returned(Exception):
    def __init__(self, value):
        self.value = value


class Walker:
    def __init__(self):
        self.env = Environment()
        self.visits = 0
        self.methods = {}

    def visit(self, node):
        self.visits += 1
        cls = type(node)
        method = self.methods.get(cls)
        if method is None:
            method = self.methods[cls] = getattr(self, "visit_" + cls.__name__.lower())
        return method(node)

    def visit_number(self, node):
        return node.value

    def visit_name(self, node):
        return self.env.find(node.name).values[node.name]

    def visit_binary(self, node):
        left = self.visit(node.left)
        right = self.visit(node.right)
        operator = node.operator
        if operator == "+":
            return left + right
        if operator == "-":
            return left - right
        if operator == "*":
            return left * right
        if operator == "%":
            return left % right
        if operator == "<":
            return left < right
        if operator == "=":
            return left == right
        raise SyntaxError("unknown operator " + operator)

    def visit_assign(self, node):
        value = self.visit(node.value)
        try:
            env = self.env.find(node.name)
        except NameError:
            env = self.env
        env.values[node.name] = value
        return value

    def visit_if(self, node):
        return self.visit(node.then if self.visit(node.test) else node.other)

    def visit_while(self, node):
        value = 0
        while self.visit(node.test):
            value = self.visit(node.body)
        return value

    def visit_block(self, node):
        value = 0
        for statement in node.statements:
            value = self.visit(statement)
        return value

    def visit_function(self, node):
        return Closure(node, self.env)

    def visit_return(self, node):
        raise Returned(self.visit(node.value))

    def visit_call(self, node):
        closure = self.visit(node.function)
        arguments = [self.visit(a) for a in node.arguments]
        before = self.env
        self.env = Environment(closure.env)
        self.env.values.update(zip(closure.function.parameters, arguments, strict=True))
        try:
            return self.visit(closure.function.body)
        except Returned as e:
            return e.value
        finally:
            self.env = before


SOURCE = """(do
(set fib (function (n) (if (< n 2) n (+ (call fib (- n 1)) (call fib (- n 2))))))
(set power (function (base n) (do
    (set out 1)
    (while (< 0 n) (do (set out (% (* out base) 10007)) (set n (- n 1))))
    (return out))))
(set adder (function (k) (function (x) (+ x k))))
(set add5 (call adder 5))
(set search (function (limit) (do
    (set i 1)
    (while (= 0 0) (do
        (set i (call add5 i))
        (if (< limit (* i i)) (return i) 0))))))
(+ (+ (call fib size) (call power 3 (* size 9))) (call search (* size 400))))"""


def walk(tree, size):
    walker = Walker()
    walker.env.values["size"] = size
    return walker.visit(tree), walker.visits


def bench():
    tree = Parser(SOURCE).node()
    return [walk(tree, n) for n in (5, 14, 16)]


def main(size=8):
    tree = Parser(SOURCE).node()
    for n in (1, size // 2, size):
        print(n, *walk(tree, n))
    for bad in "(+ 1 unknown)", "(call (function (a) a))", "(? 1 2)", "(set a 1 2)":
        try:
            print(walk(Parser(bad).node(), 1))
        except Exception as e:
            print(type(e).__name__, e)


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
