import sys
def bench():
    s = 0
    for i in range(30000):
        s = (s + i * 3) & 1023
    return s
if len(sys.argv) > 1 and sys.argv[1] == "--bench":
    import time
    for k in range(int(sys.argv[2]) + int(sys.argv[3])):
        t = time.perf_counter(); bench(); d = time.perf_counter() - t
        print("warm" if k < int(sys.argv[2]) else "bench", d)
else:
    print(bench(), sys.argv[1:])
