//go:build !arenacheck

package heap

// Checked builds test each access to an object by Go code (checked.go).
const Checked = false

func (h *Heap) access(v Value, off, n uintptr) {}
