// Package sample samples a thread: every so often, where it executes, which
// functions have called that, and two words that a virtual machine keeps up to
// date.
//
// Go's own CPU profiler cannot do that. Where the program counter lies outside of
// Go's text, runtime.sigprof has no function to begin with and books the sample as
// runtime._ExternalCode: the address is lost, and with it the executor and the
// line of the guest. So this package has a signal handler of its own, 50
// instructions of assembly that call nothing: it copies the interrupted program
// counter, walks the frame pointers of the goroutine's stack (machine code leaves
// RBP alone, so the chain goes through it), and returns. A timer of the thread sends
// SIGPROF; while a Sampler runs, Go's profiler gets none.
//
//	runtime.LockOSThread()
//	s, err := sample.Start(sample.Options{Word: &vm.ip, Stack: activations})
//	work()
//	profile, err := s.Stop()
//
// What is interrupted on another stack than the goroutine's (the Go runtime's own
// work) has a program counter and no callers.
//
// The package knows Go's stacks and the activations of package native; it must not
// know what the code is, nor any guest. It works on linux/amd64; elsewhere Start
// returns ErrUnsupported.
package sample

import (
	"errors"
	"time"

	"github.com/tier2go/tier2/native"
)

// DefaultPeriod is the time between samples where Options has none.
const DefaultPeriod = 500 * time.Microsecond

// Options say what to sample.
type Options struct {
	// Period is the time between samples, of the clock on the wall; 0:
	// DefaultPeriod. It is at least 50 µs.
	Period time.Duration
	// Word, if not nil, is copied into each sample: where an interpreter is. It
	// must stay where it is.
	Word *uintptr
	// Stack, if not nil, is where machine code has its activations: a sample has
	// the Resume address of the innermost one.
	Stack *native.Stack
	// Limit is how many samples are kept; 0: 1<<17. Those behind it are counted.
	Limit int
}

// Sample is the state of the thread at one moment.
type Sample struct {
	PC     uintptr // what was about to be executed
	Word   uintptr // *Options.Word
	Resume uintptr // native.Activation.Resume of the innermost activation: where its last call of a helper returns to
	// Link is the register that has the address which a routine returns to (package lower): it
	// says that only where PC is in a routine, and until the routine uses the register for
	// something else.
	Link uintptr
	// Stack are the return addresses of the callers, innermost first, at most
	// MaxStack of them. It is valid until the profile is no longer used.
	Stack []uintptr
}

// MaxStack bounds Sample.Stack.
const MaxStack = 59

// Profile is what a Sampler has seen.
type Profile struct {
	Samples []Sample
	Dropped uint64        // samples beyond Options.Limit
	Period  time.Duration // between samples
	CPU     time.Duration // of the thread, between Start and Stop
	Wall    time.Duration
}

// The errors of Start.
var (
	ErrUnsupported = errors.New("sample: threads are sampled on linux/amd64 only")
	ErrRunning     = errors.New("sample: a sampler is running")
	ErrPeriod      = errors.New("sample: the period is below 50µs")
)
