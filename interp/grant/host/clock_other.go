//go:build !linux

package host

import "time"

var processStart = time.Now()

// monotonic returns a clock that never goes back, from start on.
func monotonic(start time.Time) int64 { return int64(time.Since(start)) }

// processTime returns the time since the process began: the closest that every
// system has to the CPU time it has used.
func processTime() int64 { return int64(time.Since(processStart)) }
