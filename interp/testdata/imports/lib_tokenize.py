import io
import keyword
import token
import tokenize

src = '''# comment
import os
def f(x, *, y=1.5e3):
    """doc"""
    if x >= 0x1F and y != 'a':
        return [x ** 2, {y: -x}]  # end
    z = f"v{x!r:>{y}} {{}}"
    s = (1,
         2)
    return x @ z; w = b'\\x00'

class C: pass
é := 1_000j
'''
for t in tokenize.generate_tokens(io.StringIO(src).readline):
    print(tokenize.tok_name[t.type], repr(t.string), t.start, t.end, tokenize.tok_name[t.exact_type])
toks = list(tokenize.tokenize(io.BytesIO(src.encode()).readline))
print(toks[0], len(toks), tokenize.untokenize(toks).decode() == src)
print(tokenize.untokenize([(t.type, t.string) for t in toks[1:10]]))
print(tokenize.detect_encoding(io.BytesIO(b"# -*- coding: latin-1 -*-\n").readline))
for bad in ("x = (1,\n", "'''abc", "if x:\n  a\n b\n", "a = 'x", "x = 1$"):
    try:
        print([t.string for t in tokenize.generate_tokens(io.StringIO(bad).readline)])
    except (tokenize.TokenError, SyntaxError) as e:
        print(type(e).__name__, e.args[0])
print(keyword.iskeyword("for"), keyword.softkwlist, token.EXACT_TOKEN_TYPES["->"] == token.RARROW, token.ISEOF(0))
