# Modules above pyexpat: xml.etree, xml.dom.minidom, xml.sax, plistlib, xmlrpc.client.
import xml.etree.ElementTree as ET, io
r = ET.fromstring('<a x="1" y=\'2&amp;3\'>t&lt;<b>u</b>v<c/><!-- hi --><?pi data?><![CDATA[<raw>]]></a>')
print(ET.tostring(r), r.attrib, [e.tag for e in r.iter()])
r = ET.XML('<x:a xmlns:x="urn:q" xmlns="urn:d"><b x:k="v" k="w"/></x:a>')
print(ET.tostring(r), r.tag, r[0].attrib)
for bad in ['', '<a>', '<a></b>', '<a/><b/>', 'abc', '<a b/>', '<a b="1" b="2"/>', '<a>&foo;</a>', '<a>&#0;</a>', '<a>\x01</a>', '<a', '<x:a/>', '<a b="<"/>', '<!-- x', '<a><![CDATA[ ', '<a>]]></a>', '<?xml version="1.0"', ' <?xml version="1.0"?><a/>', '<a>\n\n<b></a>', '<a><b c="d" /e></a>', '</a>', '<a/>x', '<a>&amp</a>', '<a>& </a>', '<1/>', '<a/>\n\n<!DOCTYPE a>', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;&c;</a>', '<!DOCTYPE a [<!ENTITY b "<c>">]><a>&b;</a>', '<!DOCTYPE a [<!ENTITY b "&b;">]><a>&b;</a>', '<?xml version="1.0" foo="x"?><a/>', '<?xml version="1.0" encoding="foo"?><a/>'.encode()]:
    try: print(ET.tostring(ET.fromstring(bad)))
    except ET.ParseError as e: print(repr(bad), e, e.code, e.position)
    except Exception as e: print(repr(bad), type(e), e)
r = ET.fromstring('<!DOCTYPE a [<!ENTITY b "x&#65;y"><!ENTITY n "<i>in &b;</i>"><!ATTLIST a d CDATA "def" e NMTOKEN " f  g ">]><a q="&b; z\n\tw">&b;-&n;</a>')
print(ET.tostring(r))
for e in ['utf-8', 'utf-16', 'iso-8859-1', 'cp1252', 'us-ascii']:
    doc = '<?xml version="1.0" encoding="%s"?><a b="é">ü%s</a>' % (e, '€' if e in ('utf-8', 'utf-16', 'cp1252') else '')
    if e == 'us-ascii': doc = doc.replace('é', 'e').replace('ü', 'u')
    print(e, ascii(ET.tostring(ET.fromstring(doc.encode(e)), encoding='unicode')))
for ev, el in ET.iterparse(io.BytesIO(b'<a><b>1</b><b>2</b></a>'), events=('start', 'end', 'start-ns', 'comment')): print(ev, el.tag, el.text)
p = ET.XMLPullParser(['start', 'end'])
for piece in ['<a', ' x="1', '"><b', '>te', 'xt</b', '></a>']:
    p.feed(piece)
    print(piece, [(ev, e.tag) for ev, e in p.read_events()])
#---
import xml.dom.minidom as md
d = md.parseString('<?xml version="1.0"?><!DOCTYPE r SYSTEM "x.dtd" [<!ELEMENT r (a,b?)*><!ENTITY e "v">]><r a="1"><a>t&e;</a><!--c--><b><![CDATA[x]]></b></r>')
print(d.toxml()); print(d.documentElement.toprettyxml())
import xml.sax
class H(xml.sax.ContentHandler):
    def startElement(self, n, a): print('s', n, dict(a))
    def endElement(self, n): print('e', n)
    def characters(self, c): print('c', repr(c))
xml.sax.parseString(b'<a k="v">x\ny<b/></a>', H())
import plistlib
b = plistlib.dumps({'a': [1, 2.5, True, b'xyz', 'é'], 'd': {}}); print(plistlib.loads(b))
import xmlrpc.client as xc
print(xc.loads(xc.dumps((1, 'a', [2.5, {'k': None}]), 'm', allow_none=True)))
