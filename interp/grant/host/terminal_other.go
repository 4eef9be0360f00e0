//go:build !linux

package host

import (
	"os"
	"syscall"
)

// isTerminal reports whether a file is a terminal, or another character device.
func isTerminal(f *os.File) bool {
	st, err := f.Stat()
	return err == nil && st.Mode()&os.ModeCharDevice != 0
}

// terminalSize returns how many characters a terminal shows.
func terminalSize(uintptr) (columns, lines int, err error) { return 0, 0, syscall.ENOSYS }
