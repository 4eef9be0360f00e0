package object

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/tier2go/tier2/internal/soak"
)

// The expected results were made by CPython: see testdata/gen_containers.py,
// which says how to make them again.

// readContainerLines returns the lines of a file of testdata, unpacked if its name ends
// in .gz.
func readContainerLines(t testing.TB, name string) []string {
	t.Helper()
	f, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var r io.Reader = f
	if strings.HasSuffix(name, ".gz") {
		if r, err = gzip.NewReader(f); err != nil {
			t.Fatal(err)
		}
	}
	var lines []string
	sc := bufio.NewScanner(r)
	sc.Buffer(nil, 1<<24)
	for sc.Scan() {
		lines = append(lines, sc.Text())
	}
	if err := sc.Err(); err != nil {
		t.Fatal(err)
	}
	return lines
}

// hasBigInts reports whether ints beyond a word are there: the packages' number
// types are not part of the containers.
func hasBigInts(h *Heap) bool {
	return h.IntMul(SmallInt(1<<40), SmallInt(1<<40)).IsRef()
}

func eachContainerMode(t *testing.T, f func(t *testing.T, h *Heap)) {
	for _, stress := range []bool{false, true} {
		t.Run(fmt.Sprintf("stress=%v", stress), func(t *testing.T) {
			f(t, newGuest(t, Options{Limit: 256 << 20, Stress: stress}))
		})
	}
}

// runContainerCases evaluates each source and compares its result.
func runContainerCases(t *testing.T, h *Heap, lines []string) {
	g := newGuestEnv(h)
	base := h.Mark()
	names := len(g.vars)
	failed := 0
	for i, line := range lines {
		src, want, _ := strings.Cut(line, "\t")
		if strings.Contains(src, "**") && !hasBigInts(h) {
			continue
		}
		if got := g.run(src); got != want {
			t.Errorf("line %d: %.200s\n got %.500s\nwant %.500s", i+1, src, got, want)
			if failed++; failed > 20 {
				t.Fatal("too many failures")
			}
		}
		g.log = nil
		h.Release(base)
		if len(g.vars) > names+8 { // forget the cases' variables
			g = newGuestEnv(h)
			base, names = h.Mark(), len(g.vars)
		}
	}
}

func TestContainers(t *testing.T) {
	lines := readContainerLines(t, "containers.txt")
	eachContainerMode(t, func(t *testing.T, h *Heap) { runContainerCases(t, h, lines) })
}

func TestContainersMore(t *testing.T) {
	lines := readContainerLines(t, "containers_more.txt.gz")
	eachContainerMode(t, func(t *testing.T, h *Heap) {
		some := lines
		if h.Stress() { // a part of them, or it takes too long
			some = nil
			for i, line := range lines {
				if i%7 == 0 && len(line) < 2000 {
					some = append(some, line)
				}
			}
		}
		runContainerCases(t, h, some)
	})
}

// TestContainersRandom replays random programs: tables grow, shrink and are
// iterated over while they change as CPython's do, so that order and errors
// are the same. Where every allocation collects, which takes twenty times as long, usually every
// 24th of them runs, at full size every sixth.
func TestContainersRandom(t *testing.T) {
	lines := readContainerLines(t, "containers_random.txt.gz")
	eachContainerMode(t, func(t *testing.T, h *Heap) {
		var g *guest
		base := h.Mark()
		title, crc, since, count := "", uint32(0), 0, 0
		for i, line := range lines {
			switch line[:1] {
			case "#":
				if count++; h.Stress() && count%soak.Of(24, 48, 6) != 0 {
					g = nil
					continue
				}
				h.Release(base)
				g, title, since = newGuestEnv(h), line, i+1
			case "=":
				if g == nil {
					continue
				}
				if got := fmt.Sprintf("= %08x", crc); got != line {
					t.Errorf("%s: lines %d to %d: %s, want %s", title, since+1, i, got, line)
					g = nil
				}
				crc, since = 0, i+1
			default:
				if g != nil {
					crc = crc32.Update(crc, crc32.IEEETable, []byte(g.run(line)+"\n"))
				}
			}
		}
	})
}

// TestDictReserve: a dict with room for so many items takes them without new tables, and one that has items is left as it is.
func TestDictReserve(t *testing.T) {
	h := newGuest(t, Options{Limit: 16 << 20})
	for _, n := range []int{1, 5, 6, 20, 85, 86, 1000} {
		d := h.NewDict()
		h.Push(d)
		key := func(i int) Value { return h.NewStr(fmt.Sprint(i)) }
		h.DictSetStr(d, key(0), None)
		h.DictReserve(d, key(0), n)
		if n > 5 && h.Half(d, offDictLog2) != dictMinLog2 {
			t.Errorf("a dict with an item has new tables for %d", n)
		}
		d = h.NewDict()
		h.Push(d)
		h.DictReserve(d, key(0), n)
		first := h.Field(d, OffDictEntries)
		for i := range n {
			h.DictSetStr(d, key(i), SmallInt(int64(i)))
		}
		if n > 5 && h.Field(d, OffDictEntries) != first || h.DictLen(d) != n || h.DictGetStr(d, key(n-1)) != SmallInt(int64(n-1)) {
			t.Errorf("%d items: new tables, or %d of them", n, h.DictLen(d))
		}
	}
}
