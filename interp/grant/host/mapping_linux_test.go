package host

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/tier2go/tier2/interp/grant"
)

// TestMapping: what a mapping has shown can be read until Free, as zeros behind Unmap and Resize.
func TestMapping(t *testing.T) {
	name := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(name, []byte("content"), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := FS().Open(name, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	m, err := f.(grant.Mapper).Map(0, 7, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	first := m.Bytes()
	first[0] = 'C'
	if data, err := os.ReadFile(name); string(data) != "Content" || err != nil {
		t.Errorf("the file has %q, %v", data, err)
	}
	if err := m.Resize(9); err != nil {
		t.Fatal(err)
	}
	second := m.Bytes()
	if string(first) != "\x00\x00\x00\x00\x00\x00\x00" || string(second) != "Content\x00\x00" {
		t.Errorf("behind Resize: %q and %q", first, second)
	}
	if err := m.Unmap(); err != nil {
		t.Fatal(err)
	}
	if string(second) != "\x00\x00\x00\x00\x00\x00\x00\x00\x00" || m.Bytes() != nil {
		t.Errorf("behind Unmap: %q and %q", second, m.Bytes())
	}
	m.Free()
	m.Free()
}
