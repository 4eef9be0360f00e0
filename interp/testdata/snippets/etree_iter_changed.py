# Iterating over an element sees children that come and go meanwhile, and texts behind elements without children.
import io
import xml.etree.ElementTree as ET


def tree():
    return ET.fromstring("<a>1<b>2<c/>3<d>4</d>5</b>6<e/>7<f>8</f>9</a>")


r = tree()
for _ in range(300):
    tags, texts = [e.tag for e in r.iter()], list(r.itertext())
print(tags, texts, [e.tag for e in r.iter("e")], list(r[0][0].itertext()), list(r[2].itertext()))

r, seen = tree(), []
for e in r.iter():
    seen.append(e.tag)
    if e.tag == "e":
        ET.SubElement(e, "new").text = "n"
    elif e.tag == "d":
        r.remove(r[2])
    elif e.tag == "c" and len(r[0]) == 2:
        r[0].insert(0, ET.Element("ahead"))
print(seen, list(r.itertext()))

r, seen = tree(), []
it = r.iter()
for e in it:
    seen.append(e.tag)
    if e.tag == "b":
        e.clear()
print(seen, list(it), next(it, "end"))

r, seen = tree(), []
for t in r.itertext():
    seen.append(t)
    if t == "2":
        del r[0][:]
        r[0].text = None
print(seen)

leaf = ET.Element("leaf")
leaf.text, leaf.tail = "x", "y"
it = leaf.itertext()
print(list(it), list(it), [e.tag for e in leaf.iter()], list(leaf.iter("no")))

for doc in ("<a>x]]>y</a>", "<a>\x01</a>", "<a b='1' b='2'/>", "<a>&lt;]]&gt;\r\n\t]\ny</a>", "<a\u00e9:b->t\u00e9]x</a\u00e9:b->", "<a><b></a>", "<1/>",
            "<a>\n\n  <b\n x='&#9;\n'/>\n<</a>", "<a>abc", "<a>abc&", "<-a/>", "<a.b-c_d:e/>", "<a>\xe9\ud7ff]]</a>", "<a ></a\n>", "<a>" + "long text " * 30 + "\n]</a>"):
    try:
        e = ET.fromstring(doc)
        print(ascii(e.tag), ascii(e.text), ascii(ET.tostring(e)))
    except ET.ParseError as error:
        print(error, error.position, error.code)
