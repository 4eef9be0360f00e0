//go:build linux && (amd64 || arm64)

package native

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// An exit saves every free register, the frame register and the row, under the
// registers' own numbers; the code's own register is saved by the cold stub.
func TestExitSavesRegisters(t *testing.T) {
	m := newMachine(t, resume)
	var p prog
	for f := range savedFloats {
		p.float(f, 0xf10a700000000000|uint64(f))
	}
	for _, r := range savedRegs {
		p.imm(r, 0x4e95000000000000|uint64(r))
	}
	p.addImm(frameReg, 16)
	p.imm(t0, 0xfeed)
	p.exit(m.row)
	entry := m.install(p.code)

	act := m.push()
	act.Frame = 0x1000
	for i := range act.Regs {
		act.Regs[i], act.FRegs[i] = 1, 1
	}
	m.enter(act, entry)
	if act.Regs[t0] != 0xfeed {
		t.Errorf("first register %#x", act.Regs[t0])
	}
	for _, r := range savedRegs {
		if want := 0x4e95000000000000 | uint64(r); act.Regs[r] != want {
			t.Errorf("register %d: %#x, want %#x", r, act.Regs[r], want)
		}
	}
	for f := range savedFloats {
		if want := 0xf10a700000000000 | uint64(f); act.FRegs[f] != want {
			t.Errorf("float register %d: %#x, want %#x", f, act.FRegs[f], want)
		}
	}
	if act.Frame != 0x1010 || act.Regs[frameReg] != 0x1010 {
		t.Errorf("frame %#x and %#x, want 0x1010", act.Frame, act.Regs[frameReg])
	}
	if act.Row != uint64(m.row) {
		t.Errorf("row %#x, want %#x", act.Row, m.row)
	}
	if act.Regs[gReg] != 1 || act.Regs[actReg] != 1 || act.Regs[baseReg] != 1 {
		t.Error("a fixed register was saved")
	}
}

// The fixed registers hold what the contract says, at entry and after each
// helper, whatever the code and the helper did to registers and frame.
func TestFixedRegisters(t *testing.T) {
	var calls []uint32
	var m *machine
	check := func(act *Activation, when string, frame uint64) {
		if act.Spill[0] != 0xba5e || act.Spill[1] != frame || act.Spill[2] != act.User[0] {
			t.Errorf("%s: base %#x frame %#x activation %#x, want %#x %#x %#x",
				when, act.Spill[0], act.Spill[1], act.Spill[2], 0xba5e, frame, act.User[0])
		}
	}
	m = newMachine(t, func(act *Activation, helper uint32) bool {
		calls = append(calls, helper)
		if act.Status != StatusHelper || act.Helper != helper {
			t.Errorf("in helper %d: status %v, helper %d", helper, act.Status, act.Helper)
		}
		check(act, fmt.Sprint("helper ", helper), uint64(len(calls))*0x1000)
		act.Frame += 0x1000
		return true
	})
	var p prog
	note := func() {
		p.store(actReg, SlotOffset, baseReg)
		p.store(actReg, SlotOffset+8, frameReg)
		p.store(actReg, SlotOffset+16, actReg)
	}
	for _, code := range []uint32{LeaveCode(0), LeaveCode(77), LeavePoll, LeaveCode(MaxHelper)} {
		note()
		p.trash()
		p.leave(code)
	}
	note()
	p.exit(m.row)
	act := m.push()
	act.Base, act.Frame = 0xba5e, 0x1000
	act.User[0] = uint64(addressOf(act))
	m.enter(act, m.install(p.code))
	check(act, "exit", 0x5000)
	if want := []uint32{0, 77, PollHelper, MaxHelper}; fmt.Sprint(calls) != fmt.Sprint(want) {
		t.Errorf("helpers %v, want %v", calls, want)
	}
}

