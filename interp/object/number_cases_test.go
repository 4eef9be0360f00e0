package object

import (
	"bufio"
	"errors"
	"flag"
	"math/big"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/tier2go/tier2/internal/soak"
	"github.com/tier2go/tier2/interp/unicode"
)

var casesDir = flag.String("cases", "testdata", "folder of the cases_*.txt files, written by testdata/gen_numbers.py")

// TestNumberCases compares numbers and formatting with CPython 3.14: the case
// files say what each call gives (see testdata/gen_numbers.py, which writes
// them and says how to run it). All run twice, the second time with a
// collection at every allocation.
func TestNumberCases(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(*casesDir, "cases_*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no case files in %s (%v)", *casesDir, err)
	}
	for _, file := range files {
		for _, stress := range []bool{false, true} {
			name := strings.TrimSuffix(filepath.Base(file), ".txt")
			if stress {
				name += "/stress"
			}
			t.Run(name, func(t *testing.T) { runCases(t, file, stress) })
		}
	}
}

func runCases(t *testing.T, file string, stress bool) {
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	h := newHeap(t, Options{Limit: 64 << 20, Stress: stress})
	h.Strict = true // unsupported is not one of CPython's exceptions
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	failed := 0
	for n := 1; lines.Scan(); n++ {
		parts := strings.SplitN(lines.Text(), "\t", 3)
		if len(parts) != 3 {
			t.Fatalf("%s:%d: not a case", file, n)
		}
		if stress && !soak.Some(10, lines.Text()) {
			continue
		}
		got, want := runCase(h, parts[0], parts[1]), parts[2]
		if strings.HasPrefix(want, "0x") || strings.HasPrefix(want, "-0x") {
			x, _ := new(big.Int).SetString(want, 0)
			want = x.String()
		}
		if got != want {
			if failed++; failed <= 30 {
				t.Errorf("%s:%d: %s%s\n got %s\nwant %s", file, n, parts[0], parts[1], cut(got), cut(want))
			}
		}
		h.Release(0)
	}
	if lines.Err() != nil {
		t.Fatal(lines.Err())
	}
	if failed > 0 {
		t.Errorf("%d cases failed", failed)
	}
}

func cut(s string) string {
	if len(s) > 300 {
		return s[:300] + "…"
	}
	return s
}

// runCase calls a function with the arguments of a literal and returns the
// result as the case files spell it.
func runCase(h *Heap, name, args string) string {
	p := literals{h: h, s: args}
	tuple := p.value()
	h.Push(tuple)
	keys, values := []Value(nil), []Value(nil)
	if p.s != "" {
		keys, values = p.dictItems()
	}
	all := h.NewList()
	h.Push(all)
	for _, v := range append(append([]Value(nil), h.TupleItems(tuple)...), values...) {
		h.ListAppend(all, v)
	}
	kwnames := Null
	if len(keys) > 0 {
		kwnames = h.NewTuple(keys...)
	}
	h.IntMaxStrDigits = defaultIntMaxStrDigits
	v, err := callCase(h, name, h.ListItems(all), kwnames)
	if err == nil {
		h.IntMaxStrDigits = 0 // for what only the test prints
		v, err = h.Repr(v)
		h.IntMaxStrDigits = defaultIntMaxStrDigits
	}
	var unsupported *Unsupported
	switch {
	case errors.As(err, &unsupported):
		return "!unsupported"
	case err != nil:
		exc := err.(*Raised).Exc
		s, err := h.Str(exc)
		if err != nil {
			return err.Error()
		}
		return "!" + h.TypeName(exc) + ": " + h.GoString(s)
	}
	return h.GoString(v)
}

var caseBinary = map[string]BinaryOp{
	"+": Add, "-": Subtract, "*": Multiply, "/": TrueDivide, "//": FloorDivide, "%": Remainder, "**": Power,
	"<<": Lshift, ">>": Rshift, "&": And, "|": Or, "^": Xor,
}

var caseCompare = map[string]CompareOp{"<": LT, "<=": LE, "==": EQ, "!=": NE, ">": GT, ">=": GE}

var caseUnary = map[string]UnaryOp{"neg": Negative, "pos": Positive, "inv": Invert, "abs": Absolute}

var caseTypes = map[string]TypeID{"int": IntType, "float": FloatType, "bool": BoolType}

