//go:build !linux

package heap

// advise does nothing: this port knows of no huge pages.
func advise([]byte) {}
