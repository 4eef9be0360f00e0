# loop: globals, builtins, module attributes and closures
import math
k = 2
def make(c):
    def f(n):
        s = 0.0
        for i in range(n):
            s = s + math.pi * k + c
        return s
    return f
make(3)(2000)
