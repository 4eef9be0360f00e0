package exitdata

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sync/atomic"
	"unsafe"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/native"
)

// MaxExits bounds the exits of one executor.
const MaxExits = 1 << 12

// ErrTooManyExits is the reason for refusing a function with more exits.
var ErrTooManyExits = errors.New("exitdata: too many exits")

// Services are what the table needs of a guest. The zero value is good for tables that hold no
// machine code.
type Services struct {
	// Memory is where its frames are. If it is a lower.Reserve, or a lower.Catcher, the
	// table uses that, too.
	Memory lower.Memory
	// Layout is how frames lie in memory.
	Layout *lower.FrameLayout
	// Box makes the guest word of an unboxed number; it may allocate.
	Box func(t ir.Type, bits uint64) uint64
	// New makes an object: what an operation that is virtual in a state would have
	// made of its operands. It may allocate, and does not raise.
	New func(op ir.Op, args []uint64) uint64
	// Helpers are what machine code may call, by number. An error is a guest
	// exception. Table.SetHelpers says them otherwise.
	Helpers []func(args []uint64) (uint64, error)
	// Names are the names of their operations.
	Names []string
	// Link is the register in which routines have the address that they return to (lower.Convention). One
	// that has called a helper has it in the activation.
	Link lower.PReg
}

// Options sets a table up.
type Options struct {
	CodeMode  native.Mode
	CodeLimit int          // bytes of machine code; 0: native's default
	Fault     native.Fault // for tests
	// NoCode makes a table without machine code, as on ports that have none.
	NoCode bool
	// Hotness is how often an exit is taken before it asks for an executor; 0: 64 times, and more where there are many executors.
	Hotness int
	// Force, if not nil, makes exits be taken although their tests pass: it returns
	// at which visit from now on the exit is to be taken, 0 for never. It is asked
	// when the exit is made and each time it was forced. Code must have been made
	// for it (lower.Linkage.Forced).
	Force func(x *Exit) uint32
	// Clock says that executors count bytecodes.
	Clock bool
	// Budget, if set, returns the reading of Bytecodes at which polls of machine code leave. It is asked where
	// machine code is entered and when a helper returns. It needs Clock.
	Budget func() uint64
}

// Table holds a VM's executors and rows.
type Table struct {
	guest Services
	opt   Options
	// Of Services.Memory, asked for once; nil for what it has not.
	innermost   *unsafe.Pointer
	interrupted *atomic.Bool
	interrupt   func() error
	reserve     lower.Reserve
	catcher     lower.Catcher

	code   *native.Memory
	data   *native.Data
	stack  *native.Stack   // of the thread that runs
	stacks []*native.Stack // of all, that one among them
	base   uint64          // of activations

	exits []*Exit      // by row: (address − data's start)/16
	stub  native.Chunk // the code of the cold executor
	polls native.Chunk // native.PollStub

	routines []*Routine

	// ReturnRow is the row that frames pushed by the interpreter resume through:
	// it leaves to Go with everything in memory.
	ReturnRow   uint64
	interpreter *Executor // whose row that is

	Executors []*Executor // all that are alive, by age
	spots     map[spot][]*Executor
	nextID    int
	clock     uintptr     // address of the bytecode clock's word
	bias      uint64      // what the word is less than what machine code has counted
	retired   []*Executor // invalid, and not freed
	fresh     bool        // some were retired since Collect looked
	asks      int         // calls of Sweep since it looked at all executors
	sweeps    int         // how often Sweep has looked at all executors
	waiting   uint64      // bytecodes that it has not counted yet of executors whose helpers are running

	later bool  // see Later
	err   error // what a helper raised

	// Of the exit whose frames are being rebuilt.
	made    []uint64 // words that nothing else holds yet
	objects []uint64 // the state's objects
	args    []uint64

	calls []uint64 // of helpers, by number

	Stats Stats
}

