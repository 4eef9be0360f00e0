package compile

import (
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/tier2go/tier2/interp/pycode"
)

//go:embed probe.py
var probeScript string

// probe is what an interpreter says of itself, and of which file it was asked.
type probe struct {
	Of                           fileID
	Name, Version, Magic, Banner string
	Exe, LibDir                  string
}

// fileID says which file was at a path.
type fileID struct {
	Path  string
	Size  int64
	MTime int64 // ns
}

func identify(path string) (fileID, error) {
	info, err := os.Stat(path)
	if err != nil {
		return fileID{}, err
	}
	return fileID{path, info.Size(), info.ModTime().UnixNano()}, nil
}

// external describes the interpreter at a path, or says why it will not do.
func external(ctx context.Context, path, cacheDir string) (*Python, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	id, err := identify(abs)
	if err != nil {
		return nil, oneLine(err)
	}
	file := ""
	if cacheDir != "" {
		sum := sha256.Sum256([]byte(abs))
		file = filepath.Join(cacheDir, "probe", hex.EncodeToString(sum[:8])+".json")
	}
	pr, ok := readProbe(file, id)
	if !ok {
		if pr, err = ask(ctx, id); err != nil {
			return nil, err
		}
		if data, err := json.Marshal(pr); err == nil && file != "" {
			_ = writeFile(file, data) // the next start asks again
		}
	}
	return pr.python()
}

// readProbe returns what is kept of an earlier probe of the same file.
func readProbe(file string, id fileID) (pr probe, ok bool) {
	if file == "" {
		return pr, false
	}
	data, err := os.ReadFile(file)
	if err != nil || json.Unmarshal(data, &pr) != nil {
		return pr, false
	}
	return pr, pr.Of == id
}

// ask starts an interpreter and lets it describe itself. It gets -I -S: every
// Python 3 knows them.
func ask(ctx context.Context, id fileID) (probe, error) {
	out, err := exec.CommandContext(ctx, id.Path, "-I", "-S", "-c", probeScript).Output()
	if err != nil {
		return probe{}, fmt.Errorf("%s does not run: %w", id.Path, oneLine(err))
	}
	f := strings.Split(string(out), "\x00")
	if len(f) != 7 {
		return probe{}, fmt.Errorf("%s does not answer as a Python does", id.Path)
	}
	return probe{Of: id, Name: f[0], Version: f[1], Magic: f[2], Banner: f[3], Exe: f[4], LibDir: f[5]}, nil
}

// python checks that the interpreter is a CPython 3.14.
func (pr *probe) python() (*Python, error) {
	name := strings.Replace(pr.Name, "cpython", "CPython", 1)
	if name != "CPython" || !strings.HasPrefix(pr.Version, "3.14.") {
		return nil, fmt.Errorf("%s is %s %s; CPython 3.14 is needed", pr.Of.Path, name, pr.Version)
	}
	if pr.Magic != fmt.Sprint(pycode.Magic) {
		return nil, fmt.Errorf("%s is a pre-release of CPython 3.14 with magic %s; %d is needed", pr.Of.Path, pr.Magic, pycode.Magic)
	}
	p := &Python{exe: pr.Of.Path, libDir: pr.LibDir, version: pr.Version}
	// What is on PATH may be a script that chooses an interpreter.
	if _, err := os.Stat(pr.Exe); err == nil {
		p.exe = pr.Exe
	}
	p.identity = fmt.Sprintf("external %q %d %d %q", p.exe, pr.Of.Size, pr.Of.MTime, pr.Banner)
	return p, nil
}

// oneLine takes the path out of an error that repeats it.
func oneLine(err error) error {
	var e *os.PathError
	if errors.As(err, &e) {
		return fmt.Errorf("%s: %w", e.Path, e.Err)
	}
	return err
}
