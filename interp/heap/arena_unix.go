//go:build unix

package heap

import "syscall"

// mapArena returns size bytes of zeroed memory outside the Go heap, page
// aligned, that the kernel commits page by page as they are touched.
func mapArena(size uintptr) ([]byte, error) {
	return syscall.Mmap(-1, 0, int(size), syscall.PROT_READ|syscall.PROT_WRITE,
		syscall.MAP_ANON|syscall.MAP_PRIVATE|mapNoReserve)
}

func unmapArena(b []byte) error { return syscall.Munmap(b) }
