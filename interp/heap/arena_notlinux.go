//go:build unix && !linux

package heap

const mapNoReserve = 0
