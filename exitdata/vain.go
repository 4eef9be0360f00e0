package exitdata

import "math"

// What a region loses at its joins. A test behind a join whose outcome is known on one of the
// ways into it is executed in vain on that way. The code counts such executions in a word of the
// executor's, which begins at minus what they may be; where it is not negative any more, the
// polls of the executor's loops leave.

// Lost is such a test, for one way.
type Lost struct {
	Join  int32 // the first micro-op behind the join, an index in Trace.Insts
	Test  int32 // the micro-op that the test is of
	Bytes int32 // of the test's machine code
}

// never is where the word begins if nobody wants to know.
const never = math.MaxInt64

// AddVain gives an executor the word that its code counts in, until Drop.
func (t *Table) AddVain(e *Executor) error {
	addr, err := t.data.Alloc(8)
	if err != nil {
		return err
	}
	e.vain = addr
	t.LimitVain(e, never)
	return nil
}

// VainAddress returns the address of that word, 0 without one.
func (e *Executor) VainAddress() uint64 { return uint64(e.vain) }

// LimitVain begins to count anew: from n tests in vain on, the executor leaves by its polls.
// 0: it never does.
func (t *Table) LimitVain(e *Executor, n uint64) {
	if e.vain == 0 {
		return
	}
	if n == 0 || n > never {
		n = never
	}
	e.mayVain = n
	t.data.Words(e.vain, 1)[0] = -n
}

// Vain returns how many tests an executor has executed in vain, and whether these are as many as it
// may.
func (t *Table) Vain(e *Executor) (n uint64, full bool) {
	if e.vain == 0 || t.data == nil {
		return 0, false
	}
	n = t.data.Words(e.vain, 1)[0] + e.mayVain
	return n, n >= e.mayVain
}

func (t *Table) dropVain(e *Executor) {
	if e.vain != 0 {
		t.must(t.data.Free(e.vain, 8))
		e.vain = 0
	}
}
