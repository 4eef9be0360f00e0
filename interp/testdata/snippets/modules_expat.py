# The module pyexpat: events and where they are, default handlers, errors, entities that grow.
import pyexpat
from xml.parsers import expat
print(expat.ErrorString(4), expat.errors.XML_ERROR_SYNTAX, expat.errors.codes['syntax error'], expat.errors.messages[3], expat.model.XML_CTYPE_SEQ)
def make(ns=None, **kw):
    p = expat.ParserCreate(None, ns)
    for n in ['StartElement','EndElement','ProcessingInstruction','CharacterData','UnparsedEntityDecl','NotationDecl','StartNamespaceDecl','EndNamespaceDecl','Comment','StartCdataSection','EndCdataSection','ExternalEntityRef','StartDoctypeDecl','EndDoctypeDecl','ElementDecl','AttlistDecl','EntityDecl','XmlDecl','SkippedEntity']:
        if n in kw.get('skip', ()): continue
        def f(*a, n=n):
            print(n, a, p.CurrentLineNumber, p.CurrentColumnNumber, p.CurrentByteIndex); return 1
        setattr(p, n + 'Handler', f)
    for k, v in kw.items():
        if k != 'skip': setattr(p, k, v)
    return p
doc = '''<?xml version="1.0" encoding="utf-8" standalone="no"?>
<?pi some data?>
<!DOCTYPE r PUBLIC "pub id" "sys" [
<!-- in dtd -->
<!ELEMENT r (#PCDATA|a|b)*>
<!ELEMENT a (b,(c|d)+,e?)>
<!ELEMENT b EMPTY>
<!ELEMENT c ANY>
<!ATTLIST a id ID #REQUIRED k (x|y) "x" f CDATA #FIXED "fix" g NMTOKENS #IMPLIED>
<!NOTATION gif SYSTEM "gif.exe">
<!ENTITY pic SYSTEM "a.gif" NDATA gif>
<!ENTITY ext SYSTEM "ext.xml">
<!ENTITY inner "some <b/> text">
<!ENTITY % pe "x">
]>
<r xmlns:p="urn:p" xmlns="urn:d">
 line one
 <a id="i1"/>text<p:b p:q="1" z="2"><![CDATA[cd
ata]]></p:b>&inner;&ext;&unknown;&#x41;&gt;
 <!-- comment -->
</r>
<!-- after -->
'''
for kw in [dict(), dict(ns=' '), dict(ns=None, buffer_text=True, ordered_attributes=True), dict(ns='}', namespace_prefixes=True, specified_attributes=True)]:
    print('----', kw)
    p = make(**kw)
    try: print(p.Parse(doc, True))
    except expat.ExpatError as e: print(e, e.code, e.lineno, e.offset, p.ErrorCode, p.ErrorLineNumber, p.ErrorColumnNumber, p.ErrorByteIndex)
#---
from xml.parsers import expat
p = expat.ParserCreate()
out = []
p.DefaultHandler = out.append
p.Parse('<!DOCTYPE a SYSTEM "s" [<!ENTITY e "v">]><a b="c">t\n&e;<!--x--><?p q?></a>', True)
print(out)
p = expat.ParserCreate(); out = []
p.DefaultHandlerExpand = out.append
p.Parse('<!DOCTYPE a [<!ENTITY e "v">]><a b="c">t\n&e;<!--x--><?p q?><b/></a>', True)
print(out)
def boom(*a): raise KeyError('boom')
p = expat.ParserCreate(); p.StartElementHandler = boom
try: p.Parse('<a><b/></a>', True)
except KeyError as e: print(repr(e))
print(p.StartElementHandler)
try: p.Parse('<a/>')
except expat.ExpatError as e: print(e)
import io
p = expat.ParserCreate(); p.StartElementHandler = lambda n, a: print(n, a); print(p.ParseFile(io.BytesIO(b'<a><b c="d"/></a>')))
try: p.Parse(b'<a/>', True)
except expat.ExpatError as e: print(e)
for bad in [lambda: expat.ParserCreate(1), lambda: expat.ParserCreate(None, 'ab'), lambda: expat.ParserCreate(None, None, 3), lambda: expat.ParserCreate().Parse(3), lambda: expat.ParserCreate().ParseFile(3), lambda: expat.XMLParserType(), lambda: setattr(expat.ParserCreate(), 'buffer_size', 0), lambda: setattr(expat.ParserCreate(), 'zz', 0), lambda: delattr(expat.ParserCreate(), 'StartElementHandler')]:
    try: print(bad())
    except Exception as e: print(type(e).__name__, e)
p = expat.ParserCreate(intern={}); p.Parse('<a b="c"/>'); print(p.intern, p.buffer_size, p.CurrentLineNumber)
lol = '<!DOCTYPE l [<!ENTITY a0 "lollollollollollollollol">' + ''.join('<!ENTITY a%d "%s">' % (i, '&a%d;' % (i-1) * 10) for i in range(1, 10)) + ']><l>&a9;</l>'
p = expat.ParserCreate()
try: p.Parse(lol, True)
except expat.ExpatError as e: print(e.code, e)
try: expat.ParserCreate().Parse('<a>\n<b></a>', True)
except expat.ExpatError as e: print(vars(e))
