# Texts of regular expressions that are bytes-like: what is found in them is bytes.
import re, array
for t in b'xaz', bytearray(b'xaz'), memoryview(b'xaz'), memoryview(bytearray(b'xaz'))[0:3], array.array('b', b'xaz'):
    m = re.search(b'(a)', t)
    print(m.group(0), m[1], m.groups(), m.span(), m.expand(b'[\\1]'), m.regs, re.sub(b'a', b'-', t), re.findall(b'a', t), re.split(b'a', t), re.sub(b'(a)', lambda m: m[0] * 2, t), re.sub(b'q', b'r', t), [m.group() for m in re.finditer(b'.', t)])
    print(re.sub(b'(a)', b'<\\1>', t), re.subn(b'[xz]', b'', t), re.fullmatch(b'...', t)[0])
class B(bytes): pass
class A(bytearray): pass
class S(str): pass
print(repr(re.match(b'a', B(b'a'))[0]), repr(re.match(b'a', A(b'a'))[0]), repr(re.match('a', S('a'))[0]), type(re.sub('b', '', S('a'))), type(re.sub(b'b', b'', B(b'a'))))
for o in (memoryview(array.array('i', [1,2,3])), memoryview(b'abcdef')[::2]):
    try: print(re.search(b'.', o))
    except Exception as e: print(type(e).__name__, e)
#---
import re
b = bytearray(b'abc' * 10)
m = re.search(b'c.*', b)
b[:] = b'zz'
print(m.group(), m.expand(b'<\\g<0>>'))
print(re.sub(b'z', lambda m: b'y', b), b)
p = re.compile('(?P<x>a)')
try:
    p.groupindex['x'] = 7
except TypeError as e:
    print(e)
print(p.match('a').groupdict())
