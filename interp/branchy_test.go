package interp_test

import (
	"context"
	"io"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/native"
	"github.com/tier2go/tier2/region"
	"github.com/tier2go/tier2/uop"
)

// linear are the selectors of linear traces that regions are compared with.
var linear = []string{"net", "cpython313", "cpython315"}

// compared are Ways, Traces and the linear selectors.
func compared(tb testing.TB) []uop.Selector {
	list := []uop.Selector{interp.Ways, interp.Traces}
	for _, name := range linear {
		s, err := region.Select(name)
		if err != nil {
			tb.Fatal(err)
		}
		list = append(list, s)
	}
	return list
}

// TestBranchy runs the branchy programs with regions and linear traces: they print what
// CPython does, and regions are no more code than NET's traces anywhere, and half of it in
// the geometric mean.
func TestBranchy(t *testing.T) {
	if !native.Supported() {
		t.Skip("no machine code on this port")
	}
	share, n := 0.0, 0
	for _, file := range files(t, "testdata/branchy/*.py", 6) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			code, err := cpython(t).CompileFile(context.Background(), file)
			if err != nil {
				t.Fatal(err)
			}
			want := readFile(t, strings.TrimSuffix(file, ".py")+".out")
			bytes := map[string]int{}
			for _, s := range compared(t) {
				if testing.Short() && s.Name != interp.Ways.Name && s.Name != "net" {
					continue
				}
				got, stats := run(t, mode{backend: exitdata.Native}, interp.Options{Heap: small, Selector: s}, code)
				if got.show() != want {
					t.Errorf("%s: got %q, want %q", s.Name, got.show(), want)
				}
				bytes[s.Name] = stats.Tier2.CodeBytes
			}
			t.Log(bytes)
			if filepath.Base(file) == "choices.py" { // there are executors for ints of either size
				return
			}
			if bytes["ways"] > bytes["net"] {
				t.Errorf("%d bytes of code, NET has %d", bytes["ways"], bytes["net"])
			}
			share += math.Log(float64(bytes["ways"]) / float64(bytes["net"]))
			n++
		})
	}
	if mean := math.Exp(share / float64(n)); mean > 0.5 {
		t.Errorf("%.2f of NET's code in the geometric mean", mean)
	}
}

// BenchmarkBranchy runs the branchy programs with each selector; code is the bytes of
// machine code at the end.
func BenchmarkBranchy(b *testing.B) {
	list, err := filepath.Glob("testdata/branchy/*.py")
	if err != nil {
		b.Fatal(err)
	}
	for _, file := range list {
		code, err := cpython(b).CompileFile(context.Background(), file)
		if err != nil {
			b.Fatal(err)
		}
		for _, s := range compared(b) {
			b.Run(strings.TrimSuffix(filepath.Base(file), ".py")+"/"+s.Name, func(b *testing.B) {
				b.ReportAllocs()
				size := 0
				for range b.N {
					vm, err := interp.New(importing(cpython(b), interp.Options{Heap: small, Stdout: io.Discard, Selector: s}))
					if err == nil {
						err = vm.EnableTier2(tier2.Options{})
					}
					if err != nil {
						b.Fatal(err)
					}
					if stderr, status := result(vm.RunMain(code, []string{file})); status != 0 {
						b.Fatal(stderr)
					}
					size = vm.Stats().Tier2.CodeBytes
					if err := vm.Close(); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(size), "code")
			})
		}
	}
}
