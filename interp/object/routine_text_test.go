package object

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// Random values for routines of texts, of ints of some limbs, and of what has an order; and what those are compared with.

// general is what a heap does in the general way.
type general = func(h *Heap, args []Value) (uint64, error)

func shownGeneral(h *Heap, args []Value) (uint64, error) {
	if h.Is(args[0], StrType) {
		return uint64(args[0]), nil
	}
	return reprGeneral(h, args)
}

func reprGeneral(h *Heap, args []Value) (uint64, error) {
	v, err := h.TypeOf(args[0]).Repr(h, args[0])
	return uint64(v), err
}

func joinedGeneral(h *Heap, args []Value) (uint64, error) {
	return uint64(h.NewStr(h.GoString(args[0]) + h.GoString(args[1]) + h.GoString(args[2]))), nil
}

// strGeneral is a method of str.
func strGeneral(name string) general {
	return func(h *Heap, args []Value) (uint64, error) {
		b := h.BuiltinOf(h.TypeOf(args[0]).Lookup(h.Intern(name)))
		if b.FnKw != nil {
			v, err := b.FnKw(h, args[0], args[1:], Null)
			return uint64(v), err
		}
		v, err := b.Fn(h, args[0], args[1:])
		return uint64(v), err
	}
}

// numberGeneral is a method of str that gives a small int.
func numberGeneral(name string) general {
	method := strGeneral(name)
	return func(h *Heap, args []Value) (uint64, error) {
		v, err := method(h, args)
		if err != nil {
			return 0, err
		}
		return uint64(Value(v).Small()), nil
	}
}

func setGeneral(h *Heap, args []Value) (uint64, error) {
	v, err := h.setFromIter(args[0])
	return uint64(v), err
}

func frozenGeneral(h *Heap, args []Value) (uint64, error) {
	v, err := h.FrozenSetFromIter(args[0])
	return uint64(v), err
}

// aSet returns a set or frozenset, of as few elements as operations take mostly, from which some have been removed.
func (r *randomValues) aSet() Value {
	items := make([]Value, []int{0, 3, 4, 5, 6, 18, 19, 20, 40}[r.rng.IntN(9)])
	for i := range items {
		switch {
		case r.rng.IntN(8) > 0:
			items[i] = SmallInt(int64(r.rng.IntN(3 * len(items))))
		default:
			items[i] = r.str()
			if _, err := r.h.Hash(items[i]); err != nil {
				panic(err) // strs have one
			}
		}
	}
	s := r.h.setOf(items)
	for _, x := range items {
		if r.rng.IntN(8) == 0 {
			if err := r.h.SetDiscard(s, x); err != nil {
				panic(err) // all have a hash
			}
		}
	}
	switch r.rng.IntN(3) {
	case 0:
		f := r.h.newSet(FrozenSetType)
		if err := r.h.SetUpdate(f, s); err != nil {
			panic(err)
		}
		return f
	case 1:
		return r.h.setCopy(s)
	}
	return s
}

// longOrSet returns a number, or a set, as likeLast does then.
func (r *randomValues) longOrSet() Value {
	if r.sets = r.rng.IntN(2) == 0; r.sets {
		return r.aSet()
	}
	return r.long()
}

// likeLast returns what longOrSet has returned, or a set or number if that has been one.
func (r *randomValues) likeLast() Value {
	if !r.sets {
		return []func() Value{r.long, r.number, r.number}[r.rng.IntN(3)]()
	}
	return r.aSet()
}

// collected returns what sets are made of.
func (r *randomValues) collected() Value {
	switch r.rng.IntN(8) {
	case 0:
		return r.any()
	case 1, 2:
		return r.aSet()
	case 3:
		return r.gathered()
	}
	items := make([]Value, []int{0, 4, 5, 18, 19, 63, 64, 65, 80}[r.rng.IntN(9)])
	for i := range items {
		if items[i] = SmallInt(int64(r.rng.IntN(2 * len(items)))); r.rng.IntN(8) == 0 {
			items[i] = r.item()
		}
	}
	if r.rng.IntN(2) == 0 {
		return r.h.NewTuple(items...)
	}
	return r.h.NewList(items...)
}

