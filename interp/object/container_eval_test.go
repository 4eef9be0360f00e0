package object

import (
	"fmt"
	"hash/crc32"
	"strconv"
	"strings"
	"unicode"

	"github.com/tier2go/tier2/interp/heap"
)

// guest evaluates the small part of Python that the tests of containers are
// written in: statements separated by semicolons (assignments, also unpacking
// and in place, del, for over a line), and expressions with displays, operators,
// subscripts, calls and lambdas. All values that it makes stay alive until
// the end, as pushed values.
type guest struct {
	h    *Heap
	vars map[string]Value
	toks []string
	pos  int
	skip int // >0: parse without evaluating
	log  []string
}

func newGuestEnv(h *Heap) *guest {
	g := &guest{h: h, vars: map[string]Value{"None": None, "True": True, "False": False}}
	for _, id := range []TypeID{ListType, TupleType, DictType, SetType, FrozenSetType, RangeType, SliceType,
		EnumerateType, ZipType, MapType, FilterType, ReversedType, BoolType, IntType, StrType, FloatType} {
		g.vars[h.types[id].Name] = h.types[id].Object
	}
	fn := func(name string, f func(args []Value, kw map[string]Value) (Value, error)) {
		v := h.NewBuiltin(&Builtin{Name: name, FnKw: func(h *Heap, _ Value, args []Value, kwnames Value) (Value, error) {
			kw := map[string]Value{}
			if kwnames != Null {
				n := len(args) - h.TupleLen(kwnames)
				for i, v := range args[n:] {
					kw[h.GoString(h.TupleItem(kwnames, i))] = v
				}
				args = args[:n]
			}
			return f(args, kw)
		}}, Null)
		g.set(name, v)
	}
	fn("len", func(a []Value, _ map[string]Value) (Value, error) {
		n, err := h.Len(a[0])
		return h.Int(int64(n)), err
	})
	fn("hash", func(a []Value, _ map[string]Value) (Value, error) {
		x, err := h.Hash(a[0])
		return h.NewStr(strconv.FormatInt(x, 10)), err
	})
	fn("repr", func(a []Value, _ map[string]Value) (Value, error) { return h.Repr(a[0]) })
	fn("typename", func(a []Value, _ map[string]Value) (Value, error) { return h.NewStr(h.TypeName(a[0])), nil })
	fn("iter", func(a []Value, _ map[string]Value) (Value, error) {
		if len(a) == 2 {
			return h.CallableIter(a[0], a[1])
		}
		return h.Iter(a[0])
	})
	fn("next", func(a []Value, _ map[string]Value) (Value, error) {
		x, err := h.Next(a[0])
		if err == nil && x == Null {
			if len(a) > 1 {
				return a[1], nil
			}
			return Null, h.RaiseWith(StopIterationType)
		}
		return x, err
	})
	fn("sorted", func(a []Value, kw map[string]Value) (Value, error) {
		l, err := h.ListFromIter(a[0])
		if err != nil {
			return Null, err
		}
		key, reverse := None, false
		if k, ok := kw["key"]; ok {
			key = k
		}
		if r, ok := kw["reverse"]; ok {
			reverse = r == True
		}
		return l, h.Sort(l, key, reverse)
	})
	fn("fail", func(a []Value, _ map[string]Value) (Value, error) {
		return Null, h.Raise(ValueErrorType, "fail")
	})
	fn("stop", func(a []Value, _ map[string]Value) (Value, error) {
		return Null, h.RaiseWith(StopIterationType)
	})
	fn("log", func(a []Value, _ map[string]Value) (Value, error) {
		s := fmt.Sprintf("%d %08x", len(g.log), crc32.ChecksumIEEE([]byte(strings.Join(g.log, " "))))
		g.log = nil
		return h.NewStr(s), nil
	})
	g.addClasses()
	return g
}

