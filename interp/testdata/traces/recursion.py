# recursion: a function that calls itself ends the trace at its frame's start
def down(n):
    if n == 0:
        return 0
    return down(n - 1) + 1
for i in range(20):
    down(100)
