package tier2

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/passes"
	"github.com/tier2go/tier2/uop"
)

// Compiles behind the VM's thread (Options.Background).
//
// The problem: while an executor is made, the program stands still. A compile reads the heap, the
// VM's caches and the table of executors, which the program writes.
//
// So a compile is cut in three (phase, pipeline.go). On the VM's thread micro-ops are projected and
// built; then the guest captures what it will be asked of the function (guest.Detached). What takes
// most of the time, passes, selection and registers, reads that and the compile's own memory, and runs
// on one goroutine. Rows, bytes and the installation are the VM's thread's again, when the VM asks
// (Finished): the table of executors is used by one goroutine, as ever.
//
// A compile is a Pending until it is finished or cancelled. As many as Options.Background says are
// under way, each with a workspace of its own; a place that comes then is told so and asks later. What is
// refused behind the build is compiled at once when its place asks next, down the whole ladder: the rungs below
// project anew, which only the VM's thread can.
//
// Rejected: a lock around the heap, because then the program waits for the compiler; a copy of the
// heap's part that may be read, because nobody knows which that is, but what the rules ask is known.

// Pending is an executor that is being made. Optimize returns it as its error. It is used on the
// VM's thread.
type Pending struct {
	c         *Compiler
	w         *compilation
	use       func() // makes the detached guest answer of the function
	pins      []uint64
	cancelled atomic.Bool
	// Guarded by background.mu:
	stage stageOfPending
}

type stageOfPending uint8

const (
	waits stageOfPending = iota
	runs
	done
	handed // by Finished
	taken
)

// Error implements error: of whoever takes no executors later.
func (p *Pending) Error() string {
	return fmt.Sprintf("tier2: the executor for %s is being made", p.w.trace.Name)
}

// Pins returns the guest's words that must stay alive until the compile is finished or cancelled.
func (p *Pending) Pins() []uint64 { return p.pins }

// Executor returns the executor that is being made. Its Trace, Deps and Parent are known; it
// is in no table yet.
func (p *Pending) Executor() *exitdata.Executor { return p.w.ex }

// ErrBusy is what Optimize returns while as many compiles as may be are under way. The place may
// ask again later: it has not been refused.
var ErrBusy = errors.New("tier2: as many executors are being made as may be at a time (Options.Background)")

// RefusedStale is the reason for giving up on an executor that was made behind the VM's thread: what it was
// made for is gone.
const RefusedStale = "out_of_date"

// background is what goes on behind the VM's thread.
type background struct {
	c        *Compiler
	detached *guest.Detached // made by Compiler.prepare
	limit    int
	free     []*workspace // VM's thread
	spaces   []*workspace // all, those among them
	// refused are the places to be compiled at once.
	refused map[asking]struct{}

	ready    atomic.Bool // finished is not empty
	notify   atomic.Pointer[func()]
	mu       sync.Mutex
	idle     sync.Cond // working or running has become false
	queue    []*Pending
	finished []*Pending
	// working says that a goroutine looks at the queue, running that it compiles.
	working, running bool
}

// asking is a place that asks for an executor.
type asking struct {
	code uint64
	pc   int
	exit *exitdata.Exit
}

// newBackground prepares compiles behind the VM's thread; nil: all are made at once.
func (c *Compiler) newBackground() (*background, error) {
	o := &c.opt
	if o.Background == 0 || c.makes != machine || o.Observer != nil || o.Session != nil || len(o.PassObservers) > 0 || o.Budget != nil || o.Force != nil || o.Debug || o.Go == nil && runtime.GOMAXPROCS(0) == 1 {
		return nil, nil
	}
	if c.guest.Detach == nil {
		return nil, fmt.Errorf("tier2: Options.Background: the guest %s has no Detach", c.guest.Name)
	}
	b := &background{c: c, limit: o.Background, refused: map[asking]struct{}{}}
	b.idle.L = &b.mu
	return b, nil
}

// Background reports whether executors are made behind the VM's thread: Options.Background, if
// nothing else that was asked for keeps it from that.
func (c *Compiler) Background() bool { return c.behind != nil }

// OnFinished sets what is called on the compiling goroutine when a compile has finished: for a VM that
// wants to ask for it soon.
func (c *Compiler) OnFinished(f func()) {
	if c.behind != nil {
		c.behind.notify.Store(&f)
	}
}

// full reports whether as many compiles are under way as may be. Exits have half of the room: many are hot at the same time, and while
// loops and functions wait traces would continue traces beside them, up to MaxChain. What was cancelled while it ran gives
// its workspace back here at the latest: nobody may ask Finished any more.
func (b *background) full(exit bool) bool {
	if b.ready.Load() {
		b.mu.Lock()
		b.finished = slices.DeleteFunc(b.finished, func(p *Pending) bool {
			if p.cancelled.Load() {
				b.free = append(b.free, p.w.workspace)
				return true
			}
			return false
		})
		b.mu.Unlock()
	}
	under := len(b.spaces) - len(b.free)
	return under >= b.limit || exit && under >= max(1, b.limit/2)
}

// atOnce reports whether a compile is to be made at once: it was refused behind the build.
func (b *background) atOnce(at asking) bool {
	if b == nil {
		return true
	}
	_, at1 := b.refused[at]
	delete(b.refused, at)
	return at1
}