func hashGeneral(h *Heap, args []Value) (uint64, error) {
	if f := h.TypeOf(args[0]).Slots.Hash; f != nil {
		hash, err := f(h, args[0])
		return uint64(h.Int(hash)), err
	}
	return uint64(h.Int(h.hashIdentity(args[0]))), nil
}

// classGeneral is int() or round().
func classGeneral(name string) general {
	return func(h *Heap, args []Value) (uint64, error) {
		var v Value
		var err error
		switch name {
		case "round":
			v, err = h.Round(args[0], Null)
		case "float":
			v, err = floatNew(h, h.types[FloatType], args, Null)
		default:
			v, err = intNew(h, h.types[IntType], args, Null)
		}
		return uint64(v), err
	}
}

// long returns an int of three limbs at most, or a number.
func (r *randomValues) long() Value {
	limbs := []uint64{r.edge(), r.edge(), r.edge()}[:1+r.rng.IntN(3)]
	switch r.rng.IntN(8) {
	case 0:
	case 1:
		for range r.rng.IntN(mostSummed) {
			limbs = append(limbs, r.edge())
		}
	default:
		limbs = limbs[:min(len(limbs), 2)]
	}
	switch r.rng.IntN(4) {
	case 0:
		return r.number()
	case 1:
		return r.derived(IntType, r.h.Int(int64(limbs[0])))
	}
	n := new(big.Int)
	for _, l := range limbs {
		n.Add(n.Lsh(n, 64), new(big.Int).SetUint64(l))
	}
	if r.rng.IntN(2) == 0 {
		n.Neg(n)
	}
	return r.derived(IntType, r.h.IntFromBig(n))
}

// edge returns a limb.
func (r *randomValues) edge() uint64 {
	if r.rng.IntN(3) > 0 {
		return r.rng.Uint64()
	}
	return []uint64{0, 1, math.MaxUint64, 1 << 63, 1 << 47, 1<<47 - 1, 1 << 32, 1<<32 - 1}[r.rng.IntN(8)]
}

// repeated returns what can be multiplied.
func (r *randomValues) repeated() Value {
	switch r.rng.IntN(6) {
	case 0:
		return r.short()
	case 1:
		return r.text()
	}
	return r.long()
}

// alike returns what can be added to what has been made last, often.
func (r *randomValues) alike() Value {
	if r.rng.IntN(3) > 0 {
		return r.added()
	}
	return []func() Value{r.tuple, r.bytes, r.long}[r.rng.IntN(3)]()
}

// bytes returns a bytes.
func (r *randomValues) bytes() Value {
	b := make([]byte, lengths[r.rng.IntN(len(lengths))])
	if r.rng.IntN(2) == 0 {
		b = b[:min(len(b), r.rng.IntN(12))]
	}
	for i := range b {
		b[i] = byte(r.rng.IntN(2))
	}
	return r.h.NewBytes(b)
}

// orderable returns what often has an order with another one.
func (r *randomValues) orderable() Value {
	few := func() []Value {
		items := make([]Value, r.rng.IntN(4))
		for i := range items {
			if items[i] = SmallInt(int64(r.rng.IntN(2))); r.rng.IntN(4) == 0 {
				items[i] = r.number()
			}
		}
		return items
	}
	switch r.rng.IntN(8) {
	case 0, 1:
		return r.h.NewTuple(few()...)
	case 2:
		return r.h.NewList(few()...)
	case 3:
		return r.h.setOf(few())
	case 4:
		return r.text()
	}
	return r.long()
}

// shown returns an int, a str, or seldom something else.
func (r *randomValues) shown() Value {
	switch r.rng.IntN(5) {
	case 0:
		return r.item()
	case 1:
		return r.cased()
	case 2:
		if r.rng.IntN(2) == 0 {
			return r.decimal()
		}
		return r.number()
	}
	return SmallInt((r.rng.Int64N(1<<40) - 1<<39) >> r.rng.IntN(40))
}

// numeral returns what int() takes.
func (r *randomValues) numeral() Value {
	switch r.rng.IntN(8) {
	case 0, 1, 2:
		return r.number()
	case 3:
		return r.long()
	}
	text := r.h.GoString(r.h.mustStr(r.shown()))
	switch r.rng.IntN(8) {
	case 0:
		text = "-" + text
	case 1:
		text = "0" + text
	case 2:
		text += "x"
	}
	return r.h.NewStr(text)
}

