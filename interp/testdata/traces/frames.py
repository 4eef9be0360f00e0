# frames: calls nest too deep
# uops=800 frames=2
def a(x):
    return x + 1
def b(x):
    return a(x)
i = 0
while i < 1500:
    i = b(i)
