package lib

import (
	"errors"
	"fmt"
	"syscall"

	"github.com/tier2go/tier2/interp/grant"
	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/object"
)

// The module _signal (Modules/signalmodule.c). A signal is noted when it comes (Host.Signals); its handler runs where the
// interpreter asks for interrupts, and in functions that wait. What comes from outside is granted (grant.Signals): without
// that there are the VM's Interrupt, which is SIGINT, and what the program sends itself. Timers are in signal_timer.go.

var signalConstants = []struct {
	name string
	n    int64
}{
	{"SIG_DFL", 0}, {"SIG_IGN", 1}, {"SIG_BLOCK", 0}, {"SIG_UNBLOCK", 1}, {"SIG_SETMASK", 2}, {"NSIG", 65},
	{"SIGHUP", 1}, {"SIGINT", 2}, {"SIGQUIT", 3}, {"SIGILL", 4}, {"SIGTRAP", 5}, {"SIGABRT", 6}, {"SIGIOT", 6}, {"SIGBUS", 7}, {"SIGFPE", 8},
	{"SIGKILL", 9}, {"SIGUSR1", 10}, {"SIGSEGV", 11}, {"SIGUSR2", 12}, {"SIGPIPE", 13}, {"SIGALRM", 14}, {"SIGTERM", 15}, {"SIGSTKFLT", 16},
	{"SIGCHLD", 17}, {"SIGCLD", 17}, {"SIGCONT", 18}, {"SIGSTOP", 19}, {"SIGTSTP", 20}, {"SIGTTIN", 21}, {"SIGTTOU", 22}, {"SIGURG", 23},
	{"SIGXCPU", 24}, {"SIGXFSZ", 25}, {"SIGVTALRM", 26}, {"SIGPROF", 27}, {"SIGWINCH", 28}, {"SIGIO", 29}, {"SIGPOLL", 29}, {"SIGPWR", 30},
	{"SIGSYS", 31}, {"SIGRTMIN", 34}, {"SIGRTMAX", 64}, {"ITIMER_REAL", 0}, {"ITIMER_VIRTUAL", 1}, {"ITIMER_PROF", 2},
}

const (
	signalLimit = 65 // one more than the greatest number
	sigInt      = 2
	sigKill     = 9
	sigPipe     = 13
	sigAlarm    = 14
	sigStop     = 19
	sigXFSZ     = 25

	sigDefault = 0 // SIG_DFL and SIG_IGN, as handlers
	sigIgnore  = 1
)

// signals are the handlers of a VM's program.
type signals struct {
	handlers  [signalLimit]object.Value
	set       [signalLimit]bool // what the host does of it is no longer what it did
	interrupt object.Value      // default_int_handler
	runs      int               // how many handlers have been called
	timer     timer
}

