package tiering

import (
	"errors"
	"slices"
	"testing"
	"time"
	"unsafe"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/frame"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/uop"
)

// machine is a VM that runs nothing: one code object, one frame that waits.
type machine struct {
	VM
	heap *object.Heap
	code *adaptive.Code
	fp   unsafe.Pointer
	ran  uint64 // bytecodes
}

func (m *machine) Heap() *object.Heap            { return m.heap }
func (m *machine) Code(uint32) *adaptive.Code    { return m.code }
func (m *machine) Codes() []*adaptive.Code       { return []*adaptive.Code{m.code} }
func (m *machine) Frame() unsafe.Pointer         { return m.fp }
func (m *machine) ResumeWords(func(uint64))      {}
func (m *machine) Running() []*exitdata.Executor { return nil }
func (m *machine) Bytecodes() uint64             { return m.ran }
func (m *machine) NewTable() (*exitdata.Table, error) {
	return exitdata.NewTable(exitdata.Services{}, exitdata.Options{NoCode: true})
}

// optimizer makes executors of one micro-op that leaves, or says why not.
type optimizer struct {
	refusal error
	asked   []int // code units
	works   func()
}

func (o *optimizer) Capabilities() tier2.Capabilities {
	return tier2.Capabilities{Triggers: tier2.BackEdges | tier2.Entries, Kind: exitdata.Uops}
}
func (o *optimizer) OptimizationCost() float64 { return 1000 }
func (o *optimizer) RunCost() float64          { return 0.1 }
func (o *optimizer) Optimize(c tier2.Code, offset int, _ tier2.Source) (*exitdata.Executor, error) {
	o.asked = append(o.asked, offset)
	if o.works != nil {
		o.works()
	}
	if o.refusal != nil {
		return nil, o.refusal
	}
	return tier2.Interpret(&uop.Trace{Code: c.Handle, Entry: uint32(offset), Name: "t", Insts: []uop.Inst{{Op: 1, Target: uint32(offset)}}, Codes: []uint64{c.Handle}}), nil
}

// The code: RESUME, an instruction, a jump back to it.
const atResume, atJump, jumpCache = 0, 2, 3

// started returns a tier whose optimizer is o, and its VM.
func started(t *testing.T, o *optimizer) (*Tier, *machine) {
	t.Helper()
	return startedBy(t, o, Options{})
}

// startedBy is started with options.
func startedBy(t *testing.T, o *optimizer, options Options) (*Tier, *machine) {
	t.Helper()
	h, err := object.New(object.Options{Limit: 64 << 20})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Close() })
	units := []uint16{uint16(pycode.RESUME), uint16(pycode.NOP), uint16(pycode.JUMP_BACKWARD) | 3<<8, 0}
	code := &adaptive.Code{Code: &pycode.Code{QualName: "f", Units: units}, Live: append(slices.Clone(units), 0), Proved: true}
	m := &machine{heap: h, code: code}
	m.fp, _ = h.Stack()
	frame.GoOnAt(m.fp, atJump, 1)
	tier := New(m, options)
	if err := tier.Register(o); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tier.Table.Close() })
	code.Live[atJump] = uint16(pycode.JUMP_BACKWARD_JIT) | 3<<8 // as it is when it has been executed
	return &tier, m
}

// runDown lets a back edge count until it is looked at.
func (m *machine) runDown(t *Tier) bool {
	ticks := int(m.code.Live[jumpCache] >> 4)
	t.Ticks += uint64(ticks) + 1
	return t.HotBackEdge(m.fp, m.code, atJump, jumpCache)
}

// TestBackEdge: an executor stands over a hot back edge until it is invalid, and the jump
// counts again then.
func TestBackEdge(t *testing.T) {
	o := &optimizer{}
	tier, m := started(t, o)
	tier.BeginJump(m.code, jumpCache, 0)
	if !m.runDown(tier) || !slices.Equal(o.asked, []int{atJump}) {
		t.Fatalf("no executor stands there; asked for %v", o.asked)
	}
	in := m.code.Execs[atJump]
	if got := m.code.Live[atJump]; got != uint16(pycode.ENTER_EXECUTOR)|3<<8 || in.Unit != uint16(pycode.JUMP_BACKWARD_JIT)|3<<8 {
		t.Errorf("%#x stands over %#x", got, in.Unit)
	}
	if tier.Stats.Attempts != 1 || tier.Stats.Executors != 1 || !tier.Table.Owns(in.Executor) {
		t.Errorf("%+v", tier.Stats)
	}
	tier.Invalidate(in.Executor)
	if got := m.code.Live[atJump]; got != in.Unit || m.code.ExecutorAt(atJump) != nil || m.code.Live[jumpCache]>>4 == 0 {
		t.Errorf("%#x stands there afterwards, with counter %#x", got, m.code.Live[jumpCache])
	}
}

// TestBackOff: each failure doubles the ticks before the next attempt up to a limit, and the
// last one makes the instruction stop counting.
func TestBackOff(t *testing.T) {
	o := &optimizer{refusal: errors.New("no")}
	tier, m := started(t, o)
	tier.BeginJump(m.code, jumpCache, 0)
	for tries := range maxTries + 1 {
		if got, want := int(m.code.Live[jumpCache]>>4)+1, min(tier.Period<<tries, tier2.MaxK); got != want {
			t.Fatalf("after %d failures it counts %d ticks, want %d", tries, got, want)
		}
		if m.runDown(tier) {
			t.Fatal("an executor stands there")
		}
	}
	if op := pycode.Op(m.code.Live[atJump]); op != pycode.JUMP_BACKWARD_NO_JIT {
		t.Errorf("%v stands there", op)
	}
	s := tier.Stats
	if s.Attempts != maxTries+1 || s.BackOffs != maxTries || s.Blacklisted != 1 || s.Refusals["error"] != maxTries+1 {
		t.Errorf("%+v", s)
	}
}

