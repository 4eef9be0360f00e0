package lib

import (
	"io"
	"strings"
	"syscall"
	"time"

	"github.com/tier2go/tier2/interp/grant"
	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/object"
)

// What the library reaches of the host, it reaches here: through Host.Grants, and
// with a working directory, a file mode mask and file descriptors that are the VM's.

// denied is the exception for what the VM was not given; name is the file's, or Null.
func (l *Lib) denied(what string, name object.Value) error {
	return l.h.RaiseValue(l.h.NewOSError(grant.Denied, "tier2: no "+what+" was handed in", name))
}

// What denied says.
const (
	theFiles   = "file system"
	theFolder  = "working directory"
	theClock   = "clock"
	theRandom  = "random source"
	theProcess = "process"
	theSignals = "signals"
)

// place is where the VM stands in its file system.
type place struct {
	dir   string // the working directory; "": names go to the file system as they are
	umask int    // −1: not set, the file system's
	descriptors
	// weight is what the files take that have been open at once.
	weight heap.Account
	// archives are the answers of InArchive.
	archives map[string]bool
	// environ is the environment, as "KEY=value".
	environ []string
}

// InArchive reports whether a name of a folder to import from is a file, or would be in one: an archive. The answer is kept,
// as in sys.path_importer_cache.
func (l *Lib) InArchive(name string) bool {
	if in, ok := l.place.archives[name]; ok {
		return in
	}
	in := false
	if fs := l.host.Grants.FS; fs != nil {
		for path := l.Path(name); path != "" && !in; path = path[:max(0, strings.LastIndexByte(path, '/'))] {
			st, err := fs.Stat(path, true)
			if in = err == nil && st.Mode&grant.ModeKind == grant.ModeFile; err == nil {
				break
			}
		}
	}
	if l.place.archives == nil {
		l.place.archives = map[string]bool{}
	}
	if len(l.place.archives) < maxArchives {
		l.place.archives[name] = in
	}
	return in
}

// maxArchives is how many answers of InArchive are kept.
const maxArchives = 1000

// Path returns a file's name for the file system: absolute, if there is a working
// directory.
func (l *Lib) Path(name string) string {
	if name == "" || l.place.dir == "" || strings.HasPrefix(name, "/") {
		return name
	}
	return strings.TrimSuffix(l.place.dir, "/") + "/" + name
}

// Moved is Path for the folders of imports: they are as the program has named them
// until it changes the working directory.
func (l *Lib) Moved(name string) string {
	if l.place.dir == l.host.Grants.Dir {
		return name
	}
	return l.Path(name)
}

// Exists reports whether there is a file of that name in the file system.
func (l *Lib) Exists(name string) bool {
	if l.host.Grants.FS == nil {
		return false
	}
	_, err := l.host.Grants.FS.Stat(l.Path(name), true)
	return err == nil
}

// fs returns the file system; name is the file's for the exception, or Null.
func (l *Lib) fs(name object.Value) (grant.FS, error) {
	if l.host.Grants.FS == nil {
		return nil, l.denied(theFiles, name)
	}
	return l.host.Grants.FS, nil
}

// writeFS returns the file system if it can be changed.
func (l *Lib) writeFS(name object.Value) (grant.WriteFS, error) {
	s, err := l.fs(name)
	if err != nil {
		return nil, err
	}
	if w, ok := s.(grant.WriteFS); ok {
		return w, nil
	}
	return nil, osError(l.h, syscall.EROFS, name)
}

// perm is what a new file is given of the permissions that it was asked for.
func (l *Lib) perm(mode int) uint32 {
	if l.place.umask >= 0 {
		mode &^= l.place.umask
	}
	return uint32(mode)
}

// setUmask is os.umask.
func (l *Lib) setUmask(mask int) int {
	old := l.place.umask
	if old < 0 {
		old = 0o022
		if u, ok := l.host.Grants.FS.(grant.Umasker); ok {
			old = int(u.Umask())
		}
	}
	l.place.umask = mask & 0o777
	return old
}

// chdir changes the VM's working directory.
func (l *Lib) chdir(name string) error {
	dir, err := l.host.Grants.FS.Folder(l.Path(name))
	if err == nil {
		l.place.dir = dir
	}
	return err
}

// Close closes the files that the program has left open, without writing what they
// have buffered (see Flush).
func (l *Lib) Close() error {
	var first error
	note := func(err error) {
		if first == nil {
			first = err
		}
	}
	for i, f := range l.place.files {
		if f == nil {
			continue
		}
		if n := l.place.shared[firstFile+i]; n != nil {
			if *n--; *n > 0 {
				continue // another descriptor stands for the file
			}
		}
		note(f.Close())
	}
	for _, f := range l.files.open.list {
		if f != nil && f.os != nil && !f.closed && f.below == nil && !f.known {
			note(f.os.Close())
		}
	}
	l.place.descriptors, l.files.open = descriptors{}, openFiles{}
	l.maps.free()
	l.ssl.close()
	l.signals.close(l.host.Grants.Signals)
	return first
}

// stream is a standard stream as a file: its data are the VM's, unbuffered.
type stream struct {
	l  *Lib
	fd int
}

func (s stream) Read(p []byte) (int, error) {
	if s.fd != 0 || s.l.host.RawStdin == nil {
		return 0, syscall.EBADF
	}
	return s.l.host.RawStdin.Read(p)
}

func (s stream) Write(p []byte) (int, error) {
	switch {
	case s.fd == 1 && s.l.host.RawStdout != nil:
		return s.l.host.RawStdout.Write(p)
	case s.fd == 2:
		return s.l.host.Stderr.Write(p)
	}
	return 0, syscall.EBADF
}

func (s stream) Seek(offset int64, whence int) (int64, error) {
	if f := s.l.host.Grants.Streams[s.fd]; f != nil {
		return f.Seek(offset, whence)
	}
	return 0, syscall.ESPIPE
}

func (s stream) Close() error { return nil }

func (s stream) Stat() (grant.Status, error) {
	if f := s.l.host.Grants.Streams[s.fd]; f != nil {
		return f.Stat()
	}
	return grant.Status{}, grant.Denied
}

// terminal returns a file as a terminal; nil if it can be none.
func (l *Lib) terminal(f grant.File) grant.Terminal {
	if s, ok := f.(stream); ok {
		f = l.host.Grants.Streams[s.fd]
	}
	t, _ := f.(grant.Terminal)
	return t
}

// isTerminal reports whether a descriptor is a terminal.
func (l *Lib) isTerminal(fd int) bool {
	f, err := l.file(fd)
	if err != nil {
		return false
	}
	t := l.terminal(f)
	return t != nil && t.IsTerminal()
}

// now reads the clock.
func (l *Lib) now() (time.Time, error) {
	if l.host.Grants.Clock == nil {
		return time.Time{}, l.denied(theClock, object.Null)
	}
	return l.host.Grants.Clock.Now(), nil
}

// zone is the local time zone.
func (l *Lib) zone() *time.Location {
	if l.host.Grants.Clock == nil {
		return time.UTC
	}
	return l.host.Grants.Clock.Now().Location()
}

// random fills b from the random source.
func (l *Lib) random(b []byte) error {
	if l.host.Grants.Random == nil {
		return l.denied(theRandom, object.Null)
	}
	if _, err := io.ReadFull(l.host.Grants.Random, b); err != nil {
		return osError(l.h, err, object.Null)
	}
	return nil
}

// process returns the facts about the process.
func (l *Lib) process() (*grant.Process, error) {
	if l.host.Grants.Process == nil {
		return nil, l.denied(theProcess, object.Null)
	}
	return l.host.Grants.Process, nil
}
