package grant

import "time"

// Semaphores are semaphores that processes share by their names, which begin with a slash. Errors wrap a syscall.Errno.
type Semaphores interface {
	// Create makes one. EEXIST: there is one of that name.
	Create(name string, value uint32) (Semaphore, error)
	// Open opens one. ENOENT: there is none of that name.
	Open(name string) (Semaphore, error)
	// Unlink takes the name from one. Who has it still has it.
	Unlink(name string) error
}

// Semaphore is one. Its methods are called by any goroutine.
type Semaphore interface {
	// Take takes it within d, at once if that is 0. It reports whether it has.
	Take(d time.Duration) (bool, error)
	// Give gives it back. EOVERFLOW: it is at its largest value.
	Give() error
	// Value is how often it can be taken.
	Value() (int, error)
	// Close lets go of it.
	Close() error
}
