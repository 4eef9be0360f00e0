//go:build linux && amd64

package sample_test

import (
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/tier2go/tier2/native/sample"
)

var sink uint64

//go:noinline
//go:norace
func spin(word *uintptr, until time.Time) {
	for time.Now().Before(until) {
		*word += 2
		for i := range uint64(1000) {
			sink = sink*31 + i
		}
	}
}

//go:noinline
func caller(word *uintptr, until time.Time) int {
	spin(word, until)
	return 1
}

// busy calls caller until the thread has run for so long, which on a busy machine
// takes a multiple of that.
func busy(t *testing.T, word *uintptr, d time.Duration) {
	t.Helper()
	for end := used(t) + d; used(t) < end; {
		caller(word, time.Now().Add(d/10))
	}
}

// used returns the CPU time of the thread.
func used(t *testing.T) time.Duration {
	t.Helper()
	var ts unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &ts); err != nil {
		t.Fatal(err)
	}
	return time.Duration(ts.Nano())
}

// A function that spins is where most samples are, called by its caller, but for those
// of a thread that waits for its turn; the word is copied; the process's signals are as
// they were afterwards.
func TestSamples(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	word := uintptr(1)
	s, err := sample.Start(sample.Options{Word: &word})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := sample.Start(sample.Options{}); !errors.Is(err, sample.ErrRunning) {
		t.Errorf("a second sampler: %v", err)
	}
	busy(t, &word, 100*time.Millisecond)
	p, err := s.Stop()
	if err != nil {
		t.Fatal(err)
	}
	in, called, odd, waits := 0, 0, 0, 0
	for i := range p.Samples {
		pcs := append([]uintptr{p.Samples[i].PC + 1}, p.Samples[i].Stack...)
		var names []string
		for frames := runtime.CallersFrames(pcs); ; {
			f, more := frames.Next()
			names = append(names, f.Function)
			if !more {
				break
			}
		}
		all := strings.Join(names, " ")
		if strings.Contains(all, "sample_test.spin") {
			in++
			if strings.Contains(all, "sample_test.caller") && strings.Contains(all, "testing.tRunner") {
				called++
			}
		} else if strings.Contains(all, "runtime.schedule") {
			waits++
		}
		odd += int(p.Samples[i].Word & 1)
	}
	n := len(p.Samples)
	if n < 20 || in < (n-waits)/2 || called < in*9/10 || odd != n {
		t.Errorf("%d samples: %d in the function, %d of them with its callers, %d of a thread that waits, %d with the word", n, in, called, waits, odd)
	}
	if p.CPU < 100*time.Millisecond || p.Wall < 100*time.Millisecond || p.Dropped != 0 {
		t.Errorf("%v of CPU, %v, %d dropped", p.CPU, p.Wall, p.Dropped)
	}
}

// Samples beyond the limit are counted, and samplers follow on each other.
func TestLimit(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for range 3 {
		s, err := sample.Start(sample.Options{Limit: 4, Period: 200 * time.Microsecond})
		if err != nil {
			t.Fatal(err)
		}
		var word uintptr
		busy(t, &word, 20*time.Millisecond)
		p, err := s.Stop()
		if err != nil {
			t.Fatal(err)
		}
		if len(p.Samples) != 4 || p.Dropped == 0 {
			t.Errorf("%d samples, %d dropped", len(p.Samples), p.Dropped)
		}
	}
	if _, err := sample.Start(sample.Options{Period: time.Microsecond}); !errors.Is(err, sample.ErrPeriod) {
		t.Errorf("1µs: %v", err)
	}
}

// A sampled thread may do all that Go does: collect, grow stacks, sleep, switch.
func TestBusyRuntime(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	s, err := sample.Start(sample.Options{Period: 50 * time.Microsecond})
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan int)
	var grow func(int) int
	grow = func(n int) int {
		var pad [64]int
		pad[n%64] = n
		if n == 0 {
			return pad[0]
		}
		return grow(n-1) + pad[(n+1)%64]
	}
	keep := [][]byte{}
	// It is asleep most of the time, so that it is not sampled as often.
	for end := used(t) + 50*time.Millisecond; used(t) < end; {
		go func() { done <- grow(3000) }()
		grow(3000)
		for range 100 {
			keep = append(keep, make([]byte, 1000))
		}
		if len(keep) > 10000 {
			keep = nil
			runtime.GC()
		}
		time.Sleep(time.Microsecond)
		<-done
	}
	p, err := s.Stop()
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Samples) < 100 {
		t.Errorf("%d samples", len(p.Samples))
	}
}
