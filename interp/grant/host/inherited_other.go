//go:build !linux

package host

import "github.com/tier2go/tier2/interp/grant"

// Inherited are the files that the process was started with: none, but on Linux.
func Inherited() map[int]grant.File { return nil }
