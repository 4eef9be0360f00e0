//go:build unix

package compile

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/tier2go/tier2/internal/soak"
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
	// What sources leave behind is no room for the next one.
	numbers := func(n int) string { return "x = [" + strings.Repeat("1.5, ", n) + "0]" }
	for i := range 3 {
		if err := ask(numbers(2000+i), 500_000); !errors.As(err, &refused) || refused.Type != "MemoryError" {
			t.Errorf("%d numbers with 500,000 bytes: %v, want a MemoryError", 2000+i, err)
		}
		if err := ask(numbers(8000+i), 0); err != nil {
			t.Error(err)
		}
	}
	// What tells of a failure needs memory, too.
	for _, memory := range []int64{1, 100_000, 300_000} {
		if err := ask("x = '"+strings.Repeat("y", 30_000)+"' = 1 1", memory); !errors.As(err, &refused) {
			t.Errorf("bad source with %d bytes: %v", memory, err)
		}
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

// TestServerAsStarted: however many sources its process has compiled before, and whatever came between, a source makes the code
// that a CPython makes of it which has just been started.
func TestServerAsStarted(t *testing.T) {
	py := interpreter(t, Options{NoCache: true})
	ask := func(src Source, by func(context.Context, Source, bool) (byte, []byte, []byte, error)) (kind byte, code any, printed string) {
		t.Helper()
		kind, data, text, err := by(context.Background(), src, false)
		if err != nil {
			t.Fatal(src.Filename, err)
		}
		if kind != 'C' {
			return kind, string(data), string(text)
		}
		c, err := unmarshal(string(data))
		if err != nil {
			t.Fatal(src.Filename, err)
		}
		return kind, c, string(text)
	}
	files, err := filepath.Glob("../../testdata/snippets/*.py")
	if err != nil || len(files) < 15 {
		t.Fatal(files, err)
	}
	var sources []Source
	for i := 0; i < len(files); i += len(files) / soak.Of(4, 5, 100) {
		text, err := os.ReadFile(files[i])
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, Source{Filename: files[i], Mode: "exec", Text: text})
	}
	for i, text := range []string{"x = '\\d'", "x = = 1", "{1, 2} == {'a', 3.5}", "x in {'b', 'a', 17, None, 2**70}", strings.Repeat("-", 100000) + "1", "f'{x!r:>{y}}'", "'\\d' = 2", "x is 'y'"} {
		both := []Source{{Filename: "<t>", Mode: "exec", Text: []byte(text)}, {Filename: "<t>", Mode: "eval", Text: []byte(text), Memory: 64 << 20}}
		if !soak.On() {
			both = both[i%2:][:1] // a process is started for each
		}
		sources = append(sources, both...)
	}
	for range 2 {
		for _, src := range sources {
			_, _, _ = ask(src, py.ask)
		}
	}
	for _, src := range sources {
		kind, code, printed := ask(src, py.ask)
		k, c, p := ask(src, py.start)
		if kind != k || kind != 'C' && printed != p || !reflect.DeepEqual(code, c) {
			t.Errorf("%s: %.60q: %c, %v, %q; started %c, %v, %q", src.Filename, src.Text, kind, code, printed, k, c, p)
		}
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
