package main

import (
	"encoding/binary"
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// openMisses counts the branches of this thread outside of the kernel that the processor predicts
// wrongly. The error says why they are not counted: a virtual machine often has no such counter.
func openMisses() (*misses, error) {
	attr := unix.PerfEventAttr{Type: unix.PERF_TYPE_HARDWARE, Config: unix.PERF_COUNT_HW_BRANCH_MISSES,
		Size: uint32(unsafe.Sizeof(unix.PerfEventAttr{})), Bits: unix.PerfBitExcludeKernel | unix.PerfBitExcludeHv}
	fd, err := unix.PerfEventOpen(&attr, 0, -1, -1, unix.PERF_FLAG_FD_CLOEXEC)
	if err != nil {
		return nil, fmt.Errorf("perf_event_open: %w", err)
	}
	return &misses{fd}, nil
}

// misses is an open counter.
type misses struct{ fd int }

// read returns what has been counted so far; without a counter, 0.
func (m *misses) read() (uint64, error) {
	if m == nil {
		return 0, nil
	}
	var b [8]byte
	if n, err := unix.Read(m.fd, b[:]); err != nil || n != len(b) {
		return 0, fmt.Errorf("reading the counter of branch misses: %d bytes: %w", n, err)
	}
	return binary.NativeEndian.Uint64(b[:]), nil
}

// close gives the counter back.
func (m *misses) close() error {
	if m == nil {
		return nil
	}
	return unix.Close(m.fd)
}
