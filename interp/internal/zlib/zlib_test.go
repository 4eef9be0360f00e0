package zlib_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"hash/crc32"
	"os"
	"testing"

	"github.com/tier2go/tier2/interp/internal/zlib"
)

// part is data of a kind that testdata/gen_streams.py makes too, and how it is flushed.
type part struct{ kind, seed, n, flush int }

func (p *part) UnmarshalJSON(b []byte) error {
	var list []int
	if err := json.Unmarshal(b, &list); err != nil {
		return err
	}
	list = append(list, 0)
	*p = part{list[0], list[1], list[2], list[3]}
	return nil
}

func (p *part) data() []byte {
	seed := p.seed
	rand := func(below int) int {
		seed = (seed*1103515245 + 12345) & 0x7FFFFFFF
		return (seed >> 8) % below
	}
	out := make([]byte, 0, p.n+400)
	switch p.kind {
	case 0, 1:
		for range p.n {
			if p.kind == 0 {
				out = append(out, byte(rand(256)))
			} else {
				out = append(out, byte(97+rand(4)))
			}
		}
		return out
	case 2:
		return bytes.Repeat([]byte{byte(rand(3))}, p.n)
	}
	for len(out) < p.n {
		if len(out) > 0 && rand(2) != 0 {
			j := rand(len(out))
			out = append(out, out[j:min(j+3+rand(300), len(out))]...)
		} else {
			for range 1 + rand(40) {
				out = append(out, byte(rand(256)))
			}
		}
	}
	return out[:p.n]
}

// row is a stream on record, or a spoilt one.
type row struct {
	Level, Wbits, Mem, Strategy int
	Dict                        *part
	Parts                       []part
	Data                        []byte
	Error                       string
	Len                         int
	CRC                         uint32
	Unused                      int
}

func records(t testing.TB) (streams, spoilt []row) {
	data, err := os.ReadFile("testdata/streams.json")
	if err != nil {
		t.Fatal(err)
	}
	var r struct{ Streams, Spoilt []row }
	if err := json.Unmarshal(data, &r); err != nil {
		t.Fatal(err)
	}
	return r.Streams, r.Spoilt
}

func never() {}

// cpythonSizes are the first buffers that CPython writes to.
var cpythonSizes = []int{32 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20}

func (r *row) compress(d *zlib.Deflater) (out, all []byte) {
	for _, p := range r.Parts {
		data := p.data()
		all = append(all, data...)
		out = d.Deflate(out, data, zlib.NoFlush, cpythonSizes)
		if p.flush != zlib.NoFlush {
			out = d.Deflate(out, nil, p.flush, cpythonSizes)
		}
	}
	return d.Deflate(out, nil, zlib.Finish, cpythonSizes), all
}

// pieces decompresses data piece by piece.
func pieces(t *testing.T, z *zlib.Inflater, data, dict []byte) (out, rest []byte) {
	for k := 0; ; k++ {
		piece := data[:min(len(data), 1+k*37%700)]
		before := len(out)
		var left []byte
		var s zlib.Status
		var err error
		out, left, s, err = z.Inflate(out, piece, 1+k*91%3000)
		moved := len(left) != len(piece) || len(out) != before
		data = data[len(piece)-len(left):]
		switch {
		case err != nil:
			t.Fatal(err)
		case s == zlib.End:
			return out, data
		case s == zlib.NeedDictionary:
			if z.SetDictionary(append([]byte("another "), dict...)) {
				t.Error("another dictionary is taken")
			}
			if !z.SetDictionary(dict) {
				t.Fatal("the dictionary is not taken")
			}
		case !moved && len(data) == 0:
			t.Fatal("the end is not found")
		}
	}
}

