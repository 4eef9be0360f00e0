package main

import (
	"os"
	"os/signal"
	"sync/atomic"
	"time"

	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/grant"
	"github.com/tier2go/tier2/interp/grant/host"
)

// An interrupt that comes again within killWithin ends the process, unless it is
// the same one, delivered to the process and to its group: within sameInterrupt.
const (
	killWithin    = 2 * time.Second
	sameInterrupt = 100 * time.Millisecond
)

// interrupts are the signals of the process, with what Ctrl-C does: it interrupts the program, and the second one soon
// after the first ends the process, unless the program has a handler of its own.
type interrupts struct {
	grant.Signals // of all others; nil: the system has none for us
	ch            chan os.Signal
	own           atomic.Bool // the program handles it
}

const sigInt = 2

func newInterrupts() *interrupts {
	return &interrupts{Signals: host.Signals(), ch: make(chan os.Signal, 1)}
}

// Handle implements grant.Signals: f is what VM.Interrupt does.
func (i *interrupts) Handle(number int, f func()) error {
	if number != sigInt {
		return i.Signals.Handle(number, f)
	}
	i.own.Store(true)
	signal.Notify(i.ch, os.Interrupt)
	return nil
}

// Restore implements grant.Signals.
func (i *interrupts) Restore(number int) {
	if number != sigInt {
		i.Signals.Restore(number)
		return
	}
	i.own.Store(false)
	signal.Notify(i.ch, os.Interrupt)
}

// interruptible makes Ctrl-C interrupt the program until stop is called. A second one soon after the first ends the
// process: the program may be where it cannot be interrupted.
func (i *interrupts) interruptible(vm *interp.VM) (stop func()) {
	signal.Notify(i.ch, os.Interrupt)
	done := make(chan struct{})
	go func() {
		var last time.Time
		for {
			select {
			case <-i.ch:
			case <-done:
				return
			}
			now := time.Now()
			switch since := now.Sub(last); {
			case i.own.Load():
			case since < sameInterrupt:
				continue
			case since < killWithin:
				os.Exit(statusInterrupted)
			}
			last = now
			vm.Interrupt()
		}
	}()
	return func() { signal.Stop(i.ch); close(done) }
}
