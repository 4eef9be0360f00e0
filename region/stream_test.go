package region

import (
	"bytes"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"gonum.org/v1/gonum/graph/topo"

	"github.com/tier2go/tier2/uop"
)

type entered struct {
	id  int32
	how uop.How
}

func events(s *Stream) []entered {
	var list []entered
	for id, how := range s.All() {
		list = append(list, entered{id, how})
	}
	return list
}

// TestStream records, writes and reads what has gaps, and blocks with more ways out
// than a byte can number.
func TestStream(t *testing.T) {
	const n = 700
	blocks := make([]Block, n)
	for i := range blocks {
		blocks[i] = Block{uop.Place{Code: 1, PC: uint32(i)}, uint32(i % 9)}
	}
	rec := NewRecorder("s", "made for a test", blocks)
	var want []entered
	for i := range 5000 {
		e := entered{int32(i * i % n), uop.How(i % int(uop.Exit))}
		if i%2 == 1 {
			e.id = 0
		}
		if i == 0 || i%97 == 0 {
			e.how = uop.Start
		}
		want = append(want, e)
		rec.Enter(e.id, e.how)
	}
	s := rec.Stream()
	if got := events(s); !slices.Equal(got, want) || s.Len != len(want) {
		t.Fatalf("a stream of %d events came back as %d others", len(want), len(got))
	}
	data, err := s.AppendBinary(nil)
	if err != nil {
		t.Fatal(err)
	}
	back, err := ReadStream(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if got := events(back); !slices.Equal(got, want) || back.Name != s.Name || back.Note != s.Note || !slices.Equal(back.Blocks, s.Blocks) {
		t.Fatal("the file says something else than the stream")
	}
	for i := range data {
		data[i] ^= 0x41
		if _, err := ReadStream(bytes.NewReader(data)); !errors.Is(err, errStream) {
			t.Fatalf("byte %d changed: %v", i, err)
		}
		data[i] ^= 0x41
		if _, err := ReadStream(bytes.NewReader(data[:i])); !errors.Is(err, errStream) {
			t.Fatalf("cut at byte %d: %v", i, err)
		}
	}
}

// TestRecordSelector records what is replayed: the same events again, up to a number.
func TestRecordSelector(t *testing.T) {
	for _, p := range Synthetic() {
		s := stream(t, p, 5, 20_000)
		rec := NewRecorder(s.Name, s.Note, nil)
		full := 0
		replayed(t, s, rec.Selector(15_000, func() { full++ }))
		if full != 1 {
			t.Errorf("%s: full %d times", p.Name, full)
		}
		got, want := rec.Stream(), events(s)[:15_000]
		for i, e := range events(got) {
			if got.Blocks[e.id] != s.Blocks[want[i].id] || e.how != want[i].how {
				t.Fatalf("%s: event %d is %v %v, not %v %v", p.Name, i, got.Blocks[e.id], e.how, s.Blocks[want[i].id], want[i].how)
			}
		}
		if got.Len != len(want) {
			t.Errorf("%s: %d events", p.Name, got.Len)
		}
	}
}

// FuzzReadStream reads damaged bodies behind a checksum that is right.
func FuzzReadStream(f *testing.F) {
	s, err := Diamonds(2).Stream(1, 300)
	if err != nil {
		f.Fatal(err)
	}
	data, _ := s.AppendBinary(nil)
	f.Add(data[len(magic) : len(data)-4])
	f.Fuzz(func(t *testing.T, body []byte) {
		s, err := ReadStream(bytes.NewReader(seal(append([]byte(magic), body...), 0)))
		if err != nil {
			return
		}
		if n := len(events(s)); n != s.Len {
			t.Fatalf("%d events, not %d", n, s.Len)
		}
	})
}

// profiles reads the sample of the corpus, or, where TIER2_PROFILES names a
// folder, all of it.
func profiles(t testing.TB) []*Program {
	dir := os.Getenv("TIER2_PROFILES")
	if dir == "" {
		dir = "../testdata/profiles"
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.jsonl.gz"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no profiles in %s: %v", dir, err)
	}
	var out []*Program
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		p, err := ReadProfile(f)
		f.Close()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		out = append(out, p)
	}
	return out
}

