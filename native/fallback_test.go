//go:build !linux || !(amd64 || arm64)

package native

import (
	"errors"
	"testing"
)

// Where there is no machine code, everything says so.
func TestUnsupported(t *testing.T) {
	if Supported() {
		t.Error("supported")
	}
	if _, err := NewMemory(MemoryOptions{}); !errors.Is(err, ErrUnsupported) {
		t.Error(err)
	}
	if _, err := NewData(DataOptions{}); !errors.Is(err, ErrUnsupported) {
		t.Error(err)
	}
	if _, err := NewStack(StackOptions{Helper: func(*Activation, uint32) bool { return true }}); !errors.Is(err, ErrUnsupported) {
		t.Error(err)
	}
}