// Go works after code that broke every register: Go's zero register, g and
// the direction flag are restored.
func TestBrokenRegisters(t *testing.T) {
	m := newMachine(t, resume)
	var p prog
	p.trash()
	p.imm(t0, 7)
	p.exit(m.row)
	entry := m.install(p.code)
	act := m.push()
	for range 100 {
		m.enter(act, entry)
		var zero [64]uint64 // cleared through the zero register
		sink = &zero
		if zero != ([64]uint64{}) {
			t.Fatal("a new array is not zero")
		}
		copied := append([]byte(nil), strings.Repeat("direction flag ", 40)...) // REP MOVS when long
		if string(copied) != strings.Repeat("direction flag ", 40) {
			t.Fatal("a copy differs")
		}
	}
	runtime.Gosched()
}

var sink any

// Arguments, result and slots pass through helpers; the helper's result is
// loaded from the activation.
func TestHelperSum(t *testing.T) {
	m := newMachine(t, func(act *Activation, helper uint32) bool {
		act.Ret = act.Args[0] + act.Args[1]*uint64(helper)
		return true
	})
	// s = 0; for i = 1000; i != 0; i-- { s = helper3(s, i) }
	var p prog
	p.imm(t1, 0)
	p.store(actReg, SlotOffset, t1)
	p.imm(t2, 1000)
	p.store(actReg, SlotOffset+8, t2)
	loop := p.pos()
	p.load(t1, actReg, SlotOffset)
	p.load(t2, actReg, SlotOffset+8)
	p.store(actReg, OffArgs, t1)
	p.store(actReg, OffArgs+8, t2)
	p.trash()
	p.leave(LeaveCode(3))
	p.load(t1, actReg, OffRet)
	p.store(actReg, SlotOffset, t1)
	p.load(t2, actReg, SlotOffset+8)
	p.addImm(t2, -1)
	p.store(actReg, SlotOffset+8, t2)
	p.jumpIf(t2, loop)
	p.load(t0, actReg, SlotOffset)
	p.exit(m.row)
	act := m.push()
	m.enter(act, m.install(p.code))
	if act.Regs[t0] != 3*1000*1001/2 {
		t.Errorf("sum %d, want %d", act.Regs[t0], 3*1000*1001/2)
	}
}

// A helper that wants out ends Enter; entering Resume goes on behind it.
func TestHelperWantsOut(t *testing.T) {
	m := newMachine(t, func(act *Activation, helper uint32) bool { return false })
	var p prog
	p.imm(t1, 5)
	p.store(actReg, SlotOffset, t1)
	p.leave(LeaveCode(9))
	p.load(t0, actReg, SlotOffset)
	p.exit(m.row)
	entry := m.install(p.code)
	act := m.push()
	act.Frame = 0x77
	if st := m.st.Enter(act, entry); st != StatusHelper || act.Helper != 9 || act.Status != StatusHelper {
		t.Fatalf("status %v, helper %d", st, act.Helper)
	}
	if act.Frame != 0x77 {
		t.Errorf("frame %#x", act.Frame)
	}
	m.enter(act, uintptr(act.Resume))
	if act.Regs[t0] != 5 {
		t.Errorf("after resume: %d, want 5", act.Regs[t0])
	}
}

// A code that is none is reported with the registers saved.
func TestUnknownLeave(t *testing.T) {
	m := newMachine(t, resume)
	for _, code := range []uint32{0, 4, 0xff, 0x12345601, 0xffffffff} {
		var p prog
		p.imm(t2, 0xabc)
		p.ret(code)
		act := m.push()
		st := m.st.Enter(act, m.install(p.code))
		if st != StatusUnknown || act.Status != StatusUnknown || act.Helper != code || act.Regs[t2] != 0xabc {
			t.Errorf("code %#x: status %v, helper %#x, register %#x", code, st, act.Helper, act.Regs[t2])
		}
		m.st.Pop()
	}
}

