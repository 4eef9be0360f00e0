//go:build unix && !linux

package heap

const mapNoReserve = 0

// advise does nothing: this port knows of no huge pages.
func advise([]byte) {}
