package lib

import "github.com/tier2go/tier2/interp/object"

// The module _signal, as far as Lib/signal.py and those that import it need it: the numbers,
// and what handles a signal when a program begins. The host decides what interrupts a
// program (the VM's Interrupt raises KeyboardInterrupt), so that setting another handler is
// unsupported.

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
	signals = 65 // one more than the greatest number
	sigInt  = 2
	sigPipe = 13
	sigXFSZ = 25
)

// newSignal makes the module _signal.
func (l *Lib) newSignal() (object.Value, error) {
	h, m := l.h, l.newModule("_signal")
	for _, c := range signalConstants {
		m.set(c.name, object.SmallInt(c.n))
	}
	m.set("ItimerError", h.Type(object.OSErrorType).Object)
	m.functions([]object.Builtin{{Name: "default_int_handler", Arity: object.Fast, Min: 2, Max: 2, Fn: func(h *object.Heap, _ object.Value, _ []object.Value) (object.Value, error) {
		return object.Null, h.RaiseWith(object.KeyboardInterruptType)
	}}})
	interrupt := h.DictGetStr(m.d, h.Intern("default_int_handler")) // a builtin, which lives on
	m.functions([]object.Builtin{
		{Name: "getsignal", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			return signalHandler(h, a[0], interrupt)
		}},
		{Name: "signal", Arity: object.Fast, Min: 2, Max: 2, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			now, err := signalHandler(h, a[0], interrupt)
			switch f := a[1]; {
			case err != nil || f == now:
				return now, err
			case f == object.SmallInt(0), f == object.SmallInt(1), h.TypeOf(f).Call != nil:
				// As in a thread that is not the main one: asyncio.run goes on without.
				return object.Null, h.UnsupportedAs(object.ValueErrorType, "handler of a signal")
			}
			return object.Null, h.Raise(object.TypeErrorType, "signal handler must be signal.SIG_IGN, signal.SIG_DFL, or a callable object")
		}},
	})
	return m.v, nil
}

// signalHandler returns what handles a signal: as in CPython, SIGINT raises
// KeyboardInterrupt, and SIGPIPE and SIGXFSZ are ignored.
func signalHandler(h *object.Heap, number, interrupt object.Value) (object.Value, error) {
	switch n, err := h.CInt(number); {
	case err != nil:
		return object.Null, err
	case n < 1 || n >= signals:
		return object.Null, h.Raise(object.ValueErrorType, "signal number out of range")
	case n == sigInt:
		return interrupt, nil
	case n == sigPipe || n == sigXFSZ:
		return object.SmallInt(1), nil
	}
	return object.SmallInt(0), nil
}