// addClasses makes the types K and A: K(n) equals by n, has a bad hash, logs
// comparisons and raises when n is negative; A(n, f) calls f before it
// compares.
func (g *guest) addClasses() {
	h := g.h
	const offNum, offFunc = 8, 16
	num := func(v Value) int64 { return h.Field(v, offNum).Small() }
	for _, name := range []string{"K", "A"} {
		id := TypeID(len(h.types))
		class := name
		typ := h.register(&Type{ID: id, Name: class, Module: "__main__", Slots: Slots{
			Repr: func(h *Heap, v Value) (Value, error) {
				return h.NewStr(fmt.Sprintf("%s(%d)", class, num(v))), nil
			},
			Hash: func(h *Heap, v Value) (int64, error) { return ((num(v) % 4) + 4) % 4, nil },
			Compare: func(h *Heap, op CompareOp, a, b Value) (Value, error) {
				if op != EQ && op != LT && op != NE {
					return NotImplemented, nil
				}
				if f := h.Field(a, offFunc); f != Null {
					if _, err := h.Call(f, nil, Null); err != nil {
						return Null, err
					}
				}
				if b.IsSmall() && class == "A" {
					return Bool(op.Holds(int(num(a) - b.Small()))), nil
				}
				if !b.IsRef() || h.RefType(b) != id {
					return NotImplemented, nil
				}
				if class == "K" {
					g.log = append(g.log, fmt.Sprintf("%c%d,%d", "el"[guestBit(op == LT)], num(a), num(b)))
					if num(a) < 0 || num(b) < 0 {
						return Null, h.Raise(ValueErrorType, "bad")
					}
				}
				return Bool(op.Holds(int(num(a) - num(b)))), nil
			},
			New: func(h *Heap, t *Type, args []Value, _ Value) (Value, error) {
				v := h.Alloc(kindPlain, 24)
				h.header(v, t.ID, 0)
				h.SetField(v, offNum, args[0])
				h.SetField(v, offFunc, Null)
				if len(args) > 1 {
					h.SetField(v, offFunc, args[1])
				}
				return v, nil
			},
		}})
		g.set(class, typ.Object)
	}
}

func guestBit(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (g *guest) set(name string, v Value) {
	g.h.Push(v)
	g.vars[name] = v
}

func (g *guest) keep(v Value) Value {
	g.h.Push(v)
	return v
}

// run executes a source line and returns the repr of the last expression, or
// the exception as "Type: message".
func (g *guest) run(src string) (result string) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(heap.OutOfMemory); !ok {
				panic(r)
			}
			result = "MemoryError"
		}
	}()
	v, err := g.exec(src)
	if err == nil && v != Null {
		var r Value
		if r, err = g.h.Repr(v); err == nil {
			return g.h.GoString(r)
		}
	}
	if err != nil {
		if u, ok := err.(*Unsupported); ok {
			return u.Error()
		}
		return err.Error()
	}
	return "-"
}

func (g *guest) exec(src string) (v Value, err error) {
	saved, savedPos := g.toks, g.pos
	defer func() { g.toks, g.pos = saved, savedPos }()
	g.toks, g.pos = tokenizeGuest(src), 0
	return g.statements()
}

// tokenizeGuest splits source into tokens; strings keep their quote.
func tokenizeGuest(s string) []string {
	var toks []string
	for i := 0; i < len(s); {
		c := s[i]
		j := i + 1
		switch {
		case c == ' ':
			i++
			continue
		case c == '\'' || c == '"':
			for s[j] != c {
				j++
			}
			j++
		case unicode.IsDigit(rune(c)):
			for j < len(s) && (unicode.IsDigit(rune(s[j])) || strings.ContainsRune(".eE", rune(s[j])) || (s[j] == '-' || s[j] == '+') && (s[j-1] == 'e')) {
				j++
			}
		case unicode.IsLetter(rune(c)) || c == '_':
			for j < len(s) && (unicode.IsLetter(rune(s[j])) || unicode.IsDigit(rune(s[j])) || s[j] == '_') {
				j++
			}
		default:
			for _, op := range []string{"//=", "**=", "<<=", ">>=", "==", "!=", "<=", ">=", "+=", "-=", "*=", "|=", "&=", "^=", "%=", "//", "**", "<<", ">>"} {
				if strings.HasPrefix(s[i:], op) {
					j = i + len(op)
					break
				}
			}
		}
		toks = append(toks, s[i:j])
		i = j
	}
	return toks
}

func (g *guest) peek() string {
	if g.pos < len(g.toks) {
		return g.toks[g.pos]
	}
	return ""
}

func (g *guest) take(tok string) bool {
	if g.peek() == tok {
		g.pos++
		return true
	}
	return false
}

