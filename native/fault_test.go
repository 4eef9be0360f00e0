//go:build linux && (amd64 || arm64)

package native

import (
	"errors"
	"runtime"
	"strings"
	"testing"
)

// Faults in machine code come back as errors, with the address where the
// runtime tells it; the next entry works.
func TestFaults(t *testing.T) {
	m := newMachine(t, resume)
	chunk, err := m.mem.Install(ColdStub())
	if err != nil {
		t.Fatal(err)
	}
	load := func(addr uint64) []byte {
		var p prog
		p.imm(t1, addr)
		p.load(t2, t1, 0)
		p.exit(m.row)
		return p.code
	}
	store := func(addr uint64) []byte {
		var p prog
		p.imm(t1, addr)
		p.store(t1, 0, t1)
		p.exit(m.row)
		return p.code
	}
	jump := func(addr uint64) []byte {
		var p prog
		row, err := m.data.AllocRows(1)
		if err != nil {
			t.Fatal(err)
		}
		m.data.Words(row, 1)[0] = addr
		p.exit(row)
		return p.code
	}
	const unmapped = 0x4000 // below any mapping (vm.mmap_min_addr)
	for _, c := range []struct {
		name string
		code []byte
		addr uintptr // 0: not told
	}{
		{"load from 8", load(8), 0},
		{"load from unmapped memory", load(unmapped), unmapped},
		{"store to code", store(uint64(chunk.Addr)), chunk.Addr},
		{"jump to 8", jump(8), 0},
		{"jump to unmapped memory", jump(unmapped), unmapped},
		{"jump to data", jump(uint64(m.row)), m.row},
	} {
		entry := m.install(c.code)
		for range 3 {
			act := m.push()
			act.Spill[5] = 55
			st, err := m.st.EnterGuarded(act, entry)
			var f *FaultError
			if st != StatusFault || act.Status != StatusFault || !errors.As(err, &f) {
				t.Errorf("%s: %v, %v", c.name, st, err)
				continue
			}
			if f.HaveAddr != (c.addr != 0) || f.Addr != c.addr || !strings.Contains(err.Error(), "fault in machine code") {
				t.Errorf("%s: address %#x (%v), want %#x: %v", c.name, f.Addr, f.HaveAddr, c.addr, err)
			}
			if act.Spill[5] != 55 {
				t.Errorf("%s: slot lost", c.name)
			}
			m.st.Pop()
		}
	}
	var p prog
	p.imm(t0, 3)
	p.exit(m.row)
	act := m.push()
	if st, err := m.st.EnterGuarded(act, m.install(p.code)); st != StatusExit || err != nil || act.Regs[t0] != 3 {
		t.Errorf("after the faults: %v, %v", st, err)
	}
}

// A fault of Go code in a helper is not taken for one of machine code, nor is
// one after a resumed helper taken for the helper's.
func TestFaultInHelper(t *testing.T) {
	var nilMap *struct{ x int }
	m := newMachine(t, func(act *Activation, helper uint32) bool {
		if helper == 1 {
			sink = nilMap.x
		}
		return true
	})
	var p prog
	p.leave(LeaveCode(1))
	p.exit(m.row)
	act := m.push()
	func() {
		defer func() {
			if e, ok := recover().(runtime.Error); !ok || !strings.Contains(e.Error(), "nil pointer") {
				t.Errorf("recovered %v", e)
			}
		}()
		_, err := m.st.EnterGuarded(act, m.install(p.code))
		t.Error("returned", err)
	}()
	var q prog
	q.leave(LeaveCode(2))
	q.imm(t1, 8)
	q.load(t1, t1, 0)
	q.exit(m.row)
	if st, err := m.st.EnterGuarded(act, m.install(q.code)); st != StatusFault || err == nil {
		t.Errorf("%v, %v", st, err)
	}
}

// A fault in nested machine code that only Enter guards is a panic in the
// outer helper, and there a StatusFault if guarded.
func TestFaultNested(t *testing.T) {
	var bad uintptr
	var m *machine
	m = newMachine(t, func(act *Activation, helper uint32) bool {
		inner := m.push()
		defer m.st.Pop()
		st, err := m.st.EnterGuarded(inner, bad)
		if st != StatusFault || err == nil {
			t.Errorf("inner: %v, %v", st, err)
		}
		act.Ret = 1
		return true
	})
	var p prog
	p.imm(t1, 8)
	p.load(t1, t1, 0)
	p.exit(m.row)
	bad = m.install(p.code)
	var q prog
	q.leave(LeaveCode(1))
	q.load(t0, actReg, OffRet)
	q.exit(m.row)
	act := m.push()
	if st, err := m.st.EnterGuarded(act, m.install(q.code)); st != StatusExit || err != nil || act.Regs[t0] != 1 {
		t.Errorf("outer: %v, %v", st, err)
	}
}

// Freed code of a Memory that poisons faults when it is entered.
func TestPoison(t *testing.T) {
	for _, mode := range []Mode{Dual, MProtect} {
		t.Run(mode.String(), func(t *testing.T) {
			if mode == Dual && runtime.GOARCH != "amd64" {
				t.Skip("ends the process on this target")
			}
			mem, err := NewMemory(MemoryOptions{Mode: mode, Limit: 1 << 20, Poison: true})
			if err != nil {
				t.Fatal(err)
			}
			m := &machine{t: t, mem: mem}
			m.addStack(resume)
			var p prog
			p.exit(m.row)
			for range 3 {
				b, err := mem.Install(p.code)
				if err != nil {
					t.Fatal(err)
				}
				act := m.push()
				m.enter(act, b.Addr)
				if err := mem.Free(b); err != nil {
					t.Fatal(err)
				}
				for off := uintptr(0); off < uintptr(len(p.code)); off += 4 {
					if st, err := m.st.EnterGuarded(act, b.Addr+off); st != StatusFault || err == nil {
						t.Errorf("entered freed code at +%d: %v, %v", off, st, err)
					}
				}
				m.st.Pop()
			}
		})
	}
}
