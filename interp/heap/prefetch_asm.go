//go:build amd64 || arm64

package heap

// prefetch asks the processor for the cache lines at offsets from base. Nobody waits for
// them, and an address without memory is no fault.
//
//go:noescape
func prefetch(base uintptr, at *[batch]uintptr)
