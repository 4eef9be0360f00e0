# str.translate looks a character up once where the table is a dict.
print("hello wörld".translate(str.maketrans("lo","01","h")), "abcabc".translate({97:"xx",98:None,99:122,0x100:1}), "aéa".translate({97:233,233:97}))
class D(dict):
    def __missing__(s,k): return k+1
print("abc".translate(D()), "abca".translate(D({97:None})))
class L:
    def __getitem__(s,k):
        if k==98: raise LookupError
        if k==99: return "ccc"
        return None if k==100 else k
print("abcda".translate(L()))
for t in ({97:1.5},{97:-1},{97:0x110000},5,[1,2]):
    try: print("xab".translate(t))
    except (TypeError,ValueError) as e: print(e)
class K:
    def __init__(s,n): s.n=n
    def __hash__(s): return s.n
    def __eq__(s,o): return s.n==o
print("aba".translate({K(97):98, True:3}), "\x01".translate({True:"t"}), "\x01\x01".translate({1.0:66}))
