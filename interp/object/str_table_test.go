package object

import (
	"bufio"
	"flag"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/tier2go/tier2/internal/soak"
	"github.com/tier2go/tier2/interp/heap"
)

// The tables hold what CPython 3.14 answers; testdata/gen_str.py makes them and
// says how.
var strTables = flag.String("strtables", "testdata", "folder with the tables of the methods of str and bytes")

// TestStrTables runs all tables, and a part of them with a collection at every
// allocation.
func TestStrTables(t *testing.T) {
	for _, name := range []string{"str_fixed", "str_random", "bytes_random", "codec_random"} {
		t.Run(name, func(t *testing.T) { runStrTable(t, name, Options{Limit: 64 << 20}, 1) })
		t.Run(name+"/stress", func(t *testing.T) { runStrTable(t, name, Options{Limit: 64 << 20, Stress: true}, soak.Of(17, 17, 5)) })
	}
}

func runStrTable(t *testing.T, name string, o Options, every int) {
	f, err := os.Open(filepath.Join(*strTables, name+".txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	h := newHeap(t, o)
	standIns(h)
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	ran, bad := 0, 0
	for n := 1; lines.Scan(); n++ {
		if n%every != 0 {
			continue
		}
		part := strings.Split(lines.Text(), "\t")
		if len(part) != 5 {
			t.Fatalf("%s:%d: %d parts", name, n, len(part))
		}
		if h.types[DictType] == nil && (part[1] == "maketrans" && part[0] == "str" || strings.Contains(part[2], "{")) {
			continue // dicts are made elsewhere
		}
		ran++
		if got := runStrCase(h, part[0], part[1], part[2], part[3]); got != part[4] {
			t.Errorf("%s:%d: %s.%s%s%s\n got %s\nwant %s", name, n, part[0], part[1], part[2], part[3], got, part[4])
			if bad++; bad == 20 {
				t.FailNow()
			}
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	if ran < 60 {
		t.Errorf("only %d cases", ran)
	}
}

// runStrCase does what a line of a table says and renders the result as the
// generator does.
func runStrCase(h *Heap, self, name, args, kwargs string) (got string) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case heap.OutOfMemory:
			got = "!MemoryError()" + got
		default:
			panic(fmt.Sprintf("%s.%s%s%s: %v", self, name, args, kwargs, r))
		}
	}()
	v := (&literal{h: h, s: self}).value()
	av := (&literal{h: h, s: args}).value()
	list := h.NewList(h.TupleItems(av)...)
	kwnames := Null
	if kwargs != "{}" {
		k := (&literal{h: h, s: kwargs[1 : len(kwargs)-1]})
		names := h.NewList()
		for {
			h.ListAppend(names, h.InternValue(k.value()))
			k.skip(": ")
			h.ListAppend(list, k.value())
			if !k.skip(", ") {
				break
			}
		}
		kwnames = h.ListToTuple(names)
	}
	if h.Is(v, ByteArrayType) {
		defer func() { got += " " + showValue(h, v) }()
	}
	r, err := strCall(h, v, name, h.ListItems(list), kwnames)
	if err != nil {
		raised, ok := err.(*Raised)
		if !ok {
			return err.Error()
		}
		exc := raised.Exc
		s := "!" + h.TypeName(exc) + showValue(h, h.Field(exc, OffExcArgs))
		if h.IsInstance(exc, UnicodeErrorType) {
			msg, err := h.Str(exc)
			if err != nil {
				return err.Error()
			}
			s += showValue(h, msg)
		}
		return s
	}
	return showValue(h, r)
}

// strCall calls a method, or the operator of that name.
func strCall(h *Heap, v Value, name string, args []Value, kwnames Value) (Value, error) {
	number := func(n int64, err error) (Value, error) { return SmallInt(0), err }
	compare := map[string]CompareOp{"<": LT, "<=": LE, "==": EQ, "!=": NE, ">": GT, ">=": GE}
	if op, ok := compare[name]; ok {
		return h.Compare(op, v, args[0])
	}
	switch name {
	case "+":
		return h.Binary(Add, v, args[0])
	case "*":
		return h.Binary(Multiply, v, args[0])
	case "+=":
		return h.Binary(InPlaceAdd, v, args[0])
	case "*=":
		return h.Binary(InPlaceMultiply, v, args[0])
	case "in":
		in, err := h.Contains(v, args[0])
		return Bool(in), err
	case "[]":
		return h.GetItem(v, args[0])
	case "[]=":
		return None, h.SetItem(v, args[0], args[1])
	case "del[]":
		return None, h.DelItem(v, args[0])
	case "hash":
		x, err := h.Hash(v)
		if err != nil {
			return number(0, err)
		}
		return intLiteral(h, strconv.FormatInt(x, 10)), nil
	case "len":
		n, err := h.Len(v)
		return SmallInt(int64(n)), err
	case "repr":
		return h.Repr(v)
	case "ascii":
		return h.Ascii(v)
	case "str":
		return h.Str(v)
	case "iter":
		list := h.NewList()
		it, err := h.Iter(v)
		for err == nil {
			var e Value
			if e, err = h.Next(it); e == Null {
				break
			}
			h.ListAppend(list, e)
		}
		return list, err
	case "()":
		return h.Call(v, args, kwnames)
	case "str()", "attrs":
		e, err := h.Call(v, args, kwnames)
		if err != nil {
			return Null, err
		}
		if name == "str()" {
			return h.Str(e)
		}
		list := h.NewList()
		for _, a := range []string{"encoding", "object", "start", "end", "reason", "args"} {
			x, err := h.GetAttr(e, h.Intern(a))
			if err != nil {
				x = None
			}
			h.ListAppend(list, x)
		}
		return list, nil
	}
	f, err := h.GetAttr(v, h.Intern(name))
	if err != nil {
		return Null, err
	}
	return h.Call(f, args, kwnames)
}

// showValue renders a value as ascii() does. It checks that a str has the
// narrowest kind.
func showValue(h *Heap, v Value) string {
	list := func(open, end string, items []Value) string {
		var parts []string
		for _, x := range items {
			parts = append(parts, showValue(h, x))
		}
		return open + strings.Join(parts, ", ") + end
	}
	switch h.TypeID(v) {
	case IntType:
		if v.IsSmall() {
			return strconv.FormatInt(v.Small(), 10)
		}
		b := new(big.Int)
		for i := int(h.Word(v, OffIntLimbs)) - 1; i >= 0; i-- {
			b.Or(b.Lsh(b, 64), new(big.Int).SetUint64(h.Word(v, OffIntData+8*uintptr(i))))
		}
		if h.aux(v)&1 != 0 {
			b.Neg(b)
		}
		return b.String()
	case FloatType:
		return strconv.FormatFloat(v.Float(), 'g', -1, 64)
	case ListType:
		return list("[", "]", h.ListItems(v))
	case TupleType:
		if h.TupleLen(v) == 1 {
			return list("(", ",)", h.TupleItems(v))
		}
		return list("(", ")", h.TupleItems(v))
	case DictType:
		return showDict(h, v)
	case TypeType:
		return h.TypeFromObject(v).Name
	case BoolType:
		if v == True {
			return "True"
		}
		return "False"
	case StrType:
		t := h.strText(v)
		if w := t.widest(); sizeFor(w) != t.size || (w < 0x80) != h.strIsASCII(v) {
			return fmt.Sprintf("a str %q of kind %d that is too wide", h.GoString(v), t.size)
		}
		if t.n == 0 && v != h.emptyStr || t.n == 1 && t.size == 1 && v != h.latin1[t.at(0)] {
			return fmt.Sprintf("a second %q", h.GoString(v))
		}
	}
	r, err := h.Ascii(v)
	if err != nil {
		return err.Error()
	}
	return h.GoString(r)
}

func showDict(h *Heap, v Value) string {
	it, err := h.Iter(v)
	if err != nil {
		return err.Error()
	}
	s := "{"
	for {
		k, err := h.Next(it)
		if err != nil {
			return err.Error()
		}
		if k == Null {
			return s + "}"
		}
		x, err := h.GetItem(v, k)
		if err != nil {
			return err.Error()
		}
		if s != "{" {
			s += ", "
		}
		s += showValue(h, k) + ": " + showValue(h, x)
	}
}

// literal reads what ascii() writes.
type literal struct {
	h *Heap
	s string
}

func (l *literal) skip(s string) bool {
	if !strings.HasPrefix(l.s, s) {
		return false
	}
	l.s = l.s[len(s):]
	return true
}

func (l *literal) value() Value {
	for _, c := range []struct {
		s string
		v Value
	}{{"None", None}, {"True", True}, {"False", False}} {
		if l.skip(c.s) {
			return c.v
		}
	}
	switch {
	case l.skip("slice("):
		x := l.items(")")
		v := l.h.Alloc(kindPlain, 32)
		l.h.header(v, SliceType, 0)
		for i, off := range []uintptr{OffSliceStart, OffSliceStop, OffSliceStep} {
			l.h.SetField(v, off, l.h.ListItem(x, i))
		}
		return v
	case l.skip("bytearray("):
		v := l.value()
		l.skip(")")
		return l.h.newByteArrayOf(l.h.BytesData(v))
	case l.skip("["):
		return l.items("]")
	case l.skip("("):
		return l.h.ListToTuple(l.items(")"))
	case l.skip("{"):
		return l.dict()
	case strings.HasPrefix(l.s, "b'"), strings.HasPrefix(l.s, `b"`):
		l.s = l.s[1:]
		var b []byte
		for _, r := range l.quoted() {
			b = append(b, byte(r))
		}
		return l.h.NewBytes(b)
	case l.s[0] == '\'' || l.s[0] == '"':
		return l.h.NewStrRunes(l.quoted())
	}
	return l.word()
}

// word reads a number or the name of a type.
func (l *literal) word() Value {
	n := strings.IndexAny(l.s, ",)]}: ")
	if n < 0 {
		n = len(l.s)
	}
	w := l.s[:n]
	l.s = l.s[n:]
	for _, t := range l.h.types {
		if t != nil && t.Name == w {
			return t.Object
		}
	}
	if strings.Contains(w, ".") {
		f, err := strconv.ParseFloat(w, 64)
		if err != nil {
			panic(err)
		}
		return FloatValue(f)
	}
	return intLiteral(l.h, w)
}

// items reads values up to end, as a list.
func (l *literal) items(end string) Value {
	list := l.h.NewList()
	for !l.skip(end) {
		l.h.ListAppend(list, l.value())
		l.skip(",")
		l.skip(" ")
	}
	return list
}

func (l *literal) dict() Value {
	d := l.h.NewDict()
	for !l.skip("}") {
		k := l.value()
		l.skip(": ")
		if err := l.h.SetItem(d, k, l.value()); err != nil {
			panic(err)
		}
		l.skip(", ")
	}
	return d
}

// quoted reads a quoted text with its escapes.
func (l *literal) quoted() []rune {
	quote := l.s[0]
	l.s = l.s[1:]
	rs := []rune{}
	for {
		c := l.s[0]
		l.s = l.s[1:]
		if c == quote {
			return rs
		}
		if c != '\\' {
			rs = append(rs, rune(c))
			continue
		}
		c = l.s[0]
		l.s = l.s[1:]
		digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[c]
		if digits == 0 {
			if i := strings.IndexByte("tnr", c); i >= 0 {
				c = "\t\n\r"[i]
			}
			rs = append(rs, rune(c))
			continue
		}
		r, err := strconv.ParseUint(l.s[:digits], 16, 32)
		if err != nil {
			panic(err)
		}
		rs, l.s = append(rs, rune(r)), l.s[digits:]
	}
}

// intLiteral makes an int of any size.
func intLiteral(h *Heap, s string) Value {
	b, ok := new(big.Int).SetString(s, 10)
	if !ok {
		panic("no int: " + s)
	}
	if b.IsInt64() && FitsSmall(b.Int64()) {
		return SmallInt(b.Int64())
	}
	words := b.Bits()
	v := h.Alloc(kindBytes, OffIntData+8*uintptr(len(words)))
	aux := uint32(0)
	if b.Sign() < 0 {
		aux = 1
	}
	h.header(v, IntType, aux)
	h.SetWord(v, OffIntLimbs, uint64(len(words)))
	for i, w := range words {
		h.SetWord(v, OffIntData+8*uintptr(i), uint64(w))
	}
	return v
}

// standIns registers what the tables need of types that other files of the
// package define, where those are not there.
func standIns(h *Heap) {
	for id, name := range map[TypeID]string{IntType: "int", FloatType: "float", BoolType: "bool", SliceType: "slice"} {
		if h.types[id] == nil {
			h.register(&Type{ID: id, Name: name})
		}
	}
	items := func(h *Heap, v Value) []Value {
		if h.Is(v, ListType) {
			return h.ListItems(v)
		}
		return h.TupleItems(v)
	}
	for id, name := range map[TypeID]string{ListType: "list", TupleType: "tuple"} {
		if h.types[id] == nil {
			h.register(&Type{ID: id, Name: name, Slots: Slots{
				Iter: func(h *Heap, v Value) (Value, error) { return h.newTextIter(ListIterType, v), nil },
				Len:  func(h *Heap, v Value) (int, error) { return len(items(h, v)), nil },
				GetItem: func(h *Heap, v, k Value) (Value, error) {
					if i, _, _ := h.asInt(k); uint(i) < uint(len(items(h, v))) {
						return items(h, v)[i], nil
					}
					return Null, h.Raise(IndexErrorType, "list index out of range")
				},
			}})
		}
	}
	if h.types[ListIterType] == nil {
		h.register(&Type{ID: ListIterType, Name: "list_iterator", Slots: Slots{Next: func(h *Heap, v Value) (Value, error) {
			i, s := h.Word(v, OffSeqIterIndex), items(h, h.Field(v, OffSeqIterSeq))
			if int(i) >= len(s) {
				return Null, nil
			}
			h.SetWord(v, OffSeqIterIndex, i+1)
			return s[i], nil
		}}})
	}
}
