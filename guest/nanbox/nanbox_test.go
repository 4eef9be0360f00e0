package nanbox_test

import (
	"math"
	"sync/atomic"
	"testing"
	"unsafe"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/guest/nanbox"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/native"
	"github.com/tier2go/tier2/uop"
)

const (
	wordNil   = 0xfffc<<48 + iota
	wordFalse // and the next
	wordTrue
	wordFun  = 0xfffd << 48
	wordInt  = 0xfffe << 48 // the least
	wordZero = wordInt + 1<<47
)

var words = nanbox.Words{
	Number: "number",
	Kinds:  []nanbox.Kind{{"nil", wordNil, wordNil}, {"bool", wordFalse, wordTrue}, {"fun", wordFun, wordFun + 100}, {"int", wordInt, wordInt + 1<<48 - 1}},
	False:  wordFalse,
	Zero:   wordZero,
}

// samples are words with their types' bits.
var samples = []struct {
	word uint64
	set  ir.TypeSet
}{
	{0, 1}, {math.Float64bits(-1.5), 1}, {math.Float64bits(math.Inf(-1)), 1}, {nanbox.NaN, 1}, {wordNil - 1, 1},
	{wordNil, 2}, {wordFalse, 4}, {wordTrue, 4}, {wordFun, 8}, {wordFun + 100, 8}, {wordTrue + 1, 0}, {wordFun + 101, 0}, {1<<64 - 1, 0},
	{wordInt - 1, 0}, {wordInt, 16}, {wordZero - 1, 16}, {wordZero, 16}, {wordZero + 7, 16}, {wordInt + 1<<48 - 2, 16}, {wordInt + 1<<48 - 1, 16}, {wordInt + 1<<48, 0},
}

// TestWords: facts, boxes and their inverses.
func TestWords(t *testing.T) {
	if got := words.Types().Format(31); got != "{number, nil, bool, fun, int}" {
		t.Error(got)
	}
	for _, s := range samples {
		f := words.Fact(s.word)
		if f.Types != s.set || !f.Const || f.Word != s.word || !f.NotNull {
			t.Errorf("%#x: %+v, want the types %#x", s.word, f, s.set)
		}
		x, isFloat := words.UnboxF64(s.word)
		b, isBool := words.UnboxBool(s.word)
		n, isInt := words.UnboxI64(s.word)
		if isFloat != (s.set == 1) || isBool != (s.set == 4) || isInt != (s.set == 16) || f.Small != isInt {
			t.Errorf("%#x unboxes as float %v, bool %v, int %v", s.word, isFloat, isBool, isInt)
		}
		if isFloat && s.word < 0x7ff0<<48 && words.BoxF64(x) != s.word || isBool && words.BoxBool(b) != s.word || isInt && must(words.BoxI64(n)) != s.word {
			t.Errorf("%#x is not what it unboxes to", s.word)
		}
	}
	if w := words.BoxF64(math.Float64frombits(0xffff << 48)); w != nanbox.NaN {
		t.Errorf("a NaN is %#x", w)
	}
}

// TestInts: the ends of the ints that have words.
func TestInts(t *testing.T) {
	lo, hi := words.Ints()
	if lo != -1<<47 || hi != 1<<47-1 {
		t.Errorf("ints go from %d to %d", lo, hi)
	}
	for _, n := range []int64{lo - 1, hi + 1, math.MinInt64, math.MaxInt64} {
		if w, err := words.BoxI64(n); err != nanbox.ErrNoInt {
			t.Errorf("%d has the word %#x, %v", n, w, err)
		}
	}
	none := words
	none.Zero = 0
	if lo, hi := none.Ints(); lo <= hi {
		t.Errorf("without ints they go from %d to %d", lo, hi)
	}
	if i64, _, _ := none.Boxes(); i64 != 0 {
		t.Errorf("without ints their types are %#x", i64)
	}
}

func must(w uint64, err error) uint64 {
	if err != nil {
		panic(err)
	}
	return w
}

// frame is a guest frame with one local.
type frame struct {
	caller, resume uint64
	code, pc, sp   uint32
	local          uint64
}

