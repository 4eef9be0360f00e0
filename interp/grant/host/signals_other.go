//go:build !linux

package host

import "github.com/tier2go/tier2/interp/grant"

// Signals is nil where the system is not linux.
func Signals() grant.Signals { return nil }
