package compile

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/tier2go/tier2/internal/soak"
)

// TestUnpack unpacks the embedded CPython and runs it.
func TestUnpack(t *testing.T) {
	tree := master(t)
	want := fmt.Sprintf("tier2: unpacking CPython %s into %s (once)\n", embeddedVersion, tree)
	if got := unpacked.log.String(); got != want {
		t.Errorf("notice %q, want %q", got, want)
	}
	t.Logf("unpacked in %v", unpacked.took)
	for range 2 { // the second time nothing is said
		var log bytes.Buffer
		py, err := Find(context.Background(), Options{Python: Embedded, CacheDir: unpacked.dir, Stderr: &log})
		if err != nil {
			t.Fatal(err)
		}
		if log.Len() > 0 || !py.IsEmbedded() || py.Version() != embeddedVersion {
			t.Errorf("found %s, embedded %v; notice %q", py.Version(), py.IsEmbedded(), log.String())
		}
		out, err := py.Command("-c", "import sys, os, json; print(sys.version_info[:3], os.path.dirname(json.__file__))").Output()
		want := fmt.Sprintf("(3, 14, 6) %s\n", filepath.Join(py.LibDir(), "json"))
		if err != nil || string(out) != want {
			t.Errorf("got %q, %v, want %q", out, err, want)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(unpacked.dir, "*"+stagingMark+"*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// TestRelease checks that the release named here is the one in go.mod.
func TestRelease(t *testing.T) {
	mod, err := os.ReadFile("../../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	if want := "github.com/kluctl/go-embed-python v0.0.0-" + embeddedRelease; !strings.Contains(string(mod), want) {
		t.Errorf("go.mod does not require %s", want)
	}
}

// TestInterrupted ends an unpack at each of its steps; the next one heals.
func TestInterrupted(t *testing.T) {
	ctx := context.Background()
	stop := errors.New("stop")
	for _, c := range []struct {
		name string
		// interrupt leaves the cache folder as the interruption does.
		interrupt func(t *testing.T, s *store)
	}{
		{"unpack fails", func(t *testing.T, s *store) {
			unpack := s.unpack
			s.unpack = func(dir string) error {
				if err := unpack(dir); err != nil {
					return err
				}
				return stop
			}
			if _, err := s.ensure(ctx); !errors.Is(err, stop) || strings.Contains(err.Error(), "\n") {
				t.Errorf("got %v", err)
			}
			s.unpack = unpack
			if list, _ := os.ReadDir(filepath.Dir(s.dir)); len(list) != 1 { // the lock
				t.Errorf("left behind: %v", list)
			}
		}},
		{"killed while unpacking", func(t *testing.T, s *store) {
			staging := s.dir + stagingMark + "123"
			if err := s.unpack(filepath.Join(staging, "tree")); err != nil {
				t.Fatal(err)
			}
		}},
		{"killed before the stamp", func(t *testing.T, s *store) {
			if _, err := s.ensure(ctx); err != nil {
				t.Fatal(err)
			}
			if err := os.Remove(filepath.Join(s.dir, stampName)); err != nil {
				t.Fatal(err)
			}
		}},
		{"another release", func(t *testing.T, s *store) {
			old := *s
			old.release = "toy-0"
			if _, err := old.ensure(ctx); err != nil {
				t.Fatal(err)
			}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := toy(t.TempDir())
			c.interrupt(t, s)
			if _, err := s.ready(); err == nil {
				t.Fatal("ready although interrupted")
			}
			var log bytes.Buffer
			s.log = &log
			if _, err := s.ensure(ctx); err != nil {
				t.Fatal(err)
			}
			if err := s.verify(); err != nil {
				t.Error(err)
			}
			if !strings.HasPrefix(log.String(), "tier2: unpacking CPython 0.0.0 into ") || strings.Count(log.String(), "\n") != 1 {
				t.Errorf("notice %q", log.String())
			}
			if left, _ := filepath.Glob(s.dir + stagingMark + "*"); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

// TestDamage damages an unpacked tree in each way; each is found, and healed once.
func TestDamage(t *testing.T) {
	ctx := context.Background()
	truncate := func(name string) func(*store) error {
		return func(s *store) error { return os.Truncate(filepath.Join(s.dir, filepath.FromSlash(name)), 100) }
	}
	remove := func(name string) func(*store) error {
		return func(s *store) error { return os.RemoveAll(filepath.Join(s.dir, filepath.FromSlash(name))) }
	}
	change := func(name string, at int) func(*store) error {
		return func(s *store) error {
			path := filepath.Join(s.dir, filepath.FromSlash(name))
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			data[at] ^= 0x20
			return os.WriteFile(path, data, 0o644)
		}
	}
	ready := func(s *store) error { _, err := s.ready(); return err }
	for _, c := range []struct {
		name   string
		damage func(*store) error
		found  func(*store) error // the cheapest check that finds it
		reason string
	}{
		{"truncated file", truncate("lib/07/file.py"), (*store).sizes, "lib/07/file.py has 100 bytes of 1007"},
		{"truncated executable", truncate("bin/exe"), ready, "bin/exe is damaged"},
		{"truncated manifest", truncate(manifestName), (*store).sizes, "tier2-manifest was changed"},
		{"truncated stamp", truncate(stampName), ready, "its stamp is damaged"},
		{"deleted file", remove("lib/07/file.py"), (*store).sizes, "lib/07/file.py is missing"},
		{"deleted folder", remove("lib"), (*store).sizes, "lib/01/file.py is missing"},
		{"deleted executable", remove("bin/exe"), ready, "bin/exe is damaged"},
		{"deleted manifest", remove(manifestName), (*store).sizes, "tier2-manifest is missing"},
		{"deleted stamp", remove(stampName), ready, "it was not unpacked to the end"},
		{"deleted tree", remove("."), ready, "it was not unpacked to the end"},
		{"changed file", change("lib/07/file.py", 500), (*store).verify, "lib/07/file.py was changed"},
		{"changed manifest", change(manifestName, 30), (*store).sizes, "tier2-manifest was changed"},
		{"changed stamp", change(stampName, 9), ready, "its stamp is damaged"},
		{"changed digest in the stamp", change(stampName, 60), ready, "its stamp is damaged"},
		{"folder for a file", func(s *store) error {
			path := filepath.Join(s.dir, "lib", "07", "file.py")
			return errors.Join(os.Remove(path), os.Mkdir(path, 0o755))
		}, (*store).sizes, "lib/07/file.py is not a file"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := toy(t.TempDir())
			unpacks := 0
			unpack := s.unpack
			s.unpack = func(dir string) error { unpacks++; return unpack(dir) }
			if _, err := s.ensure(ctx); err != nil {
				t.Fatal(err)
			}
			if err := c.damage(s); err != nil {
				t.Fatal(err)
			}
			err := c.found(s)
			var d *damage
			if !errors.As(err, &d) || d.reason != c.reason {
				t.Errorf("found %v, want %s", err, c.reason)
			}
			for range 2 {
				if _, err := s.heal(ctx); err != nil {
					t.Fatal(err)
				}
			}
			if err := s.verify(); err != nil || unpacks != 2 {
				t.Errorf("after healing: %v, %d unpacks", err, unpacks)
			}
		})
	}
}

// TestEveryStampByte changes each byte of a stamp.
func TestEveryStampByte(t *testing.T) {
	s := toy(t.TempDir())
	if _, err := s.ensure(context.Background()); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(s.dir, stampName)
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := range good {
		bad := bytes.Clone(good)
		bad[i] ^= 1
		if err := os.WriteFile(path, bad, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := s.ready(); err == nil {
			t.Errorf("a stamp with byte %d changed is good: %q", i, bad)
		}
	}
}

// TestConcurrent starts many at once; one unpacks.
func TestConcurrent(t *testing.T) {
	dir := t.TempDir()
	var unpacks atomic.Int32
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			s := toy(dir)
			unpack := s.unpack
			s.unpack = func(dir string) error { unpacks.Add(1); return unpack(dir) }
			if _, err := s.ensure(context.Background()); err != nil {
				t.Error(err)
			} else if err := s.verify(); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if n := unpacks.Load(); n != 1 {
		t.Errorf("%d unpacks", n)
	}
}

// childVar makes the test binary a process of TestProcesses.
const childVar = "TIER2_TEST_CHILD"

// child makes sure that the toy is unpacked and prints a line if it unpacked.
func child(dir string) {
	s := toy(dir)
	s.log = os.Stdout
	if _, err := s.ensure(context.Background()); err != nil {
		fmt.Println("child:", err)
		os.Exit(1)
	}
	if err := s.verify(); err != nil {
		fmt.Println("child:", err)
		os.Exit(1)
	}
}

// TestProcesses is TestConcurrent with processes.
func TestProcesses(t *testing.T) {
	dir := t.TempDir()
	var cmds []*exec.Cmd
	var outs [6]bytes.Buffer
	for i := range outs {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), childVar+"="+dir)
		cmd.Stdout = &outs[i]
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		cmds = append(cmds, cmd)
	}
	notices := 0
	for i, cmd := range cmds {
		if err := cmd.Wait(); err != nil {
			t.Errorf("%v: %s", err, outs[i].String())
		}
		notices += strings.Count(outs[i].String(), "\n")
	}
	if notices != 1 {
		t.Errorf("%d processes unpacked", notices)
	}
}

// TestCanceled waits for a lock that is not given.
func TestCanceled(t *testing.T) {
	s := toy(t.TempDir())
	unlock, err := lock(context.Background(), s.dir+".lock")
	if err != nil {
		t.Fatal(err)
	}
	defer unlock()
	ctx, cancel := context.WithTimeout(context.Background(), 3*lockPoll)
	defer cancel()
	if _, err := s.ensure(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}

// TestUnwritable gives a cache folder that is a file.
func TestUnwritable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := toy(file).ensure(context.Background())
	if err == nil || strings.Contains(err.Error(), "\n") || !strings.HasPrefix(err.Error(), "no folder to unpack CPython into: ") {
		t.Errorf("got %v", err)
	}
}

// TestHeal damages the real CPython and compiles: each time the code comes out
// right, after one more unpack at most.
func TestHeal(t *testing.T) {
	if testing.Short() {
		t.Skip("starts CPython often")
	}
	ctx := context.Background()
	for _, c := range []struct {
		name, file string
		damage     func(data []byte) []byte // nil: delete
		unpacks    int
	}{
		{"truncated, needed to start", "encodings/__init__.py", func(d []byte) []byte { return d[:10] }, 2},
		{"truncated, not needed", "json/decoder.py", func(d []byte) []byte { return d[:10] }, 2},
		{"deleted, needed to start", "encodings/utf_8.py", nil, 2},
		{"deleted, not needed", "turtle.py", nil, 2},
		{"changed, needed to start", "encodings/__init__.py", func(d []byte) []byte { return bytes.Repeat([]byte{'('}, len(d)) }, 2},
		{"not damaged", "json/decoder.py", func(d []byte) []byte { return d }, 1},
	} {
		if !soak.Some(2, c.name) {
			continue // CPython starts several times for each
		}
		t.Run(c.name, func(t *testing.T) {
			var log bytes.Buffer
			s, unpacks := linked(t, t.TempDir(), &log)
			py, err := fromStore(ctx, s)
			if err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(py.LibDir(), filepath.FromSlash(c.file))
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if c.damage == nil {
				err = os.Remove(path)
			} else {
				replace(t, path, c.damage(bytes.Clone(data)))
			}
			if err != nil {
				t.Fatal(err)
			}
			for range 2 {
				code, err := py.Compile(ctx, "x.py", []byte("x = 1\n"))
				if err != nil {
					t.Fatal(err)
				}
				if code.Filename != "x.py" || len(code.Names) != 1 {
					t.Errorf("compiled %v", code)
				}
			}
			if *unpacks != c.unpacks {
				t.Errorf("%d unpacks, want %d\n%s", *unpacks, c.unpacks, log.String())
			}
			if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, data) {
				t.Errorf("not healed: %v", err)
			}
			if err := s.verify(); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestHealExecutable deletes the executable between Find and Compile.
func TestHealExecutable(t *testing.T) {
	ctx := context.Background()
	s, unpacks := linked(t, t.TempDir(), new(bytes.Buffer))
	py, err := fromStore(ctx, s)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(py.Exe()); err != nil {
		t.Fatal(err)
	}
	if _, err := py.Compile(ctx, "x.py", nil); err != nil || *unpacks != 2 {
		t.Errorf("%v, %d unpacks", err, *unpacks)
	}
}

// TestReadLib reads a module whose contents were changed within its size.
func TestReadLib(t *testing.T) {
	ctx := context.Background()
	s, unpacks := linked(t, t.TempDir(), new(bytes.Buffer))
	py, err := fromStore(ctx, s)
	if err != nil {
		t.Fatal(err)
	}
	path, good, err := py.ReadLib(ctx, "json/decoder.py")
	if err != nil || path != filepath.Join(py.LibDir(), "json", "decoder.py") {
		t.Fatalf("%s, %v", path, err)
	}
	bad := bytes.Clone(good)
	bad[100] ^= 1
	for _, damage := range []func(){
		func() { replace(t, path, bad) },
		func() { replace(t, path, good[:50]) },
		func() { _ = os.Remove(path) },
	} {
		*unpacks = 0
		damage()
		_, got, err := py.ReadLib(ctx, "json/decoder.py")
		if err != nil || !bytes.Equal(got, good) || *unpacks != 1 {
			t.Errorf("%v, healed %v, %d unpacks", err, bytes.Equal(got, good), *unpacks)
		}
	}
	for _, name := range []string{"no_such_module.py", "../../bin/python3.14", "/etc/passwd"} {
		if _, _, err := py.ReadLib(ctx, name); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if *unpacks != 1 {
		t.Errorf("a module that never was makes %d unpacks", *unpacks)
	}
}

// BenchmarkVerify checks a tree of 20 small files in both ways; TestUnpack's tree
// takes 100 times as long.
func BenchmarkVerify(b *testing.B) {
	s := toy(b.TempDir())
	if _, err := s.ensure(context.Background()); err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct {
		name  string
		check func() error
	}{{"stamp", func() error { _, err := s.ready(); return err }}, {"sizes", s.sizes}, {"digests", s.verify}} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := c.check(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
