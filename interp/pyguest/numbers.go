package pyguest

import (
	"math"

	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/ir/eval"
	"github.com/tier2go/tier2/uop"
)

// Subscripts of types that hold numbers of one C type, as array.array: machine code loads
// and stores them as they lie in memory. Tier 1 tells the type and the code of the C type;
// they are one claim, which never changes. Each kind of numbers has rows of its own, and
// each width an alias class, for no number is read in two widths.

// claimNumbers is the kind of claim that a value is of exactly a type, with numbers of
// one code: the payload has the type's id above the code.
const claimNumbers = 2

const codeBits = 8

func numbersClaim(t *object.Type, code byte) ir.Claim {
	return ir.NewClaim(claimNumbers, uint64(t.ID)<<codeBits|uint64(code), ir.Stable|ir.Version, 0)
}

// numberRow is how numbers of a kind are accessed.
type numberRow struct {
	name  string
	mem   ir.MemKind
	class uint8
	lo    int64 // the smallest; of ints of fewer than 64 bits also the largest
	hi    int64
}

var numberRows = map[object.NumberKind]numberRow{
	{Size: 1, Signed: true}: {"i8", ir.Mem8, clsNumbers8, math.MinInt8, math.MaxInt8},
	{Size: 1}:               {"u8", ir.Mem8, clsNumbers8, 0, math.MaxUint8},
	{Size: 2, Signed: true}: {"i16", ir.Mem16, clsNumbers16, math.MinInt16, math.MaxInt16},
	{Size: 2}:               {"u16", ir.Mem16, clsNumbers16, 0, math.MaxUint16},
	{Size: 4, Signed: true}: {"i32", ir.Mem32, clsNumbers32, math.MinInt32, math.MaxInt32},
	{Size: 4}:               {"u32", ir.Mem32, clsNumbers32, 0, math.MaxUint32},
	{Size: 8, Signed: true}: {"i64", ir.Mem64, clsNumbers64, math.MinInt64, math.MaxInt64},
	{Size: 8}:               {"u64", ir.Mem64, clsNumbers64, 0, math.MaxInt64},
	{Size: 8, Float: true}:  {"f64", ir.Mem64, clsNumbersFloat, 0, 0},
}

// numberKindOf returns the kind of the numbers of a code that machine code accesses, and
// how; ok is false for the others.
func numberKindOf(code byte) (k object.NumberKind, row numberRow, ok bool) {
	k = object.NumberKindOf(code)
	row, ok = numberRows[k]
	return k, row, ok && code != 'u' && code != 'w' // those are strs
}

func (r numberRow) access(k object.NumberKind) int64 {
	return ir.MemAccess{Disp: object.OffStorageData, Kind: r.mem, Scale: uint8(k.Size), Class: r.class}.Pack()
}

// NumbersAt returns what a projection puts into the operands of a micro-op for a subscript
// of a value with numbers of a code: the version of its type and the code. ok is false if
// machine code does not access such numbers.
func NumbersAt(h *object.Heap, version uint32, code byte) (operand0, operand1 uint64, ok bool) {
	t := h.TypeByVersion(version)
	if t == nil || !t.Numbers || t.ID > ir.MaxPayload>>codeBits {
		return 0, 0, false
	}
	_, _, ok = numberKindOf(code)
	return uint64(version), uint64(code), ok
}

// numbersOf guards that the value n entries below the top is of the type, and its numbers
// of the code, that a micro-op has as its operands, and the key at the top an int. ok is
// false if the micro-op has none, or what is known of the operands says otherwise.
func (p *py) numbersOf(b *build.Builder, u *uop.Inst) (k object.NumberKind, row numberRow, ok bool) {
	if u.Operand0 == 0 {
		return k, row, false
	}
	t, code := p.h.TypeByVersion(uint32(u.Operand0)), byte(u.Operand1)
	k, row, ok = numberKindOf(code)
	if s, key := b.KnownType(b.Peek(1)), b.KnownType(b.Peek(0)); !ok || t == nil || !t.Numbers || s&bitOf[otherType] == 0 || key&tInt == 0 {
		return k, row, false
	}
	if v := b.Peek(1); !v.IsConst() {
		b.GuardFact(numbersClaim(t, code), v)
	} else if c := object.Value(v.Word()); !p.h.Is(c, t.ID) || p.h.NumbersCode(c) != code {
		return k, row, false
	}
	if !b.KnownType(b.Peek(0)).Within(tInt) {
		b.GuardType(b.Peek(0), tInt)
	}
	return k, row, true
}

// numberItem builds the subscript of a value with numbers; ok is false if it is another.
func (p *py) numberItem(b *build.Builder, u *uop.Inst) (ok bool) {
	_, row, ok := p.numbersOf(b, u)
	if !ok {
		return false
	}
	i, s := b.Pop(), b.Pop()
	b.Push(b.Effect(p.mustOp("numbers.get."+row.name+string(signOf(u))), 0, s, i))
	return true
}

// setNumberItem is numberItem for a store. Of a number of another type than the elements'
// the store is a call, but for ints among floats.
func (p *py) setNumberItem(b *build.Builder, u *uop.Inst) (ok bool) {
	k, _, ok := numberKindOf(byte(u.Operand1))
	want := tInt
	if k.Float {
		want = tFloat
	}
	known := b.KnownType(b.Peek(2))
	convert := k.Float && known.Within(tInt)
	if !ok || known&want == 0 && !convert {
		return false
	}
	_, row, ok := p.numbersOf(b, u)
	if !ok {
		return false
	}
	if !convert && !known.Within(want) {
		b.GuardType(b.Peek(2), want)
	}
	i, s, x := b.Pop(), b.Pop(), b.Pop()
	if convert {
		x = b.Effect(p.mustOp("float.of.int"), 0, x)
	}
	b.Effect(p.mustOp("numbers.set."+row.name+string(signOf(u))), 0, s, i, x)
	return true
}

