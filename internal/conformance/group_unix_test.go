//go:build unix

package main

import (
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// TestTimeEndsGroup: when a run's time is over, what it has started ends, too. A pipe says so: it has no writer left.
func TestTimeEndsGroup(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	fd, err := syscall.Open(pipe, syscall.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(fd)
	b := bench{tier2: "/bin/sh", limit: time.Second / 4}
	if _, _, _, err := b.execute(".", "-c", "sleep 1000 >"+pipe+" & wait"); err == nil {
		t.Fatal("a run without an end has ended")
	}
	for range 1000 {
		n, err := syscall.Read(fd, make([]byte, 1))
		if n == 0 && err == nil {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Error("a child of the child is left running")
}
