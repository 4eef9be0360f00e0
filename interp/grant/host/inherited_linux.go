package host

import (
	"os"
	"strconv"

	"golang.org/x/sys/unix"

	"github.com/tier2go/tier2/interp/grant"
)

// Inherited are the files from descriptor 3 on that the process was started with: those that are not closed where another
// program takes its place, as all are that Go opens. They are from now on. It is to be called once.
func Inherited() map[int]grant.File {
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return nil // there is no such folder: as if there were no files
	}
	list := map[int]grant.File{}
	for _, e := range entries {
		fd, err := strconv.Atoi(e.Name())
		if err != nil || fd < 3 {
			continue
		}
		if flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0); err != nil || flags&unix.FD_CLOEXEC != 0 {
			continue
		}
		if f := inherited(fd); f != nil {
			unix.CloseOnExec(fd)
			list[fd] = f
		}
	}
	return list
}

// inherited makes a file of a descriptor; nil: it is none.
func inherited(fd int) grant.File {
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return nil
	}
	switch st.Mode & unix.S_IFMT {
	case unix.S_IFSOCK:
		var facts [3]int
		for i, option := range [...]int{unix.SO_DOMAIN, unix.SO_TYPE, unix.SO_PROTOCOL} {
			n, err := unix.GetsockoptInt(fd, unix.SOL_SOCKET, option)
			if err != nil {
				return nil
			}
			facts[i] = n
		}
		s := newSocket(fd, facts[0], facts[1], facts[2])
		s.given = true
		return s
	case unix.S_IFIFO:
		return pipe{file{os.NewFile(uintptr(fd), "pipe")}}
	}
	return file{os.NewFile(uintptr(fd), "file")}
}
