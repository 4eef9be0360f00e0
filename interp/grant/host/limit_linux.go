package host

import "syscall"

// limit is grant.Process.Limit.
func limit(resource int) (soft, hard int64, err error) {
	var r syscall.Rlimit
	if err := syscall.Getrlimit(resource, &r); err != nil {
		return 0, 0, err
	}
	return int64(r.Cur), int64(r.Max), nil
}
