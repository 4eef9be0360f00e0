//go:build linux && (amd64 || arm64)

package native

import (
	"flag"
	"io"
	"runtime"
	"runtime/pprof"
	"runtime/trace"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

var hammerTime = flag.Duration("hammer", 1500*time.Millisecond, "how long TestHammer runs in each mode")

// slow says that the tests run under an emulator: fewer rounds.
const slow = runtime.GOARCH == "arm64"

// collector runs collections about each millisecond until stop is called,
// which returns how many there were.
func collector() (stop func() int) {
	done, ended := make(chan bool), make(chan int)
	go func() {
		for n := 0; ; n++ {
			select {
			case <-done:
				ended <- n
				return
			case <-time.After(time.Millisecond):
				runtime.GC()
			}
		}
	}()
	return func() int { close(done); return <-ended }
}

// pollLoop is code that counts Args[0] down to 0 with a poll each round, and
// leaves with a count of its rounds in t0.
func pollLoop(row uintptr) []byte {
	var p prog
	p.imm(t1, 0)
	p.store(actReg, SlotOffset, t1)
	loop := p.pos()
	cold := p.pollOut()
	p.load(t2, actReg, OffArgs)
	p.addImm(t2, -1)
	p.store(actReg, OffArgs, t2)
	p.load(t1, actReg, SlotOffset)
	p.addImm(t1, 1)
	p.store(actReg, SlotOffset, t1)
	p.jumpIf(t2, loop)
	p.load(t0, actReg, SlotOffset)
	p.exit(row)
	cold()
	return p.code
}

// A poll at any depth of the stack fires only when the runtime wants the
// goroutine, and then ends: the goroutine yields, and the poll is quiet again.
func TestPollDepths(t *testing.T) {
	const rounds = 5000
	seeds, depth := 12, 1500
	if slow {
		seeds = 2
	}
	stop := collector()
	var visits, polls, most int
	for seed := range seeds {
		done := make(chan bool)
		go func() {
			defer close(done)
			n := 0
			m := newMachine(t, func(act *Activation, helper uint32) bool {
				if helper == PollHelper {
					n++
				}
				return true
			})
			entry := m.install(pollLoop(m.row))
			act := m.push()
			descend(depth, uint32(seed), func() {
				n = 0
				act.Args[0] = rounds
				m.enter(act, entry)
				if act.Regs[t0] != rounds {
					t.Errorf("%d rounds, want %d", act.Regs[t0], rounds)
				}
				visits++
				polls += n
				most = max(most, n)
			})
		}()
		<-done
	}
	gcs := stop()
	t.Logf("%d depths, %d polls, at most %d in one entry, %d collections", visits, polls, most, gcs)
	if visits != seeds*(depth+1) {
		t.Errorf("%d depths, want %d", visits, seeds*(depth+1))
	}
	if polls == 0 {
		t.Error("no poll ever fired")
	}
	if most > rounds/50 {
		t.Errorf("a poll fired %d times in %d rounds", most, rounds)
	}
}

// descend calls visit at each of depth+1 stack depths, with frames of sizes
// between them that follow from the seed. The frames are 8 bytes apart modulo
// 128, so that every distance to the stack guard occurs.
func descend(depth int, seed uint32, visit func()) {
	visit()
	if depth == 0 {
		return
	}
	seed = seed*1664525 + 1013904223
	descents[seed>>24%uint32(len(descents))](depth-1, seed, visit)
}

// descents is filled in by init: it and descend refer to each other.
var descents []func(depth int, seed uint32, visit func())

func init() {
	descents = []func(int, uint32, func()){
		frame[[0]byte], frame[[8]byte], frame[[16]byte], frame[[24]byte], frame[[40]byte], frame[[72]byte],
		frame[[136]byte], frame[[200]byte], frame[[520]byte], frame[[1096]byte], frame[[4104]byte],
	}
}

// frame is descend behind a frame that holds a T.
//
//go:noinline
func frame[T any](depth int, seed uint32, visit func()) {
	var pad T
	use(&pad)
	descend(depth, seed, visit)
	use(&pad)
}

//go:noinline
func use[T any](*T) {}

// A loop that polls does not hold up a collection asked for by another
// goroutine on the only processor.
func TestPollYields(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	var stop atomic.Bool
	polls := 0
	m := newMachine(t, func(act *Activation, helper uint32) bool {
		polls++
		return !stop.Load() // wants out when the other goroutine is done
	})
	entry := m.install(pollLoop(m.row))
	go func() {
		for range 5 {
			runtime.GC()
		}
		stop.Store(true)
	}()
	act := m.push()
	act.Args[0] = 1 << 62
	if st := m.st.Enter(act, entry); st != StatusHelper || act.Helper != PollHelper {
		t.Errorf("status %v, helper %#x", st, act.Helper)
	}
	t.Logf("%d polls", polls)
}

// PollStub keeps every free register over a poll, in which Go breaks them; the helper's answer is there.
func TestPollStub(t *testing.T) {
	keeps(t, PollHelper, (*prog).keep)
	disassemble(t, PollStub())
}

// A helper that is called by LeaveKept has its result in the activation; every free register is as it was.
func TestKept(t *testing.T) { keeps(t, 77, func(p *prog) { p.kept(77) }) }

// keeps looks whether a call of a helper keeps every free register.
func keeps(t *testing.T, want uint32, call func(p *prog)) {
	const answer = 77
	polls := 0
	m := newMachine(t, func(act *Activation, helper uint32) bool {
		if helper != want {
			t.Errorf("helper %#x", helper)
		}
		polls++
		act.Ret, act.Row = answer, 0
		grow(200, uint64(polls)) // the stack moves
		runtime.GC()
		return true
	})
	floats := savedFloats
	if floats < NumRegs {
		floats-- // the scratch register
	}
	var p prog
	for f := range floats {
		p.float(f, 0xf000+uint64(f))
	}
	for i, r := range savedRegs {
		p.imm(r, 0x1000+uint64(i))
	}
	p.imm(t0, 0xaaa)
	call(&p)
	p.addImm(t0, 1)
	call(&p)
	p.exit(m.row)
	act := m.push()
	m.enter(act, m.install(p.code))
	if polls != 2 || act.Ret != answer || act.Regs[t0] != 0xaab {
		t.Errorf("%d polls, answer %d, first register %#x", polls, act.Ret, act.Regs[t0])
	}
	for i, r := range savedRegs {
		if act.Regs[r] != 0x1000+uint64(i) {
			t.Errorf("register %d is %#x", r, act.Regs[r])
		}
	}
	for f := range floats {
		if act.FRegs[f] != 0xf000+uint64(f) {
			t.Errorf("float register %d is %#x", f, act.FRegs[f])
		}
	}
}

// A flag that a helper sets on its own goroutine makes the next poll leave, and each
// one while it stays set.
func TestAttention(t *testing.T) {
	const rounds = 1000
	var m *machine
	asked, polls := 0, 0
	m = newMachine(t, func(act *Activation, helper uint32) bool {
		if helper != PollHelper {
			m.attention.Store(asked > 0)
			return true
		}
		polls++
		m.attention.Store(polls < asked)
		return true
	})
	var p prog
	p.leave(LeaveCode(0))
	for range 4 {
		p.poll()
	}
	p.exit(m.row)
	entry, act := m.install(p.code), m.push()
	for _, asked = range []int{0, 1, 3} {
		more := 0
		for range rounds {
			polls = 0
			m.enter(act, entry)
			if polls < asked {
				t.Fatalf("%d polls left, want %d", polls, asked)
			}
			more += polls - asked
		}
		if more > rounds/50 { // the runtime's own
			t.Errorf("asked for %d: %d polls more in %d rounds", asked, more, rounds)
		}
	}
}

// Goroutines in native loops with polls and helpers that allocate, nest and
// move the stack; collections all the time, a processor profile and an
// execution trace running; code installed and freed meanwhile.
func TestHammer(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	if err := pprof.StartCPUProfile(io.Discard); err != nil {
		t.Log("without profile:", err)
	} else {
		defer pprof.StopCPUProfile()
	}
	if err := trace.Start(io.Discard); err != nil {
		t.Log("without trace:", err)
	} else {
		defer trace.Stop()
	}
	for _, mode := range []Mode{Dual, MProtect} {
		t.Run(mode.String(), func(t *testing.T) { hammer(t, openMode(t, mode), 8) })
	}
}

func hammer(t *testing.T, mem *Memory, goroutines int) {
	stop := collector()
	end := time.Now().Add(*hammerTime) // or later, when a poll has fired
	var wg sync.WaitGroup
	var entries, polls, helpers atomic.Int64
	for g := range goroutines {
		m := &machine{t: t, mem: mem}
		var entry uintptr
		calls := 0
		m.addStack(func(act *Activation, helper uint32) bool {
			if helper == PollHelper {
				polls.Add(1)
				words := 0
				m.st.Words(func(w []uint64) { words += len(w) })
				if words < m.st.Depth()*(NumArgs+1+NumRegs) {
					t.Errorf("%d words at depth %d", words, m.st.Depth())
				}
				return true
			}
			helpers.Add(1)
			calls++
			act.Ret = uint64(len(make([]byte, 100+calls%1000))) - uint64(100+calls%1000) + act.Args[0]
			switch {
			case calls%64 == 0:
				grow(200, 3)
			case calls%64 == 16 && m.st.Depth() < 4:
				inner, err := m.st.Push()
				if err != nil {
					t.Error(err)
					return false
				}
				inner.Args[1] = 50
				if st := m.st.Enter(inner, entry); st != StatusExit || inner.Regs[t0] != 50*51/2 {
					t.Errorf("inner: %v, sum %d", st, inner.Regs[t0])
				}
				m.st.Pop()
			}
			return true
		})
		code := hammerLoop(m.row)
		wg.Go(func() {
			act, err := m.st.Push()
			if err != nil {
				t.Error(err)
				return
			}
			for n := uint64(g); time.Now().Before(end) || polls.Load() == 0 && time.Now().Before(end.Add(time.Minute)); n++ {
				b, err := mem.Install(code)
				if err != nil {
					t.Error(err)
					return
				}
				entry = b.Addr
				rounds := 1000 + n%1000
				act.Args[1] = rounds
				if st := m.st.Enter(act, entry); st != StatusExit || act.Regs[t0] != rounds*(rounds+1)/2 {
					t.Errorf("%v, sum %d of %d rounds", st, act.Regs[t0], rounds)
					return
				}
				entries.Add(1)
				if err := mem.Free(b); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	t.Logf("%d entries, %d polls, %d helper calls, %d collections", entries.Load(), polls.Load(), helpers.Load(), stop())
	if polls.Load() == 0 || helpers.Load() == 0 {
		t.Error("nothing was tested")
	}
}

// hammerLoop sums Args[1], Args[1]-1, … 1 in slot 0, with a poll and a call of
// helper 1, which returns Args[0], in each round.
func hammerLoop(row uintptr) []byte {
	var p prog
	p.imm(t1, 0)
	p.store(actReg, SlotOffset, t1)
	p.load(t2, actReg, OffArgs+8)
	p.store(actReg, SlotOffset+8, t2)
	p.imm(t3, 2)
	p.store(actReg, OffSlots, t3)
	loop := p.pos()
	p.poll()
	p.load(t2, actReg, SlotOffset+8)
	p.store(actReg, OffArgs, t2)
	p.leave(LeaveCode(1))
	p.load(t1, actReg, OffRet)
	p.load(t0, actReg, SlotOffset)
	p.add(t0, t1)
	p.store(actReg, SlotOffset, t0)
	p.load(t2, actReg, SlotOffset+8)
	p.addImm(t2, -1)
	p.store(actReg, SlotOffset+8, t2)
	p.jumpIf(t2, loop)
	p.load(t0, actReg, SlotOffset)
	p.exit(row)
	return p.code
}
