package host

import (
	"syscall"
	"time"
	"unsafe"
)

const (
	clockMonotonic = 1
	clockProcess   = 2 // CPU time of the process
)

// clock reads one of the system's clocks in nanoseconds, by a system call.
func clock(id uintptr) (int64, bool) {
	var ts syscall.Timespec
	_, _, errno := syscall.Syscall(syscall.SYS_CLOCK_GETTIME, id, uintptr(unsafe.Pointer(&ts)), 0)
	return ts.Nano(), errno == 0
}

// newClocks reads the system's monotonic clock once. Go reads the same clock without a
// system call, and says how long ago start was.
func newClocks() clocks {
	at, _ := clock(clockMonotonic)
	return clocks{start: time.Now(), at: at}
}

// processTime returns the CPU time that this process has used.
func processTime() int64 {
	t, _ := clock(clockProcess)
	return t
}
