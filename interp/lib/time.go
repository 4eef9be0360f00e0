package lib

import (
	"math"
	"time"

	"github.com/tier2go/tier2/interp/grant"
	"github.com/tier2go/tier2/interp/object"
)

// newTime makes the module time: its clocks, sleep, and dates (time_calendar.go).
func (l *Lib) newTime() (object.Value, error) {
	m := l.newModule("time")
	clocks := []struct {
		name string
		read func(c grant.Clock) int64 // nanoseconds
	}{
		{"time", func(c grant.Clock) int64 { return c.Now().UnixNano() }},
		{"monotonic", grant.Clock.Monotonic},
		{"perf_counter", grant.Clock.Monotonic},
		{"process_time", grant.Clock.CPU},
		{"thread_time", grant.Clock.CPU},
	}
	clock := l.host.Grants.Clock
	for _, c := range clocks {
		m.functions([]object.Builtin{
			{Name: c.name, Arity: object.NoArgs, NoGuest: true, Fn: func(*object.Heap, object.Value, []object.Value) (object.Value, error) {
				if clock == nil {
					return object.Null, l.denied(theClock, object.Null)
				}
				return object.FloatValue(float64(c.read(clock)) / 1e9), nil
			}},
			{Name: c.name + "_ns", Arity: object.NoArgs, NoGuest: true, Fn: func(h *object.Heap, _ object.Value, _ []object.Value) (object.Value, error) {
				if clock == nil {
					return object.Null, l.denied(theClock, object.Null)
				}
				return h.Int(c.read(clock)), nil
			}},
		})
	}
	m.functions([]object.Builtin{{Name: "sleep", Arity: object.O, Fn: l.sleep}})
	l.addCalendar(m)
	return m.v, nil
}

// sleepSlice is how long sleep waits before it looks for an interrupt.
const sleepSlice = 10 * time.Millisecond

// sleep is time.sleep.
func (l *Lib) sleep(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	d, err := duration(h, a[0])
	if err != nil {
		return object.Null, err
	}
	return object.None, l.wait(d)
}

// wait waits, and returns early when the VM has been asked to stop.
func (l *Lib) wait(d time.Duration) error {
	clock := l.host.Grants.Clock
	if clock == nil {
		return l.denied(theClock, object.Null)
	}
	start := clock.Monotonic()
	for left := d; left > 0; left = d - time.Duration(clock.Monotonic()-start) {
		if err := l.waits(); err != nil {
			return err
		}
		if l.threadsWait() {
			if _, err := l.waitOn(object.Null, left); err != nil {
				return err
			}
			continue
		}
		clock.Sleep(min(left, sleepSlice))
	}
	return nil
}

// duration converts seconds as CPython's _PyTime_FromSecondsObject does, rounding
// up.
func duration(h *object.Heap, v object.Value) (time.Duration, error) {
	d, err := seconds(h, v)
	if err == nil && d < 0 {
		err = h.Raise(object.ValueErrorType, "sleep length must be non-negative")
	}
	return d, err
}

// seconds is duration, of less than none, too.
func seconds(h *object.Heap, v object.Value) (time.Duration, error) {
	tooLarge := func() error {
		return h.Raise(object.OverflowErrorType, "timestamp out of range for platform time_t")
	}
	if h.IsInstance(v, object.FloatType) {
		x, err := h.Float(v)
		if err != nil {
			return 0, err
		}
		if x != x {
			return 0, h.Raise(object.ValueErrorType, "Invalid value NaN (not a number)")
		}
		ns := math.Ceil(float64(x * 1e9))
		if x < 0 {
			ns = math.Floor(float64(x * 1e9))
		}
		switch {
		case ns >= 1<<63 || ns < -1<<63:
			return 0, tooLarge()
		}
		return time.Duration(ns), nil
	}
	if !h.HasIndex(v) {
		return 0, h.Raise(object.TypeErrorType, "'%s' object cannot be interpreted as an integer or float", h.TypeName(v))
	}
	v, err := h.ToIndex(v)
	if err != nil {
		return 0, err
	}
	n, ok := h.AsInt64(v)
	if most := int64(math.MaxInt64 / time.Second); !ok || n > most || n < -most {
		return 0, h.Raise(object.OverflowErrorType, "timestamp too large to convert to C PyTime_t")
	}
	return time.Duration(n) * time.Second, nil
}
