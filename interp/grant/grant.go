// Package grant says what a Python program may reach of the host that runs it. A
// VM has what it is given in [Grants], and nothing else: the zero value is no
// files, an empty environment, no clock, no random source and no facts about the
// process. What asks for a thing that was not given raises PermissionError, whose
// text names the thing.
//
//	vm, err := interp.New(interp.Options{Grants: grant.Grants{
//		FS:  grant.ReadOnly(os.DirFS("reports")),
//		Dir: "/",
//	}})
//
// Package grant/host has those of the process itself. The package holds interfaces
// and plain values: it reaches nothing.
package grant

import (
	"bytes"
	"io"
	"io/fs"
	"syscall"
	"time"
)

// Grants are what one VM may reach. The VM keeps them: do not change what they
// refer to. Everything that a program sets (working directory, environment, file
// mode mask, open files) is the VM's own.
type Grants struct {
	// FS are the files of open, io, os, and of imports by a compile.Finder that has
	// the same. Nil: every use raises PermissionError. One that is a WriteFS can be
	// changed, others are read-only (EROFS).
	FS FS
	// Dir is the working directory at the beginning, an absolute name. "": there is
	// none, and names that do not begin with a slash reach FS as they are.
	Dir string
	// Environ is the environment, as "KEY=value": os.environ at the beginning.
	Environ []string
	// Clock are the clocks of the module time, and what sleeps. Nil: they raise
	// PermissionError; dates are in UTC.
	Clock Clock
	// Random is what os.urandom and seeds of generators are read from. Nil: they
	// raise PermissionError; a generator that the program seeds itself works.
	Random io.Reader
	// Process are facts about the process. Nil: getpid and the like raise
	// PermissionError, os.cpu_count and sys.executable are None.
	Process *Process
	// Exec starts processes for subprocess. Nil: that raises PermissionError, and os.pipe
	// makes pipes that have both ends in the VM.
	Exec Exec
	// Semaphores are those that processes share, for multiprocessing. Nil: its semaphores are the VM's, and no process
	// that the program starts has them.
	Semaphores Semaphores
	// Inherited are files that the program finds open, by their descriptors, from 3 on.
	Inherited map[int]File
	// Network is what sockets are made of. Nil: that raises PermissionError, and socket.socketpair makes pairs that are
	// both in the VM.
	Network Network
	// Signals are those of the process. Nil: none comes from outside (the VM's Interrupt is SIGINT),
	// and what they do where the program does not handle them raises PermissionError.
	Signals Signals
	// Streams are the standard streams 0, 1 and 2 as files, for isatty, fstat and
	// get_terminal_size. Nil: no terminal, and fstat raises PermissionError. Data go
	// through Options.Stdin, Stdout and Stderr.
	Streams [3]File
}

// FS is a file system that can be read. Names are as the program gives them, made
// absolute with the VM's working directory and otherwise unchanged: "/a/../b" and
// "" are possible. Errors wrap a syscall.Errno, which becomes the OSError's, or one
// of those of io/fs.
type FS interface {
	// Open opens a file; flag and perm are those of os.OpenFile. An FS that is no
	// WriteFS refuses flags that write.
	Open(name string, flag int, perm uint32) (File, error)
	// Stat describes a file, a symbolic link only if follow is false.
	Stat(name string, follow bool) (Status, error)
	// ReadDir lists a folder, in any order.
	ReadDir(name string) ([]fs.DirEntry, error)
	// Readlink returns what a symbolic link says.
	Readlink(name string) (string, error)
	// Access reports by its error whether a file may be used; mode is that of
	// access(2): 4 to read, 2 to write, 1 to execute, added; 0: whether it exists.
	Access(name string, mode uint32) error
	// Folder returns the absolute name, without symbolic links, of a folder that is
	// to become a VM's working directory.
	Folder(name string) (string, error)
}

