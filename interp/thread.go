package interp

import (
	"errors"
	"slices"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/tier2go/tier2/interp/embed"
	"github.com/tier2go/tier2/interp/handover"
	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/lib"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/native"
)

// Threads of the program. Each runs on a goroutine of its own, and one runs at a time (package handover). What of the VM
// belongs to the one that runs is in few places, and is exchanged where another one goes on: the execution, and what the heap, the table of
// executors, the bridge, the library and the importer have of a thread. All of it is a stack, or is of the code
// that is running. Everything else in the VM is, where another thread may go on, as it has to be where a Go function
// calls Python: another thread does nothing that such a call could not have done.
//
// A thread lets others go on in two places only:
//
//   - where a builtin function waits: for a lock, a thread, time. No such builtin says that it runs no Python
//     (object.Builtin.NoGuest), so compiled code takes it for one that may change anything;
//   - where the interpreter asks whether finalizers wait, at back edges and where functions begin: compiled code
//     leaves to the interpreter before. What Go functions poll besides lets no other thread go on.
//
// Invariant: the collector knows all that a thread refers to which does not run. It cannot look at the stack of
// another goroutine, which the Go runtime may be moving. So a thread that stops first copies the words of its stack that may
// be references (heap.GoStackRoots, in out): it is all that the Go functions which wait beneath have, for a call
// saves no registers in Go; they do nothing before the thread goes on; and objects do not move, so the words stay right. The copy
// is made again at the next stop. TestThreadsCollected holds it, with a collection at each allocation; build with
// -tags arenacheck to have each access tested.

// thread is a thread of the program. What stands here is of one that does not run.
type thread struct {
	execution
	heap    *object.Thread
	args    []Value // of the bridge
	stack   *native.Stack
	lib     lib.Thread
	loading []string // modules
	// postponed is an exception that machine code could not raise; Null: none.
	postponed object.Value

	id     int64
	runner *handover.Runner
	region []byte          // of its frames
	roots  []uint64        // words of its goroutine's stack
	start  [3]object.Value // function, tuple of arguments, names of the last ones: of one that has not begun
	handle object.Value    // of lib's; Null: none
	daemon bool
}

// threadsState are the threads of a VM.
type threadsState struct {
	turns   *handover.Turns // nil: no thread has waited yet, and there is one
	main    *thread
	current *thread
	all     []*thread // that have not ended, the first one first
	last    int64     // the id of the last one
	waiting map[object.Value][]*thread
	// signalled is the runner of the main thread, for other goroutines; nil like turns.
	signalled atomic.Pointer[signalled]
}

type signalled struct {
	turns *handover.Turns
	main  *handover.Runner
}

// ErrThreadEnded is the cause of the *Interrupted by which a thread of the program ends that still ran when the program was over.
var ErrThreadEnded = errors.New("the program is over")

const (
	// threadFrames is the size of the region of a thread's frames: address space, of which the used part takes memory.
	threadFrames = 16 << 20
	// threadNesting is how often machine code may be entered by a helper that it has called, and so on.
	threadNesting = 1024
	// threadWeight is about how many bytes a thread takes that waits in a few functions: of its goroutine's stack, its
	// frames, what the VM has of it. TestThreadsCount shows 21 to 46 KB. Deeper ones take more, of frames and of the
	// goroutine's stack 16 MB each at most.
	threadWeight = 32 << 10
)

// threaded is the VM with its threads, as package lib sees them, too.
type threaded struct{ *VM }

// begin makes the first thread one of those that take turns.
func (vm threaded) begin() *threadsState {
	s := &vm.threads
	if s.turns != nil {
		return s
	}
	s.turns = handover.New(vm.requests.Switch, vm.opts.Grants.Clock)
	s.main = &thread{id: object.MainThread, runner: s.turns.Begin(), heap: object.NewThread(0), handle: object.Null, start: noStart, postponed: object.Null}
	s.current, s.all, s.last = s.main, []*thread{s.main}, object.MainThread
	s.waiting = map[object.Value][]*thread{}
	s.signalled.Store(&signalled{s.turns, s.main.runner})
	return s
}

var noStart = [3]object.Value{object.Null, object.Null, object.Null}

// wakeMain ends what the main thread waits for: it handles signals, and ends the others. It is called from any goroutine.
func (vm threaded) wakeMain() {
	if s := vm.threads.signalled.Load(); s != nil {
		s.turns.Interrupt(s.main)
	}
}

// Others implements lib.Threads.
func (vm threaded) Others() int { return max(0, len(vm.threads.all)-1) }

// Most implements lib.Threads.
func (vm threaded) Most() int { return vm.opts.Threads }

// SetInterval implements lib.Threads.
func (vm threaded) SetInterval(d time.Duration) { vm.begin().turns.SetInterval(d) }

