package irtext_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/tier2go/tier2/guest/guesttest"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/irtext"
)

const head = "trace @t form=typed {\nframe f0 \"t\" (a)\nb0:\n"

// TestErrors checks each message with its place. Lines of the body count from
// 4, after the head.
func TestErrors(t *testing.T) {
	body := func(lines string) string { return head + lines + "}\n" }
	for _, c := range []struct{ text, want string }{
		{"", `1:1: "trace" expected, not the end of the text`},
		{"trace sum", `1:7: "@" and a name expected, not "sum"`},
		{"trace @s form=type {", `1:15: unknown form "type" (typed?)`},
		{"trace @s form=typed {\nentries (i65)\n", `2:10: unknown type "i65" (i64?)`},
		{"trace @s form=typed {\nreturns void\n", `2:9: a value of type void has no place here`},
		{"trace @s form=typed {\nreturns i64 else 5\n", `2:18: what the routine returns when it gives up expected as a hexadecimal number, not "5"`},
		{"trace @s form=typed {\nentries (state)\n", `2:10: a value of type state has no place here`},
		{"trace @s form=typed {\nframe f0 \"x\" (a) in f3\n", `2:21: frame f3 is not declared`},
		{"trace @s form=typed {\nframe f0 \"x\" (a)\nframe f0 \"x\" (a)\n", `3:7: f0 is declared twice`},
		{"trace @s form=typed {\nframe f0 \"x\" (a) slots=-1\n", `2:24: a number of slots -1 is not between 0 and 1073741824`},
		{"trace @s form=typed {\nframe f0 x (a)\n", `2:10: the frame's name in quotes expected, not "x"`},
		{"trace @s form=typed {\nhello\n", `2:1: a block (b0) or "}" expected, not "hello"`},
		{head + "  v0: ref = slot 0\n", `5:1: an operation, a block or "}" expected, not the end of the text`},
		{body("  v0: i64 = ad 1, 2\n"), `4:13: unknown operation "ad" (add, and?)`},
		{body("  v0: i64 = const.i64 4\n"), `4:13: constants stand inline, as literals`},
		{body("  v0: i64 = param\n"), `4:13: parameters stand in the block's header`},
		{body("  v0 = add 1, 2\n"), `4:6: ":" and a type expected, not "="`},
		{body("  v0: f64 = add 1, 2\n"), `4:3: the result of add is i64, not f64`},
		{body("  add 1, 2\n"), `4:3: add has a result: v0: i64 = add`},
		{body("  v0: i64 = clock 1\n"), `4:3: clock has no result`},
		{body("  s0 = add 1, 2\n"), `4:3: a state is an s and the result of state, other values are a v and have a type`},
		{body("  v0: i64 = add v1, 2\n"), `4:17: v1 is not defined up to here`},
		{body("  v0: i64 = add v0, 2\n"), `4:17: v0 is not defined up to here`},
		{body("  v0: i64 = add 1, 2\n  v0: i64 = add 1, 2\n"), `5:3: v0 is defined twice`},
		{body("  v0: i64 = add 1 2\n"), `4:19: "," expected, not "2"`},
		{body("  v0: i64 = add 1, 99999999999999999999\n"), `4:20: malformed or too large number "99999999999999999999"`},
		{body("  v0: i64 = add 1, 12ab\n"), `4:20: malformed or too large number "12ab"`},
		{body("  v0: i64 = add 1, {int}\n"), `4:20: a set of types is no operand`},
		{body("  v0: i64 = add 1, hello\n"), `4:20: an operand expected, not "hello"`},
		{body("  v0: ref = slot\n"), `4:13: slot needs an immediate: an integer`},
		{body("  v0: ref = slot 1.5\n"), `4:18: the last operand of slot is its immediate, an integer, not "1.5"`},
		{body("  v0: ref = slot 0\n  v1: bool = is.type v0, {itn}\n"), `5:27: unknown guest type "itn" (int?)`},
		{body("  v0: ref = slot 0\n  v1: bool = is.type v0, {64}\n"), `5:27: the number of a type 64 is not between 0 and 63`},
		{body("  v0: ref = slot 0\n  v1: ref = load v0\n"), `5:13: load needs a memory access behind its operands, as +16 64 class=0`},
		{body("  v0: ref = slot 0\n  v1: ref = load v0 +16 65 class=1\n"), `5:25: a width of 64, 32, 16 or 8 bits expected, not "65"`},
		{body("  v0: ref = slot 0\n  v1: ref = load v0 +16 64 class=1, v0\n"), `5:37: operands stand ahead of immediates, states and blocks`},
		{body("  v0: bool = same #zilch, #0x1\n"), `4:19: unknown guest word "#zilch"`},
		{body("  v0: ref = toy.lea 1, nan:0x1, 5\n"), `4:3: the result of toy.lea is i64, not ref`},
		{body("  v0: f64 = fadd 1.0, nan:0x1\n"), `4:23: 0x1 is no NaN`},
		{body("  s0 = state f1 pc=1 (_ |)\n"), `4:14: frame f1 is not declared`},
		{body("  s0 = state f0 pc=4294967296 (_ |)\n"), `4:20: a pc 4294967296 is not between 0 and 4294967295`},
		{body("  s0 = state f0 pc=1 (_, _ |)\n"), `4:22: a state of f0 has 1 locals and | ahead of its stack`},
		{body("  s0 = state f0 pc=1 (b=_ |)\n"), `4:23: the frame has no local "b" (a?)`},
		{body("  s0 = state f0 pc=1 (a=_, a=_ |)\n"), `4:28: the local a is given twice`},
		{body("  s0 = state f0 pc=1 (a=5 |)\n"), `4:25: an operand of type i64 is boxed: box 5`},
		{body("  s0 = state f0 pc=1 (a=_)\n"), `4:26: "," expected, not ")"`},
		{body("  v0: ref = slot 0\n  v1: ref = load v0 +16 items\n"), `5:25: unknown alias class "items"`},
		{body("  s0 = state f0 pc=1 (5 |)\n"), `4:23: an operand of type i64 is boxed: box 5`},
		{body("  s0 = state f0 pc=1 (box #0x1 |)\n"), `4:23: a ref is not boxed`},
		{body("  v0: ref = new toy.pear(#0x1, #0x2)\n"), `4:17: unknown operation "toy.pear" (toy.lea, toy.pair?)`},
		{body("  v0: ref = new toy.pair(#0x1, 5)\n"), `4:32: an operand of type i64 is boxed: box 5`},
		{body("  v0: ref = new toy.range(box 1, #0x1)\n"), `4:27: a i64 is not boxed`},
		{body("  v0: ref = new\n"), `4:16: the operation that makes the object expected, not the end of the line`},
		{body("  s0 = state f0 pc=1 (_ |) in v1\n"), `4:31: the caller's state (s0) expected, not "v1"`},
		{body("  s0 = state f0 pc=1 (_ |)\n  guard.true true, befor s0 -> x0\n"), `5:20: unknown word "befor" (before?)`},
		{body("  s0 = state f0 pc=1 (_ |)\n  guard.true true, s0 -> x0\n"), `5:26: exit x0 has no kind: it is not in the line of exits`},
		{body("  s0 = state f0 pc=1 (_ |)\n  v0: ref = toy.attr #0x1, #0x2, s0 -> x0\n"), `5:34: before, raise or after expected: toy.attr has the states before, raise`},
		{body("  s0 = state f0 pc=1 (_ |)\n  clock 1, s0 -> x0\n"), `5:12: before, raise or after expected: clock does not leave`},
		{body("  s0 = state f0 pc=1 (_ |)\n  v0: ref = toy.attr #0x1, #0x2, raise s0 -> x0, before s0 -> x1\n"),
			`5:50: states stand in the order before, raise, after, each once, and ahead of the blocks`},
		{body("  s0 = state f0 pc=1 (_ |)\n  guard.true true, s0 -> x0\n  guard.true true, s0 -> x0\n") + "exits x0: deopt\n", `6:26: exit x0 is used twice`},
		{body("  jump b0()\n") + "exits x7: side\n", `6:7: no operation leaves by exit x7`},
		{body("  jump b0()\n") + "exits x7: sid\n", `6:11: unknown kind of exit "sid" (side?)`},
		{body("  jump b0()\n") + "exits x7: side, x7: side\n", `6:17: the kind of x7 is given twice`},
		{body("  jump b0()\n") + "more\n", `6:1: the end of the text expected, not "more"`},
		{body("  jump b1()\n"), `4:8: there is no block b1`},
		{body("  jump b0(), b0()\n"), `4:3: jump goes to 1 blocks, not to 2`},
		{body("  branch b0(), b0()\n"), `4:3: branch has 1 operands, not 0`},
		{body("  clock b0(), 1\n"), `4:15: operands stand ahead of immediates, states and blocks`},
		{body("  jump b0()\n  clock 1\n"), `5:3: an operation follows the end of its block`},
		{body("  jump b0()\nb0:\n"), `5:1: block b0 is defined twice`},
		{body("  jump b0()\nb1: lop\n"), `5:5: unknown attribute "lop" (loop?)`},
		{body("  clock 1 !3,2\n"), `4:14: micro-ops stand in ascending order`},
		{body("  clock 1 \x01\n"), `4:11: unexpected character '\x01'`},
		{body("  clock \"x\n"), `4:9: malformed string literal`},
		{body("  clock #\n"), `4:9: # without a guest word`},
	} {
		_, err := irtext.Parse("", []byte(c.text), guesttest.Ops, guesttest.Types, irtext.Options{})
		if err == nil {
			t.Errorf("no error, want %s\n%s", c.want, c.text)
			continue
		}
		var e *irtext.Error
		if !errors.As(err, &e) {
			t.Errorf("%v is no *irtext.Error", err)
		}
		if got := strings.TrimPrefix(err.Error(), "irtext: "); got != c.want {
			t.Errorf("got  %s\nwant %s\n%s", got, c.want, c.text)
		}
	}
	_, err := irtext.Parse("dir/a.ir", []byte("x"), guesttest.Ops, guesttest.Types, irtext.Options{})
	if err == nil || !strings.HasPrefix(err.Error(), "irtext: dir/a.ir:1:1: ") {
		t.Errorf("error with a file name: %v", err)
	}
}

