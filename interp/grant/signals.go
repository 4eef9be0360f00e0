package grant

import (
	"errors"
	"time"
)

// Signals are the signals of the process: what comes, and what it does where a program handles it otherwise. Numbers are
// the system's, from 1 to 64.
type Signals interface {
	// Handle lets f be called, on any goroutine, when the signal comes.
	Handle(number int, f func()) error
	// Ignore lets the signal do nothing, Default what it does to a process that handles none.
	Ignore(number int) error
	Default(number int) error
	// Restore takes back what the other methods have set of the signal.
	Restore(number int)
	// Raise sends the signal to the process.
	Raise(number int) error
	// After calls f, on any goroutine, when the time is over, until stop is called.
	After(d time.Duration, f func()) (stop func())
}

// ErrSignal is the error for a signal that the process needs for itself.
var ErrSignal = errors.New("grant: the process needs that signal for itself")
