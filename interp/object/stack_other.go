//go:build !amd64 && !arm64

package object

// haveGoStack: this port cannot read the goroutine's own stack, and collects at
// safepoints only.
const haveGoStack = false

func copyGoStack([]uint64) []uint64 { return nil }