func callCase(h *Heap, name string, a []Value, kwnames Value) (Value, error) {
	if op, ok := caseBinary[name]; ok {
		return h.Binary(op, a[0], a[1])
	}
	if op, ok := caseCompare[name]; ok {
		return h.Compare(op, a[0], a[1])
	}
	if op, ok := caseUnary[name]; ok {
		return h.Unary(op, a[0])
	}
	if t, ok := caseTypes[name]; ok {
		return h.Call(h.Type(t).Object, a, kwnames)
	}
	switch name {
	case "divmod":
		return h.DivMod(a[0], a[1])
	case "pow":
		if len(a) == 2 {
			return h.Binary(Power, a[0], a[1])
		}
		return h.Pow3(a[0], a[1], a[2])
	case "round":
		return h.Round(a[0], append(a, Null)[1])
	case "hash":
		x, err := h.Hash(a[0])
		return h.Int(x), err
	case "repr":
		return h.Repr(a[0])
	case "str":
		return h.Str(a[0])
	case "ascii":
		return h.Ascii(a[0])
	case "format":
		return h.Format(a[0], a[1])
	case "percent":
		return h.percentFormat(a[0], a[1])
	case "str.format":
		return strFormatMethods[0].FnKw(h, a[0], a[1:], kwnames)
	case "format_map":
		return h.CallBuiltin(&strFormatMethods[1], a[0], a[1:], kwnames)
	case "floor", "ceil", "trunc":
		return caseToInt(h, name, a[0])
	case "getattr":
		return h.GetAttr(a[0], a[1])
	case "setattr":
		return None, h.SetAttr(a[0], a[1], a[2])
	}
	if class, method, ok := strings.Cut(name, "."); ok {
		f, err := h.GetAttr(h.Type(caseTypes[class]).Object, h.NewStr(method))
		if err != nil {
			return Null, err
		}
		return h.Call(f, a, kwnames)
	}
	f, err := h.GetAttr(a[0], h.NewStr(name))
	if err != nil {
		return Null, err
	}
	return h.Call(f, a[1:], kwnames)
}

func caseToInt(h *Heap, name string, v Value) (Value, error) {
	if h.isIntegral(v) {
		return h.plain(v), nil
	}
	f, err := h.Float(v)
	switch {
	case err != nil:
		return Null, err
	case name == "floor":
		return h.FloatFloor(f)
	case name == "ceil":
		return h.FloatCeil(f)
	}
	return h.FloatToInt(f)
}

// literals reads the Python literals of the case files. What it makes it pushes.
type literals struct {
	h *Heap
	s string
}

func (p *literals) accept(prefix string) bool {
	rest, ok := strings.CutPrefix(p.s, prefix)
	if ok {
		p.s = strings.TrimLeft(rest, " ")
	}
	return ok
}

var literalNames = []struct {
	name string
	v    Value
}{{"None", None}, {"True", True}, {"False", False}, {"-inf", 0xFFF0 << 48}, {"inf", 0x7FF0 << 48}, {"nan", CanonNaN}}

func (p *literals) value() Value {
	for _, n := range literalNames {
		if p.accept(n.name) {
			return n.v
		}
	}
	var v Value
	switch {
	case p.accept("("):
		v = p.h.NewTuple(p.list(")")...)
	case p.accept("["):
		v = p.h.NewList(p.list("]")...)
	case p.s[0] == '{':
		keys, values := p.dictItems()
		v = p.h.NewDict()
		p.h.Push(v)
		for i := range keys {
			if err := p.h.SetItem(v, keys[i], values[i]); err != nil {
				panic(err)
			}
		}
	case p.s[0] == '\'' || p.s[0] == '"':
		s := p.text()
		for p.accept("+") { // '-' + '9' * 4300 + 'x'
			part := p.text()
			if p.accept("*") {
				part = strings.Repeat(part, int(p.number().Small()))
			}
			s += part
		}
		v = p.h.NewStr(s)
	case p.s[0] == 'b':
		p.s = p.s[1:]
		var b []byte
		for _, r := range p.text() {
			b = append(b, byte(r))
		}
		v = p.h.NewBytes(b)
	default:
		v = p.number()
	}
	p.h.Push(v)
	return v
}

func (p *literals) list(end string) (vs []Value) {
	for !p.accept(end) {
		vs = append(vs, p.value())
		p.accept(",")
	}
	return vs
}

func (p *literals) dictItems() (keys, values []Value) {
	p.accept("{")
	for !p.accept("}") {
		keys = append(keys, p.value())
		p.accept(":")
		values = append(values, p.value())
		p.accept(",")
	}
	return keys, values
}

func (p *literals) number() Value {
	n := 0
	for n < len(p.s) && !strings.ContainsRune(",)]}: ", rune(p.s[n])) {
		n++
	}
	s := p.s[:n]
	p.s = strings.TrimLeft(p.s[n:], " ")
	if x, ok := new(big.Int).SetString(s, 0); ok {
		if p.accept("** ") { // 10 ** 4300 + -1
			x.Exp(x, p.h.BigInt(p.number()), nil)
			p.accept("+ ")
			x.Add(x, p.h.BigInt(p.number()))
		}
		return p.h.IntFromBig(x)
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		panic(err)
	}
	return FloatValue(f)
}

// text reads a string literal with the escapes that ascii() makes.
func (p *literals) text() string {
	quote := p.s[0]
	i := 1
	var b []byte
	for ; p.s[i] != quote; i++ {
		if p.s[i] != '\\' {
			b = append(b, p.s[i])
			continue
		}
		i++
		digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[p.s[i]]
		switch c := p.s[i]; {
		case digits > 0:
			r, err := strconv.ParseUint(p.s[i+1:i+1+digits], 16, 32)
			if err != nil {
				panic(err)
			}
			b = unicode.AppendRune(b, rune(r))
			i += digits
		case c == 'n':
			b = append(b, '\n')
		case c == 't':
			b = append(b, '\t')
		case c == 'r':
			b = append(b, '\r')
		default:
			b = append(b, c)
		}
	}
	p.s = strings.TrimLeft(p.s[i+1:], " ")
	return string(b)
}
