# Readers of csv over lines of ASCII and others, in every dialect: the fields, and the same by characters that are no ASCII, which are read one by one.
import csv
import random

rnd = random.Random(7)
alphabets = ['a,"\n', "ab, \"'\r\n", 'x;"\\\n ', "1.5,-\"\n", "a\t|,'\n\x00\x7f"]
dialects = [{}, {"delimiter": ";"}, {"quotechar": "'"}, {"escapechar": "\\"}, {"doublequote": False, "escapechar": "\\"}, {"skipinitialspace": True}, {"strict": True},
            {"quoting": csv.QUOTE_NONE}, {"quoting": csv.QUOTE_NONE, "escapechar": "\\"}, {"quoting": csv.QUOTE_ALL}, {"quoting": csv.QUOTE_NONNUMERIC},
            {"quoting": csv.QUOTE_STRINGS}, {"quoting": csv.QUOTE_NOTNULL}, {"delimiter": "|", "quotechar": None, "quoting": csv.QUOTE_NONE}, {"delimiter": "\t", "escapechar": "a"},
            {"delimiter": " ", "skipinitialspace": True}, {"delimiter": "é"}, {"quotechar": "é", "escapechar": "ß"}]


def read(lines, d):
    rows = []
    r = csv.reader(lines, **d)
    try:
        for row in r:
            rows.append(row)
    except (csv.Error, ValueError) as e:
        rows.append(type(e).__name__ + ": " + str(e))
    return rows, r.line_num


total = 0
for n in range(400):
    alphabet = alphabets[n % len(alphabets)]
    text = "".join(rnd.choice(alphabet) for _ in range(rnd.randrange(40)))
    lines = text.splitlines(True) if n & 1 else [text, "", text[::-1]] if n & 2 else text.split("\n")
    for d in dialects:
        got = read(lines, d)
        total = (total * 31 + sum(map(ord, repr(got)))) % 1000003
        if n < 6:
            print(n, got)
        if "é" not in d.values():
            wide = [line.replace("a", "é").replace("1", "é") for line in lines]
            if d.get("escapechar") != "a" and not (d.get("quoting") in (csv.QUOTE_NONNUMERIC, csv.QUOTE_STRINGS)):
                again = read(wide, d)
                assert repr(again).replace("é", "a") == repr(got).replace("1", "a"), (lines, d, got, again)
print(total)

old = csv.field_size_limit(5)
for line in ("abcde,f", "abcdef,g", "a,bcdefg", '"abcde",f', '"abcdef",g', '"ab""cde",g', "ab\\cdef", "abcdef"):
    print(line, read([line], {}), read([line], {"escapechar": "\\"}))
csv.field_size_limit(old)


class Lines:
    def __init__(self, depth):
        self.depth = depth

    def __iter__(self):
        for i in range(3):
            if self.depth:
                for row in csv.reader(Lines(self.depth - 1)):
                    yield ",".join(row) + ',"x' + "\n"
                    yield str(i) + '"\n'
            else:
                yield '%d,"a,b"\n' % i


for row in csv.reader(Lines(2)):
    print(row)
print(list(csv.reader(["a,b", 3][:1])), read(["a", 3], {}), read(["a", b"b"], {}))
print(list(csv.DictReader(["a,b\n", "1,2\n", "3\n", "4,5,6\n"])))


class S(str):
    pass


print(list(csv.reader([S("a,b"), S('"c",d')])))
