//go:build !arenacheck

package heap

// checked builds test each access to an object by Go code (checked.go).
const checked = false

func (h *Heap) access(v Value, off, n uintptr) {}
