# inner_loop: max by an itemgetter goes on in its driver, which takes the items itself
from _operator import itemgetter
def run(n):
    v, k, s = ((3, 1), (1, 2), (2, 3)), itemgetter(1), 0
    for i in range(n): s += max(v, key=k)[0]
    return s
run(3000)
