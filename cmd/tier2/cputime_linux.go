package main

import (
	"syscall"
	"time"
)

// rusageThread asks getrusage(2) for the thread's own times; package syscall does not
// have it.
const rusageThread = 1

// cpuTime returns what the thread has used so far: what else the machine does is not in
// it. The goroutine must be locked to its thread.
func cpuTime() (time.Duration, error) {
	var u syscall.Rusage
	err := syscall.Getrusage(rusageThread, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), err
}
