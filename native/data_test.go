//go:build linux && (amd64 || arm64)

package native

import (
	"errors"
	"testing"
)

// Rows are aligned, zeroed, stable and adjacent; freed ones are used again.
func TestDataRows(t *testing.T) {
	d, err := NewData(DataOptions{Limit: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	a, err := d.AllocRows(3)
	if err != nil {
		t.Fatal(err)
	}
	b, err := d.Alloc(5)
	if err != nil {
		t.Fatal(err)
	}
	if a%RowSize != 0 || b != a+3*RowSize || !d.Contains(a) || d.Contains(a-1) {
		t.Errorf("rows at %#x, data at %#x", a, b)
	}
	w := d.Words(a, 6)
	for i := range w {
		if w[i] != 0 {
			t.Error("not zero")
		}
		w[i] = ^uint64(0)
	}
	d.Bytes(b, 5)[4] = 9
	if d.Words(b, 1)[0] != 9<<32 || d.Words(a, 6)[5] != ^uint64(0) {
		t.Error("bytes and words disagree")
	}
	if err := d.FreeRows(a, 3); err != nil {
		t.Fatal(err)
	}
	again, err := d.AllocRows(2)
	if err != nil || again != a {
		t.Errorf("used again at %#x, want %#x: %v", again, a, err)
	}
	for i, w := range d.Words(again, 4) {
		if w != 0 {
			t.Errorf("word %d of used rows is %#x", i, w)
		}
	}
	if s := d.Stats(); s.InUse != 48 || s.HighWater != 64 || s.Pieces != 2 || s.Limit != 1<<20 {
		t.Errorf("%+v", s)
	}
}

// Mistakes are errors with a name, or panics where Go slices panic.
func TestDataErrors(t *testing.T) {
	refuse := false
	d, err := NewData(DataOptions{Limit: 1, Fault: func(op Op, n int) error {
		if refuse && op == OpAlloc {
			return errTest
		}
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	a, err := d.AllocRows(1)
	if err != nil {
		t.Fatal(err)
	}
	alloc := func(n int) error { _, err := d.Alloc(n); return err }
	rows := func(n int) error { _, err := d.AllocRows(n); return err }
	for _, c := range []struct {
		name      string
		got, want error
	}{
		{"zero", alloc(0), ErrSize},
		{"negative", rows(-1), ErrSize},
		{"too much", alloc(64 << 10), ErrLimit},
		{"far too much", rows(1 << 60), ErrLimit},
		{"free too many", d.FreeRows(a, 1<<60), ErrChunk},
		{"free elsewhere", d.FreeRows(a-16, 1), ErrChunk},
		{"free more", d.FreeRows(a, 2), ErrChunk},
		{"free inside", d.Free(a+1, 1), ErrChunk},
		{"free", d.FreeRows(a, 1), nil},
		{"free twice", d.FreeRows(a, 1), ErrChunk},
	} {
		if !errors.Is(c.got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, c.got, c.want)
		}
	}
	for name, f := range map[string]func(){
		"misaligned": func() { d.Words(a+4, 1) },
		"below":      func() { d.Bytes(a-1, 1) },
		"above":      func() { d.Bytes(a, 64<<10+1) },
		"negative":   func() { d.Bytes(a, -1) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			f()
		}()
	}
	refuse = true
	if err := alloc(1); !errors.Is(err, errTest) {
		t.Error(err)
	}
	refuse = false
	if err := errors.Join(d.Close(), d.Close()); err != nil {
		t.Error(err)
	}
	if err := alloc(1); !errors.Is(err, ErrClosed) {
		t.Error(err)
	}
	if err := d.Free(a, 1); !errors.Is(err, ErrClosed) {
		t.Error(err)
	}
	if _, err := NewData(DataOptions{Fault: func(Op, int) error { return errTest }}); !errors.Is(err, errTest) {
		t.Error(err)
	}
}
