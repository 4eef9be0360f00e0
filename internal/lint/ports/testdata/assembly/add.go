// Package assembly has assembly for one machine that does not fit its declaration.
package assembly

func add(a, b int64) int64
