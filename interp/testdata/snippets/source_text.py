# A str is compiled as it is: a comment says nothing of its encoding, a mark at its beginning is a character.
import ast

for source in (
    "# coding: latin-1\n'é'",
    "# coding: nothing\n'é'",
    "\n# -*- coding: utf-16 -*-\n'é'",
    "\ufeff'é'",
    "# coding: latin-1\n{'é', 'ü'} | x",
    "# coding: nothing\n'\\q'",
    "# coding: nothing\n(",
):
    for text in source, source.encode():
        try:
            print(ascii(eval(text, {"x": set()})) if "x" not in source else sorted(eval(text, {"x": set()})))
        except SyntaxError as e:
            print(e, e.offset)
        try:
            print(ast.dump(ast.parse(text, mode="eval")))
        except SyntaxError as e:
            print(e, e.offset)
for i in range(3):
    space = {}
    exec("# coding: latin-1\nx = 'é'", space)
    exec(b"# coding: latin-1\ny = '\xe9'", space)
    print(space["x"], space["y"])