// TestStreams: streams have the bytes of CPython's, and are read whole and in pieces.
func TestStreams(t *testing.T) {
	streams, _ := records(t)
	for i, r := range streams {
		d := zlib.NewDeflater(r.Level, r.Wbits, r.Mem, r.Strategy, never)
		var dict []byte
		if r.Dict != nil {
			dict = r.Dict.data()
			d.SetDictionary(dict)
		}
		out, all := r.compress(d)
		if len(out) != r.Len || crc32.ChecksumIEEE(out) != r.CRC {
			t.Errorf("stream %d (level %d, wbits %d, memLevel %d, strategy %d, %v): %d bytes are not CPython's %d", i, r.Level, r.Wbits, r.Mem, r.Strategy, r.Parts, len(out), r.Len)
			continue
		}
		z := zlib.NewInflater(r.Wbits, never)
		if dict != nil && r.Wbits < 0 && !z.SetDictionary(dict) {
			t.Errorf("stream %d: the dictionary is not taken", i)
		}
		twin := z.Clone()
		if got, rest := pieces(t, z, append(out, "rest"...), dict); !bytes.Equal(got, all) || string(rest) != "rest" {
			t.Errorf("stream %d: %d bytes are read as %d, %d are left", i, len(all), len(got), len(rest))
		}
		if dict != nil && r.Wbits > 0 {
			continue
		}
		if got, rest, s, err := twin.Inflate(nil, out, len(all)+1); err != nil || s != zlib.End || len(rest) != 0 || !bytes.Equal(got, all) {
			t.Errorf("stream %d: %d bytes are read as %d at once: %v, %v", i, len(all), len(got), s, err)
		}
	}
}

// TestClone: a stream and its copy go on by themselves.
func TestClone(t *testing.T) {
	for level := range 10 {
		a, b := part{3, 1, 50000, 0}, part{1, 2, 50000, 0}
		d := zlib.NewDeflater(level, 15, 8, zlib.Default, never)
		begun := d.Deflate(nil, a.data(), zlib.NoFlush, cpythonSizes)
		c := d.Clone()
		one := d.Deflate(bytes.Clone(begun), b.data(), zlib.Finish, cpythonSizes)
		two := c.Deflate(bytes.Clone(begun), b.data(), zlib.Finish, cpythonSizes)
		if !bytes.Equal(one, two) {
			t.Errorf("level %d: the copy goes on with other bytes", level)
		}
		z := zlib.NewInflater(15, never)
		half, rest, _, err := z.Inflate(nil, one, 60000)
		if err != nil {
			t.Fatal(err)
		}
		y := z.Clone()
		for _, z := range []*zlib.Inflater{z, y} {
			got, _, s, err := z.Inflate(bytes.Clone(half), rest, 60000)
			if want := append(a.data(), b.data()...); err != nil || s != zlib.End || !bytes.Equal(got, want) {
				t.Errorf("level %d: %d bytes are read, %v, %v", level, len(got), s, err)
			}
		}
	}
}

// outcome is what an Inflater makes of data, as the records have it.
func (r *row) outcome() (out []byte, unused int, failed string) {
	out, rest, s, err := zlib.NewInflater(r.Wbits, never).Inflate(nil, r.Data, 1<<20)
	var e zlib.Error
	switch {
	case errors.As(err, &e):
		return nil, 0, string(e)
	case s == zlib.NeedDictionary:
		return nil, 0, "dictionary"
	case s == zlib.More:
		return out, 0, "incomplete"
	}
	return out, len(rest), ""
}

// TestSpoilt: what is wrong with spoilt streams is what CPython says.
func TestSpoilt(t *testing.T) {
	_, spoilt := records(t)
	for i, r := range spoilt {
		out, unused, failed := r.outcome()
		if failed != r.Error || len(out) != r.Len || crc32.ChecksumIEEE(out) != r.CRC || unused != r.Unused {
			t.Errorf("%d (wbits %d, %x): %q, %d bytes and %d unused; CPython: %q, %d and %d", i, r.Wbits, r.Data, failed, len(out), unused, r.Error, r.Len, r.Unused)
		}
	}
}

// TestBomb: no more is written than there is room for.
func TestBomb(t *testing.T) {
	d := zlib.NewDeflater(9, 15, 8, zlib.Default, never)
	data := d.Deflate(nil, make([]byte, 1<<22), zlib.Finish, cpythonSizes)
	z := zlib.NewInflater(15, never)
	var out []byte
	for room := range 300 {
		var s zlib.Status
		var err error
		before := len(out)
		if out, data, s, err = z.Inflate(out, data, room); err != nil || s != zlib.More || len(out) != before+room {
			t.Fatalf("%d bytes of %d, %v, %v", len(out)-before, room, s, err)
		}
	}
}

