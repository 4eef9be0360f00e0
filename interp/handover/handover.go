// Package handover lets goroutines take turns: of those that take part, one runs at a time, as the threads of a program
// do that share an interpreter lock.
//
// A [Turns] has the [Runner]s of one VM. The one that runs lets others go on where it waits for something (Wait, Outside), where
// it has been asked to (Yield; Turns.Ask asks, when another one has been ready for as long as Interval), and where it
// ends (End). Wake makes one ready that waits. All of these are for the runner that runs; Interrupt, which ends
// a wait early, is for any goroutine.
//
//	turns := handover.New(ask, clock)
//	main := turns.Begin()
//	other := turns.Start(func(r *handover.Runner) { work(); turns.Wake(main); turns.End() })
//	why := turns.Wait(main, handover.Forever, pending, switches)
//
// Before a runner stops it calls Switch.Out, and In when it goes on: there it puts down and takes up what
// is the running one's. The next one begins behind the former's Out. The package must not know what that is.
package handover

import (
	"sync"
	"time"
)

// Why says how a wait has ended.
type Why int

// The ways.
const (
	Woken       Why = iota // by Wake
	TimedOut               // the time is over
	Interrupted            // by Interrupt, or there was a reason before it began
)

// Forever is the time of a wait without end.
const Forever = time.Duration(-1)

// DefaultInterval is how long a runner that is ready waits before it asks the one that runs to yield, as in CPython.
const DefaultInterval = 5 * time.Millisecond

// slice is how long a wait with an end sleeps before it looks whether it is still one.
const slice = 10 * time.Millisecond

// Switch is what a runner does where it stops and goes on.
type Switch struct {
	Out, In func()
}

// Turns are the turns of the runners of one VM.
type Turns struct {
	clock Clock
	ask   func()

	mu       sync.Mutex
	interval time.Duration
	current  *Runner // nil: all wait
	ready    []*Runner
	outside  int         // how many are in f of Outside
	behind   *Runner     // is ready as soon as another one runs; nil: none
	timer    *time.Timer // asks
	sleepers sync.WaitGroup

	asking sync.Mutex // is held while ask is called
	closed bool
}

// Clock is what the waits of runners go by. Monotonic is in nanoseconds from any start, and is called by many goroutines,
// as Sleep is.
type Clock interface {
	Monotonic() int64
	Sleep(d time.Duration)
}

// Runner is one that takes part. Its fields are those of Turns.mu.
type Runner struct {
	turn    chan struct{} // has a token when it is the runner's turn
	waiting bool
	number  uint64 // of its wait
	why     Why
}

// New makes turns without runners. ask is called from any goroutine when the one that runs is to yield. Without a
// clock waits have no end.
func New(ask func(), clock Clock) *Turns {
	return &Turns{interval: DefaultInterval, ask: ask, clock: clock}
}

// SetInterval says how long a runner that is ready waits before it asks the one that runs to yield.
func (t *Turns) SetInterval(d time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.interval = d
}

// Begin makes the first runner, which runs.
func (t *Turns) Begin() *Runner {
	t.mu.Lock()
	defer t.mu.Unlock()
	r := &Runner{turn: make(chan struct{}, 1)}
	t.current = r
	return r
}

// Start makes a runner, which calls f on a goroutine of its own when it is its turn. f ends with End.
func (t *Turns) Start(f func(r *Runner)) *Runner {
	r := &Runner{turn: make(chan struct{}, 1)}
	go func() {
		<-r.turn
		f(r)
	}()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.makeReady(r)
	return r
}

// Yield lets the others have their turn that are ready, if there are any. It reports whether there were.
func (t *Turns) Yield(r *Runner, s Switch) bool {
	t.mu.Lock()
	if len(t.ready) == 0 {
		t.mu.Unlock()
		return false
	}
	s.Out()
	t.ready = append(t.ready, r)
	t.next()
	t.mu.Unlock()
	<-r.turn
	s.In()
	return true
}

// Outside lets the others go on while f waits for what none of them does. f is called on the runner's goroutine, and must
// know nothing of what the runners share. pending is as for Wait: Outside reports whether f was called.
func (t *Turns) Outside(r *Runner, f func(), pending func() bool, s Switch) bool {
	t.mu.Lock()
	if pending() {
		t.mu.Unlock()
		return false
	}
	s.Out()
	t.outside++
	t.next()
	t.mu.Unlock()
	f()
	t.mu.Lock()
	t.outside--
	t.makeReady(r)
	t.mu.Unlock()
	<-r.turn
	s.In()
	return true
}

