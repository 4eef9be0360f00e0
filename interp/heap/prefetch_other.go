//go:build !amd64 && !arm64

package heap

// prefetch does nothing: this port does not collect.
func prefetch(uintptr, *[batch]uintptr) {}
