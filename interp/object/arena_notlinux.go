//go:build unix && !linux

package object

const mapNoReserve = 0