func (g *guest) expect(tok string) {
	if !g.take(tok) {
		panic(fmt.Sprintf("test source: want %q, have %q in %v", tok, g.peek(), g.toks))
	}
}

func (g *guest) statements() (v Value, err error) {
	v = Null
	for g.pos < len(g.toks) && err == nil {
		v, err = g.statement()
		if !g.take(";") && g.pos < len(g.toks) && err == nil {
			panic(fmt.Sprintf("test source: left over %v", g.toks[g.pos:]))
		}
	}
	return v, err
}

var guestInPlaceOps = map[string]BinaryOp{"+=": InPlaceAdd, "-=": InPlaceSubtract, "*=": InPlaceMultiply,
	"|=": InPlaceOr, "&=": InPlaceAnd, "^=": InPlaceXor, "%=": InPlaceRemainder, "//=": InPlaceFloorDivide}

func (g *guest) statement() (Value, error) {
	h := g.h
	switch {
	case g.take("del"):
		obj, key, err := g.target()
		if err != nil {
			return Null, err
		}
		return Null, h.DelItem(obj, key)
	case g.take("for"):
		return g.forLoop()
	}
	// An assignment has its operator outside all brackets.
	depth, at := 0, -1
	for i := g.pos; i < len(g.toks) && at < 0 && (g.toks[i] != ";" || depth > 0); i++ {
		switch t := g.toks[i]; t {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			depth--
		case "lambda":
			if depth == 0 {
				i = len(g.toks)
			}
		default:
			if _, ok := guestInPlaceOps[t]; (ok || t == "=") && depth == 0 {
				at = i
			}
		}
	}
	if at < 0 {
		return g.exprList()
	}
	op := g.toks[at]
	names := g.toks[g.pos:at]
	if len(names) == 1 {
		g.pos = at + 1
		v, err := g.exprList()
		if err == nil && op != "=" {
			v, err = h.Binary(guestInPlaceOps[op], g.vars[names[0]], v)
		}
		if err == nil {
			g.set(names[0], v)
		}
		return Null, err
	}
	if names[len(names)-1] != "]" {
		g.pos = at + 1
		return Null, g.unpack(names)
	}
	obj, key, err := g.target()
	if err != nil {
		return Null, err
	}
	g.expect(op)
	v, err := g.exprList()
	if err == nil && op != "=" {
		var old Value
		if old, err = h.GetItem(obj, key); err == nil {
			v, err = h.Binary(guestInPlaceOps[op], g.keep(old), v)
		}
	}
	if err != nil {
		return Null, err
	}
	return Null, h.SetItem(obj, key, v)
}

// target parses name[key], and evaluates both.
func (g *guest) target() (obj, key Value, err error) {
	obj = g.vars[g.toks[g.pos]]
	g.pos++
	g.expect("[")
	key, err = g.subscript()
	return obj, key, err
}

// unpack assigns to names separated by commas, one of them starred perhaps.
func (g *guest) unpack(names []string) error {
	v, err := g.exprList()
	if err != nil {
		return err
	}
	var list []string
	star := -1
	for i, n := range names {
		if n == "*" {
			star = len(list)
		} else if n != "," {
			list = append(list, names[i])
		}
	}
	var t Value
	if star >= 0 {
		t, err = g.h.UnpackEx(v, star, len(list)-star-1)
	} else {
		t, err = g.h.UnpackIterable(v, len(list))
	}
	if err != nil {
		return err
	}
	for i, n := range list {
		g.set(n, g.h.TupleItem(t, i))
	}
	return nil
}

// forLoop runs the rest of the source for each element.
func (g *guest) forLoop() (Value, error) {
	name := g.toks[g.pos]
	g.pos++
	g.expect("in")
	v, err := g.expr()
	if err != nil {
		return Null, err
	}
	g.expect(":")
	body := strings.Join(g.toks[g.pos:], " ")
	g.pos = len(g.toks)
	it, err := g.h.Iter(v)
	if err != nil {
		return Null, err
	}
	g.keep(it)
	for {
		x, err := g.h.Next(it)
		if err != nil || x == Null {
			return Null, err
		}
		g.set(name, x)
		if _, err := g.exec(body); err != nil {
			return Null, err
		}
	}
}
