package host

import (
	"github.com/tier2go/tier2/interp/grant"
	"github.com/tier2go/tier2/interp/grant/host/semaphore"
)

// Semaphores are those that the processes of the system share.
func Semaphores() grant.Semaphores { return semaphores{} }

type semaphores struct{}

// Create implements grant.Semaphores.
func (semaphores) Create(name string, value uint32) (grant.Semaphore, error) {
	return opened(semaphore.Create(name, value))
}

// Open implements grant.Semaphores.
func (semaphores) Open(name string) (grant.Semaphore, error) { return opened(semaphore.Open(name)) }

// Unlink implements grant.Semaphores.
func (semaphores) Unlink(name string) error { return semaphore.Unlink(name) }

func opened(s *semaphore.Semaphore, err error) (grant.Semaphore, error) {
	if err != nil {
		return nil, err
	}
	return s, nil
}
