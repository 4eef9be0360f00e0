# py.superattr: an attribute of super() that is not called is looked up behind the class
class Base:
    limit = 10
class Derived(Base):
    def f(self, n):
        for i in range(n):
            x = super().limit
        return x
Derived().f(2000)