// Start implements lib.Threads.
func (vm threaded) Start(f, args, kwnames, handle object.Value, daemon bool) (id int64, err error) {
	if vm.deopt != nil {
		return 0, vm.heap.Unsupported("threads where exits are proved")
	}
	s := vm.begin()
	if err := vm.sweeper.RoomFor(threadWeight); err != nil {
		return 0, err
	}
	t := &thread{id: s.last + 1, heap: object.NewThread(s.last + 1), lib: vm.lib.NewThread(), start: [3]object.Value{f, args, kwnames}, handle: handle, daemon: daemon, postponed: object.Null}
	t.evals = evaluators{words: vm.evals.words, ops: vm.evals.ops}
	if t.region, err = heap.MapStack(threadFrames); err != nil {
		return 0, vm.noThread(err)
	}
	t.stackBase = unsafe.Pointer(unsafe.SliceData(t.region))
	t.stackEnd = uintptr(t.stackBase) + threadFrames - stackMargin
	if vm.tier.Table != nil {
		if t.stack, err = vm.tier.Table.NewStack(threadNesting); err != nil {
			return 0, vm.noThread(errors.Join(err, heap.UnmapStack(t.region)))
		}
	}
	vm.heap.Outside(threadWeight)
	s.last, s.all = t.id, append(s.all, t)
	t.runner = s.turns.Start(func(*handover.Runner) { vm.runThread(t) })
	return t.id, nil
}

// noThread raises what CPython raises where the system has no thread.
func (vm threaded) noThread(err error) error {
	return vm.heap.Raise(object.RuntimeErrorType, "can't start new thread: %v", err)
}

// switches are what a thread does where it lets others run and goes on.
func (vm threaded) switches(t *thread) handover.Switch {
	return handover.Switch{Out: func() { vm.out(t) }, In: func() { vm.in(t) }}
}

// out keeps what the VM has of the thread that runs.
func (vm threaded) out(t *thread) {
	t.roots = vm.heap.GoStackRoots(t.roots)
	vm.exchange(t)
	vm.threads.current = nil
}

// in makes a thread the one that runs.
func (vm threaded) in(t *thread) {
	vm.exchange(t)
	vm.threads.current = t
	vm.requests.Foreign(t != vm.threads.main)
	vm.rearm()
}

func (vm threaded) exchange(t *thread) {
	vm.execution, t.execution = t.execution, vm.execution
	vm.heap.Exchange(t.heap)
	t.args = vm.bridge.SwapArgs(t.args)
	vm.lib.Exchange(&t.lib)
	t.loading = vm.imports.SwapLoading(t.loading)
	t.postponed = vm.requests.SwapPostponed(t.postponed)
	if table := vm.tier.Table; table != nil {
		t.stack = table.SwapStack(t.stack)
	}
}

// markThreads tells the collector what the threads have that do not run, but for their executions.
func (vm threaded) markThreads(m *heap.Marker) {
	for _, t := range vm.threads.all {
		m.Value(t.handle)
		if t == vm.threads.current {
			continue
		}
		m.Values(t.start[:])
		m.Value(t.postponed)
		m.Conservative(t.roots)
		vm.heap.MarkThread(m, t.heap)
		t.lib.Mark(m)
	}
}

// runThread is the goroutine of a thread that has its first turn.
func (vm threaded) runThread(t *thread) {
	vm.in(t)
	over := false
	defer func() { // also where a Go function has ended the goroutine
		if !over {
			vm.unwound()
		}
		vm.endThread(t)
	}()
	vm.heap.Listen(true)
	vm.entries = append(vm.entries, entry{mark: vm.heap.Mark(), handling: *vm.heap.Handling()})
	f := t.start[0]
	vm.heap.PushAll(t.start[:])
	t.start = noStart
	err := vm.inThread(func() error {
		if err := vm.requests.Ended(); err != nil {
			return err
		}
		start := vm.heap.Pushed(0)
		_, err := vm.heap.Call(start[0], vm.heap.TupleItems(start[1]), start[2])
		return err
	})
	vm.unwound()
	if err != nil {
		err = vm.inThread(func() error { return vm.diedOf(f, err) })
		vm.unwound()
	}
	if err != nil && vm.requests.Ended() == nil {
		vm.requests.End(err)
		vm.wakeMain()
	}
	over = true
}

// inThread calls what may panic as the VM does: memory runs out, or all ends.
func (vm threaded) inThread(f func() error) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case heap.OutOfMemory:
			err = vm.heap.RaiseMemoryError()
		case heap.Stopped:
			err = r.Err
		default:
			err = vm.panicked(r)
		}
	}()
	return f()
}

// unwound makes the execution that of a thread whose Go functions have returned, or have been left.
func (vm threaded) unwound() {
	vm.fp, vm.ip, vm.inCompiled, vm.peeked = nil, 0, false, nil
	vm.levels, vm.running, vm.evals.depth = vm.levels[:0], vm.running[:0], 0
	vm.bridge.DropArgs(0)
	vm.heap.SetNesting(0)
	*vm.heap.Handling() = object.Handling{Own: object.None, Below: object.None}
	if table := vm.tier.Table; table != nil && table.Native() {
		table.Stack().Unwind(0)
	}
}