// Last lets the others have their turn that are ready; where none is, it waits for one that is outside.
func (t *Turns) Last(r *Runner, s Switch) bool {
	t.mu.Lock()
	if len(t.ready) > 0 || t.outside == 0 {
		t.mu.Unlock()
		return t.Yield(r, s)
	}
	s.Out()
	t.behind = r
	t.next()
	t.mu.Unlock()
	<-r.turn
	s.In()
	return true
}

// Wait waits for Wake, at most for d. pending says whether there is a reason not to begin: whoever makes one calls
// Interrupt behind it.
func (t *Turns) Wait(r *Runner, d time.Duration, pending func() bool, s Switch) Why {
	t.mu.Lock()
	if pending() {
		t.mu.Unlock()
		return Interrupted
	}
	s.Out()
	r.waiting = true
	r.number++
	if d >= 0 {
		t.sleepers.Add(1)
		go t.sleep(r, r.number, d)
	}
	t.next()
	t.mu.Unlock()
	<-r.turn
	s.In()
	return r.why
}

// sleep ends a wait when its time is over.
func (t *Turns) sleep(r *Runner, number uint64, d time.Duration) {
	defer t.sleepers.Done()
	start := t.clock.Monotonic()
	for left := d; left > 0; left = d - time.Duration(t.clock.Monotonic()-start) {
		if !t.waits(r, number) {
			return
		}
		t.clock.Sleep(min(left, slice))
	}
	t.end(r, number, TimedOut)
}

// waits reports whether a wait is going on.
func (t *Turns) waits(r *Runner, number uint64) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return r.waiting && r.number == number
}

// end ends a wait, unless it has ended.
func (t *Turns) end(r *Runner, number uint64, why Why) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if r.waiting && r.number == number {
		t.endNow(r, why)
	}
}

func (t *Turns) endNow(r *Runner, why Why) {
	r.waiting, r.why = false, why
	t.makeReady(r)
}

// Wake ends the wait of a runner. It reports whether it has waited.
func (t *Turns) Wake(r *Runner) bool { return t.endAny(r, Woken) }

// Interrupt ends the wait of a runner, if it waits. It is for any goroutine.
func (t *Turns) Interrupt(r *Runner) { t.endAny(r, Interrupted) }

func (t *Turns) endAny(r *Runner, why Why) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !r.waiting {
		return false
	}
	t.endNow(r, why)
	return true
}

// First makes a runner that is ready the next one.
func (t *Turns) First(r *Runner) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i, x := range t.ready {
		if x == r {
			copy(t.ready[1:i+1], t.ready[:i])
			t.ready[0] = r
		}
	}
}

// End ends the runner that runs.
func (t *Turns) End() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.next()
}

// Close waits for the goroutines that measure waits which have ended, and asks nobody any more. No runner waits any more.
func (t *Turns) Close() {
	t.asking.Lock()
	t.closed = true
	t.asking.Unlock()
	t.sleepers.Wait()
}

// makeReady gives a runner its turn, or lets it wait for it.
func (t *Turns) makeReady(r *Runner) {
	if t.current == nil {
		t.give(r)
		return
	}
	t.ready = append(t.ready, r)
	if len(t.ready) == 1 {
		t.arm()
	}
}

// next gives the first that is ready its turn.
func (t *Turns) next() {
	if len(t.ready) == 0 {
		t.current = nil
		return
	}
	r := t.ready[0]
	t.ready = append(t.ready[:0], t.ready[1:]...)
	t.give(r)
}

func (t *Turns) give(r *Runner) {
	t.current = r
	r.turn <- struct{}{}
	if t.behind != nil {
		t.ready = append(t.ready, t.behind)
		t.behind = nil
	}
	if len(t.ready) > 0 {
		t.arm()
	}
}

// arm lets the one that runs be asked to yield when its time is over.
func (t *Turns) arm() {
	if t.timer != nil {
		t.timer.Reset(t.interval)
		return
	}
	t.timer = time.AfterFunc(t.interval, func() {
		t.mu.Lock()
		some := len(t.ready) > 0 && t.current != nil
		t.mu.Unlock()
		t.asking.Lock()
		defer t.asking.Unlock()
		if some && !t.closed {
			t.ask()
		}
	})
}
