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

// clock reads one of the system's clocks in nanoseconds.
func clock(id uintptr) (int64, bool) {
	var ts syscall.Timespec
	_, _, errno := syscall.Syscall(syscall.SYS_CLOCK_GETTIME, id, uintptr(unsafe.Pointer(&ts)), 0)
	return ts.Nano(), errno == 0
}

// monotonic returns a clock that never goes back; start is when it began, where
// the system has no such clock.
func monotonic(start time.Time) int64 {
	if t, ok := clock(clockMonotonic); ok {
		return t
	}
	return int64(time.Since(start))
}

// processTime returns the CPU time that this process has used.
func processTime() int64 {
	t, _ := clock(clockProcess)
	return t
}
