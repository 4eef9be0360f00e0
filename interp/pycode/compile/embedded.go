package compile

import (
	"io"
	"path/filepath"
	"runtime"
)

// The CPython that go-embed-python carries: the release in go.mod.
const (
	embeddedVersion = "3.14.6"
	embeddedRelease = embeddedVersion + "-20260610-1"
)

// embeddedStore is where it is unpacked, or will be.
func embeddedStore(cacheDir string, log io.Writer) *store {
	release := embeddedRelease + "-" + runtime.GOOS + "-" + runtime.GOARCH
	s := &store{
		dir:     filepath.Join(cacheDir, "cpython-"+release),
		release: release,
		version: embeddedVersion,
		exe:     "bin/python3.14",
		lib:     "lib/python3.14",
		unpack:  embeddedUnpack,
		log:     log,
	}
	if runtime.GOOS == "windows" {
		s.exe, s.lib = "python.exe", "Lib"
	}
	return s
}
