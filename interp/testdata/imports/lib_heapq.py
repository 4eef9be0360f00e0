"""heapq, bisect, colorsys."""
import bisect
import colorsys
import heapq

data = [9, 4, 7, 1, 8, 2, 6, 3, 5, 0]
heap = list(data)
heapq.heapify(heap)
print(heap, heap[0])
print([heapq.heappop(heap) for _ in range(4)], heap)
heapq.heappush(heap, 2)
print(heapq.heappushpop(heap, 1), heapq.heapreplace(heap, 10), heap)
print(heapq.nlargest(3, data), heapq.nsmallest(3, data), heapq.nlargest(2, ["aa", "b", "cccc"], key=len))
print(heapq.nsmallest(20, data), heapq.nlargest(1, data), heapq.nsmallest(1, data, key=lambda x: -x), heapq.nlargest(0, data))
print(list(heapq.merge([1, 4, 7], [2, 5, 8], [3, 6, 9])), list(heapq.merge("ca", "b", key=ord, reverse=True)))
m = list(data)
heapq.heapify_max(m)
print(m, heapq.heappop_max(m), heapq.heappushpop_max(m, 5), heapq.heapreplace_max(m, 3))
heapq.heappush_max(m, 11)
print(m)
try:
    heapq.heappop([])
except IndexError as e:
    print(type(e).__name__)


class Task:
    def __init__(self, priority, name):
        self.priority, self.name = priority, name

    def __lt__(self, other):
        return self.priority < other.priority


tasks = []
for i in range(500):
    heapq.heappush(tasks, Task(i * 7919 % 101, f"t{i}"))
out = []
while tasks:
    out.append(heapq.heappop(tasks).priority)
print(out == sorted(out), len(out), out[:5])

keys = [1, 3, 3, 3, 5, 7]
print(bisect.bisect_left(keys, 3), bisect.bisect_right(keys, 3), bisect.bisect(keys, 8), bisect.bisect_left(keys, 0))
print(bisect.bisect_left(keys, 3, 2), bisect.bisect_right(keys, 3, 0, 2))
rows = [("a", 1), ("b", 4), ("c", 9)]
print(bisect.bisect_left(rows, 4, key=lambda r: r[1]), bisect.bisect_right(rows, 4, key=lambda r: r[1]))
bisect.insort(rows, ("d", 5), key=lambda r: r[1])
bisect.insort_left(keys, 3)
bisect.insort_right(keys, 4, lo=1, hi=5)
print(rows, keys)
try:
    bisect.bisect_left(keys, 1, -1)
except ValueError as e:
    print(e)


def grade(score, breakpoints=(60, 70, 80, 90), grades="FDCBA"):
    return grades[bisect.bisect(breakpoints, score)]


print([grade(s) for s in (33, 99, 77, 70, 89, 90, 100)])
total = 0
for i in range(2000):
    total += bisect.bisect_left(keys, i % 9) + bisect.bisect_right(keys, i % 7)
print(total)

for rgb in ((0.2, 0.4, 0.4), (1.0, 0.5, 0.0), (0.0, 0.0, 0.0), (0.3, 0.3, 0.3), (0.1, 0.9, 0.2)):
    hsv, hls, yiq = colorsys.rgb_to_hsv(*rgb), colorsys.rgb_to_hls(*rgb), colorsys.rgb_to_yiq(*rgb)
    print([round(x, 12) for x in hsv + hls + yiq])
    for back in (colorsys.hsv_to_rgb(*hsv), colorsys.hls_to_rgb(*hls), colorsys.yiq_to_rgb(*yiq)):
        print(all(abs(a - b) < 1e-9 for a, b in zip(back, rgb)), end=" ")
    print()