// TestWalk compares how often a walk enters each block with the profile's counts:
// the shares of the frequent ones agree.
func TestWalk(t *testing.T) {
	for _, p := range profiles(t) {
		s, err := p.Stream(1, 400_000)
		if err != nil {
			if len(p.Blocks) == 0 {
				continue // nothing was executed
			}
			t.Errorf("%v", err)
			continue
		}
		want := make([]float64, len(p.Blocks))
		total := 0.0
		for i, f := range p.Flow {
			want[i] = float64(f.total)
			total += want[i]
		}
		got := make([]float64, len(p.Blocks))
		for id := range s.All() {
			got[id] += 1 / float64(s.Len)
		}
		distance := 0.0
		for i := range want {
			distance += math.Abs(got[i]-want[i]/total) / 2
		}
		t.Logf("%s: %d blocks, distance of the distributions %.3f", p.Name, len(p.Blocks), distance)
		if distance > 0.2 {
			t.Errorf("%s: %.2f of the walk is elsewhere than the profile", p.Name, distance)
		}
	}
}

// TestSynthetic walks on every generator's programs twice.
func TestSynthetic(t *testing.T) {
	for _, p := range Synthetic() {
		s, err := p.Stream(3, 50_000)
		if err != nil {
			t.Fatal(err)
		}
		again, _ := p.Stream(3, 50_000)
		other, _ := p.Stream(4, 50_000)
		if !slices.Equal(events(s), events(again)) {
			t.Errorf("%s: the same seed walks elsewhere", p.Name)
		}
		if slices.Equal(events(s), events(other)) {
			t.Errorf("%s: another seed walks the same way", p.Name)
		}
		g := s.Graph()
		if len(g.Nodes) < len(p.Blocks)/2 {
			t.Errorf("%s: %d of %d blocks executed", p.Name, len(g.Nodes), len(p.Blocks))
		}
	}
}

// TestReducible holds the random structured programs to what they are called: without
// the edges to dominators, a function's flow has a cycle only if it is irreducible.
func TestReducible(t *testing.T) {
	for seed := range uint64(20) {
		for _, n := range []int{15, 60, 120} {
			if p := randomReducible(seed, n); !reducible(p) {
				t.Errorf("%s is not", p.Name)
			}
			p := RandomIrreducible(seed, n)
			if reducible(p) {
				t.Errorf("%s is not", p.Name)
			}
			if len(p.Blocks) < n*3/4 || len(p.Blocks) > n*5/4+20 {
				t.Errorf("%s has %d blocks", p.Name, len(p.Blocks))
			}
		}
	}
}

func reducible(p *Program) bool {
	for c := range p.Codes {
		root := int32(slices.IndexFunc(p.Blocks, func(b Block) bool { return b.At.Code == uint64(c+1) }))
		d := newDigraph(len(p.Blocks))
		for i, f := range p.Flow {
			for _, w := range f.Ways {
				to := w.To
				if w.How == uop.Call {
					to = w.Back
				}
				d.SetEdge(int32(i), to, 1)
			}
		}
		idom := idoms(d, root)
		forward := newDigraph(len(p.Blocks))
		for u := range d.succs {
			for _, h := range d.succs[u] {
				if p.Blocks[u].At.Code == uint64(c+1) && !dominates(idom, h.to, int32(u)) {
					forward.SetEdge(int32(u), h.to, 1)
				}
			}
		}
		if _, err := topo.Sort(forward); err != nil {
			return false
		}
	}
	return true
}

func BenchmarkRecord(b *testing.B) {
	s, err := Random(3, 120).Stream(1, 1_000_000)
	if err != nil {
		b.Fatal(err)
	}
	list := events(s)
	b.ReportAllocs()
	for b.Loop() {
		rec := NewRecorder("s", "", s.Blocks)
		for _, e := range list {
			rec.Enter(e.id, e.how)
		}
	}
	b.ReportMetric(float64(s.Len)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mevents/s")
}

func BenchmarkStream(b *testing.B) {
	s, err := Random(3, 120).Stream(1, 1_000_000)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	sum := 0
	for b.Loop() {
		for id, how := range s.All() {
			sum += int(id) + int(how)
		}
	}
	b.ReportMetric(float64(s.Len)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mevents/s")
}

func BenchmarkGraph(b *testing.B) {
	s, err := Random(3, 120).Stream(1, 1_000_000)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		s.Graph()
	}
	b.ReportMetric(float64(s.Len)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mevents/s")
}
