//go:build !amd64 && !arm64

package heap

// ScansGoStack: this port cannot read the goroutine's own stack, and does not collect.
const ScansGoStack = false

func copyGoStack([]uint64) []uint64 { return nil }

// GoStackUsed returns 0: this port cannot tell.
func GoStackUsed() uintptr { return 0 }

// ClearGoStack does nothing: this port does not look at the stack.
func ClearGoStack() {}
