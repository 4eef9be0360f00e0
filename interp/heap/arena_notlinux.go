//go:build unix && !linux

package heap

const mapNoReserve = 0

// advise does nothing: this port knows of no huge pages.
func advise([]byte) {}

// keepsArenas reports that closed heaps keep nothing: on this port no advice is known that makes pages zeros.
func keepsArenas() bool { return false }

func wipe([]byte) bool { return false }