// An exit bound to other code is one indirect jump, without leaving; writing
// the row binds it.
func TestStitchedExit(t *testing.T) {
	m := newMachine(t, resume)
	var next prog
	next.addImm(t0, 1)
	next.exit(m.row)
	row := m.newRow(m.install(ColdStub()))
	var p prog
	p.imm(t0, 41)
	p.exit(row)
	entry := m.install(p.code)
	act := m.push()
	m.enter(act, entry)
	if act.Regs[t0] != 41 || act.Row != uint64(row) {
		t.Fatalf("cold: %d by row %#x", act.Regs[t0], act.Row)
	}
	m.data.Words(row, 1)[0] = uint64(m.install(next.code))
	m.enter(act, entry)
	if act.Regs[t0] != 42 || act.Row != uint64(m.row) {
		t.Errorf("stitched: %d by row %#x", act.Regs[t0], act.Row)
	}
}

// grow recurses until the stack has moved, writing frames on the way.
//
//go:noinline
func grow(depth int, seed uint64) uint64 {
	var frame [64]uint64
	for i := range frame {
		frame[i] = seed + uint64(i)
	}
	if depth > 0 {
		frame[0] += grow(depth-1, seed+1)
	}
	s := uint64(0)
	for _, w := range frame {
		s += w
	}
	return s
}

// A helper that grows the stack by megabytes, and lets the collector shrink
// it, loses no slot, argument or local variable.
func TestHelperMovesStack(t *testing.T) {
	const slots = 400
	for _, depth := range []int{1, 100, 5000, 20000} {
		t.Run(fmt.Sprint(depth), func(t *testing.T) {
			done := make(chan error)
			go func() { done <- moveStack(t, depth, slots) }() // a goroutine with a small stack
			if err := <-done; err != nil {
				t.Error(err)
			}
		})
	}
}

func moveStack(t *testing.T, depth, slots int) error {
	var local [8]int
	here := &local[3]
	calls := 0
	m := newMachine(t, func(act *Activation, helper uint32) bool {
		calls++
		*here += calls // reaches the caller's frame through a captured pointer
		if calls%2 == 1 {
			act.Ret = grow(depth, 1)
		} else {
			runtime.GC() // shrinks the stack
			act.Ret = 1
		}
		return true
	})
	var p prog
	for i := range slots {
		p.imm(t1, uint64(i)*0x9e3779b97f4a7c15)
		p.store(actReg, SlotOffset+8*int32(i), t1)
	}
	for range 6 {
		p.leave(LeaveCode(1))
	}
	p.imm(t2, 0)
	for i := range slots {
		p.load(t1, actReg, SlotOffset+8*int32(i))
		p.add(t2, t1)
	}
	p.exit(m.row)
	entry := m.install(p.code)
	act := m.push()
	act.Slots = uint64(slots)
	if st := m.st.Enter(act, entry); st != StatusExit {
		return fmt.Errorf("status %v", st)
	}
	want := uint64(0)
	for i := range slots {
		want += uint64(i) * 0x9e3779b97f4a7c15
	}
	if act.Regs[t2] != want || local[3] != 1+2+3+4+5+6 || calls != 6 {
		return fmt.Errorf("sum of slots %#x, want %#x; local %d, calls %d", act.Regs[t2], want, local[3], calls)
	}
	return nil
}

// A panic of a helper unwinds through the trampoline to a recover in the
// caller of Enter, at any depth of nesting; the next entry works.
func TestHelperPanics(t *testing.T) {
	type boom struct{ depth int }
	const nest = 20
	var entry uintptr
	var m *machine
	m = newMachine(t, func(act *Activation, helper uint32) bool {
		if m.st.Depth() == nest {
			panic(boom{nest})
		}
		m.st.Enter(m.push(), entry)
		t.Error("went on behind a panic")
		return true
	})
	var p prog
	p.leave(LeaveCode(1))
	p.exit(m.row)
	entry = m.install(p.code)
	for range 50 {
		func() {
			defer func() {
				if r := recover(); r != (boom{nest}) {
					t.Errorf("recovered %v", r)
				}
				if m.st.Depth() != nest {
					t.Errorf("depth %d", m.st.Depth())
				}
				m.st.Unwind(0)
			}()
			if _, err := m.st.EnterGuarded(m.push(), entry); err != nil {
				t.Error("a helper's panic was taken for a fault:", err)
			}
		}()
	}
	var q prog
	q.exit(m.row)
	m.enter(m.push(), m.install(q.code))
}

