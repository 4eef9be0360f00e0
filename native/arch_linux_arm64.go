package native

import (
	"sync"

	"golang.org/x/sys/unix"
)

// nearFlag is amd64's; here the system chooses addresses.
const nearFlag = 0

// cacheFlush cleans the data cache over n bytes at rw to the point of
// unification and invalidates the instruction cache over n bytes at rx, in all
// processors of the inner shareable domain; n > 0.
//
//go:noescape
func cacheFlush(rw, rx *byte, n uintptr)

// Commands of membarrier(2) (linux/membarrier.h).
const (
	membarrierSyncCore         = 1 << 5
	membarrierRegisterSyncCore = 1 << 6
)

// haveSyncCore registers the process for membarrier's core synchronization.
var haveSyncCore = sync.OnceValue(func() bool {
	_, _, errno := unix.Syscall(unix.SYS_MEMBARRIER, membarrierRegisterSyncCore, 0, 0)
	return errno == 0
})

// flush makes code that was written at rw fit to run at rx. What cacheFlush
// cannot do is discard what other processors have fetched already, from a
// chunk that was freed and is used again: membarrier makes each thread of the
// process synchronize its processor before it goes on. Kernels without it
// (before 4.16) and emulators leave that to the next context switch.
func flush(rw, rx []byte, fault Fault) error {
	cacheFlush(&rw[0], &rx[0], uintptr(len(rw)))
	if haveSyncCore() {
		if err := fault.check(OpFlush, len(rw)); err != nil {
			return err
		}
		if _, _, errno := unix.Syscall(unix.SYS_MEMBARRIER, membarrierSyncCore, 0, 0); errno != 0 {
			return &Error{OpFlush, len(rw), errno}
		}
	}
	return nil
}