// newSignal makes the module _signal.
func (l *Lib) newSignal() (object.Value, error) {
	h, m := l.h, l.newModule("_signal")
	for _, c := range signalConstants {
		m.set(c.name, object.SmallInt(c.n))
	}
	t, err := newException(h, "signal", "ItimerError", object.OSErrorType)
	if err != nil {
		return object.Null, err
	}
	m.set("ItimerError", t.Object)
	m.functions([]object.Builtin{{Name: "default_int_handler", Arity: object.Fast, Min: 2, Max: 2, Fn: func(h *object.Heap, _ object.Value, _ []object.Value) (object.Value, error) {
		return object.Null, h.RaiseWith(object.KeyboardInterruptType)
	}}})
	if l.signals == nil {
		s := &signals{interrupt: h.DictGetStr(m.d, h.Intern("default_int_handler"))}
		for n := range s.handlers {
			s.handlers[n] = object.SmallInt(sigDefault)
		}
		s.handlers[sigInt], s.handlers[sigPipe], s.handlers[sigXFSZ] = s.interrupt, object.SmallInt(sigIgnore), object.SmallInt(sigIgnore)
		h.AddRoots(func(m *heap.Marker) {
			m.Value(s.interrupt)
			m.Values(s.handlers[:])
		})
		l.signals = s
	}
	l.signals.timer.err = t
	m.functions([]object.Builtin{
		{Name: "getsignal", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			n, err := signalNumber(h, a[0])
			if err != nil {
				return object.Null, err
			}
			return l.signals.handlers[n], nil
		}},
		{Name: "signal", Arity: object.Fast, Min: 2, Max: 2, Fn: l.setSignal},
		{Name: "raise_signal", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			n, err := h.CInt(a[0])
			switch {
			case err != nil:
				return object.Null, err
			case n < 0 || n >= signalLimit:
				return object.Null, osError(h, syscall.EINVAL, object.Null)
			case n == 0:
				return object.None, nil
			}
			return object.None, l.raiseSignal(n)
		}},
		{Name: "strsignal", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			n, err := signalNumber(h, a[0])
			if err != nil {
				return object.Null, err
			}
			return signalText(h, n), nil
		}},
		{Name: "valid_signals", Arity: object.NoArgs, Fn: func(h *object.Heap, _ object.Value, _ []object.Value) (object.Value, error) {
			s := h.NewSet()
			h.Push(s)
			for n := int64(1); n < signalLimit; n++ {
				if isLibc(int(n)) {
					continue
				}
				if err := h.SetAdd(s, object.SmallInt(n)); err != nil {
					return object.Null, err
				}
			}
			return s, nil
		}},
		{Name: "siginterrupt", Arity: object.Fast, Min: 2, Max: 2, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			if _, err := signalNumber(h, a[0]); err != nil { // what is interrupted goes on behind the handler, as in CPython, whatever this says
				return object.Null, err
			}
			_, err := h.CInt(a[1])
			return object.None, err
		}},
		{Name: "set_wakeup_fd", Arity: object.Varied, FnKw: func(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
			if len(args) == 1 && args[0] == object.SmallInt(-1) {
				return object.SmallInt(-1), nil
			}
			return object.Null, h.Unsupported("signal.set_wakeup_fd of a descriptor")
		}},
	})
	m.functions(l.signalTimers())
	return m.v, nil
}

// signalNumber converts the number of a signal.
func signalNumber(h *object.Heap, v object.Value) (int, error) {
	n, err := h.CInt(v)
	if err == nil && (n < 1 || n >= signalLimit) {
		err = h.Raise(object.ValueErrorType, "signal number out of range")
	}
	return n, err
}

// setSignal is signal.signal.
func (l *Lib) setSignal(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	n, err := h.CInt(a[0])
	if err != nil {
		return object.Null, err
	}
	f := a[1]
	if number := l.plainInt(f); number == sigDefault || number == sigIgnore {
		f = object.SmallInt(int64(number))
	} else if h.TypeOf(f).Call == nil {
		return object.Null, h.Raise(object.TypeErrorType, "signal handler must be signal.SIG_IGN, signal.SIG_DFL, or a callable object")
	}
	if l.self() != object.MainThread {
		return object.Null, h.Raise(object.ValueErrorType, "signal only works in main thread of the main interpreter")
	}
	if _, err := signalNumber(h, a[0]); err != nil {
		return object.Null, err
	}
	if l.host.Signals == nil {
		return object.Null, h.UnsupportedAs(object.ValueErrorType, "handler of a signal")
	}
	if err := l.waits(); err != nil { // what has come meets the handler of its time
		return object.Null, err
	}
	if n == sigKill || n == sigStop || isLibc(n) {
		return object.Null, osError(h, syscall.EINVAL, object.Null)
	}
	s := l.signals
	if g := l.host.Grants.Signals; g != nil && f != s.handlers[n] {
		switch {
		case f == object.SmallInt(sigDefault):
			err = g.Default(n)
		case f == object.SmallInt(sigIgnore):
			err = g.Ignore(n)
		case n == sigInt && f == s.interrupt:
			g.Restore(n)
		default:
			err = g.Handle(n, func() { l.host.Signals.Signal(n) })
		}
		switch {
		case errors.Is(err, grant.ErrSignal):
			return object.Null, h.Unsupported(fmt.Sprintf("handler of signal %d, which this process needs", n))
		case err != nil:
			return object.Null, osError(h, err, object.Null)
		}
		s.set[n] = true
	}
	before := s.handlers[n]
	s.handlers[n] = f
	if n == sigInt {
		l.host.Signals.HandleInterrupt(f != s.interrupt)
	}
	return before, nil
}

// isLibc reports whether libc keeps a signal for itself.
func isLibc(n int) bool { return n == 32 || n == 33 }

