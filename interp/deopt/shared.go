package deopt

import (
	"sync"
	"time"

	"github.com/tier2go/tier2/interp/grant"
)

// What VMs read of the host and what differs each time that it is read, clocks and random bytes, is read once: the VM that comes second
// gets what the first one got.

// Grants returns what the VM whose exits are forced and the reference are granted.
func (c *Proof) Grants(g grant.Grants) (forced, reference grant.Grants) {
	forced, reference = g, g
	if g.Clock != nil {
		s := &sharedClock{from: g.Clock}
		forced.Clock, reference.Clock = &clock{s, 0}, &clock{s, 1}
	}
	if g.Random != nil {
		in := &input{from: g.Random}
		forced.Random, reference.Random = &cursor{in: in}, &cursor{in: in}
	}
	return forced, reference
}

// readings are those of one of the two VMs that the other one has not made yet.
type readings[T any] struct {
	ahead int // the VM
	list  []T
}

// next returns the next reading of a VM; first says that no other has made it.
func (r *readings[T]) next(vm int, read func() T) (x T, first bool) {
	if len(r.list) > 0 && r.ahead != vm {
		x, r.list = r.list[0], r.list[1:]
		return x, false
	}
	x = read()
	r.ahead, r.list = vm, append(r.list, x)
	return x, true
}

// sharedClock is the clock of both VMs.
type sharedClock struct {
	mu             sync.Mutex // threads of a VM wait outside of it
	from           grant.Clock
	now            readings[time.Time]
	monotonic, cpu readings[int64]
	slept          readings[struct{}]
}

// clock is what one of them has of it.
type clock struct {
	*sharedClock
	vm int
}

// Now implements grant.Clock.
func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	t, _ := c.now.next(c.vm, c.from.Now)
	return t
}

// Monotonic implements grant.Clock.
func (c *clock) Monotonic() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	n, _ := c.monotonic.next(c.vm, c.from.Monotonic)
	return n
}

// CPU implements grant.Clock.
func (c *clock) CPU() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	n, _ := c.cpu.next(c.vm, c.from.CPU)
	return n
}

// Sleep implements grant.Clock: the VM that comes first waits.
func (c *clock) Sleep(d time.Duration) {
	c.mu.Lock()
	_, first := c.slept.next(c.vm, func() (x struct{}) { return x })
	c.mu.Unlock()
	if first {
		c.from.Sleep(d)
	}
}
