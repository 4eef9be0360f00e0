//go:build !linux

package host

import "syscall"

// limit is grant.Process.Limit: the numbers of resources are Linux's.
func limit(int) (soft, hard int64, err error) { return 0, 0, syscall.ENOSYS }

// names is grant.Process.Names, which only Linux has here.
var names func() ([5]string, error)

// usage is grant.Process.Usage, which only Linux has here.
var usage func(who int) ([16]int64, error)