func (h *Heap) mustStr(v Value) Value {
	s, err := h.Str(v)
	if err != nil {
		panic(err)
	}
	return s
}

// format returns a format for %.
func (r *randomValues) format() Value {
	var text strings.Builder
	r.last = nil
	for range r.rng.IntN(4) {
		part := []string{"a", "some text", "%%", "%s", "%r", "%d", "%d", "%i", "%x", "%o", "%f", "%f", "%g", "%c", "%e", "é"}[r.rng.IntN(16)]
		if part == "é" && r.rng.IntN(4) > 0 {
			part = "b"
		}
		letter := part[len(part)-1]
		switch {
		case part[0] != '%' || letter == '%':
		case letter == 's' || letter == 'r' || letter == 'c':
			r.last = append(r.last, r.shown())
		case r.rng.IntN(3) == 0 || (letter == 'f' || letter == 'g') && r.rng.IntN(4) > 0:
			r.last = append(r.last, []func() Value{r.float, r.decimal}[r.rng.IntN(2)]())
		default:
			r.last = append(r.last, SmallInt((r.rng.Int64N(1<<48)-1<<47)>>r.rng.IntN(48)))
		}
		if part[0] == '%' && letter != '%' && r.rng.IntN(2) == 0 {
			places := ""
			if letter == 'f' || letter == 'g' || r.rng.IntN(6) == 0 {
				places = []string{"", ".", ".0", ".2", ".7", ".9", ".10"}[r.rng.IntN(7)]
			}
			part = "%" + []string{"", "", "-", "0", "-0", "0-", "+"}[r.rng.IntN(7)] + []string{"", "1", "3", "10", "64", "65"}[r.rng.IntN(6)] + places + part[1:]
		}
		text.WriteString(part)
	}
	return r.h.NewStr(text.String())
}

// formatted returns the operand of % for the last format, or nearly.
func (r *randomValues) formatted() Value {
	if len(r.last) == 1 && r.rng.IntN(2) == 0 && !r.h.Is(r.last[0], TupleType) {
		return r.last[0]
	}
	if r.rng.IntN(8) == 0 {
		return r.h.NewTuple(append(r.last, r.shown())...)
	}
	return r.h.NewTuple(r.last...)
}

// separator returns what a str is split by.
func (r *randomValues) separator() Value {
	return r.h.NewStr([]string{"a", " ", ",", "ab", "b"}[r.rng.IntN(5)])
}

// stepped returns a range with any step.
func (r *randomValues) stepped() Value {
	v, err := r.h.NewRange(SmallInt(int64(r.rng.IntN(9))), SmallInt(int64(r.rng.IntN(90))), SmallInt([]int64{1, 2, -1, 1 << 15, 1<<15 + 1, 1 << 40}[r.rng.IntN(6)]))
	if err != nil {
		panic(err)
	}
	return v
}

// windows opens windows of the heap, but not always: objects of such sizes are made.
func (r *randomValues) windows() {
	if r.rng.IntN(4) == 0 {
		return
	}
	r.h.NewSet()
	r.h.NewStr("some text"[:2+r.rng.IntN(8)])
	r.h.NewList(make([]Value, r.rng.IntN(9))...)
}

// kept returns a list, dict or ring, seldom something else.
func (r *randomValues) kept() Value {
	return []func() Value{r.dict, r.dict, r.list, r.any, r.ring}[r.rng.IntN(5)]()
}

// backwards returns what can be gone through backwards, often.
func (r *randomValues) backwards() Value {
	return []func() Value{r.stepped, r.stepped, r.sliced, r.sliced, r.tuple, r.anyDict, func() Value { return r.h.newTableView(r) }, r.item}[r.rng.IntN(8)]()
}

// numbers returns a list or tuple of numbers, mostly small ints.
func (r *randomValues) numbers() Value {
	items := make([]Value, r.rng.IntN(9))
	for i := range items {
		if items[i] = SmallInt(r.rng.Int64N(1<<46) >> r.rng.IntN(46)); r.rng.IntN(12) == 0 {
			items[i] = r.long()
		}
	}
	if r.rng.IntN(2) == 0 {
		return r.h.NewTuple(items...)
	}
	return r.h.NewList(items...)
}

