# loop: an int is compared with an instance by the instance's __eq__, which is inlined
class A:
    def __eq__(self, o): return o > 5
def run(n):
    a, s = A(), 0
    for i in range(n): s += i == a
    return s
run(3000)