// TestLukewarm: a place whose ticks are a small share of all is not attempted.
func TestLukewarm(t *testing.T) {
	o := &optimizer{}
	tier, m := startedBy(t, o, Options{Hotspots: tier2.Hotspots{K: 1000, M: 1e-7}}) // 0.001 of all
	tier.BeginJump(m.code, jumpCache, 0)
	tier.Ticks += 100_000_000 // of other places
	if m.runDown(tier) || len(o.asked) != 0 || tier.Stats.Lukewarm != 1 {
		t.Errorf("asked for %v: %+v", o.asked, tier.Stats)
	}
	if !m.runDown(tier) {
		t.Error("it is not hot when nothing else runs")
	}
}

// TestEntry: a function's start has a counter of its own.
func TestEntry(t *testing.T) {
	o := &optimizer{}
	tier, m := started(t, o)
	frame.GoOnAt(m.fp, atResume, 1)
	tier.Ticks += uint64(tier.Period)
	if !tier.HotEntry(m.fp, m.code, atResume) || !slices.Equal(o.asked, []int{atResume}) || m.code.ExecutorAt(atResume) == nil {
		t.Errorf("asked for %v", o.asked)
	}
	if tier.HotEntry(m.fp, m.code, atResume) || len(o.asked) != 1 {
		t.Error("asked again for a place that has an executor")
	}
}

// TestIdle: an executor that comes back to where it stands and leaves the frame as it was is
// taken away; one that changes the frame is not.
func TestIdle(t *testing.T) {
	for _, works := range []bool{false, true} {
		o := &optimizer{}
		tier, m := started(t, o)
		tier.BeginJump(m.code, jumpCache, 0)
		m.runDown(tier)
		in := m.code.Execs[atJump]
		for i := 0; i <= 2*idleLimit && m.code.Execs[atJump] == in; i++ {
			before := tier.Entering(in, m.fp)
			if works {
				*frame.Function(m.fp) = object.SmallInt(int64(i))
			}
			tier.CameBack(in, m.fp, m.code, atJump, before)
		}
		if taken := m.code.Execs[atJump] != in; taken == works || in.Executor.Invalid == works || tier.Stats.Refusals[tier2.RefusedIdle] > 0 == works {
			t.Errorf("it works: %v; taken away: %v, %+v", works, taken, tier.Stats)
		}
	}
}

// TestRequest: a place is requested before execution comes there, and taken back.
func TestRequest(t *testing.T) {
	o := &optimizer{}
	tier, m := started(t, o)
	if err := tier.Request(m.code.Code, atJump+1); err == nil {
		t.Error("no instruction begins there")
	}
	m.code.Proved = false // it may not run yet
	if err := tier.Request(m.code.Code, 1); err != nil || m.code.Execs != nil {
		t.Fatalf("%v; %d places", err, len(m.code.Execs))
	}
	m.code.Proved = true
	tier.Load(m.code)
	if pycode.Op(m.code.Live[1]) != pycode.ENTER_EXECUTOR || len(o.asked) != 0 {
		t.Error("the request does not stand there, or is fulfilled already")
	}
	frame.GoOnAt(m.fp, 1, 1)
	if !tier.Requested(m.fp, m.code, 1) || !slices.Equal(o.asked, []int{1}) {
		t.Errorf("asked for %v", o.asked)
	}
	tier.TakeBack(m.code.Code, 1)
	if pycode.Op(m.code.Live[1]) != pycode.NOP || m.code.ExecutorAt(1) != nil {
		t.Errorf("%v stands there afterwards", pycode.Op(m.code.Live[1]))
	}
}

// TestRegister: an optimizer is registered once, and its executors go with it.
func TestRegister(t *testing.T) {
	o := &optimizer{}
	tier, m := started(t, o)
	if err := tier.Register(o); err != ErrRegistered {
		t.Errorf("got %v", err)
	}
	tier.BeginJump(m.code, jumpCache, 0)
	m.runDown(tier)
	ex := m.code.ExecutorAt(atJump)
	if err := tier.Unregister(o); err != nil || ex == nil || !ex.Invalid || tier.Triggers != 0 || pycode.Op(m.code.Live[atJump]) != pycode.JUMP_BACKWARD {
		t.Errorf("%v; executor %+v, %v stands there", err, ex, pycode.Op(m.code.Live[atJump]))
	}
	if err := tier.Unregister(o); err != ErrNotRegistered {
		t.Errorf("got %v", err)
	}
}

// TestTime: what is measured within something that is measured is not counted twice.
func TestTime(t *testing.T) {
	now := time.Unix(0, 0)
	tier := Tier{now: func() time.Time { return now }}
	told := map[string]time.Duration{}
	measure := func(name string) func() { return tier.Time(func(d time.Duration) { told[name] += d }) }
	wait := func(n time.Duration) { now = now.Add(n) }
	outer := measure("outer")
	wait(1)
	for range 2 {
		inner := measure("inner")
		wait(10)
		innermost := measure("innermost")
		wait(100)
		innermost()
		wait(20)
		inner()
	}
	wait(2)
	outer()
	if told["outer"] != 3 || told["inner"] != 60 || told["innermost"] != 200 {
		t.Errorf("%v", told)
	}
}
