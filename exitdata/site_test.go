package exitdata_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/routine"
)

// small counts its calls in a word at an address, and takes numbers up to 100.
const small = `trace @small form=typed {
entries (ref)
returns ref else 0xffff
b0:
  v0: ref = entry 0
  v1: i64 = load COUNTER +0 64 class=0
  v2: i64 = add v1, 1
  store COUNTER, v2 +0 64 class=0
  v3: i64 = bits v0
  v4: bool = ult 100, v3
  branch v4, b2(), b1()
b1:
  v5: i64 = add v3, 1
  v6: ref = word v5
  ret v6
b2: cold
  giveup
}
`

const trying = `trace @trying form=typed {
frame f0 "trying" () locals=1 slots=4
b0:
  v0: ref = slot 0
  v1: ref = t.try v0
  s0 = state f0 pc=1 (v1 |)
  exit s0 -> x0
}
exits x0: end
`

// TestSites: a site whose routine gives up mostly stops calling it, and tries again after a
// while; one whose routine gives up half of the time goes on; what has become of it is counted.
func TestSites(t *testing.T) {
	m := newMachine(t, exitdata.Options{})
	m.quiet = func(a []uint64) (uint64, error) { return a[0] + 1, nil }
	counter, err := m.data.Alloc(8)
	if err != nil {
		t.Fatal(err)
	}
	code, err := routine.New(target, ops).Compile(parse(t, strings.ReplaceAll(small, "COUNTER", fmt.Sprintf("#0x%016x", counter))), 0)
	if err != nil {
		t.Fatal(err)
	}
	at, err := m.table.AddRoutine(code.Func.Name, code.Bytes)
	if err != nil {
		t.Fatal(err)
	}
	m.sel.Routine = func(string) (*lower.Routine, error) { return code.At(at), nil }
	ex := m.compile(trying, nil)
	called := &m.data.Words(counter, 1)[0]
	general := uint64(0)
	// try does the operation n times, with numbers that the routine takes, or with others, and says
	// how often the routine was called.
	try := func(n int, taken bool) uint64 {
		before, x := *called, uint64(7)
		if !taken {
			x, general = 700, general+uint64(n)
		}
		for range n {
			m.at(m.run(ex, x), ir.End, 1, x+1)
		}
		return *called - before
	}
	check := func(closed bool) {
		t.Helper()
		list := m.table.Sites(ex)
		if len(list) != 1 || list[0].Routine != "small" || list[0].General != general || list[0].Closed != closed {
			t.Errorf("sites: %+v; want one of small, closed: %v, %d times general", list, closed, general)
		}
	}
	if n := try(1000, true); n != 1000 {
		t.Errorf("%d calls of 1000 that succeed", n)
	}
	check(false)
	for range 200 {
		if n := try(1, false) + try(1, true) + try(2, true); n != 4 {
			t.Fatalf("%d calls of 4, one in four of which gives up", n)
		}
	}
	check(false)
	n := try(1000, false)
	if n < 32 || n > 200 {
		t.Errorf("%d calls of 1000 that give up", n)
	}
	check(true)
	for i := 0; ; i++ { // the word wraps around
		if try(1, false) == 1 {
			break
		}
		if i == 1<<16 {
			t.Fatal("the routine gets no other chance")
		}
	}
	check(false)
	if n := try(1000, true); n != 1000 {
		t.Errorf("%d calls of 1000 that succeed again", n)
	}
	check(false)
}
