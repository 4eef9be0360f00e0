"""Modules of CPython's library that need nothing written in C, or what has a Go
counterpart: heapq, bisect, colorsys, keyword, struct."""
import bisect
import colorsys
import heapq
import keyword
import struct

heap = []
for i in range(200):
    heapq.heappush(heap, (i * 37 % 101, i))
    if i % 3 == 2:
        heapq.heappop(heap)
print(len(heap), [heapq.heappop(heap) for _ in range(5)], heapq.heappushpop(heap, (0, 0)), heapq.heapreplace(heap, (50, 50)))
data = [(i * 7919) % 1009 for i in range(300)]
print(heapq.nlargest(4, data), heapq.nsmallest(4, data, key=lambda x: -x), heapq.nsmallest(3, []))
heapq.heapify(data)
print(data[0], sorted(data)[:4], [heapq.heappop(data) for _ in range(4)])
print(list(heapq.merge([1, 4, 9], [2, 3, 10], [5])), list(heapq.merge("ca", "b", reverse=True)), list(heapq.merge(["a", "bbb"], ["cc"], key=len)))
rows = []
for i in range(100):
    bisect.insort(rows, i * 31 % 67)
print(rows[:10], bisect.bisect_left(rows, 40), bisect.bisect_right(rows, 40), bisect.bisect(rows, -1), bisect.bisect(rows, 999))
print(bisect.bisect_left([(1, "a"), (2, "b")], 2, key=lambda r: r[0]), bisect.bisect([1, 2, 3, 4], 2, 2, 3))
try:
    bisect.bisect([], 1, -1)
except ValueError as e:
    print("ValueError", e)

for rgb in ((0.0, 0.5, 1.0), (0.25, 0.25, 0.25), (1.0, 0.0, 0.0)):
    hls, hsv, yiq = colorsys.rgb_to_hls(*rgb), colorsys.rgb_to_hsv(*rgb), colorsys.rgb_to_yiq(*rgb)
    print([round(x, 9) for x in hls + hsv + yiq], [round(x, 9) for x in colorsys.hls_to_rgb(*hls) + colorsys.hsv_to_rgb(*hsv) + colorsys.yiq_to_rgb(*yiq)])
print(keyword.iskeyword("for"), keyword.iskeyword("four"), keyword.issoftkeyword("match"), len(keyword.kwlist), keyword.softkwlist)

record = struct.Struct("<4sHb")
packed = b"".join(record.pack(str(i).encode(), i, -i) for i in range(100))
print(len(packed), [record.unpack_from(packed, record.size * i) for i in (0, 7, 99)], sum(n for _, n, _ in record.iter_unpack(packed)))
try:
    record.pack(b"a", 70000, 0)
except struct.error as e:
    print("struct.error", e)
