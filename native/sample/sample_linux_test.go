//go:build linux && amd64

package sample_test

import (
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"

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

// A function that spins is where most samples are, called by its caller; the
// word is copied; the process's signals are as they were afterwards.
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
	caller(&word, time.Now().Add(100*time.Millisecond))
	p, err := s.Stop()
	if err != nil {
		t.Fatal(err)
	}
	in, called, odd := 0, 0, 0
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
		}
		odd += int(p.Samples[i].Word & 1)
	}
	n := len(p.Samples)
	if n < 20 || in < n/2 || called < in*9/10 || odd != n {
		t.Errorf("%d samples: %d in the function, %d of them with its callers, %d with the word", n, in, called, odd)
	}
	if p.CPU <= 0 || p.Wall < 100*time.Millisecond || p.Dropped != 0 {
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
		caller(&word, time.Now().Add(20*time.Millisecond))
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
	for end := time.Now().Add(200 * time.Millisecond); time.Now().Before(end); {
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
