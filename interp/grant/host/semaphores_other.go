//go:build !linux

package host

import "github.com/tier2go/tier2/interp/grant"

// Semaphores are those that the processes of the system share: only Linux has them here.
func Semaphores() grant.Semaphores { return nil }
