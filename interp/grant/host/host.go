// Package host has the grants of the process itself: its files, environment,
// clocks and random source. A VM that is given them does what a Python of the
// command line can do; the working directory, the file mode mask and the
// environment of the process do not change all the same.
//
//	vm, err := interp.New(interp.Options{Grants: host.Grants()})
package host

import (
	"crypto/rand"
	"io"
	"os"
	"runtime"
	"time"

	"github.com/tier2go/tier2/interp/grant"
)

// Grants is everything that this package has but the streams, the signals, of which a process has
// one set, the network, and Exec, which is no grant of a thing but of all.
func Grants() grant.Grants {
	dir, err := os.Getwd()
	if err != nil {
		dir = "" // it has been deleted: names go to the system as they are
	}
	return grant.Grants{FS: FS(), Dir: dir, Environ: os.Environ(), Clock: Clock(), Random: Random(), Process: Process()}
}

// FS is the file system.
func FS() grant.FS { return files{} }

// Random is the system's random source.
func Random() io.Reader { return rand.Reader }

// Process says what this process is.
func Process() *grant.Process {
	exe, err := os.Executable()
	if err != nil {
		exe = "" // as CPython's sys.executable
	}
	name, err := os.Hostname()
	if err != nil {
		name = ""
	}
	return &grant.Process{
		PID: os.Getpid(), PPID: os.Getppid(), UID: os.Getuid(), EUID: os.Geteuid(), GID: os.Getgid(), EGID: os.Getegid(),
		CPUs: runtime.NumCPU(), Executable: exe, Hostname: name, Limit: limit, Usage: usage, Names: names,
	}
}

// Clock are the system's clocks.
func Clock() grant.Clock { return newClocks() }

// clocks read the monotonic clock as what it was at start and the time since then.
type clocks struct {
	start time.Time
	at    int64 // nanoseconds
}

func (clocks) Now() time.Time        { return time.Now() }
func (c clocks) Monotonic() int64    { return c.at + int64(time.Since(c.start)) }
func (clocks) CPU() int64            { return processTime() }
func (clocks) Sleep(d time.Duration) { time.Sleep(d) }

// Streams makes grant.Grants.Streams of what the VM's streams are: those that are
// files of the system.
func Streams(in io.Reader, out, err io.Writer) (s [3]grant.File) {
	for i, x := range [...]any{in, out, err} {
		if f, ok := x.(*os.File); ok && f != nil {
			s[i] = file{f}
		}
	}
	return s
}

// file is an open file of the system.
type file struct{ *os.File }

// Stat implements grant.File.
func (f file) Stat() (grant.Status, error) {
	info, err := f.File.Stat()
	if err != nil {
		return grant.Status{}, err
	}
	return statusOf(info), nil
}

// IsTerminal implements grant.Terminal.
func (f file) IsTerminal() bool { return isTerminal(f.File) }

// TerminalSize implements grant.Terminal.
func (f file) TerminalSize() (columns, lines int, err error) { return terminalSize(f.Fd()) }
