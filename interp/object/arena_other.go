//go:build !unix

package object

// reserve returns size bytes of zeroed memory. The Go heap serves where there
// is no mmap: a large pointer-free allocation never moves and is committed
// lazily by the system.
func reserve(size uintptr) ([]byte, error) { return make([]byte, size), nil }

func release([]byte) error { return nil }
