# dict_entry global: an attribute in an instance's dict is read and stored at the entry where tier 1 has found it, if that has its name
class Bag:
    pass
def f(b, n):
    for i in range(n):
        b.count = b.step
b = Bag()
b.__dict__ = {'step': 3, 'count': 0}
f(b, 2000)
