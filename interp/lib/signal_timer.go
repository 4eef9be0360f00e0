package lib

import (
	"math"
	"sync"
	"syscall"
	"time"

	"github.com/tier2go/tier2/interp/grant"
	"github.com/tier2go/tier2/interp/object"
)

// The real timer of _signal, which sends SIGALRM, and pause. The other timers measure processor time: they are
// unsupported, and so never run.

// timer is ITIMER_REAL.
type timer struct {
	err *object.Type // ItimerError

	mu       sync.Mutex // of what follows: the timer fires on another goroutine
	stop     func()     // nil: it does not run
	at       int64      // when it fires, by the VM's clock
	interval time.Duration
	round    int // of which setting it is: an old one does nothing any more
}

// cancel stops the timer.
func (t *timer) cancel() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.stop != nil {
		t.stop()
	}
	t.stop = nil
	t.round++
}

// left returns the time until the timer fires, and between two times.
func (t *timer) left(clock grant.Clock) (first, interval time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.stop == nil {
		return 0, 0
	}
	return max(time.Duration(t.at-clock.Monotonic()), time.Microsecond), t.interval
}

// begin lets the timer fire after first, and then again and again if interval is not 0.
func (t *timer) begin(first, interval time.Duration, clock grant.Clock, g grant.Signals) {
	t.cancel()
	if first == 0 {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	round := t.round
	var fire func()
	set := func(d time.Duration) {
		t.at = clock.Monotonic() + int64(d)
		t.stop = g.After(d, fire)
	}
	fire = func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		if t.round != round {
			return
		}
		t.stop = nil
		if interval > 0 {
			set(interval)
		}
		_ = g.Raise(sigAlarm) // the system allows a process to send itself a signal
	}
	t.interval = interval
	set(first)
}

// signalTimers are the functions of _signal that wait for time.
func (l *Lib) signalTimers() []object.Builtin {
	t := &l.signals.timer
	granted := func() (grant.Clock, grant.Signals, error) {
		clock, g := l.host.Grants.Clock, l.host.Grants.Signals
		if clock == nil {
			return nil, nil, l.denied(theClock, object.Null)
		}
		if g == nil {
			return nil, nil, l.denied(theSignals, object.Null)
		}
		return clock, g, nil
	}
	times := func(h *object.Heap, first, interval time.Duration) object.Value {
		return h.NewTuple(object.FloatValue(first.Seconds()), object.FloatValue(interval.Seconds()))
	}
	// which checks the number of a timer.
	which := func(h *object.Heap, v object.Value) (int, error) {
		n, err := h.CInt(v)
		if err == nil && (n < 0 || n > 2) {
			err = t.invalid(h)
		}
		return n, err
	}
	return []object.Builtin{
		{Name: "alarm", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			n, err := h.CInt(a[0])
			if err != nil {
				return object.Null, err
			}
			clock, g, err := granted()
			if err != nil {
				return object.Null, err
			}
			before, _ := t.left(clock)
			t.begin(time.Duration(uint32(n))*time.Second, 0, clock, g)
			seconds := int64((before + time.Second/2) / time.Second) // as the system rounds
			if before > 0 {
				seconds = max(seconds, 1)
			}
			return object.SmallInt(seconds), nil
		}},
		{Name: "setitimer", Arity: object.Fast, Min: 2, Max: 3, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			n, err := h.CInt(a[0])
			if err != nil {
				return object.Null, err
			}
			first, err := t.seconds(h, a[1])
			if err != nil {
				return object.Null, err
			}
			interval := time.Duration(0)
			if len(a) > 2 {
				if interval, err = t.seconds(h, a[2]); err != nil {
					return object.Null, err
				}
			}
			switch {
			case n < 0 || n > 2:
				return object.Null, t.invalid(h)
			case n != 0 && first != 0:
				return object.Null, h.Unsupported("timer of processor time")
			case n != 0:
				return times(h, 0, 0), nil
			}
			clock, g, err := granted()
			if err != nil {
				return object.Null, err
			}
			before, every := t.left(clock)
			t.begin(first, interval, clock, g)
			return times(h, before, every), nil
		}},
		{Name: "getitimer", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			n, err := which(h, a[0])
			if err != nil || n != 0 {
				return times(h, 0, 0), err
			}
			clock, _, err := granted()
			if err != nil {
				return object.Null, err
			}
			first, interval := t.left(clock)
			return times(h, first, interval), nil
		}},
		{Name: "pause", Arity: object.NoArgs, Fn: func(h *object.Heap, _ object.Value, _ []object.Value) (object.Value, error) {
			clock := l.host.Grants.Clock
			if clock == nil {
				return object.Null, l.denied(theClock, object.Null)
			}
			for runs := l.signals.runs; ; {
				if err := l.waits(); err != nil || l.signals.runs != runs {
					return object.None, err
				}
				clock.Sleep(sleepSlice)
			}
		}},
	}
}

// invalid is the exception for operands that a timer does not take.
func (t *timer) invalid(h *object.Heap) error {
	args := h.NewTuple(object.SmallInt(int64(syscall.EINVAL)), h.NewStr("Invalid argument"))
	h.Push(args)
	exc, err := h.Call(t.err.Object, h.TupleItems(args), object.Null)
	if err != nil {
		return err
	}
	return h.RaiseValue(exc)
}

// seconds converts a number of seconds that is not negative, rounded up to microseconds.
func (t *timer) seconds(h *object.Heap, v object.Value) (time.Duration, error) {
	x, err := h.Float(v)
	if err != nil {
		return 0, err
	}
	if x < 0 {
		return 0, t.invalid(h)
	}
	d, err := duration(h, v)
	if err != nil {
		return 0, err
	}
	return time.Duration(math.Ceil(float64(d)/1000)) * time.Microsecond, nil
}
