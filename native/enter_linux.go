//go:build amd64 || arm64

package native

import (
	"sync"

	"golang.org/x/sys/unix"
)

// enter is the trampoline: it runs machine code in an activation, calls leave
// for it, and returns when it has left for good.
func enter(s *Stack, act *Activation, entry uintptr) (status Status)

// callCode calls machine code that uses only EAX (W0) and returns that.
func callCode(entry uintptr) uint32

// guard returns the stack bounds and the stack guard of the goroutine, from
// the words of g at 0, 8 and PollOffset, and an address of the stack.
func guard() (lo, hi, guard, sp uintptr)

// leave calls a helper for machine code. The trampoline calls it from its own
// frame. Its prologue, like any, is where the goroutine yields after a poll.
func leave(s *Stack, act *Activation) bool {
	resume := s.helper(act, act.Helper)
	if s.attention.Load() {
		askPoll() // last: any other call would answer it
	}
	return resume
}

// askPoll makes the next poll, or the next Go function's prologue, find what the
// runtime puts into the goroutine's stack guard to stop it (pollAsked).
func askPoll()

// maxGuard is how far above the low end of a stack the guard may lie to be
// believed; it is 928 bytes in Go 1.26, and more under the race detector.
const maxGuard = 16 << 10

// supported checks that the words of g are what polls take them for.
var supported = sync.OnceValue(func() bool {
	lo, hi, guard, sp := guard()
	sentinel := guard > ^uintptr(-PollLimit-1)
	return lo < sp && sp < hi && (sentinel || lo < guard && guard <= lo+maxGuard)
})

// mapData maps size bytes of zeroed memory outside the Go heap, for reading
// and writing, committed as they are touched.
func mapData(size int, near bool, fault Fault) ([]byte, error) {
	flags := unix.MAP_PRIVATE | unix.MAP_ANON
	if near {
		flags |= nearFlag
	}
	return mapping(-1, size, unix.PROT_READ|unix.PROT_WRITE, flags, fault)
}

func unmapData(mem []byte, fault Fault) error { return unmap(mem, fault) }
