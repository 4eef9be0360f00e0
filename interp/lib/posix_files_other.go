//go:build !linux

package lib

import "github.com/tier2go/tier2/interp/object"

// posixFiles are the functions for files: none but those for all systems.
func (l *Lib) posixFiles(*structType) []object.Builtin { return nil }