// TestPolls: long work polls.
func TestPolls(t *testing.T) {
	for level := range 10 {
		polls := 0
		poll := func() { polls++ }
		data := zlib.NewDeflater(level, 15, 8, zlib.Default, poll).Deflate(nil, make([]byte, 4<<20), zlib.Finish, cpythonSizes)
		if polls < 64 {
			t.Errorf("level %d polls %d times in 4 MiB", level, polls)
		}
		polls = 0
		if _, _, s, err := zlib.NewInflater(15, poll).Inflate(nil, data, 4<<20); s != zlib.End || err != nil || level > 0 && polls < 8 {
			t.Errorf("level %d: reading polls %d times: %v, %v", level, polls, s, err)
		}
	}
}

// FuzzInflate: whatever the bytes, an Inflater comes to an end, at once and byte by byte the same one.
func FuzzInflate(f *testing.F) {
	_, spoilt := records(f)
	for _, r := range spoilt[:100] {
		f.Add(r.Wbits, r.Data)
	}
	f.Fuzz(func(t *testing.T, wbits int, data []byte) {
		size := wbits & 15
		if wbits > 47 || wbits < -15 || wbits < 0 && wbits > -8 || wbits >= 0 && size != 0 && size < 8 {
			return
		}
		r := row{Wbits: wbits, Data: data}
		out, unused, failed := r.outcome()
		z := zlib.NewInflater(wbits, never)
		var got, left []byte
		var s zlib.Status
		var err error
		for i := 0; i < len(data) && err == nil && s == zlib.More && len(got) < 1<<16; i++ {
			got, left, s, err = z.Inflate(got, data[i:i+1], 1<<20)
			if s == zlib.End && failed == "" && len(data)-i-1+len(left) != unused {
				t.Errorf("%d are left, at once %d", len(data)-i-1+len(left), unused)
			}
		}
		var e zlib.Error
		errors.As(err, &e)
		if len(got) < 1<<16 && (err != nil && string(e) != failed || failed == "" && !bytes.Equal(got, out)) {
			t.Errorf("byte by byte %q and %d bytes, at once %q and %d", e, len(got), failed, len(out))
		}
	})
}

// FuzzDeflate: what is compressed is read back, whatever the options, flushes and buffers.
func FuzzDeflate(f *testing.F) {
	f.Add(6, 15, 8, 0, 2, 7, []byte("abcabcabcabc hello hello"))
	f.Add(0, 9, 1, 0, 3, 1, bytes.Repeat([]byte("xyz"), 300))
	f.Add(1, 31, 9, 3, 5, 5, make([]byte, 70000))
	f.Add(9, -9, 1, 4, 1, 100, bytes.Repeat([]byte{1, 2, 3, 5, 8, 13}, 3000))
	f.Fuzz(func(t *testing.T, level, wbits, mem, strategy, flush, size int, data []byte) {
		if level < 0 || level > 9 || mem < 1 || mem > 9 || strategy < 0 || strategy > zlib.Fixed || flush < zlib.NoFlush || flush > zlib.Block || flush == zlib.Finish || size < 1 {
			return
		}
		if bits := wbits & 15; wbits > 31 || wbits < -15 || wbits < 0 && -wbits < 9 || wbits >= 0 && bits < 9 {
			return
		}
		d := zlib.NewDeflater(level, wbits, mem, strategy, never)
		sizes := []int{max(size%9000, 7)} // less than a flush takes has no end
		half := len(data) / 2
		out := d.Deflate(nil, data[:half], flush, sizes)
		out = d.Deflate(out, data[half:], zlib.Finish, sizes)
		got, rest, s, err := zlib.NewInflater(wbits, never).Inflate(nil, out, len(data)+1)
		if err != nil || s != zlib.End || len(rest) != 0 || !bytes.Equal(got, data) {
			t.Errorf("%d bytes are read as %d, %d left, %v, %v", len(data), len(got), len(rest), s, err)
		}
	})
}