// ordered returns numbers, or a list, tuple or set of strs or numbers.
func (r *randomValues) ordered() Value {
	switch r.rng.IntN(4) {
	case 0:
		return r.numbers()
	case 1:
		return r.aSet()
	}
	items := make([]Value, 1+r.rng.IntN(9))
	for i := range items {
		items[i] = r.str()
	}
	switch r.rng.IntN(3) {
	case 0:
		return r.h.NewTuple(items...)
	case 1:
		return r.h.setOf(items)
	}
	return r.h.NewList(items...)
}

// longOrStr returns a number or a str.
func (r *randomValues) longOrStr() Value {
	if r.rng.IntN(3) == 0 {
		return r.str()
	}
	return r.long()
}

func extremeGeneral(op CompareOp) general {
	return func(h *Heap, args []Value) (uint64, error) {
		items, err := h.ListFromIter(args[0])
		if err != nil {
			return 0, err
		}
		return extremeOfItems(h, op, h.ListItems(items))
	}
}

func extremeOfItems(h *Heap, op CompareOp, items []Value) (uint64, error) {
	best := items[0]
	for _, x := range items {
		better, err := h.CompareAfter(op, AttemptNone, x, best)
		if err != nil {
			return 0, err
		}
		if better == True {
			best = x
		}
	}
	return uint64(best), nil
}

func sumGeneral(h *Heap, args []Value) (uint64, error) {
	sum := SmallInt(0)
	for _, x := range h.sequenceItems(args[0]) {
		var err error
		if sum, err = h.BinaryAfter(Add, AttemptNone, sum, x); err != nil {
			return 0, err
		}
	}
	return uint64(sum), nil
}

// bytesText returns a bytes with letters and space, seldom something else.
func (r *randomValues) bytesText() Value {
	if r.rng.IntN(8) == 0 {
		return r.item()
	}
	b := make([]byte, []int{0, 1, 1, 1, 2, 3, 8, 9, 15, 16, 127, 128, 129, 257}[r.rng.IntN(14)])
	for i := range b {
		b[i] = "  \t\x1caAZz@[`{\xe9"[r.rng.IntN(13)]
		if r.rng.IntN(2) == 0 {
			b[i] = 'a'
		}
	}
	return r.h.NewBytes(b)
}

// bytesParts returns a list or tuple of bytes.
func (r *randomValues) bytesParts() Value {
	items := make([]Value, r.rng.IntN(5))
	for i := range items {
		if items[i] = r.bytesText(); r.rng.IntN(2) == 0 {
			items[i] = r.h.NewBytes([]byte("ab"))
		}
	}
	if r.rng.IntN(2) == 0 {
		return r.h.NewTuple(items...)
	}
	return r.h.NewList(items...)
}

// methodHolds is a method that gives a truth.
func methodHolds(name string) general {
	method := strGeneral(name)
	return func(h *Heap, args []Value) (uint64, error) {
		v, err := method(h, args)
		if Value(v) == True {
			return 1, err
		}
		return 0, err
	}
}

// spec returns a format specification.
func (r *randomValues) spec() Value {
	if r.rng.IntN(2) == 0 {
		return r.h.NewStr([]string{".2f", ".9f", ".0f", ".1f", ".3f", ".6f", "5.2f", "12.3f", "64.1f", "65.1f", "05.2f", ".f", "f", ".2e", "<9.2f", "^9.0f", ">12.7f", "030.4f", "g", ".3g", ".0g", ".9g", "10g", "10", "<12", "012", ".3"}[r.rng.IntN(27)])
	}
	align := []string{"", "", "", "<", ">", "^", "+", "=", "x<"}[r.rng.IntN(9)]
	width := []string{"", "0", "1", "2", "3", "5", "05", "03", "00", "007", "12", "64", "65", "100"}[r.rng.IntN(14)]
	return r.h.NewStr(align + width + []string{"", "", "d", "s", "x", "o", "b", "f", "r", ".2f", "ds"}[r.rng.IntN(11)])
}

// formatGeneral is format(x, spec).
func formatGeneral(h *Heap, args []Value) (uint64, error) {
	if h.StrLen(args[1]) == 0 {
		return shownGeneral(h, args)
	}
	v, err := h.TypeOf(args[0]).Slots.Format(h, args[0], args[1])
	return uint64(v), err
}

