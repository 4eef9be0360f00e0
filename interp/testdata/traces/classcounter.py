# loop: an attribute of a class that varies is loaded and stored, behind a guard of the class
class C:
    n = 0
C.total = 0
def count(c, k):
    for i in range(k):
        c.n += 1
        C.total = c.n
count(C, 10)
count(C, 3000)
