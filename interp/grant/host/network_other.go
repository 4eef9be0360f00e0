//go:build !linux

package host

import "github.com/tier2go/tier2/interp/grant"

// Network is the system's network. Off linux there is none.
func Network() grant.Network { return nil }