// TestLenient checks what the parser accepts and the print does not have.
func TestLenient(t *testing.T) {
	text := "\r\n ; a comment\ntrace @t form=typed {\n\n; another\nframe f5 \"t\" (a) ; a frame\nb7 ( ) :\n" +
		"  v9 : i64 = add 0x10 , +5;x\n s3=state f5 pc=0x2(box v9|)!1\n  guard.true true,s3->x9\n  exit s3 -> x2\n}\nexits x2: end, x9: side"
	want := "trace @t form=typed {\nframe f0 \"t\" (a)\nb0:\n  v0: i64 = add 16, 5\n  s0 = state f0 pc=2 (a=box v0 |) !1\n" +
		"  guard.true true, s0 -> x0\n  exit s0 -> x1\n}\nexits x0: side, x1: end\n"
	if got := irtext.String(parse(t, text)); got != want {
		t.Errorf("got\n%s", got)
	}
}

// TestBroken checks that the printer shows functions that no text can make.
func TestBroken(t *testing.T) {
	f := ir.NewFunc("broken", guesttest.Ops, guesttest.Types)
	b := f.NewBlock()
	c := f.AtEnd(b)
	gone := c.Add(ir.OpAdd, f.ConstI64(1), nil)
	f.Remove(gone)
	st := c.AddAux(ir.OpState, ir.StateAux(7, 0, 1))
	c.AddAux(ir.OpState, ir.StateAux(-1, 0, 1), gone, gone)
	g := c.Add(ir.OpGuardTrue, gone)
	g.States[ir.Before] = st
	x := f.SetExit(c.Add(ir.OpGuardTrue), ir.Before, nil, ir.ExitKind(99))
	f.SetExit(c.AddAux(ir.OpClock, 3), ir.Raise, st, ir.Error)
	ref := f.ConstRef(1)
	c.AddTyped(ir.OpLoad, ir.Type(9), 7<<32, ref) // no such width
	c.AddAux(ir.OpAdd, 5, f.ConstI64(1), f.ConstI64(2))
	f.Blocks = append(f.Blocks, nil)
	got := irtext.String(f)
	for _, want := range []string{
		"s0 = state f?7 pc=1 (?)", "guard.true v?1, s0 -> _", "guard.true _ -> x0", "clock 3, raise s0 -> x1",
		"type(9) = load #0x1 aux=0x700000000", "add 1, 2 aux=0x5", "x0: ?99",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got[:min(len(got), 2000)])
		}
	}
	if x.Owner == nil {
		t.Error("the exit lost its owner")
	}
	cyclic := c.Add(ir.OpBNot, f.ConstBool(true))
	f.Move(cyclic, f.Before(cyclic)) // the list is a cycle now
	if got := irtext.String(f); strings.Count(got, "bnot") < 2 || len(got) > 10000 {
		t.Errorf("a cyclic list:\n%s", got)
	}
}

func TestPrinter(t *testing.T) {
	f := parse(t, samples(t)[1])
	p := irtext.NewPrinter(f, irtext.Options{NoOrigins: true})
	b := f.Blocks[1]
	for got, want := range map[string]string{
		p.Value(b.First().Next()):                                "v7: i64 = add.ov v4, v5, s1 -> x1",
		p.Ref(b.Params[0]):                                       "v4",
		p.Value(b.Params[0]):                                     "v4: i64 = param",
		p.Block(b):                                               "b1",
		p.Exit(b.First().Next().Exits[0]):                        "x1",
		p.Ref(f.ConstF64(1)):                                     "1.0",
		irtext.FormatValue(f, b.Last(), irtext.Options{}):        "jump b1(v7, v5, v8)",
		irtext.FormatValue(f, f.ConstI64(7), irtext.Options{}):   "7",
		p.Value(f.Blocks[0].First()) + p.Ref(f.ConstBool(false)): "v0: ref = slot 0false",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
