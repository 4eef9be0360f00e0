class K:
    def m(self, a: int): 
        "doc"
        def g(q: int): pass
        return g
print(K.m.__annotate__.__qualname__, K().m(1).__annotate__.__qualname__)
k=K()
m=k.m
print(m.__func__ is K.m, m.__self__ is k, m.__name__, m.__qualname__, m.__doc__, m.__module__, m.__annotations__, m.__defaults__, m.__code__.co_name, m.__dict__)
K.m.foo=3
print(m.foo)
