// Package sampling finds out where a VM spends its time.
//
// A signal handler of the library's (native/sample) takes the samples: program counters, the stack of Go functions, and
// the address of tier 1's instruction. The package says for each sample what the VM did and at which instruction of the
// Python program. There are three sources:
//
//   - The program counter lies in an executor's code: the map of the executor (exitdata.Map) names the micro-op, and
//     project.Places the instruction. A routine is charged to the executor that has called it.
//   - The stack has a Go function that stands for an activity ([Functions]): the loop of tier 1, a helper, the optimizer.
//   - Neither: the Go runtime works on a stack of its own.
//
// The package knows a virtual machine as [VM]. interp.VM.Sample begins a sampling.
package sampling

import (
	"cmp"
	"iter"
	"runtime"
	"slices"
	"time"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp/project"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/native"
	"github.com/tier2go/tier2/native/sample"
)

// VM is what a sampling reads of a virtual machine. It is asked at the start and at the end.
type VM interface {
	// IP returns the word that holds the address of the instruction that tier 1 executes.
	IP() *uintptr
	// Table returns the table of executors, nil if there is none.
	Table() *exitdata.Table
	// Executors returns all that are alive.
	Executors() []*exitdata.Executor
	// Places returns where each micro-op of an executor's trace comes from.
	Places(ex *exitdata.Executor) []project.At
	// Units yields each code that is loaded, with its units as tier 1 executes them.
	Units() iter.Seq2[*pycode.Code, []uint16]
}

// Activity says what a VM was doing at a sample.
type Activity uint8

// The activities.
const (
	Interpreting Activity = iota // tier 1, and what its instructions call
	Running                      // machine code
	Helping                      // a Go function that machine code has called
	Crossing                     // into machine code and out of it: entering, leaving, rebuilding frames
	Compiling                    // asking the optimizer
	Collecting                   // the VM's collector, whoever called for it
	Elsewhere                    // the Go runtime on a stack of its own, and what is no guest code
	NumActivities
)

var activityNames = [NumActivities]string{"tier 1", "tier 2", "helper", "crossing", "compiling", "collecting", "elsewhere"}

// String returns the activity's name.
func (a Activity) String() string { return activityNames[a] }

// Spot is a place in the program with what the VM did there.
type Spot struct {
	Activity   Activity
	project.At                    // Running, Helping: of the micro-op; otherwise of tier 1's instruction
	Executor   *exitdata.Executor // Running, Helping; nil if it is gone
	Uop        int                // of its trace; −1: none
	Op         string             // Helping: the operation of the IR that has called; Running: the routine that runs
	Func       string             // the Go function that does the guest's work: "interp/object.(*Heap).StrLower"
	Stack      []string           // Go functions below that, innermost first, up to the VM's loop or helper
	Samples    int
}

// Sampled is what a sampling has found.
type Sampled struct {
	Spots   []Spot // those with most samples first
	Samples int    // in all spots: those in which the thread was not waiting
	Waiting int    // those in which it was, in the Go scheduler
	Dropped uint64
	Period  time.Duration
	CPU     time.Duration // of the VM's thread
	// Code has, for each executor with machine code, the samples by offset of its code.
	Code map[*exitdata.Executor]map[int]int
}

// Time returns the CPU time that a number of samples stands for.
func (s *Sampled) Time(samples int) time.Duration {
	if s.Samples == 0 {
		return 0
	}
	return time.Duration(float64(s.CPU) * float64(samples) / float64(s.Samples))
}

// Sampling is a sampling that goes on.
type Sampling struct {
	vm VM
	s  *sample.Sampler
}

// ErrUnsupported is Start's error where threads are not sampled: elsewhere than on linux/amd64.
var ErrUnsupported = sample.ErrUnsupported

// Start begins to sample, with a period of 0 for the default. The goroutine that runs the VM calls it, and Stop; it is
// locked to its thread in between. What executors do has places only if they have maps (tier2.Options.Map). The errors
// are those of package sample.
func Start(vm VM, period time.Duration) (*Sampling, error) {
	runtime.LockOSThread()
	var stack *native.Stack
	if table := vm.Table(); table != nil {
		stack = table.Stack()
	}
	s, err := sample.Start(sample.Options{Period: period, Word: vm.IP(), Stack: stack})
	if err != nil {
		runtime.UnlockOSThread()
		return nil, err
	}
	return &Sampling{vm, s}, nil
}

// Stop ends the sampling and says where the time went. There are no samples if it
// was shorter than the period.
func (s *Sampling) Stop() (*Sampled, error) {
	p, err := s.s.Stop()
	runtime.UnlockOSThread()
	if err != nil {
		return nil, err
	}
	l := newLocator(s.vm)
	for i := range p.Samples {
		l.add(&p.Samples[i])
	}
	out := &Sampled{Spots: l.spots, Samples: len(p.Samples) - l.waiting, Waiting: l.waiting, Dropped: p.Dropped, Period: p.Period, CPU: p.CPU, Code: l.code}
	slices.SortStableFunc(out.Spots, func(a, b Spot) int { return cmp.Compare(b.Samples, a.Samples) })
	return out, nil
}
