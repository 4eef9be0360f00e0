package exitdata_test

import (
	"errors"
	"math"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"unsafe"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/irtext"
	"github.com/tier2go/tier2/ir/verify"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/lower/amd64"
	"github.com/tier2go/tier2/lower/arm64"
	"github.com/tier2go/tier2/native"
	"github.com/tier2go/tier2/regalloc"
)

// The tests' machine: guest words are ints as they are, frames have room for a few
// slots and lie frameSize apart.
const (
	frameCaller = 0
	frameResume = 8
	frameCode   = 16
	framePC     = 20
	frameSP     = 24
	frameSlots  = 32
	frameSize   = 256
	boxed       = 1 << 60 // added to an int by its box, to show that it was boxed
	wide        = 1 << 50 // from here on machine code has a helper box ints
)

// target is the machine that the tests run on, nil if there is no code for it.
var target = map[string]*lower.Target{"amd64": amd64.Target, "arm64": arm64.Target}[runtime.GOARCH]

var layout = lower.FrameLayout{
	Slots: frameSlots, PC: framePC, SP: frameSP, Caller: frameCaller, Code: frameCode, Resume: frameResume,
	Size: func(uint64) int { return frameSize },
	Box: func(a *lower.Asm, t ir.Type, x lower.V) lower.V {
		switch t {
		case ir.I64:
			w := a.Add(x, lower.Imm(boxed))
			return a.Slow(lower.GE, x, a.Reg(lower.Imm(wide)), w, lower.GPR, func() lower.V { return a.CallQuiet(1, x) })
		case ir.F64:
			return a.FToBits(x)
		}
		return x
	},
}

// ops are the machine's operations: a helper that may raise, with two operands,
// one that cannot, one that makes an object of a number and any values, a helper that
// is called for 0 alone, one that a routine is tried before, and one whose routine calls the helper.
var ops = func() *ir.OpTable {
	t, err := ir.NewOpTable([]ir.OpRow{
		{Name: "t.call", Args: []ir.Type{ir.Ref, ir.Ref}, Result: ir.Ref, States: [ir.NumWhen]bool{ir.Raise: true}, Flags: ir.Escapes,
			Reads: ir.AllMemory, Writes: ir.AllMemory},
		{Name: "t.quiet", Args: []ir.Type{ir.Ref}, Result: ir.Ref, Reads: ir.AllMemory, Writes: ir.AllMemory},
		{Name: "t.make", Args: []ir.Type{ir.I64, ir.Ref}, Result: ir.Ref, Flags: ir.Fresh | ir.Variadic, Fields: []ir.Field{
			{Mem: ir.MemAccess{Disp: 8}, Arg: 0}, {Mem: ir.MemAccess{Disp: 16}, Arg: 1},
		}},
		{Name: "t.rare", Args: []ir.Type{ir.Ref}, Result: ir.Ref, Reads: ir.AllMemory, Writes: ir.AllMemory},
		{Name: "t.try", Args: []ir.Type{ir.Ref}, Result: ir.Ref, Reads: ir.AllMemory, Writes: ir.AllMemory},
		{Name: "t.helped", Args: []ir.Type{ir.Ref}, Result: ir.Ref, Reads: ir.AllMemory, Writes: ir.AllMemory},
	})
	if err != nil {
		panic(err)
	}
	return t
}()

func rules() lower.Rules {
	r := lower.CoreRules(ops.Len())
	r[ir.OpSlot] = func(a *lower.Asm, v *ir.Value) lower.V { return a.Load(lower.InFrame(frameSlots + 8*v.Aux)) }
	r[ir.OpUnboxI64] = func(a *lower.Asm, v *ir.Value) lower.V { return a.Arg(0) }
	r[ir.OpUnboxF64] = func(a *lower.Asm, v *ir.Value) lower.V { return a.BitsToF(a.Arg(0)) }
	r[ir.FirstGuestOp] = func(a *lower.Asm, v *ir.Value) lower.V { return a.Call(0, a.Arg(0), a.Arg(1)) }
	r[ir.FirstGuestOp+1] = func(a *lower.Asm, v *ir.Value) lower.V { return a.CallQuiet(1, a.Arg(0)) }
	r[ir.FirstGuestOp+3] = func(a *lower.Asm, v *ir.Value) lower.V {
		x := a.Arg(0)
		return a.Slow(lower.EQ, x, lower.Imm(0), x, lower.GPR, func() lower.V { return a.CallQuiet(1, x) })
	}
	r[ir.FirstGuestOp+4] = func(a *lower.Asm, v *ir.Value) lower.V {
		x := a.Arg(0)
		return a.TryRoutine(a.Routine("small"), func(y lower.V) lower.V { return y }, func() lower.V { return a.CallQuiet(1, x) }, x)
	}
	r[ir.FirstGuestOp+5] = func(a *lower.Asm, v *ir.Value) lower.V { return a.CallHelped(a.Routine("small"), 1, a.Arg(0)) }
	return r
}

