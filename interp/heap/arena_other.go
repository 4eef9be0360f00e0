//go:build !unix

package heap

// mapArena returns size bytes of zeroed memory. The Go heap serves where there
// is no mmap: a large pointer-free allocation never moves and is committed
// lazily by the system.
func mapArena(size uintptr) ([]byte, error) { return make([]byte, size), nil }

func unmapArena([]byte) error { return nil }

// advise does nothing: this port knows of no huge pages.
func advise([]byte) {}

// keepsArenas reports that closed heaps keep nothing: on this port no advice is known that makes pages zeros.
func keepsArenas() bool { return false }

func wipe([]byte) bool { return false }
