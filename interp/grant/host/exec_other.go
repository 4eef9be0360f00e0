//go:build !linux

package host

import "github.com/tier2go/tier2/interp/grant"

// Exec starts processes of the system. Off linux there is none.
func Exec() grant.Exec { return nil }
