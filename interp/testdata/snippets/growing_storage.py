# What grows where it lies keeps what it holds, beside views, slices and others that grow.
import array


def checks(n):
    lists, arrays = [[] for _ in range(3)], [bytearray() for _ in range(3)]
    for i in range(n):
        for k in range(3):
            lists[k].append(i * 3 + k)
            arrays[k] += bytes([i & 255, k])
    for k in range(3):
        assert lists[k] == list(range(k, 3 * n, 3))
        assert arrays[k][::2] == bytes(i & 255 for i in range(n)) and set(arrays[k][1::2]) == {k}
    return sum(map(len, lists)), sum(map(len, arrays))


print(checks(30000))
big = []
for i in range(40):
    big.extend(range(i * 10000, i * 10000 + 10000))
    if i % 9 == 5:
        del big[len(big) // 3:]
    if i % 7 == 3:
        big = big[:]
print(len(big), big[0], big[-1], sum(big) % 1000003)
b = bytearray(b"start")
for i in range(60):
    b.extend(bytes([i]) * 9999)
    b += b[:5000]
    if i % 10 == 7:
        b[100:200] = b"x" * 50000
        del b[5000:9000]
print(len(b), sum(b) % 1000003, b[:5], b[-1])
l = [1]
while len(l) < 300000:
    l += l
    l *= 1
    l.insert(1, len(l))
print(len(l), l[1], sum(l) % 1000003)
it = iter(l)
for _ in range(5):
    next(it)
l.extend([None] * 200000)
print(next(it), sum(1 for _ in it))
nested = [[i] * 600 for i in range(300)]
for r in range(12):
    for x in nested:
        x.extend(x[:100])
print({len(x) for x in nested}, all(len(set(x)) == 1 for x in nested))
b = bytearray(200000)
m = bytes(b)
b.extend(m)
b.extend(b)
b *= 2
print(len(b), b.count(0))
