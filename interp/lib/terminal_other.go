//go:build !linux

package lib

import "os"

// IsTerminal reports whether a file is a terminal, or another character device.
func IsTerminal(f *os.File) bool {
	st, err := f.Stat()
	return err == nil && st.Mode()&os.ModeCharDevice != 0
}
