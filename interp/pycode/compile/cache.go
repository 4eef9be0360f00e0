package compile

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/tier2go/tier2/interp/pycode"
)

// An entry of the compile cache is a file of
//
//	magic[8] | SHA-256 of what follows[32] | length of the warnings, uint32 | warnings as compile.py prints them | marshal
//
// in a folder named by the first byte of its key.
const (
	entryMagic  = "tier2co3"
	entryHeader = len(entryMagic) + sha256.Size
	entryLife   = 30 * 24 * time.Hour // an entry that nobody reads goes after this
	entryTouch  = 24 * time.Hour      // how exactly that is known
	entrySuffix = ".code"
)

// entry is a place in the compile cache; "" is nowhere.
type entry string

// cacheEntry returns the place for a source compiled under a name.
func (p *Python) cacheEntry(src Source) entry {
	if p.cacheDir == "" || p.opt.NoCache {
		return ""
	}
	h := sha256.New()
	script := scriptSum() // what the answer says, it says
	h.Write(script[:])
	fmt.Fprintf(h, "%s\n%q\n%q %s %d\n", entryMagic, p.identity, src.Filename, src.Mode, src.Flags)
	h.Write(src.Text)
	key := hex.EncodeToString(h.Sum(nil))
	return entry(filepath.Join(p.cacheDir, "code", key[:2], key[2:40]+entrySuffix))
}

// scriptSum is the digest of compile.py.
var scriptSum = sync.OnceValue(func() [sha256.Size]byte { return sha256.Sum256([]byte(compileScript)) })

// code is the code of the entry with its warnings, nil if there is none.
func (e entry) code() *pycode.Code {
	code, warnings, ok := e.read()
	if !ok {
		return nil
	}
	code.Warnings, _ = readWarnings([]byte(warnings))
	return code
}

// read returns what the entry holds; an entry that does not check out is none.
func (e entry) read() (code *pycode.Code, warnings string, ok bool) {
	if e == "" {
		return nil, "", false
	}
	body, err := e.body()
	if err != nil || len(body) < 4 {
		return nil, "", false
	}
	n := uint64(body[0]) | uint64(body[1])<<8 | uint64(body[2])<<16 | uint64(body[3])<<24
	if n > uint64(len(body)-4) {
		return nil, "", false
	}
	code, err = unmarshal(body[4+n:])
	if err != nil {
		return nil, "", false
	}
	e.touch()
	return code, body[4 : 4+n], true
}

var errEntry = errors.New("compile: the entry of the cache does not check out")

// body reads the entry behind its header: as one string, which all strings of the code are parts of.
func (e entry) body() (string, error) {
	f, err := os.Open(string(e))
	if err != nil {
		return "", err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return "", err
	}
	var head [entryHeader]byte
	if _, err := io.ReadFull(f, head[:]); err != nil {
		return "", err
	}
	var b strings.Builder
	b.Grow(max(int(info.Size())-entryHeader, 0))
	sum := sha256.New()
	chunk := chunks.Get().(*[chunkSize]byte)
	defer chunks.Put(chunk)
	for {
		n, err := f.Read(chunk[:])
		b.Write(chunk[:n])
		sum.Write(chunk[:n])
		if err == io.EOF {
			break
		}
		if err != nil {
			return "", err
		}
	}
	if string(head[:len(entryMagic)]) != entryMagic || string(sum.Sum(nil)) != string(head[len(entryMagic):]) {
		return "", errEntry
	}
	return b.String(), nil
}

// chunks are what entries are read through.
const chunkSize = 1 << 16

var chunks = sync.Pool{New: func() any { return new([chunkSize]byte) }}

// touch notes that the entry is in use.
func (e entry) touch() {
	info, err := os.Stat(string(e))
	if err == nil && time.Since(info.ModTime()) > entryTouch {
		now := time.Now()
		_ = os.Chtimes(string(e), now, now) // at worst it goes too early
	}
}

// write fills the entry and removes what is too old in its folder. A cache that
// cannot be written to is no error: the source is compiled again next time.
func (e entry) write(marshalled, warnings []byte) {
	if e == "" {
		return
	}
	data := make([]byte, entryHeader, entryHeader+4+len(warnings)+len(marshalled))
	copy(data, entryMagic)
	data = binary.LittleEndian.AppendUint32(data, uint32(len(warnings)))
	data = append(append(data, warnings...), marshalled...)
	sum := sha256.Sum256(data[entryHeader:])
	copy(data[len(entryMagic):], sum[:])
	if writeFile(string(e), data) == nil {
		prune(filepath.Dir(string(e)), time.Now().Add(-entryLife))
	}
}

// prune removes the entries of a folder that were last used before a time, and
// temporary files that an interrupted writeFile left.
func prune(dir string, before time.Time) {
	list, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, f := range list {
		if !strings.HasSuffix(f.Name(), entrySuffix) && !strings.HasPrefix(f.Name(), tempPrefix) {
			continue
		}
		if info, err := f.Info(); err == nil && info.ModTime().Before(before) {
			_ = os.Remove(filepath.Join(dir, f.Name()))
		}
	}
}

// tempPrefix begins the names of files that are being written.
const tempPrefix = ".tmp-"

// writeFile writes a file so that readers see all of it or nothing, and makes
// its folder.
func writeFile(path string, data []byte) error {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, tempPrefix+"*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}
