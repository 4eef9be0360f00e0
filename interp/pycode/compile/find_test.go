package compile

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// fake writes a program that answers probe.py's questions as told, and counts its
// runs in a file.
func fake(t *testing.T, dir, name, answer string) (path, runs string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the fake interpreters are shell scripts")
	}
	path, runs = filepath.Join(dir, name), filepath.Join(dir, name+".runs")
	script := fmt.Sprintf("#!/bin/sh\necho >> '%s'\nprintf '%s'\n", runs, answer)
	if err := os.WriteFile(path, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	return path, runs
}

// answer is what probe.py prints, for printf.
func answer(name, version string, magic int) string {
	return fmt.Sprintf(`%s\000%s\000%d\000banner\000/no/such/exe\000/no/such/lib\000`, name, version, magic)
}

func count(t *testing.T, runs string) int {
	t.Helper()
	data, err := os.ReadFile(runs)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return len(data)
}

func TestFindRefuses(t *testing.T) {
	dir := t.TempDir()
	for i, c := range []struct{ answer, want string }{
		{answer("cpython", "3.11.2", 0), "%s is CPython 3.11.2; CPython 3.14 is needed"},
		{answer("cpython", "3.15.0", 3660), "%s is CPython 3.15.0; CPython 3.14 is needed"},
		{answer("pypy", "3.14.1", 0), "%s is pypy 3.14.1; CPython 3.14 is needed"},
		{answer("cpython", "3.14.0", 3600), "%s is a pre-release of CPython 3.14 with magic 3600; 3627 is needed"},
		{"hello", "%s does not answer as a Python does"},
	} {
		path, _ := fake(t, dir, fmt.Sprint("python", i), c.answer)
		_, err := Find(context.Background(), Options{Python: path, CacheDir: dir})
		if want := "Options.Python: " + fmt.Sprintf(c.want, path); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	t.Setenv("TIER2_PYTHON", filepath.Join(dir, "none"))
	_, err := Find(context.Background(), Options{CacheDir: dir})
	if want := "TIER2_PYTHON: " + filepath.Join(dir, "none") + ": "; err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "\n") {
		t.Errorf("got %v, want %s…", err, want)
	}
	t.Setenv("TIER2_PYTHON", filepath.Join(dir, "python0.runs")) // not executable
	_, err = Find(context.Background(), Options{CacheDir: dir})
	if want := "TIER2_PYTHON: " + filepath.Join(dir, "python0.runs") + " does not run: "; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("got %v, want %s…", err, want)
	}
}

// TestFindAsksOnce finds an interpreter on PATH and asks it what it is once, and
// again when it changed.
func TestFindAsksOnce(t *testing.T) {
	dir, cache := t.TempDir(), t.TempDir()
	path, runs := fake(t, dir, pathName, answer("cpython", "3.14.9", 3627))
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	t.Setenv("TIER2_PYTHON", "")
	var identity string
	for range 3 {
		py, err := Find(context.Background(), Options{CacheDir: cache})
		if err != nil {
			t.Fatal(err)
		}
		if py.Exe() != path || py.Version() != "3.14.9" || py.LibDir() != "/no/such/lib" || py.IsEmbedded() {
			t.Errorf("found %s %s %s", py.Exe(), py.Version(), py.LibDir())
		}
		identity = py.identity
	}
	if n := count(t, runs); n != 1 {
		t.Errorf("asked %d times", n)
	}
	fake(t, dir, pathName, answer("cpython", "3.14.10", 3627))
	py, err := Find(context.Background(), Options{Python: pathName, CacheDir: cache}) // by its name
	if err != nil {
		t.Fatal(err)
	}
	if n := count(t, runs); n != 2 || py.Version() != "3.14.10" || py.identity == identity {
		t.Errorf("asked %d times in all, found %s, same identity %v", n, py.Version(), py.identity == identity)
	}
	// What is kept may be damaged.
	list, err := filepath.Glob(filepath.Join(cache, "probe", "*.json"))
	if err != nil || len(list) != 1 {
		t.Fatalf("%v, %v", list, err)
	}
	if err := os.WriteFile(list[0], []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Find(context.Background(), Options{CacheDir: cache}); err != nil || count(t, runs) != 3 {
		t.Errorf("%v, asked %d times in all", err, count(t, runs))
	}
}

// TestFindPasses passes over a python3.14 on PATH that is none, to the embedded
// CPython.
func TestFindPasses(t *testing.T) {
	master(t)
	dir := t.TempDir()
	fake(t, dir, pathName, answer("cpython", "3.13.1", 3571))
	t.Setenv("PATH", dir)
	t.Setenv("TIER2_PYTHON", "")
	py, err := Find(context.Background(), Options{CacheDir: unpacked.dir})
	if err != nil || !py.IsEmbedded() {
		t.Errorf("found %v, %v", py, err)
	}
}

// TestFindNoFolder has no place to unpack into.
func TestFindNoFolder(t *testing.T) {
	if embeddedUnpack == nil || runtime.GOOS != "linux" {
		t.Skip("only where the cache folder is known to come from these variables")
	}
	for _, name := range []string{"TIER2_CACHE", "XDG_CACHE_HOME", "HOME"} {
		t.Setenv(name, "")
	}
	_, err := Find(context.Background(), Options{Python: Embedded})
	if err == nil || !strings.Contains(err.Error(), "TIER2_CACHE") || strings.Contains(err.Error(), "\n") {
		t.Errorf("got %v", err)
	}
}

func TestEnvironment(t *testing.T) {
	for _, c := range []struct {
		env  []string
		want string
	}{
		{[]string{"A=1", "PYTHONPATH=/x", "PYTHONHOME=/y", "PYTHONDONTWRITEBYTECODE=1", "B=2"}, "[PYTHONHASHSEED=0 A=1 B=2]"},
		{[]string{"PYTHONHASHSEED=7", "PYTHON_JIT=1", "PYTHON_GIL=0"}, "[PYTHONHASHSEED=0 PYTHONHASHSEED=7 PYTHON_JIT=1]"},
	} {
		if got := fmt.Sprint(environment(c.env)); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

// TestIsolated sets what would change CPython, and asks it.
func TestIsolated(t *testing.T) {
	py := interpreter(t, Options{})
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "sitecustomize.py"), []byte("print('site')"), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PYTHONPATH", dir)
	t.Setenv("PYTHONWARNINGS", "error")
	t.Setenv("PYTHONOPTIMIZE", "2")
	t.Setenv("PYTHONHASHSEED", "")
	os.Unsetenv("PYTHONHASHSEED")
	t.Chdir(dir)
	ask := func(env ...string) string {
		cmd := py.Command("-c", "import sys; print(hash('abc'), sys.flags.optimize, sys.warnoptions, sys.path[0:1] == [''], any('"+filepath.Base(dir)+"' in p for p in sys.path))")
		cmd.Env = append(cmd.Env, env...)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		return strings.TrimSpace(string(out))
	}
	first := ask()
	if second := ask(); first != second || !strings.HasSuffix(first, " 0 [] False False") {
		t.Errorf("not isolated: %s, %s", first, second)
	}
	if other := ask("PYTHONHASHSEED=1"); other == first {
		t.Error("the caller's hash seed is not used")
	}
}
