package tier2_test

import (
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
	"github.com/tier2go/tier2/uop"
)

// A guest of six micro-ops, which is right, and the mistakes that can be made in it.

var smallWords = nanbox.Words{Number: "number", Kinds: []nanbox.Kind{
	{Name: "nil", First: 0xfffc << 48, Last: 0xfffc << 48}, {Name: "bool", First: 0xfffd << 48, Last: 0xfffd<<48 + 1},
}, False: 0xfffd << 48}

// The micro-ops of the small guest.
const (
	smallLoad uop.ID = iota
	smallStore
	smallAdd
	smallPrint
	smallLoop
	smallEnd
)

// smallMemory is memory for frames that nothing is called in, and what World says of them.
type smallMemory struct {
	fp    unsafe.Pointer
	frame ir.Frame
	err   error
	inner *unsafe.Pointer
	flag  *atomic.Bool
	take  func() error
}

func (m *smallMemory) Push(uint64, uint64) uint64 { panic("no calls") }

func (m *smallMemory) Innermost() *unsafe.Pointer { return m.inner }

func (m *smallMemory) Interrupts() (*atomic.Bool, func() error) { return m.flag, m.take }

func (m *smallMemory) MemBase() uint64 { return 0 }

func (m *smallMemory) Frame(code uint64) (fr ir.Frame, err error) {
	fr = m.frame
	fr.Code = code
	return fr, m.err
}

// halfReserve is memory whose author has forgotten a method of guest.Reserve, and has
// another signature of Catch in mind.
type halfReserve struct{ *smallMemory }

func (halfReserve) Spend(any) error { return nil }

func (halfReserve) Catch(error) bool { return false }

// badWords are words with mistakes.
type badWords struct {
	nanbox.Words
	boxes   func() (i64, f64, truth ir.TypeSet)
	unboxed func(uint64) (float64, bool)
	fact    func(uint64) ir.Fact
}

func (w badWords) Boxes() (i64, f64, truth ir.TypeSet) {
	if w.boxes != nil {
		return w.boxes()
	}
	return w.Words.Boxes()
}

func (w badWords) UnboxF64(word uint64) (float64, bool) {
	if w.unboxed != nil {
		return w.unboxed(word)
	}
	return w.Words.UnboxF64(word)
}

func (w badWords) Fact(word uint64) ir.Fact {
	if w.fact != nil {
		return w.fact(word)
	}
	return w.Words.Fact(word)
}

// shortInts are words of ints that are read with 32 bits.
type shortInts struct{ nanbox.Words }

func (shortInts) Boxes() (i64, f64, truth ir.TypeSet) { return 1, 0, 0 }

func (shortInts) Fact(w uint64) ir.Fact { return ir.TypesFact(1) }

func (shortInts) Int(n int64) (uint64, bool) { return uint64(n), true }

func (shortInts) BoxI64(n int64) (uint64, error) { return uint64(n), nil }

func (shortInts) UnboxI64(w uint64) (int64, bool) { return int64(int32(w)), true }

// smallGuest is the guest without a mistake.
type smallGuest struct {
	guest.Guest
	rows   []uop.Row
	memory *smallMemory
}

