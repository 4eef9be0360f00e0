//go:build !linux

// Package semaphore has semaphores that processes share by their names: only on Linux.
package semaphore
