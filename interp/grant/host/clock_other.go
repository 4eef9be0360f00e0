//go:build !linux

package host

import "time"

var processStart = time.Now()

// newClocks begins a clock at 0.
func newClocks() clocks { return clocks{start: time.Now()} }

// processTime returns the time since the process began: the closest that every
// system has to the CPU time it has used.
func processTime() int64 { return int64(time.Since(processStart)) }