// width returns an int that is near the length of a str, or seldom something else.
func (r *randomValues) width() Value {
	if r.rng.IntN(8) == 0 {
		return r.number()
	}
	return SmallInt(int64([]int{-1, 0, 1, 2, 3, 5, 8, 9, 12, 16, 17, 63, 64, 65}[r.rng.IntN(14)]))
}

// begin returns where a search begins: at the first character mostly.
func (r *randomValues) begin() Value {
	if r.rng.IntN(3) == 0 {
		return r.width()
	}
	return SmallInt(0)
}

// numeralText returns a str, often of an int.
func (r *randomValues) numeralText() Value {
	if r.rng.IntN(3) == 0 {
		return r.cased()
	}
	return r.h.NewStr([]string{"+", "-", "", "+5", "-12", "7", "--1"}[r.rng.IntN(7)])
}

// decimal returns a float that is the nearest one of a number of few decimal digits, or next to it.
func (r *randomValues) decimal() Value {
	x := float64(r.rng.Int64N(1e16)/int64(math.Pow10(r.rng.IntN(17)))) / math.Pow10(r.rng.IntN(20))
	switch r.rng.IntN(8) {
	case 0:
		x = math.Nextafter(x, 0)
	case 1:
		x = -x
	}
	return FloatValue(x)
}

// fields returns a format for str.format, and makes values for it.
func (r *randomValues) fields() Value {
	var text strings.Builder
	r.last = nil
	numbered, n := r.rng.IntN(3) == 0, 1+r.rng.IntN(3)
	for range n {
		r.last = append(r.last, []func() Value{r.shown, r.shownOrFloat, r.decimal, r.str}[r.rng.IntN(4)]())
	}
	for i := range n {
		part := []string{"a", "some text", "{{", "}}", "", "", "", "é", "{", "}", "{x}", "{!r}", "{0.real}", "%s"}[r.rng.IntN(14)]
		if strings.Contains("é{}{x}{!r}{0.real}", part) && r.rng.IntN(4) > 0 {
			part = "b"
		}
		name := ""
		if numbered {
			name = strconv.Itoa(r.rng.IntN(n))
		}
		if r.rng.IntN(16) == 0 {
			name = []string{"", "0", "3", "07", "x"}[r.rng.IntN(5)]
		}
		spec := ""
		if r.rng.IntN(2) == 0 {
			spec = []string{":", ":5", ":>8", ":<12", ":^9", ":05", ":"}[r.rng.IntN(7)]
			switch x := r.last[i]; {
			case r.rng.IntN(12) == 0:
				spec = ":" + r.h.GoString(r.spec())
			case r.h.Is(x, StrType):
				spec = strings.Replace(spec, ":05", ":s", 1)
			case x.IsFloat():
				spec += []string{"", ".2f", ".0f", "g", ".3g", ".9f"}[r.rng.IntN(6)]
			default:
				spec += []string{"", "d", "x", "b", ".2f", "o"}[r.rng.IntN(6)]
			}
		}
		text.WriteString(part + "{" + name + spec + "}")
	}
	return r.h.NewStr(text.String())
}

// fieldValues returns a tuple of the values for the last format, or of some.
func (r *randomValues) fieldValues() Value {
	if r.rng.IntN(8) == 0 {
		return r.h.NewTuple(r.last[:r.rng.IntN(len(r.last))]...)
	}
	return r.h.NewTuple(r.last...)
}

func fieldsGeneral(h *Heap, args []Value) (uint64, error) {
	v, err := h.strFormat(args[0], h.TupleItems(args[1]), Null)
	return uint64(v), err
}

// place returns where a search begins or ends.
func (r *randomValues) place() Value {
	if r.rng.IntN(16) == 0 {
		return r.item()
	}
	return SmallInt(int64(r.rng.IntN(24) - 8))
}

// lines returns a str of some lines.
func (r *randomValues) lines() Value {
	if r.rng.IntN(8) == 0 {
		return r.str()
	}
	var text strings.Builder
	for range r.rng.IntN(7) {
		text.WriteString([]string{"", "a", "some words", "\t"}[r.rng.IntN(4)] + []string{"\n", "\n", "\r\n", "\r", "\n\r", "\v", "\f", "\x1c", "\x1d", "\x1e", "\x1f", " ", ""}[r.rng.IntN(13)])
	}
	return r.h.NewStr(text.String())
}