// Stats counts what executors did.
type Stats struct {
	Entries  uint64 // from Go into executors of any kind
	Native   uint64 // of those, into machine code
	Taken    uint64 // exits that returned to Go
	Cold     uint64 // of those, through the cold stub with an exit of an executor
	Stitched uint64 // exits that have been bound to an executor
	Helpers  uint64
	Polls    uint64 // that left machine code; Taken has those behind which it did not go on
	Forced   uint64 // exits that were taken although their tests passed
	Dropped  uint64 // executors that a sweep has made invalid
	Freed    uint64 // executors whose memory was given back
	// FreedBytes is the machine code of the executors that were freed, FreedNS what
	// making them took.
	FreedBytes uint64
	FreedNS    int64
	// Bytecodes is what the bytecode clock says outside of machine code; see
	// Table.Bytecodes.
	Bytecodes uint64
}

// NewTable makes a table. On ports without machine code it holds executors of
// the other kinds only.
func NewTable(g Services, o Options) (*Table, error) {
	t := &Table{guest: g, opt: o, calls: make([]uint64, len(g.Helpers))}
	if m := g.Memory; m != nil {
		t.base, t.innermost = m.MemBase(), m.Innermost()
		t.interrupted, t.interrupt = m.Interrupts()
		t.reserve, _ = m.(lower.Reserve)
		t.catcher, _ = m.(lower.Catcher)
	}
	if o.NoCode || !native.Supported() {
		return t, nil
	}
	var err error
	if t.code, err = native.NewMemory(native.MemoryOptions{Mode: o.CodeMode, Limit: o.CodeLimit, Fault: o.Fault}); err != nil {
		return nil, err
	}
	if t.data, err = native.NewData(native.DataOptions{Fault: o.Fault}); err != nil {
		return nil, errors.Join(err, t.Close())
	}
	if t.polls, err = t.code.Install(native.PollStub()); err != nil {
		return nil, errors.Join(err, t.Close())
	}
	if t.stack, err = t.NewStack(maxNesting); err != nil {
		return nil, errors.Join(err, t.Close())
	}
	if t.stub, err = t.code.Install(native.ColdStub()); err != nil {
		return nil, errors.Join(err, t.Close())
	}
	if t.clock, err = t.data.Alloc(8); err != nil {
		return nil, errors.Join(err, t.Close())
	}
	ret := &Executor{ID: 0, Kind: Cold, Name: "interpreter"}
	if err := t.addRows(ret, []*Exit{{Executor: ret, Kind: ir.Dynamic}}); err != nil {
		return nil, errors.Join(err, t.Close())
	}
	t.ReturnRow, t.interpreter = uint64(ret.rows), ret
	return t, nil
}

// SetHelpers says what machine code may call, and the names of the operations: for a guest whose tables are made behind the
// table, ahead of the first executor.
func (t *Table) SetHelpers(list []func(args []uint64) (uint64, error), names []string) {
	t.guest.Helpers, t.guest.Names, t.calls = list, names, make([]uint64, len(list))
}

// Close frees the table's memory. No executor may be running.
func (t *Table) Close() error {
	var err error
	for i, x := range t.exits {
		if x != nil {
			x.dropRow()
			t.exits[i] = nil
		}
	}
	for _, s := range t.stacks {
		err = errors.Join(err, s.Close())
	}
	if t.data != nil {
		err = errors.Join(err, t.data.Close())
	}
	if t.code != nil {
		err = errors.Join(err, t.code.Close())
	}
	t.stack, t.stacks, t.data, t.code = nil, nil, nil, nil
	return err
}

// Native reports whether the table can run machine code.
func (t *Table) Native() bool { return t.code != nil }

// Stack returns the activations of machine code, nil if the table cannot run any:
// for samplers. Only the table pushes and pops.
func (t *Table) Stack() *native.Stack { return t.stack }

// Roots calls f with words that native frames hold, for a conservative
// collector.
func (t *Table) Roots(f func(words []uint64)) {
	for _, s := range t.stacks {
		s.Words(f)
	}
	f(t.made)
}

// DropRegs clears what the registers held at exits that have been served, which Roots would show:
// for a guest that asks what is dead. To be called while no exit is served, so not from what makes values of an exit.
func (t *Table) DropRegs() {
	for _, s := range t.stacks {
		s.DropRegs()
	}
}

// ExitAt returns exit i of an executor that is no machine code, making it when
// it is first taken.
func (t *Table) ExitAt(e *Executor, i, n int, kind ir.ExitKind) *Exit {
	if e.Exits == nil {
		e.Exits = make([]*Exit, n)
	}
	if e.Exits[i] == nil {
		e.Exits[i] = &Exit{Kind: kind, Uop: -1}
		t.addLocal(e, e.Exits[i], i)
	}
	return e.Exits[i]
}

