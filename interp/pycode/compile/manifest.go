package compile

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sort"
	"strconv"
	"strings"
	"sync"
)

// The files that describe an unpacked tree, in its top folder.
const (
	manifestName = "tier2-manifest"
	stampName    = "tier2-stamp"
)

// manifestFile is a file of an unpacked tree.
type manifestFile struct {
	path   string // slashes
	size   int64
	digest string // SHA-256 in hexadecimal
}

// damage says what is wrong with an unpacked tree.
type damage struct{ reason string }

func (d *damage) Error() string { return d.reason }

// buildManifest describes the files of a tree, sorted by path.
func buildManifest(dir string) ([]manifestFile, error) {
	var files []manifestFile
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if !d.Type().IsRegular() {
			return fmt.Errorf("%s is not a file", path)
		}
		rel, err := filepath.Rel(dir, path)
		files = append(files, manifestFile{path: filepath.ToSlash(rel)})
		return err
	})
	if err != nil {
		return nil, err
	}
	sort.Slice(files, func(i, j int) bool { return files[i].path < files[j].path })
	err = parallel(len(files), func(i int) error {
		f := &files[i]
		var err error
		f.size, f.digest, err = digestFile(filepath.Join(dir, filepath.FromSlash(f.path)))
		return err
	})
	return files, err
}

// digestFile returns a file's size and SHA-256.
func digestFile(path string) (int64, string, error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, "", err
	}
	defer f.Close()
	h := sha256.New()
	n, err := io.Copy(h, f)
	return n, hex.EncodeToString(h.Sum(nil)), err
}

// parallel runs f for 0 to n-1 on all processors and returns the error of the
// lowest index that has one.
func parallel(n int, f func(int) error) error {
	errs := make([]error, n)
	var wg sync.WaitGroup
	workers := min(runtime.GOMAXPROCS(0), n)
	for w := range workers {
		wg.Go(func() {
			for i := w; i < n; i += workers {
				errs[i] = f(i)
			}
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// formatManifest writes a line a file: size, digest, path.
func formatManifest(files []manifestFile) []byte {
	var b bytes.Buffer
	for _, f := range files {
		fmt.Fprintf(&b, "%d %s %s\n", f.size, f.digest, f.path)
	}
	return b.Bytes()
}

// parseManifest reads what formatManifest wrote.
func parseManifest(data []byte) ([]manifestFile, error) {
	var files []manifestFile
	s := bufio.NewScanner(bytes.NewReader(data))
	for s.Scan() {
		size, rest, ok1 := strings.Cut(s.Text(), " ")
		digest, path, ok2 := strings.Cut(rest, " ")
		n, err := strconv.ParseInt(size, 10, 64)
		if !ok1 || !ok2 || err != nil || !filepath.IsLocal(filepath.FromSlash(path)) {
			return nil, &damage{fmt.Sprintf("line %d of %s is not one", len(files)+1, manifestName)}
		}
		files = append(files, manifestFile{path, n, digest})
	}
	return files, s.Err()
}

// checkSizes checks that each file is there with its size.
func checkSizes(dir string, files []manifestFile) error {
	for i := range files {
		f := &files[i]
		info, err := os.Lstat(filepath.Join(dir, filepath.FromSlash(f.path)))
		switch {
		case err != nil:
			return &damage{f.path + " is missing"}
		case !info.Mode().IsRegular():
			return &damage{f.path + " is not a file"}
		case info.Size() != f.size:
			return &damage{fmt.Sprintf("%s has %d bytes of %d", f.path, info.Size(), f.size)}
		}
	}
	return nil
}

// checkDigests checks the contents of each file.
func checkDigests(dir string, files []manifestFile) error {
	if err := checkSizes(dir, files); err != nil {
		return err
	}
	return parallel(len(files), func(i int) error {
		f := &files[i]
		if _, digest, err := digestFile(filepath.Join(dir, filepath.FromSlash(f.path))); err != nil || digest != f.digest {
			return &damage{f.path + " was changed"}
		}
		return nil
	})
}

// stamp says that an unpack was completed, and of what.
type stamp struct {
	release  string
	exeSize  int64
	manifest string // SHA-256 of the manifest in hexadecimal
}

// format writes the stamp: three lines, and one with their digest.
func (s stamp) format() []byte {
	text := fmt.Sprintf("release %s\nexecutable %d\nmanifest %s\n", s.release, s.exeSize, s.manifest)
	return fmt.Appendf(nil, "%sdigest %x\n", text, sha256.Sum256([]byte(text)))
}

// readStamp reads the stamp of an unpacked tree.
func readStamp(dir string) (stamp, error) {
	var s stamp
	data, err := os.ReadFile(filepath.Join(dir, stampName))
	if err != nil {
		return s, &damage{"it was not unpacked to the end"}
	}
	n, err := fmt.Sscanf(string(data), "release %s\nexecutable %d\nmanifest %s\n", &s.release, &s.exeSize, &s.manifest)
	if n != 3 || err != nil || !bytes.Equal(data, s.format()) {
		return s, &damage{"its stamp is damaged"}
	}
	return s, nil
}
