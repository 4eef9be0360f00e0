package host

import (
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"github.com/tier2go/tier2/interp/grant"
)

// Signals are the signals of the process. Go's runtime keeps SIGURG and SIGPROF, and ends the process in a way of its own
// where a signal of a fault comes. Ignore, Default and Restore take a signal from all channels of os/signal.
func Signals() grant.Signals {
	return &signals{handled: map[int]chan os.Signal{}, ignored: map[int]bool{}}
}

type signals struct {
	mu      sync.Mutex
	handled map[int]chan os.Signal
	ignored map[int]bool // whether those that have been set were ignored before
}

// own are the signals that Go's runtime sends, or prints stacks for.
var own = map[syscall.Signal]bool{
	syscall.SIGURG: true, syscall.SIGPROF: true, syscall.SIGQUIT: true, syscall.SIGILL: true, syscall.SIGTRAP: true, syscall.SIGABRT: true,
	syscall.SIGBUS: true, syscall.SIGFPE: true, syscall.SIGSEGV: true, syscall.SIGSTKFLT: true, syscall.SIGSYS: true,
}

// checked returns the signal of a number: EINVAL if no process may set what it does.
func checked(number int) (syscall.Signal, error) {
	s := syscall.Signal(number)
	if s == syscall.SIGKILL || s == syscall.SIGSTOP || number == 32 || number == 33 { // the last two are libc's
		return s, syscall.EINVAL
	}
	return s, nil
}

// Handle implements grant.Signals.
func (s *signals) Handle(number int, f func()) error {
	sig, err := checked(number)
	if err != nil {
		return err
	}
	if sig == syscall.SIGURG || sig == syscall.SIGPROF {
		return grant.ErrSignal
	}
	s.forget(number)
	ch := make(chan os.Signal, 1)
	s.mu.Lock()
	s.handled[number] = ch
	s.mu.Unlock()
	signal.Notify(ch, sig)
	go func() {
		for range ch {
			f()
		}
	}()
	return nil
}

// forget ends what Handle has begun, and notes what was there before it all.
func (s *signals) forget(number int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, set := s.ignored[number]; !set {
		s.ignored[number] = signal.Ignored(syscall.Signal(number))
	}
	if ch := s.handled[number]; ch != nil {
		signal.Stop(ch) // nothing is sent from here on
		close(ch)
		delete(s.handled, number)
	}
}

// Ignore implements grant.Signals.
func (s *signals) Ignore(number int) error {
	sig, err := checked(number)
	if err != nil {
		return err
	}
	s.forget(number)
	signal.Ignore(sig)
	return nil
}

// Default implements grant.Signals.
func (s *signals) Default(number int) error {
	sig, err := checked(number)
	if err != nil {
		return err
	}
	s.forget(number)
	signal.Reset(sig)
	return nil
}

// Restore implements grant.Signals.
func (s *signals) Restore(number int) {
	if _, err := checked(number); err != nil {
		return
	}
	s.forget(number)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ignored[number] {
		signal.Ignore(syscall.Signal(number))
	} else {
		signal.Reset(syscall.Signal(number))
	}
	delete(s.ignored, number)
}

// Raise implements grant.Signals. It returns when the signal has been sent, which mostly ends the process.
func (s *signals) Raise(number int) error {
	if own[syscall.Signal(number)] {
		return grant.ErrSignal
	}
	return syscall.Kill(syscall.Getpid(), syscall.Signal(number))
}

// After implements grant.Signals.
func (s *signals) After(d time.Duration, f func()) (stop func()) {
	t := time.AfterFunc(d, f)
	return func() { t.Stop() }
}