// ClockAddress returns the address of the word in which machine code advances the
// bytecode clock, 0 without machine code.
func (t *Table) ClockAddress() uint64 { return uint64(t.clock) }

// Counts reports whether executors count bytecodes.
func (t *Table) Counts() bool { return t.opt.Clock }

// Bytecodes returns how many bytecodes executors have executed, if they count
// (tier2.Options.Clock). In a helper that machine code has called, its instruction
// is counted.
func (t *Table) Bytecodes() uint64 {
	n := t.Stats.Bytecodes
	if t.clock != 0 {
		n += t.data.Words(t.clock, 1)[0] + t.bias
	}
	return n + t.waiting
}

// Waiting adds n to what Bytecodes returns while an executor that is no machine code waits for a helper, and counts
// later.
func (t *Table) Waiting(n int64) { t.waiting += uint64(n) }

// setBudget makes the clock's word negative until the budget is spent: so one comparison with zero is all that
// polls have to do (lower.Selector.Budget).
func (t *Table) setBudget() {
	left := t.opt.Budget() - t.Bytecodes()
	word := &t.data.Words(t.clock, 1)[0]
	t.bias += *word + left
	*word = -left
}

// Begin numbers a new executor and gives it the word that says that it is valid.
// AddExits and Install follow, or Drop.
func (t *Table) Begin(e *Executor) error {
	t.nextID++
	e.ID, e.table = t.nextID, t
	if !t.Native() {
		return nil
	}
	addr, err := t.data.Alloc(8)
	if err != nil {
		return err
	}
	e.valid = addr
	t.data.Words(addr, 1)[0] = 1
	return nil
}

// AddExits gives an executor's exits their rows, which its code names (Linkage), and its
// map, if it has one, its counters.
func (t *Table) AddExits(e *Executor, exits []*Exit) error {
	if err := t.addRows(e, exits); err != nil {
		return err
	}
	if e.Map != nil {
		if err := t.addCounters(e.Map, 1+len(exits)); err != nil {
			return err
		}
	}
	if t.opt.Force == nil {
		return nil
	}
	return t.addForced(e)
}

// Linkage returns the addresses that an executor's code has to name.
func (e *Executor) Linkage() lower.Linkage {
	l := lower.Linkage{Rows: make([]uint64, len(e.Exits)), Plain: e.PlainRow(), Forced: e.forcedRows(), Sites: uint64(e.siteRows)}
	for i, x := range e.Exits {
		l.Rows[i] = x.RowAddress()
	}
	if e.Map != nil {
		l.Counters = uint64(e.Map.counters)
	}
	return l
}

// ValidAddress returns the address of the word that is 1 while an executor is
// valid.
func (e *Executor) ValidAddress() uint64 { return uint64(e.valid) }

// Install gives an executor its machine code and makes it known.
func (t *Table) Install(e *Executor, code []byte) error {
	b, err := t.code.Install(code)
	if err != nil {
		return err
	}
	e.chunk, e.CodeBytes = b, len(code)
	t.Add(e)
	return nil
}

// Add makes an executor known that has no machine code.
func (t *Table) Add(e *Executor) {
	e.lastUsed = t.sweeps + 1
	t.Executors = append(t.Executors, e)
	t.settle(e)
}

// Owns reports whether an executor is one of this table's.
func (t *Table) Owns(e *Executor) bool { return e.table == t }

// Drop takes back what Begin, AddExits and AddSites gave, when compiling failed.
func (t *Table) Drop(e *Executor) {
	if !t.Native() {
		return
	}
	t.dropRows(e)
	t.dropSites(e)
	t.dropVain(e)
	if m := e.Map; m != nil && m.counters != 0 {
		t.must(t.data.Free(m.counters, 8*m.n))
		m.counters = 0
	}
	if e.valid != 0 {
		t.must(t.data.Free(e.valid, 8))
		e.valid = 0
	}
}