// machine is a guest with a stack of frames.
type machine struct {
	t         testing.TB
	table     *exitdata.Table
	data      *native.Data
	base      uint64         // the first frame
	innermost unsafe.Pointer // as the table writes it
	pushed    []uint64       // codes of the frames that Push has begun
	call      func(args []uint64) (uint64, error)
	quiet     func(args []uint64) (uint64, error)
	objects   [][]uint64 // what New has made: the object's word is its number
	postponed error      // the exception that Postpone was given
	interrupt atomic.Bool
	ways      func(f *ir.Func) []lower.VainWay // of what is compiled; nil: it counts nothing in vain
	making    func()                           // is called by New and Box, if not nil
	failing   int                              // New and Box fail when this comes down to 0
	spent     bool                             // the reserve
	sel       lower.Selector
	alloc     regalloc.Allocator
	emitter   *lower.Emitter
}

var (
	errRaised = errors.New("raised")
	errMemory = errors.New("no memory")
)

// allocate fails when it is time to.
func (m *machine) allocate() {
	if m.making != nil {
		m.making()
	}
	if m.failing--; m.failing == 0 {
		panic(errMemory)
	}
}

// Push implements lower.Memory.
func (m *machine) Push(caller, code uint64) uint64 {
	m.pushed = append(m.pushed, code)
	*m.word(caller+frameSize, frameCaller) = caller
	*m.half(caller+frameSize, frameCode) = uint32(code)
	return caller + frameSize
}

// Innermost implements lower.Memory.
func (m *machine) Innermost() *unsafe.Pointer { return &m.innermost }

// Interrupts implements lower.Memory.
func (m *machine) Interrupts() (*atomic.Bool, func() error) {
	return &m.interrupt, func() error {
		m.interrupt.Store(false)
		return m.postponed
	}
}

// MemBase implements lower.Memory.
func (m *machine) MemBase() uint64 { return 0 }

// Spend implements lower.Reserve.
func (m *machine) Spend(r any) error {
	if r != errMemory || m.spent {
		return nil
	}
	m.spent = true
	return errMemory
}

// Postpone implements lower.Reserve.
func (m *machine) Postpone(err error) { m.postponed = err; m.interrupt.Store(true) }

func newMachine(t testing.TB, o exitdata.Options) *machine {
	t.Helper()
	if !native.Supported() || target == nil {
		t.Skip("no machine code on this port")
	}
	m := &machine{t: t}
	var err error
	if m.data, err = native.NewData(native.DataOptions{}); err != nil {
		t.Fatal(err)
	}
	addr, err := m.data.Alloc(16 * frameSize)
	if err != nil {
		t.Fatal(err)
	}
	m.base = uint64(addr)
	m.table, err = exitdata.NewTable(exitdata.Services{
		Memory: m,
		Layout: &layout,
		Link:   target.Routine.Link,
		New: func(op ir.Op, args []uint64) uint64 {
			m.allocate()
			m.objects = append(m.objects, append([]uint64{uint64(op - ir.FirstGuestOp)}, args...))
			return uint64(len(m.objects) - 1)
		},
		Box: func(t ir.Type, bits uint64) uint64 {
			m.allocate()
			return exitdata.BoxBits(t, bits, func(n int64) uint64 { return uint64(n) + boxed }, nil, math.Float64bits, func(b bool) uint64 {
				if b {
					return 101
				}
				return 100
			})
		},
		Helpers: []func([]uint64) (uint64, error){
			func(a []uint64) (uint64, error) { return m.call(a) },
			func(a []uint64) (uint64, error) { return m.quiet(a) },
		},
	}, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(m.table.Close(), m.data.Close()); err != nil {
			t.Error(err)
		}
	})
	m.sel = lower.Selector{Target: target, Rules: rules(), Frame: &layout, Clock: m.table.ClockAddress()}
	m.emitter = lower.NewEmitter(target)
	return m
}

