package lib

import (
	"os"
	"syscall"
)

// statFields returns the values of statNames.
func statFields(info os.FileInfo) (fields [7]uint64, ok bool) {
	s, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return fields, false
	}
	return [7]uint64{uint64(s.Mode), s.Ino, uint64(s.Dev), uint64(s.Nlink), uint64(s.Uid), uint64(s.Gid), uint64(s.Size)}, true
}
