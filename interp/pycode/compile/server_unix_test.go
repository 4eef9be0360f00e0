//go:build unix

package compile

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

func compiles(t *testing.T, py *Python, text string) {
	t.Helper()
	if _, err := py.CompileSource(context.Background(), Source{Filename: "<t>", Text: []byte(text)}); err != nil {
		t.Error(err)
	}
}

// idle returns the server that waits; there must be one.
func (p *Python) idleServer(t *testing.T) *server {
	t.Helper()
	p.servers.Lock()
	defer p.servers.Unlock()
	if len(p.servers.idle) != 1 {
		t.Fatalf("%d servers wait, want 1", len(p.servers.idle))
	}
	return p.servers.idle[0]
}

// TestServer: sources in turn have one process; one that has ended meanwhile is replaced.
func TestServer(t *testing.T) {
	py := interpreter(t, Options{})
	compiles(t, py, "a = 1")
	first := py.idleServer(t)
	for i := range 3 {
		compiles(t, py, fmt.Sprint("b = ", i))
	}
	if py.idleServer(t) != first {
		t.Error("a server that waits is not used again")
	}
	_ = first.cmd.Process.Kill()
	<-first.ended
	compiles(t, py, "c = 1")
	second := py.idleServer(t)
	if second == first {
		t.Error("a server that has ended is used again")
	}
	_ = second.cmd.Process.Signal(syscall.SIGSTOP)
	go func() {
		time.Sleep(20 * time.Millisecond) // it ends after it was taken, before it has heard
		_ = second.cmd.Process.Kill()
	}()
	compiles(t, py, "d = 1")
	py.endServers()
}

// TestServerIsolates: what a source does to its compiler does not reach the next one.
func TestServerIsolates(t *testing.T) {
	py := interpreter(t, Options{})
	ask := func(text string, memory int64) error {
		_, err := py.CompileSource(context.Background(), Source{Filename: "<t>", Text: []byte(text), Memory: memory})
		return err
	}
	long := "x = [" + strings.Repeat("a.b(c, d), ", 200_000) + "]"
	var refused *SyntaxError
	if err := ask(long, 16<<20); !errors.As(err, &refused) || refused.Type != "MemoryError" {
		t.Errorf("%d bytes with 16 MiB: %v, want a MemoryError", len(long), err)
	}
	if err := ask(long, 0); err != nil {
		t.Errorf("the limit of the source before it holds: %v", err)
	}
	// A warning is given once for each place, unless the process is another one.
	for range 2 {
		code, err := py.CompileSource(context.Background(), Source{Filename: "<t>", Text: []byte("'\\d'" + strings.Repeat("\n", 3))})
		if err != nil || len(code.Warnings) != 1 {
			t.Errorf("%v, %v: want one warning", code, err)
		}
		py.cacheDir = "" // not from the cache
	}
}

// TestServerParallel: sources at once have the answers that are theirs.
func TestServerParallel(t *testing.T) {
	py := interpreter(t, Options{})
	var wg sync.WaitGroup
	for i := range 24 {
		wg.Go(func() {
			name := fmt.Sprintf("<%d>", i)
			code, err := py.CompileSource(context.Background(), Source{Filename: name, Text: []byte(fmt.Sprintf("v%d = 'of %d'", i, i))})
			if err != nil || code.Filename != name || code.Names[0] != fmt.Sprint("v", i) {
				t.Errorf("%s: %v, %v", name, code, err)
			}
		})
	}
	wg.Wait()
}

// BenchmarkCompile compiles a small source that is not in the cache.
func BenchmarkCompile(b *testing.B) {
	py := interpreter(b, Options{})
	for i := range b.N {
		if _, err := py.CompileSource(context.Background(), Source{Filename: "<t>", Text: []byte(fmt.Sprint("a = ", i, "+", b.N))}); err != nil {
			b.Fatal(err)
		}
	}
}
