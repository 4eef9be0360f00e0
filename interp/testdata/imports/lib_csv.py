"""csv: readers, writers, dialects, dicts and the sniffer."""
import csv
import io


class Lines:
    def write(self, s):
        return repr(s)


for kw in ({}, dict(quoting=1), dict(quoting=2), dict(quoting=3, escapechar="\\"), dict(quoting=3), dict(quoting=4), dict(quoting=5), dict(doublequote=False, escapechar="\\"),
           dict(doublequote=False), dict(lineterminator="!"), dict(delimiter=" "), dict(quotechar="'"), dict(delimiter=" ", skipinitialspace=True), dict(dialect="excel-tab"), dict(dialect="unix")):
    w = csv.writer(Lines(), **kw)
    for row in (["a", 1, None, 2.5, "x,y", 'q"r', "l\nm", ""], [""], [None], [], ["a b", "'"], 5, "abc", [" x", "y "], ["a\\b"], (i for i in range(2)), ["!"], ["\u00e4\u20ac", True], [None, "x"]):
        try:
            print(kw, w.writerow(row))
        except csv.Error as e:
            print(kw, row, e)
for call in ('reader()', 'reader(1)', 'reader([], delimiter="ab")', 'reader([], delimiter=1)', 'reader([], quoting=9)', 'reader([], quotechar="")', 'reader([], foo=1)', 'writer(1)',
             'reader([], "nope")', 'reader([], quotechar=None, quoting=0)', 'field_size_limit()', 'writer(Lines(), delimiter="\\n")', 'writer(Lines(), delimiter=\'"\')',
             'writer(Lines(), lineterminator=None)', 'writer(Lines(), quoting="x")', 'writer(Lines(), escapechar=5)', 'writer(Lines(), delimiter="!", lineterminator="!")', 'list(reader([b"x"]))',
             'list(reader(["a,b\\nc,d"]))', 'list(reader([\'"a\'], strict=True))', 'list(reader([\'"a"b\'], strict=True))', 'list(reader([\'"a"b\']))', 'list(reader(["a\\\\"], escapechar="\\\\", strict=True))',
             'list(reader(["1,\\"2\\",x"], quoting=2))', 'list(reader(["1,\\"2\\",3.5,"], quoting=2))', 'get_dialect("x")', 'unregister_dialect("x")', 'register_dialect(1)', 'reader([]).dialect.quoting',
             'reader([]).line_num', 'list(reader([\'a,"b""c","d\\ne",f\\r\\n\']))', 'list(reader([\'a"b,c\', "", "x"]))', 'list(reader([" a, b"], skipinitialspace=True))', 'list(reader([\'a,"x\', \'y",b\']))',
             'list(reader(["a,,b"], quoting=4))', 'list(reader([\'1,,""\'], quoting=5))', 'list(reader([\'"1",,2\'], quoting=4))', 'list(reader(["a\\\\,b,c\\\\\\nd"], escapechar="\\\\"))', 'list(reader(["\\0,b"]))',
             'list(reader(["a;b|c"], delimiter=";"))', 'list(reader(["\'a,b\',c"], quotechar="\'"))', 'list(reader(["a,b\\r", "c\\n", "\\n", "d"]))', 'writer(Lines()).writerows([1])', 'type(reader([])).__name__'):
    try:
        print(call, "=>", eval("csv." + call if not call.startswith(("list", "type")) else call.replace("reader", "csv.reader")))
    except Exception as e:
        print(call, "=>", type(e).__name__, e)
print(csv.field_size_limit(5), csv.field_size_limit())
try:
    list(csv.reader(["abcdefgh"]))
except csv.Error as e:
    print(e)
csv.field_size_limit(131072)


class Semi(csv.Dialect):
    delimiter = ";"
    quotechar = "'"
    lineterminator = "\n"
    quoting = csv.QUOTE_MINIMAL
    doublequote = True


csv.register_dialect("semi", Semi, strict=True)
d = csv.get_dialect("semi")
print(csv.list_dialects(), d.delimiter, d.quotechar, d.strict, d.escapechar, repr(d.lineterminator), d.quoting, d.skipinitialspace)
out = io.StringIO()
w = csv.DictWriter(out, ["name", "n"], restval="-", dialect="semi")
w.writeheader()
w.writerows([{"name": "x;y", "n": 1}, {"name": "it's"}])
print(repr(out.getvalue()))
try:
    w.writerow({"other": 1})
except ValueError as e:
    print(e)
r = csv.DictReader(io.StringIO("a,b\r\n1,2\r\n\r\n3\r\n4,5,6\r\n"), restkey="more", restval="none")
print(r.fieldnames, list(r), r.line_num)
sniffed = csv.Sniffer().sniff("a;b;c\n1;2;3\n'x;y';5;6\n")
print(sniffed.delimiter, sniffed.quotechar)
rows = [[str(i), "v%d" % i, 'he said "%d"' % i, "a,b"] for i in range(200)]
out = io.StringIO()
csv.writer(out).writerows(rows)
out.seek(0)
print(list(csv.reader(out)) == rows, len(out.getvalue()))
try:
    csv.writer(Lines(), delimiter="")
except TypeError as e:
    print(e)