func newSmallGuest() *smallGuest {
	one := uop.Count{Base: 1}
	m := &smallMemory{frame: ir.Frame{Name: "f", NumLocals: 2, NumSlots: 4}}
	m.inner = &m.fp
	return &smallGuest{
		memory: m,
		rows: []uop.Row{
			smallLoad: {Name: "LOAD", Pushes: one}, smallStore: {Name: "STORE", Pops: one},
			smallAdd: {Name: "ADD", Pops: uop.Count{Base: 2}, Pushes: one}, smallPrint: {Name: "PRINT", Pops: one},
			smallLoop: {Name: "LOOP", Flags: uop.Ends}, smallEnd: {Name: "END", Flags: uop.Ends},
		},
		Guest: guest.Guest{
			Name: "small", Types: smallWords.Types(), Words: smallWords, Lower: smallWords.Lower(), World: m, Memory: m,
			Ops: []guest.Op{
				guest.Number("num.add", ir.OpFAdd, nanbox.Number),
				{OpRow: ir.OpRow{Name: "print", Args: []ir.Type{ir.Ref}, Flags: ir.Escapes, States: [ir.NumWhen]bool{ir.Raise: true}},
					Helper: func([]uint64) (uint64, error) { return 0, nil }},
			},
			Frame: lower.FrameLayout{Caller: 0, Resume: 8, Code: 16, PC: 20, SP: 24, Slots: 32, Size: func(uint64) int { return 64 }, Box: smallWords.Box},
			Build: []build.Rule{
				smallLoad: func(b *build.Builder, u *uop.Inst) error {
					b.Begin(u.Target)
					b.Push(b.Local(int(u.Oparg)))
					return nil
				},
				smallStore: func(b *build.Builder, u *uop.Inst) error {
					b.Begin(u.Target)
					b.SetLocal(int(u.Oparg), b.Pop())
					return nil
				},
				smallAdd: func(b *build.Builder, u *uop.Inst) error {
					b.Begin(u.Target)
					y, x := b.Pop(), b.Pop()
					b.Push(b.Effect(ir.FirstGuestOp, 0, x, y))
					return nil
				},
				smallPrint: func(b *build.Builder, u *uop.Inst) error {
					b.Begin(u.Target)
					b.Effect(ir.FirstGuestOp+1, 0, b.Pop())
					return nil
				},
				smallLoop: func(b *build.Builder, u *uop.Inst) error { b.Poll(u.Target); return b.Loop(u.Target) },
				smallEnd:  func(b *build.Builder, u *uop.Inst) error { b.End(ir.End, u.Target); return nil },
			},
		},
	}
}

// compiler makes a compiler for the guest.
func (g *smallGuest) compiler(t *testing.T, o tier2.Options) (*tier2.Compiler, error) {
	t.Helper()
	if g.rows != nil {
		table, err := uop.NewTable("small", g.rows)
		if err != nil {
			t.Fatal(err)
		}
		g.Uops = table
	}
	c, err := tier2.New(&g.Guest, o)
	if err == nil {
		t.Cleanup(func() { c.Close() })
	}
	return c, err
}

// trace is x = x + y; print(x), in a loop.
func (g *smallGuest) trace() *uop.Trace {
	return &uop.Trace{Table: g.Uops, Name: "f", Code: 7, Stop: uop.StopLoop, Insts: []uop.Inst{
		{Op: smallLoad, Oparg: 0, Target: 0}, {Op: smallLoad, Oparg: 1, Target: 1}, {Op: smallAdd, Target: 2}, {Op: smallStore, Oparg: 0, Target: 3},
		{Op: smallLoad, Oparg: 0, Target: 4}, {Op: smallPrint, Target: 5}, {Op: smallLoop, Target: 0},
	}}
}

// refusals is an observer that keeps refusals.
type refusals struct {
	tier2.NopObserver
	list []error
}

func (r *refusals) Refused(err error) { r.list = append(r.list, err) }

// traceSource is a source of one trace, cut to the limit.
type traceSource struct{ t *uop.Trace }

func (traceSource) Exit() *exitdata.Exit { return nil }

func (traceSource) Region(uop.Limits) (*uop.Trace, uop.Stop) { return nil, uop.AbortNoRegion }

func (traceSource) Profile(func(uop.Flow)) {}

func (s traceSource) Trace(lim uop.Limits) (*uop.Trace, uop.Stop) {
	t := *s.t
	if len(t.Insts) > lim.MaxUops {
		t.Insts = append(t.Insts[:lim.MaxUops:lim.MaxUops], uop.Inst{Op: smallEnd, Target: t.Insts[lim.MaxUops].Target})
		t.Stop = uop.StopTooLong
	}
	return &t, t.Stop
}