// numberOps are the rows, two for each kind and sign.
func (p *py) numberOps() []guest.Op {
	list := []guest.Op{p.lengthOp("numbers.len", clsNumbersLen, length(object.OffNumbersLen, clsNumbersLen))}
	for code := range byte(128) {
		k, row, ok := numberKindOf(code)
		if ok && code != 'q' && code != 'Q' { // which are as l and L
			for _, w := range []sign{natural, fromEnd} {
				list = append(list, p.numberGet(w, k, row), p.numberSet(w, k, row))
			}
		}
	}
	return list
}

func (p *py) numberGet(w sign, k object.NumberKind, row numberRow) guest.Op {
	o := guest.Op{
		OpRow: ir.OpRow{
			Name: "numbers.get." + row.name + string(w), Args: refs(2), Result: ir.Ref, Flags: ir.Guard, Forms: ir.GuestOnly, States: beforeState,
			Reads: class(clsNumbersLen, clsNumbersItems, int(row.class)), Types: tInt,
		},
		Eval: func(_ *eval.Machine, _ *ir.Value, a []uint64) (uint64, error) {
			if !p.inRange(w, a) {
				return 0, eval.ErrFail
			}
			return word(p.h.GetItem(val(a[0]), val(a[1])))
		},
		Expand: func(t guest.Typed, v *ir.Value) *ir.Value {
			n := w.index(t, v.Args[0], v.Args[1], length(object.OffNumbersLen, clsNumbersLen))
			items := t.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffNumbersItems, clsNumbersItems), v.Args[0])
			return loadNumber(t, k, row, items, n)
		},
	}
	switch {
	case k.Float:
		o.Types = tFloat
	case k.Size == 8 && !k.Signed:
		o.Infer = func(*ir.Value, []ir.Fact) ir.Fact { return naturalFact(math.MaxUint64) }
	default:
		o.Infer = func(*ir.Value, []ir.Fact) ir.Fact { return rangeFact(row.lo, row.hi) }
	}
	return o
}

// loadNumber loads number n and boxes it.
func loadNumber(t guest.Typed, k object.NumberKind, row numberRow, items, n *ir.Value) *ir.Value {
	if k.Float {
		return t.Add(ir.OpBoxF64, t.AddTyped(ir.OpLoadX, ir.F64, row.access(k), items, n))
	}
	x := t.AddTyped(ir.OpLoadX, ir.I64, row.access(k), items, n)
	switch {
	case k.Size == 8 && !k.Signed:
		return t.Add(ir.OpBoxU64, t.Add(ir.OpI2U, x))
	case k.Signed && k.Size < 8:
		high := t.Func().ConstI64(int64(64 - 8*k.Size))
		x = t.Add(ir.OpSar, t.Add(ir.OpShl, x, high), high)
	}
	return t.Add(ir.OpBoxI64, x)
}

func (p *py) numberSet(w sign, k object.NumberKind, row numberRow) guest.Op {
	return guest.Op{
		OpRow: ir.OpRow{
			Name: "numbers.set." + row.name + string(w), Args: refs(3), Flags: ir.Guard, Forms: ir.GuestOnly, States: beforeState,
			Reads: class(clsNumbersLen, clsNumbersItems), Writes: class(int(row.class)),
		},
		Eval: func(_ *eval.Machine, _ *ir.Value, a []uint64) (uint64, error) {
			if !p.inRange(w, a) || !k.Float && !row.fits(wordsOf(p.h), k, a[2]) {
				return 0, eval.ErrFail
			}
			return 0, p.h.SetItem(val(a[0]), val(a[1]), val(a[2]))
		},
		Expand: func(t guest.Typed, v *ir.Value) *ir.Value {
			s, x := v.Args[0], v.Args[2]
			n := w.index(t, s, v.Args[1], length(object.OffNumbersLen, clsNumbersLen))
			if !k.Float { // a float's word is its bits, with one NaN, as tier 1 stores it
				x = row.checked(t, k, x)
			}
			items := t.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffNumbersItems, clsNumbersItems), s)
			return t.AddTyped(ir.OpStoreX, ir.Void, row.access(k), items, n, x)
		},
	}
}

// fits reports whether a word is an int of the kind.
func (r numberRow) fits(w words, k object.NumberKind, x uint64) bool {
	if k.Size == 8 && !k.Signed {
		_, ok := w.UnboxU64(x)
		return ok
	}
	n, ok := w.UnboxI64(x)
	return ok && n >= r.lo && n <= r.hi
}

// checked returns the low bits of an int; it leaves if that is none of the kind.
func (r numberRow) checked(t guest.Typed, k object.NumberKind, x *ir.Value) *ir.Value {
	if k.Size == 8 && !k.Signed {
		if !t.Fact(x).IsU64() {
			t.U64(x)
		}
		return t.Low64(x)
	}
	known := t.Fact(x)
	n := t.I64(x)
	if k.Size < 8 && !(known.Small && known.Lo >= r.lo && known.Hi <= r.hi) {
		f := t.Func()
		t.Guard(ir.OpGuardTrue, 0, t.Add(ir.OpUlt, t.Add(ir.OpSub, n, f.ConstI64(r.lo)), f.ConstI64(r.hi-r.lo+1)))
	}
	return n
}
