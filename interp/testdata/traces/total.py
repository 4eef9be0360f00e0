# loop: what docs/ir.md follows through the compiler
def total(n):
    s = i = 0
    while i < n:
        s += i
        i += 1
    return s
total(2000)