// WriteFS is a file system that can also be changed. The methods are the system
// calls of these names; perm is as in chmod(2).
type WriteFS interface {
	FS
	Mkdir(name string, perm uint32) error
	Rmdir(name string) error
	Unlink(name string) error
	Rename(from, to string) error
	Link(from, to string) error
	Symlink(target, name string) error
	Chmod(name string, perm uint32) error
	Chtimes(name string, accessed, modified time.Time) error
}

// Umasker is an FS that makes files under a mask of its own besides the VM's:
// os.umask returns it at first. Without it that is 0o022.
type Umasker interface{ Umask() uint32 }

// File is an open file. Read at the end is 0, io.EOF.
type File interface {
	io.ReadWriteSeeker
	io.Closer
	Stat() (Status, error)
}

// Truncater is a File that can be made shorter or longer (ftruncate(2)).
type Truncater interface {
	Truncate(size int64) error
}

// Terminal is a File that may be a terminal.
type Terminal interface {
	IsTerminal() bool
	// TerminalSize is in characters; the error is ENOTTY if it is no terminal.
	TerminalSize() (columns, lines int, err error)
}

// Status is what stat(2) says of a file. Mode has the bits of the system, times are
// of access, of modification and of change, in nanoseconds since 1970.
type Status struct {
	Mode, Ino, Dev, Nlink, UID, GID, Size, BlkSize, Blocks, Rdev uint64
	Times                                                        [3]int64
}

// Bits of Status.Mode for the kind of a file.
const (
	ModeKind   = 0o170000
	ModeFolder = 0o040000
	ModeFile   = 0o100000
	ModeLink   = 0o120000
)

// IsDir reports whether the file is a folder.
func (s Status) IsDir() bool { return s.Mode&ModeKind == ModeFolder }

// StatusOf makes a Status of what every system says.
func StatusOf(info fs.FileInfo) Status {
	mode := uint64(info.Mode().Perm())
	switch {
	case info.IsDir():
		mode |= ModeFolder
	case info.Mode()&fs.ModeSymlink != 0:
		mode |= ModeLink
	case info.Mode().IsRegular():
		mode |= ModeFile
	}
	at := info.ModTime().UnixNano()
	return Status{Mode: mode, Nlink: 1, Size: uint64(info.Size()), BlkSize: 4096, Blocks: uint64(info.Size()+511) / 512, Times: [3]int64{at, at, at}}
}

// Clock tells the time. Now's location is the local time zone. Monotonic never goes
// back; CPU is the processor time used. Both are in nanoseconds from any start.
type Clock interface {
	Now() time.Time
	Monotonic() int64
	CPU() int64
	// Sleep waits; the VM asks for short pieces, between which it can be interrupted.
	Sleep(d time.Duration)
}

// Process are facts about the process that a program may know.
type Process struct {
	PID, PPID            int
	UID, EUID, GID, EGID int
	CPUs                 int    // os.cpu_count
	Executable           string // sys.executable
	Hostname             string // socket.gethostname; "": not known
	// Limit is getrlimit(2): what the process may take of a resource, -1 for no limit. nil:
	// resource.getrlimit is unsupported.
	Limit func(resource int) (soft, hard int64, err error)
	// Usage is getrusage(2): the fields of struct rusage, of which the first two are times in nanoseconds. nil:
	// resource.getrusage is unsupported.
	Usage func(who int) ([16]int64, error)
	// Names is uname(2): system, node, release, version and machine. nil: os.uname is unsupported.
	Names func() ([5]string, error)
}

// Denied is the error number of what was not given.
const Denied = syscall.EPERM

// ReadFile reads a whole file. Without a file system that is Denied.
func ReadFile(files FS, name string) ([]byte, error) {
	var b bytes.Buffer
	err := ReadInto(&b, files, name)
	return b.Bytes(), err
}

// ReadInto is ReadFile into a buffer, which the caller may use again.
func ReadInto(b *bytes.Buffer, files FS, name string) error {
	if files == nil {
		return Denied
	}
	f, err := files.Open(name, syscall.O_RDONLY, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = b.ReadFrom(f)
	return err
}
