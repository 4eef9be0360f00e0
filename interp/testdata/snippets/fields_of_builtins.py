# What an attribute of a builtin type reads from a field of the object is read by a load, whatever the object has there by then.
import functools
import re
import sys
import xml.etree.ElementTree as ET


def texts(elements):
    found = []
    for e in elements:
        found.append((e.tag, e.text, e.tail))
    return found


root = ET.fromstring("<a><b>x</b>y<c/>z</a>")
for _ in range(400):
    seen = texts(root)
print(seen)
root[0].text, root[1].text = 5, None
print(texts(root))


class Named(ET.Element):
    tag = "class"


class Other:
    tag, text, tail = "tag", "text", "tail"


print(texts([Named("n"), Other(), root[0], Named("m")]))
try:
    texts([root[0], object()])
except AttributeError as e:
    print(e)
try:
    del root[0].tag
except AttributeError as e:
    print(e)


def subject(matches):
    n = 0
    for m in matches:
        n += len(m.string) + m.pos + len(m.re.pattern)
    return n


matches = [re.match(p, s) for p, s in (("a+", "aab"), ("b", "bcd"), ("", "xyz"))] * 200
print(subject(matches))
try:
    matches[0].string = "q"
except AttributeError as e:
    print(e)


def parts(ps):
    r = 0
    for p in ps:
        r += len(p.args) + len(p.keywords) + (p.func is len)
    return r


print(parts([functools.partial(len), functools.partial(print, 1, 2, end=""), functools.partial(len, [])] * 200))


def names(frame_or_function):
    return frame_or_function.f_code.co_name, frame_or_function.f_code.co_qualname, frame_or_function.f_globals is globals()


def made(n):
    for i in range(n):
        got = names(sys._getframe())
    return got


print(made(600))


def generated():
    yield sys._getframe().f_code
    yield sys._getframe().f_code.co_name


print([x if isinstance(x, str) else x.co_name for x in generated()])


def files(codes):
    return [(c.co_name, c.co_qualname, c.co_filename.endswith(".py")) for c in codes]


codes = [made.__code__, names.__code__, made.__code__.replace(co_name="other", co_qualname="any.other", co_filename="f.py")]
for _ in range(300):
    shown = files(codes)
print(shown)
print(files([compile("1", "never.txt", "eval"), generated.__code__]))