// plainInt returns a small int, or -1 for what is none: SIG_DFL and SIG_IGN may be members of an enumeration.
func (l *Lib) plainInt(v object.Value) int {
	if !l.h.IsInstance(v, object.IntType) {
		return -1
	}
	n, err := l.h.CInt(v)
	if err != nil {
		return -1
	}
	return n
}

// raiseSignal lets a signal come, and handles it.
func (l *Lib) raiseSignal(n int) error {
	f := object.SmallInt(sigDefault)
	switch s := l.signals; {
	case s != nil:
		f = s.handlers[n]
	case n == sigPipe || n == sigXFSZ:
		f = object.SmallInt(sigIgnore)
	case n == sigInt:
		return l.h.RaiseWith(object.KeyboardInterruptType)
	}
	switch f {
	case object.SmallInt(sigIgnore):
		return nil
	case object.SmallInt(sigDefault):
		g := l.host.Grants.Signals
		if g == nil {
			return l.denied(theSignals, object.Null)
		}
		err := g.Raise(n)
		if errors.Is(err, grant.ErrSignal) {
			return l.h.Unsupported(fmt.Sprintf("sending signal %d, which this process needs", n))
		}
		if err != nil {
			return osError(l.h, err, object.Null)
		}
		return nil
	}
	l.host.Signals.Signal(n)
	return l.waits()
}

// waits is what functions ask that wait: it returns what the VM raises because it has been asked to stop, and
// handles signals that have come.
func (l *Lib) waits() error {
	if l.host.Interrupted != nil {
		if err := l.host.Interrupted(); err != nil {
			return err
		}
	}
	return l.HandleSignals()
}

// HandleSignals calls the handlers of the signals that have come: where one raises, the others wait.
func (l *Lib) HandleSignals() error {
	if l.host.Signals == nil || l.self() != object.MainThread {
		return nil
	}
	for n := l.host.Signals.TakeSignal(); n != 0; n = l.host.Signals.TakeSignal() {
		if err := l.handleSignal(n); err != nil {
			return err
		}
	}
	return nil
}

// handleSignal calls the handler of a signal.
func (l *Lib) handleSignal(n int) error {
	if l.signals == nil {
		if n == sigInt {
			return l.h.RaiseWith(object.KeyboardInterruptType)
		}
		return nil // nobody handles it
	}
	f := l.signals.handlers[n]
	if f == object.SmallInt(sigDefault) || f == object.SmallInt(sigIgnore) {
		return nil // the handler has gone meanwhile
	}
	l.signals.runs++
	h := l.h
	m := h.Mark()
	defer h.Release(m)
	h.Push(f)
	frame, err := l.host.Frame(0)
	if err != nil {
		return err
	}
	if frame == object.Null {
		frame = object.None
	}
	args := h.NewTuple(object.SmallInt(int64(n)), frame)
	h.Push(args)
	_, err = h.Call(f, h.TupleItems(args), object.Null)
	return err
}

// close gives back to the host what the program has set.
func (s *signals) close(g grant.Signals) {
	if s == nil || g == nil {
		return
	}
	s.timer.cancel()
	for n, set := range s.set {
		if set {
			g.Restore(n)
		}
	}
	s.set = [signalLimit]bool{}
}

// signalTexts are the texts of the first signals on linux.
var signalTexts = [...]string{
	1: "Hangup", "Interrupt", "Quit", "Illegal instruction", "Trace/breakpoint trap", "Aborted", "Bus error", "Floating point exception", "Killed",
	"User defined signal 1", "Segmentation fault", "User defined signal 2", "Broken pipe", "Alarm clock", "Terminated", "Stack fault", "Child exited",
	"Continued", "Stopped (signal)", "Stopped", "Stopped (tty input)", "Stopped (tty output)", "Urgent I/O condition", "CPU time limit exceeded",
	"File size limit exceeded", "Virtual timer expired", "Profiling timer expired", "Window changed", "I/O possible", "Power failure", "Bad system call",
}

// signalText is strsignal(3); None for a number that libc has for itself.
func signalText(h *object.Heap, n int) object.Value {
	const realTime = 34
	switch {
	case n < len(signalTexts):
		return h.NewStr(signalTexts[n])
	case n < realTime:
		return object.None
	}
	return h.NewStr(fmt.Sprintf("Real-time signal %d", n-realTime))
}
