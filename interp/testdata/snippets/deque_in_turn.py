# Methods of deques that go on behind what is written once, in loops: elements go round, and where there is none is an exception.
from collections import deque
def round(d, n):
    for i in range(n): d.append(d.popleft())
    return d
def back(d, n):
    for i in range(n): d.appendleft(d.pop())
    return d
def drain(d, n):
    missed = 0
    for i in range(n):
        try: x = d.popleft()
        except IndexError as e:
            missed += 1
            d.extend(range(i % 3))
    return missed, d
print(round(deque(range(5)), 3003), back(deque(range(5), 5), 3002))
print(drain(deque(), 3000))
#---
# of derived classes, and of none
from collections import deque
def round(d, n):
    for i in range(n): d.append(d.popleft())
    return d
class D(deque):
    def __len__(self): return 7
class P(deque):
    def popleft(self): return deque.popleft(self) + 1
print(round(D(range(3)), 3001), round(P(range(3)), 3001))
try: round(deque(), 1)
except IndexError as e: print(e)
