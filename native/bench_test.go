//go:build linux && (amd64 || arm64)

package native

import (
	"fmt"
	"testing"
)

// BenchmarkEnterExit is a round trip: enter, exit through a row and the cold
// stub, all registers saved.
func BenchmarkEnterExit(b *testing.B) {
	m := newMachine(b, resume)
	var p prog
	p.exit(m.row)
	entry := m.install(p.code)
	act := m.push()
	b.ReportAllocs()
	for b.Loop() {
		m.st.Enter(act, entry)
	}
}

// BenchmarkEnterGuarded differs from BenchmarkEnterExit by what guarding
// against faults costs.
func BenchmarkEnterGuarded(b *testing.B) {
	m := newMachine(b, resume)
	var p prog
	p.exit(m.row)
	entry := m.install(p.code)
	act := m.push()
	b.ReportAllocs()
	for b.Loop() {
		m.st.EnterGuarded(act, entry)
	}
}

// BenchmarkPushEnterPop is a whole activation.
func BenchmarkPushEnterPop(b *testing.B) {
	m := newMachine(b, resume)
	var p prog
	p.exit(m.row)
	entry := m.install(p.code)
	b.ReportAllocs()
	for b.Loop() {
		act, err := m.st.Push()
		if err != nil {
			b.Fatal(err)
		}
		m.st.Enter(act, entry)
		m.st.Pop()
	}
}

// BenchmarkCall is what a plain call of assembly costs, for comparison.
func BenchmarkCall(b *testing.B) {
	m := newMachine(b, resume)
	entry := m.install(probeCode(1))
	for b.Loop() {
		callCode(entry)
	}
}

// loop makes code that runs body Args[1] times, counting in slot 1; what body
// returns emits code behind the loop.
func (m *machine) loop(body func(p *prog) func()) uintptr {
	var p prog
	p.load(t2, actReg, OffArgs+8)
	p.store(actReg, SlotOffset+8, t2)
	loop := p.pos()
	cold := body(&p)
	p.load(t2, actReg, SlotOffset+8)
	p.addImm(t2, -1)
	p.store(actReg, SlotOffset+8, t2)
	p.jumpIf(t2, loop)
	p.exit(m.row)
	cold()
	return m.install(p.code)
}

// BenchmarkHelper is a call of a helper from a native loop; BenchmarkLoop is
// the loop alone, BenchmarkPoll the loop with a quiet poll.
func BenchmarkHelper(b *testing.B) {
	benchLoop(b, func(p *prog) func() { p.leave(LeaveCode(5)); return func() {} })
}
func BenchmarkLoop(b *testing.B) { benchLoop(b, func(p *prog) func() { return func() {} }) }
func BenchmarkPoll(b *testing.B) { benchLoop(b, (*prog).pollOut) }

func benchLoop(b *testing.B, body func(p *prog) func()) {
	m := newMachine(b, resume)
	entry := m.loop(body)
	act := m.push()
	act.Args[1] = uint64(b.N)
	b.ReportAllocs()
	b.ResetTimer()
	if st := m.st.Enter(act, entry); st != StatusExit {
		b.Fatal(st)
	}
}

// BenchmarkInstall is Install and Free of code of some length; the chunk at
// the start of the memory is used again and again.
func BenchmarkInstall(b *testing.B) {
	for _, mode := range []Mode{Dual, MProtect} {
		for _, n := range []int{16, 256, 4096} {
			b.Run(fmt.Sprintf("%v/%d", mode, n), func(b *testing.B) {
				mem := openMode(b, mode)
				code := make([]byte, n)
				copy(code, probeCode(1))
				b.ReportAllocs()
				for b.Loop() {
					chunk, err := mem.Install(code)
					if err != nil {
						b.Fatal(err)
					}
					if err := mem.Free(chunk); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkInstallRun also runs the code, which the processor notices.
func BenchmarkInstallRun(b *testing.B) {
	mem := openMode(b, Dual)
	chunk, err := mem.Install(probeCode(0))
	if err != nil {
		b.Fatal(err)
	}
	code := probeCode(7)
	b.ReportAllocs()
	for b.Loop() {
		if err := mem.Write(chunk, code); err != nil {
			b.Fatal(err)
		}
		callCode(chunk.Addr)
	}
}

// BenchmarkRows is AllocRows and FreeRows of four rows.
func BenchmarkRows(b *testing.B) {
	m := newMachine(b, resume)
	b.ReportAllocs()
	for b.Loop() {
		addr, err := m.data.AllocRows(4)
		if err != nil {
			b.Fatal(err)
		}
		if err := m.data.FreeRows(addr, 4); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkFault is a fault in machine code and its recovery.
func BenchmarkFault(b *testing.B) {
	m := newMachine(b, resume)
	var p prog
	p.imm(t1, 8)
	p.load(t1, t1, 0)
	p.exit(m.row)
	entry := m.install(p.code)
	act := m.push()
	b.ReportAllocs()
	for b.Loop() {
		if st, _ := m.st.EnterGuarded(act, entry); st != StatusFault {
			b.Fatal(st)
		}
	}
}