// Free gives an executor's memory back: its code, its rows. It must not be
// running, nor stand where the VM would enter it, and no frame may return
// through one of its rows. Exits bound to it become cold.
func (t *Table) Free(e *Executor) error {
	t.Invalidate(e)
	for _, list := range []*[]*Executor{&t.Executors, &t.retired} {
		if i := slices.Index(*list, e); i >= 0 {
			*list = slices.Delete(*list, i, i+1)
		}
	}
	if e.freed {
		return nil
	}
	return t.release(e)
}

// must panics on errors that only a broken table can cause.
func (t *Table) must(err error) {
	if err != nil {
		panic(fmt.Sprintf("exitdata: %v", err))
	}
}

// Stitch binds an exit to an executor: from now on machine code goes there by
// itself. The executor must be valid, of the same kind, and take the exit's state:
// made for it, or entered with everything in memory as the exit leaves it. Otherwise
// nothing changes, and the result is false.
func (t *Table) Stitch(x *Exit, to *Executor) bool {
	if !x.mayBind(to) {
		return false
	}
	t.bind(x, to)
	t.Stats.Stitched++
	return true
}

// Left is told of an exit by which Run came back, which Run has counted: whoever executes micro-ops or IR without
// Run counts by Exit.Count. One that leaves everything in memory
// is bound at once to at, the executor that the VM has at its target (nil: none):
// there is nothing to wait for. Another one is bound when it has become hot, to the
// executor that compile makes; if that is nil, it waits longer before it asks again, unless
// compile has called Later.
// Left reports whether the exit is bound now. (CPython waits until the exit is hot in
// both cases.)
func (t *Table) Left(x *Exit, at *Executor, compile func() *Executor) bool {
	if x.Plain || x.Kind == ir.Poll || x.Executor.Kind == Cold || x.Target.Kind != Cold {
		return false
	}
	m := x.has()
	if m.former != nil && t.rebind(x) || m.into != nil && t.Stitch(x, m.into) {
		return true
	}
	known := at != nil && x.State.InMemory()
	if known && t.Stitch(x, at) {
		return true
	}
	if !t.Hot(x) {
		return false
	}
	if !known && compile != nil {
		t.later = false
		if at = compile(); t.later && at == nil {
			x.own().wait = x.Taken() + uint64(t.hotness())
			return false
		}
	}
	if known || at == nil || !t.Stitch(x, at) {
		t.backOff(x)
		return false
	}
	return true
}

// Later says, in what Left calls to have an executor made, that there is none yet: it may be bound later (Stitch), and
// the attempt has not failed.
func (t *Table) Later() { t.later = true }

// unstitch makes an exit cold again.
func (t *Table) unstitch(x *Exit) {
	t.bind(x, cold)
	x.own().wait = x.Taken() + uint64(t.hotness())
}

// A program with many executors has many places that are executed now and then: what is made for one of its exits is entered less often, and takes longer to
// make, as the compiler's code and data have left the caches by then. So exits are taken more often there before they ask.
const (
	leastHotness = 64
	fewExecutors = 128 // that leave it at that: each of those beyond is one taking more
)

// hotness returns how often an exit is taken before it asks for an executor.
func (t *Table) hotness() int {
	if t.opt.Hotness > 0 {
		return t.opt.Hotness
	}
	return leastHotness + max(len(t.Executors)-fewExecutors, 0)
}

// Hot reports whether an exit has been taken so often that it should ask for an executor.
func (t *Table) Hot(x *Exit) bool {
	taken := x.Taken()
	if x.more == nil || x.more.wait == 0 {
		return taken >= uint64(t.hotness())
	}
	return taken >= x.more.wait
}

// backOff makes an exit wait longer after an attempt that failed; after too many
// it does not ask again.
func (t *Table) backOff(x *Exit) {
	m := x.own()
	m.failures++
	if wait := t.hotness() << min(m.failures, 8); m.failures <= 8 && wait <= 1<<15 {
		m.wait = x.Taken() + uint64(wait)
		return
	}
	m.wait = math.MaxUint64
}

// Invalidate makes an executor leave at its next check and never be entered
// again: exits bound to it become cold.
func (t *Table) Invalidate(e *Executor) {
	if e.Invalid {
		return
	}
	t.retire(e)
	for n := len(e.bound); n > 0; n = len(e.bound) {
		t.unstitch(e.bound[n-1])
	}
}
