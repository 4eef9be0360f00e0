"""textwrap, difflib, fractions, random."""
import difflib
import random
import textwrap
from fractions import Fraction

text = "The quick brown fox jumped over the lazy dog. It was a sunny day, and the hyphen-ated words were long-winded indeed."
print(textwrap.fill(text, 30))
print(textwrap.wrap(text, 24, initial_indent="* ", subsequent_indent="  ", break_long_words=False), textwrap.shorten(text, 40), textwrap.shorten(text, 20, placeholder="..."))
print(repr(textwrap.dedent("""
    one
      two

    three
""")), repr(textwrap.indent("a\n\nb\n", "> ")), textwrap.indent("a\n\nb", "- ", lambda line: True))
w = textwrap.TextWrapper(width=20, max_lines=2, placeholder=" [...]", fix_sentence_endings=True)
print(w.wrap("Hello there. This is a test of the wrapper.  Yes."), w.fill("supercalifragilisticexpialidocious"), textwrap.wrap("a\tb  c", 5, tabsize=4), textwrap.wrap("", 10))
try:
    textwrap.wrap("abc", 0)
except ValueError as e:
    print(e)

a = "one\ntwo\nthree\nfour\n".splitlines(True)
b = "zero\none\ntree\nfour\nfive\n".splitlines(True)
print("".join(difflib.unified_diff(a, b, "a.txt", "b.txt")), end="")
print("".join(difflib.context_diff(a, b, "a", "b", n=1)), end="")
print("".join(difflib.ndiff(a, b)), end="")
print("".join(difflib.restore(difflib.ndiff(a, b), 2)) == "".join(b))
s = difflib.SequenceMatcher(None, "abxcd", "abcd")
print(s.ratio(), s.quick_ratio(), s.real_quick_ratio(), s.get_opcodes(), s.get_matching_blocks(), s.find_longest_match())
print(difflib.get_close_matches("appel", ["ape", "apple", "peach", "puppy"]), difflib.SequenceMatcher(lambda x: x == " ", "private Thread", "private volatile Thread").ratio())
print(list(difflib.SequenceMatcher(a=[1, 2, 3] * 5, b=[1, 3] * 5).get_grouped_opcodes(1))[:2])
print(len(difflib.HtmlDiff().make_table(a, b)) > 100)

f = Fraction(3, 4)
print(f, repr(f), f + Fraction(1, 4), f * 2, f / 3, f ** 2, f ** -1, -f, abs(Fraction(-1, 2)), f // Fraction(1, 3), f % Fraction(1, 3), divmod(Fraction(7, 2), 1))
print(Fraction("3/7"), Fraction("-1.25e2"), Fraction(0.5), Fraction(1.1), Fraction(1.1).limit_denominator(100), Fraction("  12 "), Fraction(6, -4), f.numerator, f.denominator)
print(f == 0.75, f < 1, f > 0.5, hash(Fraction(5)) == hash(5), hash(Fraction(1, 2)) == hash(0.5), float(f), int(Fraction(7, 2)), round(Fraction(7, 2)), round(Fraction(22, 7), 2), bool(Fraction(0)))
print(f"{Fraction(1, 3):.5f} {Fraction(22, 7):>10.3e} {Fraction(1, 8):%} {Fraction(3, 2):g}", f.as_integer_ratio(), f.is_integer(), Fraction.from_float(0.25), sum([Fraction(1, i) for i in range(1, 20)]), f + 0.25, 1 - f, 2 ** Fraction(2), Fraction(4, 9) ** 0.5)
import math
print(math.floor(Fraction(-7, 2)), math.ceil(Fraction(7, 2)), math.trunc(Fraction(-7, 2)), min(Fraction(1, 3), Fraction(1, 4)))
for bad in (lambda: Fraction(1, 0), lambda: Fraction("a"), lambda: Fraction(1, 2.5), lambda: Fraction("1/0"), lambda: f < "a", lambda: Fraction(None)):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)
h = Fraction(0)
for i in range(1, 400):
    h += Fraction(1, i * (i + 1))
print(h)

random.seed(42)
print(random.random(), random.randint(1, 100), random.choice("abcdef"), random.uniform(1, 2), random.sample(range(50), 5), random.randrange(0, 100, 7), random.getrandbits(40))
l = list(range(10))
random.shuffle(l)
print(l, random.choices("xyz", weights=[1, 5, 1], k=6), random.gauss(0, 1), random.normalvariate(1, 2), random.betavariate(2, 3), random.expovariate(1.5))
r = random.Random("seed")
state = r.getstate()
x = [r.random() for _ in range(3)]
r.setstate(state)
print(x == [r.random() for _ in range(3)], random.Random(7).triangular(0, 10, 3), random.Random(1).randbytes(5), random.Random(2).binomialvariate(10, 0.5))
for bad in (lambda: random.choice([]), lambda: random.randrange(5, 5), lambda: random.sample([1], 2)):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)