// start builds a trace, and hands the rest to the goroutine: the error is a *Pending then.
func (b *background) start(t *uop.Trace, parent *exitdata.Exit, anew bool) error {
	s, err := b.space()
	if err != nil {
		return err
	}
	s.builder.F.Detach(b.c.guest.Table(), b.c.guest.Words) // it has been asking the detached guest
	p := &Pending{c: b.c}
	p.w = &compilation{workspace: s, trace: t, parent: parent, anew: anew, behind: p}
	s.pending = p
	if !b.c.run(p.w, front) {
		b.end(p)
		return p.w.failed
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.queue = append(b.queue, p)
	if b.working {
		return p
	}
	b.working = true
	if f := b.c.opt.Go; f != nil {
		b.mu.Unlock()
		f(b.work)
		b.mu.Lock()
	} else {
		go b.work()
	}
	return p
}

// space returns a workspace that is not in use.
func (b *background) space() (*workspace, error) {
	if n := len(b.free); n > 0 {
		s := b.free[n-1]
		b.free = b.free[:n-1]
		return s, nil
	}
	if b.full(false) {
		return nil, ErrBusy
	}
	s, err := b.c.newWorkspace(b.detached.Guest)
	if err != nil {
		return nil, &Refusal{RefusedInternal, err}
	}
	s.ctx.Observers = []passes.Observer{stopper{s: s}}
	b.spaces = append(b.spaces, s)
	return s, nil
}

// capture notes what the guest will be asked behind the build.
func (c *Compiler) capture(w *compilation) (err error) {
	if w.behind == nil {
		return nil
	}
	if c.opt.Joins && w.trace.Blocks != nil { // findLost may want it
		if err := c.table.AddVain(w.ex); err != nil {
			return err
		}
	}
	d := c.behind.detached
	w.behind.use, w.behind.pins, err = d.Capture(w.fn)
	w.fn.Detach(d.Guest.Table(), d.Guest.Words)
	return err
}

// work compiles until nothing waits.
func (b *background) work() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for len(b.queue) > 0 {
		p := b.queue[0]
		b.queue = b.queue[1:]
		p.stage, b.running = runs, true
		b.mu.Unlock()
		p.use()
		b.c.run(p.w, behind)
		b.mu.Lock()
		p.stage, b.running = done, false
		b.finished = append(b.finished, p)
		b.ready.Store(true)
		b.idle.Broadcast()
		if f := b.notify.Load(); f != nil {
			b.mu.Unlock()
			(*f)()
			b.mu.Lock()
		}
	}
	b.working = false
	b.idle.Broadcast()
}

// errCancelled ends the stages of a compile that is cancelled.
var errCancelled = errors.New("tier2: the compile is cancelled")

// stopped is errCancelled for a compile that is cancelled.
func (p *Pending) stopped() error {
	if p != nil && p.cancelled.Load() {
		return errCancelled
	}
	return nil
}

// stopper ends passes of a compile that is cancelled.
type stopper struct {
	passes.NopObserver
	s *workspace
}

// After implements passes.Observer.
func (o stopper) After(*passes.Context, *passes.Pass, bool) error { return o.s.pending.stopped() }

// Finished returns a compile that has finished behind the VM's thread and that nobody has finished or
// cancelled, nil if there is none. What was cancelled while it ran gives its memory back here.
func (c *Compiler) Finished() *Pending {
	b := c.behind
	if b == nil || !b.ready.Load() {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for len(b.finished) > 0 {
		p := b.finished[0]
		b.finished = b.finished[1:]
		if !p.cancelled.Load() {
			p.stage = handed
			return p
		}
		b.free = append(b.free, p.w.workspace)
	}
	b.ready.Store(false)
	return nil
}

// Finish installs an executor that Finished has returned. The error is a *Refusal, as Optimize's; what was
// refused is compiled at once when its place asks again.
func (p *Pending) Finish() (*exitdata.Executor, error) {
	c, w := p.c, p.w
	c.behind.mu.Lock()
	ready := p.stage == handed && !p.cancelled.Load()
	c.behind.mu.Unlock()
	if !ready {
		return nil, &Refusal{RefusedStale, fmt.Errorf("the executor for %s is not finished, or cancelled", w.trace.Name)}
	}
	defer c.behind.end(p)
	switch {
	case w.failed != nil:
		c.behind.refused[asking{w.trace.Code, int(w.trace.Entry), w.parent}] = struct{}{}
		return nil, w.failed
	case w.parent != nil && w.parent.Executor.Invalid, w.anew && c.takers(w.parent.State) >= exitdata.MaxTakers:
		w.failed = &Refusal{RefusedStale, fmt.Errorf("what %s continues is gone", w.trace.Name)}
	default:
		c.run(w, back)
	}
	if w.failed != nil {
		return nil, w.failed
	}
	w.ex.CompileNS = w.spent.Nanoseconds()
	return w.ex, nil
}

// end takes back what a compile has: its workspace, and the executor's memory if it has none to show.
func (b *background) end(p *Pending) {
	b.mu.Lock()
	p.stage = taken
	b.mu.Unlock()
	if p.w.failed != nil {
		b.c.giveUp(p.w)
	}
	b.free = append(b.free, p.w.workspace)
}

// Cancel gives a compile up. What is running stops at its next stage or pass.
func (p *Pending) Cancel() {
	b := p.c.behind
	if p.cancelled.Swap(true) {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	switch p.stage {
	case taken:
		return
	case waits, handed: // otherwise Finished comes to it
		b.queue = slices.DeleteFunc(b.queue, func(q *Pending) bool { return q == p })
		b.free = append(b.free, p.w.workspace)
		p.stage = taken
	}
	p.c.giveUp(p.w) // what compiles knows the addresses as numbers
}

// close cancels everything and waits until nothing is compiled.
func (b *background) close() {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.queue = nil
	for _, s := range b.spaces {
		if s.pending != nil {
			s.pending.cancelled.Store(true)
		}
	}
	for b.running || b.working && b.c.opt.Go == nil {
		b.idle.Wait()
	}
}