// vm is a guest without anything but frames.
type vm struct{ fp unsafe.Pointer }

func (*vm) Frame(code uint64) (ir.Frame, error) {
	return ir.Frame{Name: "f", Code: code, NumLocals: 1, NumSlots: 1}, nil
}
func (*vm) Push(uint64, uint64) uint64               { panic("no calls") }
func (v *vm) Innermost() *unsafe.Pointer             { return &v.fp }
func (*vm) Interrupts() (*atomic.Bool, func() error) { return nil, nil }
func (*vm) MemBase() uint64                          { return 0 }

// The micro-ops.
const (
	guardType = iota // leaves to 0 unless the local's type is in the set oparg
	isType           // leaves to 2 unless the local's type is in the set oparg
	negate           // of the local
	not              // of the local
	intOp            // the operation oparg of ints, on the local and the int that operand 0 is
	end
)

// newCompiler makes a compiler for the micro-ops, and their table.
func newCompiler(t *testing.T) (*tier2.Compiler, *uop.Table) {
	t.Helper()
	rows := []uop.Row{{Name: "GUARD"}, {Name: "IS"}, {Name: "NEGATE"}, {Name: "NOT"}, {Name: "INT"}, {Name: "END"}}
	table, err := uop.NewTable("test", rows)
	if err != nil {
		t.Fatal(err)
	}
	v := &vm{}
	lo, hi := words.Ints()
	g := &guest.Guest{
		Name: "test", Uops: table, Types: words.Types(), Words: words, Lower: words.Lower(), World: v, Memory: v,
		Ops: []guest.Op{
			guest.Number("num.neg", ir.OpFNeg, nanbox.Number),
			guest.NumberWithin("int.add", ir.OpAddOv, 16, lo, hi), guest.NumberWithin("int.sub", ir.OpSubOv, 16, lo, hi), guest.NumberWithin("int.mul", ir.OpMulOv, 16, lo, hi),
		},
		Frame: lower.FrameLayout{
			Caller: 0, Resume: 8, Code: 16, PC: 20, SP: 24, Slots: 32, Size: func(uint64) int { return 64 }, Box: words.Box,
		},
		Build: []build.Rule{
			guardType: func(b *build.Builder, u *uop.Inst) error { b.GuardType(b.Local(0), ir.TypeSet(u.Oparg)); return nil },
			isType: func(b *build.Builder, u *uop.Inst) error {
				b.SideExit(b.AddAux(ir.OpIsType, int64(u.Oparg), b.Local(0)), true, 2)
				return nil
			},
			negate: func(b *build.Builder, u *uop.Inst) error {
				b.SetLocal(0, b.Effect(ir.FirstGuestOp, 0, b.Local(0)))
				return nil
			},
			not: func(b *build.Builder, u *uop.Inst) error {
				x := b.Add(ir.OpUnboxBool, b.GuardType(b.Local(0), 4))
				b.SetLocal(0, b.Add(ir.OpBoxBool, b.Add(ir.OpEq, b.Add(ir.OpBoolToI64, x), b.F.ConstI64(0))))
				return nil
			},
			intOp: func(b *build.Builder, u *uop.Inst) error {
				b.SetLocal(0, b.Effect(ir.FirstGuestOp+ir.Op(u.Oparg), 0, b.Local(0), b.Const(u.Operand0)))
				return nil
			},
			end: func(b *build.Builder, u *uop.Inst) error { b.End(ir.End, 1); return nil },
		},
	}
	if err := g.Init(); err != nil {
		t.Fatal(err)
	}
	c, err := tier2.New(g, tier2.Options{CheckAllocation: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if c.Backend() != exitdata.Native {
		t.Skip("no machine code on this port")
	}
	return c, table
}

// newFrame makes a frame where machine code may write.
func newFrame(t *testing.T) *frame {
	t.Helper()
	data, err := native.NewData(native.DataOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { data.Close() })
	at, err := data.Alloc(int(unsafe.Sizeof(frame{})))
	if err != nil {
		t.Fatal(err)
	}
	return (*frame)(unsafe.Add(nil, at))
}

// run compiles one micro-op and runs it on a word; it returns the pc and the local.
func run(t *testing.T, c *tier2.Compiler, table *uop.Table, f *frame, u uop.Inst, word uint64) (uint32, uint64) {
	t.Helper()
	ex, err := c.Compile(&uop.Trace{Table: table, Name: "t", Insts: []uop.Inst{u, {Op: end}}})
	if err != nil {
		t.Fatal(err)
	}
	*f = frame{pc: 9, sp: 1, local: word}
	if err := c.Table().Run(ex, uint64(uintptr(unsafe.Pointer(f))), new(exitdata.Left)); err != nil {
		t.Fatal(err)
	}
	if err := c.Table().Free(ex); err != nil {
		t.Fatal(err)
	}
	return f.pc, f.local
}

// TestMachineCode: guards, tests and boxes in machine code do what Words says, for
// every set of types.
func TestMachineCode(t *testing.T) {
	c, table := newCompiler(t)
	f := newFrame(t)
	for set := ir.TypeSet(1); set < 32; set++ {
		for _, s := range samples {
			in := s.set&set != 0
			if pc, _ := run(t, c, table, f, uop.Inst{Op: guardType, Oparg: uint32(set)}, s.word); (pc == 1) != in || pc > 1 {
				t.Errorf("guard of %#x for the types %#x goes on at %d", s.word, set, pc)
			}
			if pc, _ := run(t, c, table, f, uop.Inst{Op: isType, Oparg: uint32(set)}, s.word); (pc == 1) != in || pc == 0 {
				t.Errorf("test of %#x for the types %#x goes on at %d", s.word, set, pc)
			}
		}
	}
	for _, s := range samples {
		pc, w := run(t, c, table, f, uop.Inst{Op: negate}, s.word)
		if x, ok := words.UnboxF64(s.word); ok && (pc != 1 || w != words.BoxF64(-x)) || !ok && (pc != 0 || w != s.word) {
			t.Errorf("−%#x is %#x, going on at %d", s.word, w, pc)
		}
		pc, w = run(t, c, table, f, uop.Inst{Op: not}, s.word)
		if b, ok := words.UnboxBool(s.word); ok && (pc != 1 || w != words.BoxBool(!b)) || !ok && (pc != 0 || w != s.word) {
			t.Errorf("not %#x is %#x, going on at %d", s.word, w, pc)
		}
	}
}

// TestIntOps: operations of ints leave, with their operands, where the result has no word, and for
// operands that are none.
func TestIntOps(t *testing.T) {
	c, table := newCompiler(t)
	f := newFrame(t)
	lo, hi := words.Ints()
	ints := []int64{lo, lo + 1, -1 << 24, -3, -1, 0, 1, 2, 1 << 23, 1 << 24, hi - 1, hi}
	ops := []func(x, y int64) int64{1: func(x, y int64) int64 { return x + y }, 2: func(x, y int64) int64 { return x - y }, 3: func(x, y int64) int64 {
		if p := float64(x) * float64(y); p < -1<<62 || p > 1<<62 {
			return hi + 1 // it overflows, or nearly so
		}
		return x * y
	}}
	for op := 1; op < len(ops); op++ {
		for _, y := range ints {
			u := uop.Inst{Op: intOp, Oparg: uint32(op), Operand0: must(words.BoxI64(y))}
			for _, x := range ints {
				word := must(words.BoxI64(x))
				pc, w := run(t, c, table, f, u, word)
				if want, ok := words.Int(ops[op](x, y)); ok && (pc != 1 || w != want) || !ok && (pc != 0 || w != word) {
					t.Errorf("operation %d of %d and %d: %#x at %d", op, x, y, w, pc)
				}
			}
		}
		for _, s := range samples {
			if pc, w := run(t, c, table, f, uop.Inst{Op: intOp, Oparg: uint32(op), Operand0: wordZero + 1}, s.word); s.set != 16 && (pc != 0 || w != s.word) {
				t.Errorf("operation %d of %#x: %#x at %d", op, s.word, w, pc)
			}
		}
	}
}
