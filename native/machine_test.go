//go:build linux && (amd64 || arm64)

package native

import (
	"sync/atomic"
	"testing"
)

// machine is what a test needs to run machine code: memory, rows, a stack and
// the installed cold stub with one row that leads to it.
type machine struct {
	t    testing.TB
	mem  *Memory
	data *Data
	st   *Stack
	row  uintptr
	// attention is StackOptions.Attention.
	attention atomic.Bool
}

// helperFunc is the type of StackOptions.Helper.
type helperFunc func(act *Activation, helper uint32) bool

// resume is a helper that does nothing.
func resume(*Activation, uint32) bool { return true }

func newMachine(t testing.TB, helper helperFunc) *machine {
	t.Helper()
	m := &machine{t: t}
	var err error
	if m.mem, err = NewMemory(MemoryOptions{Limit: 1 << 20}); err != nil {
		t.Fatal(err)
	}
	m.addStack(helper)
	return m
}

// addStack makes all but the memory.
func (m *machine) addStack(helper helperFunc) {
	m.t.Helper()
	var err error
	if m.st, err = NewStack(StackOptions{Helper: helper, Attention: &m.attention, Poll: m.install(PollStub())}); err != nil {
		m.t.Fatal(err)
	}
	if m.data, err = NewData(DataOptions{Limit: 1 << 20}); err != nil {
		m.t.Fatal(err)
	}
	m.row = m.newRow(m.install(ColdStub()))
	m.t.Cleanup(func() {
		for _, c := range []interface{ Close() error }{m.mem, m.data, m.st} {
			if err := c.Close(); err != nil {
				m.t.Error(err)
			}
		}
	})
}

func (m *machine) install(code []byte) uintptr {
	m.t.Helper()
	b, err := m.mem.Install(code)
	if err != nil {
		m.t.Fatal(err)
	}
	return b.Addr
}

// newRow makes an exit row that leads to entry.
func (m *machine) newRow(entry uintptr) uintptr {
	m.t.Helper()
	row, err := m.data.AllocRows(1)
	if err != nil {
		m.t.Fatal(err)
	}
	m.data.Words(row, 2)[0] = uint64(entry)
	return row
}

func (m *machine) push() *Activation {
	m.t.Helper()
	act, err := m.st.Push()
	if err != nil {
		m.t.Fatal(err)
	}
	return act
}

// enter enters and fails the test unless the code leaves by an exit.
func (m *machine) enter(act *Activation, entry uintptr) {
	m.t.Helper()
	if st := m.st.Enter(act, entry); st != StatusExit || act.Status != StatusExit {
		m.t.Fatalf("Enter: %v, activation %v, want exit", st, act.Status)
	}
}