// diedOf tells of the error that a thread's function f has ended by. What is no exception ends the program.
func (vm threaded) diedOf(f object.Value, err error) error {
	r := raised(err)
	if r == nil {
		return err
	}
	vm.heap.Push(r.Exc)
	if vm.heap.IsInstance(r.Exc, object.SystemExitType) {
		return nil
	}
	if what := vm.heap.Uncaught(r.Exc); what != "" {
		return uncaught(vm.heap, vm.codes, r.Exc, what)
	}
	return vm.lib.Unraisable("Exception ignored in thread started by ", f, r)
}

// endThread ends the thread that runs.
func (vm threaded) endThread(t *thread) {
	s := &vm.threads
	vm.heap.Release(0)
	vm.lib.ThreadEnds(t.id, t.handle)
	vm.wakeAll(t.handle)
	vm.exchange(t)
	s.current = nil
	s.all = slices.DeleteFunc(s.all, func(x *thread) bool { return x == t })
	if t.stack != nil {
		vm.threadErr(vm.tier.Table.CloseStack(t.stack))
	}
	vm.threadErr(heap.UnmapStack(t.region))
	vm.heap.Outside(-threadWeight)
	if len(s.all) == 1 || !slices.ContainsFunc(s.all[1:], func(x *thread) bool { return !x.daemon }) {
		vm.wakeAll(everyThread)
	}
	s.turns.End()
}

// threadErr notes what the system says that gets memory back which a thread had.
func (vm threaded) threadErr(err error) {
	if err != nil && vm.requests.Ended() == nil {
		vm.requests.End(err)
	}
}

// everyThread is what waits for all threads that are no daemons wait for. It is the address of nothing.
const everyThread = object.Ellipsis

// Wait implements lib.Threads.
func (vm threaded) Wait(key object.Value, d time.Duration) handover.Why {
	s := vm.begin()
	t := s.current
	if key != object.Null {
		s.waiting[key] = append(s.waiting[key], t)
	}
	why := s.turns.Wait(t.runner, d, vm.requests.Pending, vm.switches(t))
	if key != object.Null {
		vm.waitsNot(key, t)
	}
	return why
}

// Outside implements lib.Threads.
func (vm threaded) Outside(f func()) bool {
	s := vm.begin()
	return s.turns.Outside(s.current.runner, f, vm.requests.Pending, vm.switches(s.current))
}

func (vm threaded) waitsNot(key object.Value, t *thread) {
	s := &vm.threads
	list := slices.DeleteFunc(s.waiting[key], func(x *thread) bool { return x == t })
	if len(list) == 0 {
		delete(s.waiting, key)
		return
	}
	s.waiting[key] = list
}

// Wake implements lib.Threads.
func (vm threaded) Wake(key object.Value) { vm.wake(key) }

// wake ends the wait of the first thread that waits for a key.
func (vm threaded) wake(key object.Value) {
	s := &vm.threads
	if s.turns == nil || key == object.Null {
		return
	}
	for _, t := range slices.Clone(s.waiting[key]) {
		if s.turns.Wake(t.runner) {
			vm.waitsNot(key, t)
			return
		}
	}
}

// WakeAll implements lib.Threads.
func (vm threaded) WakeAll(key object.Value) { vm.wakeAll(key) }

// wakeAll ends the waits of all that wait for a key.
func (vm threaded) wakeAll(key object.Value) {
	for len(vm.threads.waiting[key]) > 0 {
		t := vm.threads.waiting[key][0]
		vm.threads.turns.Wake(t.runner)
		vm.waitsNot(key, t)
	}
}

// WaitAll implements lib.Threads.
func (vm threaded) WaitAll() (all bool, why handover.Why) {
	s := &vm.threads
	if !slices.ContainsFunc(s.all, func(t *thread) bool { return t != s.current && t != s.main && !t.daemon }) {
		return true, handover.Woken
	}
	return false, vm.Wait(everyThread, handover.Forever)
}

// letOthersRun lets other threads go on, if they want to: it is called where Python code may run.
func (vm threaded) letOthersRun() {
	s := &vm.threads
	wanted := vm.requests.TakeSwitch()
	if s.turns == nil {
		return
	}
	if signals := s.current != s.main && vm.requests.SignalsWait(); signals {
		wanted = true
		s.turns.First(s.main.runner)
	}
	if wanted {
		s.turns.Yield(s.current.runner, vm.switches(s.current))
	}
}

// endThreadsBy is endThreads where the call from Go has ended by something else than an exception. Otherwise they wait for
// the next call.
func (vm threaded) endThreadsBy(err error) {
	if g := (*GuestError)(nil); err != nil && !errors.As(err, &g) {
		vm.endThreads()
	}
}

// endThreads ends all threads but the main one, which runs: each goes on once more, with an error that no program
// catches.
func (vm threaded) endThreads() {
	s := &vm.threads
	if s.turns == nil {
		return
	}
	if len(s.all) > 1 {
		vm.stopped = true // generators of theirs may say that they run
		vm.requests.End(&embed.Interrupted{Cause: ErrThreadEnded})
		for len(s.all) > 1 {
			for _, t := range s.all[1:] {
				s.turns.Interrupt(t.runner)
			}
			s.turns.Last(s.main.runner, vm.switches(s.main))
		}
	}
	vm.requests.End(nil)
}
