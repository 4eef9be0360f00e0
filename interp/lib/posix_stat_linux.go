package lib

import (
	"os"
	"syscall"
)

// statOf returns what the system has said of a file.
func statOf(info os.FileInfo) (fileStatus, bool) {
	s, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return fileStatus{}, false
	}
	return statusOf(s), true
}

func statusOf(s *syscall.Stat_t) fileStatus {
	return fileStatus{
		mode: uint64(s.Mode), ino: s.Ino, dev: uint64(s.Dev), nlink: uint64(s.Nlink), uid: uint64(s.Uid), gid: uint64(s.Gid), size: uint64(s.Size),
		blksize: uint64(s.Blksize), blocks: uint64(s.Blocks), rdev: uint64(s.Rdev),
		times: [3]int64{s.Atim.Nano(), s.Mtim.Nano(), s.Ctim.Nano()},
	}
}