func (m *machine) word(frame uint64, off int) *uint64 {
	return &m.data.Words(uintptr(frame+uint64(off)), 1)[0]
}

func (m *machine) half(frame uint64, off int) *uint32 {
	return (*uint32)(unsafe.Pointer(&m.data.Bytes(uintptr(frame+uint64(off)), 4)[0]))
}

func (m *machine) slot(frame uint64, i int) uint64 { return *m.word(frame, frameSlots+8*i) }

func parse(t testing.TB, text string) *ir.Func {
	t.Helper()
	f, err := irtext.Parse("", []byte(text), ops, nil, irtext.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	for _, d := range verify.Check(f, verify.Options{}) {
		t.Fatalf("%v\n%s", d, text)
	}
	return f
}

// compile installs a function. parent is the exit whose values it takes over, at
// places, in the order of its entries.
func (m *machine) compile(text string, parent *exitdata.Exit, places ...lower.Loc) *exitdata.Executor {
	m.t.Helper()
	ex, err := m.tryCompile(text, parent, places...)
	if err != nil {
		m.t.Fatal(err)
	}
	return ex
}

func (m *machine) tryCompile(text string, parent *exitdata.Exit, places ...lower.Loc) (*exitdata.Executor, error) {
	m.t.Helper()
	f := parse(m.t, text)
	ex := &exitdata.Executor{Kind: exitdata.Native, Name: f.Name, Parent: parent}
	if err := m.table.Begin(ex); err != nil {
		return nil, err
	}
	at := lower.Borders{Entry: places, Valid: ex.ValidAddress()}
	if m.ways != nil {
		if err := m.table.AddVain(ex); err != nil {
			return nil, err
		}
		at.Vain, at.VainWays = ex.VainAddress(), m.ways(f)
	}
	if parent != nil {
		at.FirstSlot = parent.Executor.NumSlots
	}
	mfn, err := m.sel.Select(f, at)
	if err != nil {
		return nil, err
	}
	var sites []exitdata.Site
	for _, s := range mfn.Sites {
		sites = append(sites, exitdata.Site{Routine: s.Routine, Uop: -1})
	}
	if err := m.table.AddSites(ex, sites); err != nil {
		return nil, err
	}
	res, err := m.alloc.Run(mfn, &target.Regs, regalloc.Options{MaxSlots: target.MaxSlots})
	if err != nil {
		return nil, err
	}
	var c exitdata.Capturer
	c.Begin(f, mfn, res.Locs, m.sel.Val, nil)
	var exits []*exitdata.Exit
	for i := range mfn.Exits {
		p := &mfn.Exits[i]
		x := &exitdata.Exit{Kind: p.Exit.Kind, Return: p.Caller != nil, Plain: f.Unlikely(p.Exit), Test: mfn.CanForce(i)}
		if !p.Memory {
			x.State = c.State(p)
		}
		exits = append(exits, x)
	}
	if err := m.table.AddExits(ex, exits); err != nil {
		return nil, err
	}
	code, err := m.emitter.Emit(mfn, &res.Allocation, ex.Linkage(), nil)
	if err != nil {
		return nil, err
	}
	ex.NumSlots = res.NumSlots
	return ex, m.table.Install(ex, code.Bytes)
}

// run enters an executor in the first frame, with the given slots.
func (m *machine) run(ex *exitdata.Executor, slots ...uint64) (left exitdata.Left) {
	m.t.Helper()
	copy(m.data.Words(uintptr(m.base+frameSlots), len(slots)), slots)
	m.pushed = m.pushed[:0]
	if err := m.table.Run(ex, m.base, &left); err != nil {
		m.t.Fatal(err)
	}
	return left
}

// at checks where execution has left: pc and slots of the innermost frame.
func (m *machine) at(left exitdata.Left, kind ir.ExitKind, pc uint32, slots ...uint64) {
	m.t.Helper()
	if left.Exit.Kind != kind || *m.half(left.Frame, framePC) != pc || int(*m.half(left.Frame, frameSP)) != len(slots) {
		m.t.Errorf("left by %v at %d with %d slots, want %v at %d with %d", left.Exit.Kind, *m.half(left.Frame, framePC),
			*m.half(left.Frame, frameSP), kind, pc, len(slots))
	}
	got := make([]uint64, len(slots))
	for i := range got {
		got[i] = m.slot(left.Frame, i)
	}
	if !slices.Equal(got, slots) {
		m.t.Errorf("slots %d, want %d", got, slots)
	}
}