// Goexit in a helper runs the deferred functions of the callers of Enter.
func TestHelperGoexit(t *testing.T) {
	m := newMachine(t, func(*Activation, uint32) bool { runtime.Goexit(); return true })
	var p prog
	p.leave(LeaveCode(1))
	p.exit(m.row)
	entry := m.install(p.code)
	act := m.push()
	done := make(chan string)
	go func() {
		defer func() { done <- "deferred" }()
		m.st.Enter(act, entry)
		done <- "returned"
	}()
	if got := <-done; got != "deferred" {
		t.Error(got)
	}
}

// A helper sees its callers through the trampoline.
func TestTraceback(t *testing.T) {
	var frames []string
	m := newMachine(t, func(*Activation, uint32) bool {
		pc := make([]uintptr, 20)
		fs := runtime.CallersFrames(pc[:runtime.Callers(1, pc)])
		for {
			f, more := fs.Next()
			frames = append(frames, f.Function[strings.LastIndex(f.Function, ".")+1:])
			if !more {
				break
			}
		}
		return true
	})
	var p prog
	p.leave(LeaveCode(1))
	p.exit(m.row)
	m.enter(m.push(), m.install(p.code))
	got := strings.Join(frames, " ")
	if !strings.Contains(got, "leave enter Enter enter TestTraceback") && !strings.Contains(got, "leave leave enter enter Enter enter TestTraceback") {
		t.Error(got)
	}
}

// Native code, helpers and native code nest; each activation keeps its own.
func TestNesting(t *testing.T) {
	var entry uintptr
	var m *machine
	m = newMachine(t, func(act *Activation, helper uint32) bool {
		n := act.Args[0]
		if n == 0 {
			grow(1000, 1)
			runtime.GC()
			act.Ret = 0
			return true
		}
		inner := m.push()
		defer m.st.Pop()
		if inner.Prev != uint64(addressOf(act)) {
			t.Errorf("previous activation %#x, want %#x", inner.Prev, addressOf(act))
		}
		inner.Args[0] = n - 1
		m.enter(inner, entry)
		act.Ret = inner.Regs[t0]
		return true
	})
	// f(n) = n + helper(n), helper(n) = f(n-1), helper(0) = 0
	var p prog
	p.load(t1, actReg, OffArgs)
	p.store(actReg, SlotOffset+800, t1)
	p.trash()
	p.leave(LeaveCode(1))
	p.load(t0, actReg, SlotOffset+800)
	p.load(t1, actReg, OffRet)
	p.add(t0, t1)
	p.exit(m.row)
	entry = m.install(p.code)
	act := m.push()
	act.Args[0] = 500
	m.enter(act, entry)
	if act.Regs[t0] != 500*501/2 || m.st.Depth() != 1 || m.st.HighWater() != 501 {
		t.Errorf("sum %d, depth %d, high water %d", act.Regs[t0], m.st.Depth(), m.st.HighWater())
	}
}

// TestColdCounts: the cold stub counts in the row that execution leaves by, and touches nothing
// else of it.
func TestColdCounts(t *testing.T) {
	m := newMachine(t, resume)
	stub := uint64(m.install(ColdStub()))
	row := m.newRow(uintptr(stub))
	var p prog
	p.exit(row)
	entry, act := m.install(p.code), m.push()
	w := m.data.Words(row, 2)
	for _, n := range []uint16{0, 1, 255, 1<<15 - 1, 1<<16 - 1} {
		const others = 0x1234_0000_89ab_cdef
		w[1] = others | uint64(n)<<32
		m.enter(act, entry)
		if w[0] != stub || w[1] != others|uint64(n+1)<<32 {
			t.Errorf("%#x becomes %#x, leads to %#x", n, w[1], w[0])
		}
	}
}
