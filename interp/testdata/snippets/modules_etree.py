# The module _elementtree, which xml.etree.ElementTree takes its classes of: elements, builders, parsers, events, errors.
import xml.etree.ElementTree as ET, _elementtree as C, copy, pickle, io
print(ET.Element is C.Element, ET.Element.__module__, ET.XMLParser, ET.ParseError.__mro__)
e = ET.Element('a', {'x': '1'}, y='2')
print(e.tag, e.text, e.tail, e.attrib, e.get('x'), e.get('z'), e.get('z', 5), sorted(e.keys()), sorted(e.items()), len(e))
for bad in [lambda: ET.Element(), lambda: ET.Element('a', 3), lambda: ET.Element('a', attrib=3), lambda: e.append(3), lambda: e.extend(3), lambda: e.extend([3]), lambda: e.insert(0, 'x'), lambda: e['x'], lambda: e[5], lambda: e.__setitem__(5, e), lambda: e.__setitem__(0, 3), lambda: e.__delitem__(4), lambda: e.remove(ET.Element('q')), lambda: e.remove(3), lambda: delattr(e, 'tag'), lambda: setattr(e, 'attrib', 3), lambda: ET.SubElement(3, 'a'), lambda: ET.SubElement(e), lambda: e.makeelement('a', 3), lambda: setattr(e, 'zz', 1), lambda: e.foo]:
    try: print('no error', bad())
    except Exception as x: print(type(x).__name__, x)
b = ET.SubElement(e, 'b', {'k': 'v'}, w='x'); b.text = 'bt'; b.tail = 'tl'
c = ET.SubElement(e, 'c', attrib={'q': 'r'})
d = ET.SubElement(b, '{ns}d')
print(ET.tostring(e), e[0] is b, e[-1] is c, [x.tag for x in e[0:2]], [x.tag for x in e], list(reversed([x.tag for x in e])))
e.insert(1, ET.Element('i')); e.insert(-1, ET.Element('j')); e.insert(100, ET.Element('k')); print([x.tag for x in e])
e[1] = ET.Element('I'); del e[0]; e[1:3] = [ET.Element('s'), ET.Element('t'), ET.Element('u')]; print([x.tag for x in e])
e.extend(ET.Element(t) for t in 'xyz'); e.remove(e[0]); print([x.tag for x in e])
r = ET.XML('<r><a n="1">x<b>y</b>z</a><a n="2"><c/></a><d xmlns="u"/>t</r>')
print(r.find('a').attrib, r.find('zz'), r.findtext('a'), r.findtext('zz', 'def'), r.findtext('a/c'), [x.get('n') for x in r.findall('a')], r.find('.//b').text, [x.tag for x in r.iterfind('*')], r.find('{u}d').tag, r.find('n:d', {'n': 'u'}).tag, [x.tag for x in r.findall('{*}d')])
print([x.tag for x in r.iter()], [x.tag for x in r.iter('a')], [x.tag for x in r.iter('*')], list(r.itertext()), ''.join(r.itertext()))
it = r.iter(); print(next(it).tag, iter(it) is it, next(it).tag)
x = copy.copy(r); y = copy.deepcopy(r); z = pickle.loads(pickle.dumps(r))
print(ET.tostring(x) == ET.tostring(r), ET.tostring(y) == ET.tostring(r), ET.tostring(z) == ET.tostring(r), x[0] is r[0], y[0] is r[0], z.tag)
print({k: v for k, v in r.__getstate__().items() if k != '_children'})
class S(ET.Element):
    def __init__(self, tag, extra): super().__init__(tag, z='1'); self.extra = extra
s = S('s', 5); print(s.tag, s.attrib, s.extra, isinstance(s, ET.Element)); e.append(s)
import warnings
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter('always'); print(bool(r), w[0].message)
class T:
    def __init__(self): self.l = []
    def start(self, t, a): self.l.append(('start', t, a))
    def end(self, t): self.l.append(('end', t))
    def data(self, d): self.l.append(('data', d))
    def comment(self, d): self.l.append(('comment', d))
    def pi(self, *a): self.l.append(('pi', a))
    def start_ns(self, *a): self.l.append(('start_ns', a))
    def end_ns(self, *a): self.l.append(('end_ns', a))
    def doctype(self, *a): self.l.append(('doctype', a))
    def close(self): return self.l
p = ET.XMLParser(target=T()); p.feed('<!DOCTYPE r PUBLIC "p" "s"><r xmlns:q="u" q:a="1">t\nu<!--c--><?p d?><b/></r>'); print(p.close())
p = ET.XMLParser(target=object()); p.feed('<a/>'); print(p.close())
p = ET.XMLParser(); p.entity['foo'] = 'bar'; p.feed('<!DOCTYPE r SYSTEM "s"><r>&foo;!</r>'); print(ET.tostring(p.close()))
for bad in ['<!DOCTYPE r SYSTEM "s"><r>&foo;</r>', '<r>', '<r></s>', '']:
    p = ET.XMLParser()
    try: p.feed(bad); p.close()
    except ET.ParseError as x: print(x, x.code, x.position)
class F:
    def __init__(self, tag, attrib): self.tag, self.attrib, self.l, self.text, self.tail = tag, attrib, [], None, None
    def append(self, x): self.l.append(x)
p = ET.XMLParser(target=ET.TreeBuilder(element_factory=F)); p.feed('<a x="1">t<b/>u</a>'); q = p.close(); print(type(q).__name__, q.tag, q.attrib, q.text, [(x.tag, x.tail) for x in q.l])
t = ET.TreeBuilder(); t.start('a', {}); t.data('x'); t.start('b', {'k': 'v'}); t.data('y'); t.end('b'); t.data('z'); t.comment('c'); t.pi('p', 'q'); t.end('a'); print(ET.tostring(t.close()))
try: t.end('q')
except IndexError as x: print(x)
print(ET.TreeBuilder().close())
t = ET.TreeBuilder(insert_comments=True, insert_pis=True); p = ET.XMLParser(target=t); p.feed('<a>1<!--c-->2<?p q?>3</a>'); print(ET.tostring(p.close()))
p = ET.XMLPullParser(['start', 'end', 'start-ns', 'end-ns', 'comment', 'pi'])
p.feed('<a xmlns="u"><!--c--><?p d?><b>'); p.flush(); print([(k, str(getattr(v, 'tag', v))[:12]) for k, v in p.read_events()])
p.feed('</b></a>'); p.close(); print([(k, str(getattr(v, 'tag', v))[:12]) for k, v in p.read_events()])
try: ET.XMLPullParser(['foo'])
except ValueError as x: print(x)
tree = ET.parse(io.StringIO('<a><b/></a>')); print(tree.getroot().tag, [x.tag for x in tree.iter()]); o = io.StringIO(); tree.write(o, encoding='unicode'); print(o.getvalue())
ET.indent(tree); print(ET.tostring(tree.getroot())); print(ET.canonicalize('<a  b="1"  a="2"/>'))
print(ET.tostring(ET.fromstringlist(['<a>', '<b/>', '</a>'])), ET.XMLID('<a id="1"><b id="2"/></a>')[1].keys())
#---
# A parser that __init__ has not seen.
import xml.etree.ElementTree as ET
class S(ET.XMLParser):
    def __init__(self): pass
for f in (lambda: S().feed('x'), lambda: S().close(), lambda: S().flush()):
    try: f()
    except Exception as e: print(type(e).__name__, e)
print(S().target, S().entity)
