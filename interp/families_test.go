package interp_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tier2go/tier2/interp"
)

// TestFamilies counts what becomes of the instructions of small programs: n
// executions of a base instruction are hits of its members, misses, deferrals
// and attempts.
func TestFamilies(t *testing.T) {
	const n = 400
	for _, c := range []struct {
		family, body string
		hits         bool   // nearly all executions are hits
		failure      string // the reason why specializing is refused
		all          uint64 // executions, 0: not counted here
	}{
		{family: "BINARY_OP", body: "i + 1", hits: true, all: n},
		{family: "BINARY_OP", body: "i * 1.5", hits: true},
		{family: "BINARY_OP", body: "'a' + 'b' * i", hits: false, failure: "types", all: 2 * n},
		{family: "BINARY_OP", body: "(1 << 70) + i", hits: true},
		{family: "COMPARE_OP", body: "(1 << 70) < i", hits: false, failure: "big_int", all: n},
		{family: "COMPARE_OP", body: "i < 3", hits: true},
		{family: "COMPARE_OP", body: "i == None", hits: false, failure: "types"},
		{family: "CONTAINS_OP", body: "i in {}", hits: true},
		{family: "CONTAINS_OP", body: "i in a", hits: false, failure: "types"},
		{family: "TO_BOOL", body: "not a", hits: true, all: n},
		{family: "UNPACK_SEQUENCE", body: "x, y = i, a[0:2]\n        x, y = y", hits: true},
		{family: "STORE_SUBSCR", body: "a[1] = i", hits: true},
		{family: "LOAD_GLOBAL", body: "k", hits: true},
		{family: "LOAD_GLOBAL", body: "len", hits: true},
		{family: "LOAD_ATTR", body: "a.append", hits: false},
		{family: "LOAD_ATTR", body: "math.pi", hits: true},
		{family: "CALL", body: "g(i)", hits: true},
		{family: "CALL", body: "len(a)", hits: true},
		{family: "CALL_KW", body: "g(x=i)", hits: true},
		{family: "FOR_ITER", body: "pass", hits: true, all: n + 1},
	} {
		t.Run(c.family+"/"+c.body, func(t *testing.T) {
			source := fmt.Sprintf("import math\nk = 1\ndef g(x):\n    return x\ndef f(n):\n    a = [1, 2]\n    for i in range(n):\n        %s\nf(%d)\n", c.body, n)
			var out strings.Builder
			_, stats := run(t, mode{name: "off"}, interp.Options{Heap: small, Stdout: &out, Stats: true}, compiled(t, source))
			f := stats.Tier1.Families[c.family]
			if c.hits && f.Hit < n*8/10 {
				t.Errorf("few hits: %+v", f)
			}
			if f.Success+f.Failure == 0 {
				t.Errorf("nothing was tried: %+v", f)
			}
			if c.failure != "" && f.Failures[c.failure] == 0 {
				t.Errorf("no failure for the reason %s: %+v", c.failure, f)
			}
			sum := uint64(0)
			for _, k := range f.Failures {
				sum += k
			}
			if sum != f.Failure {
				t.Errorf("%d failures have a reason, of %d", sum, f.Failure)
			}
			if k := f.Hit + f.Miss + f.Deferred + f.Failure; c.all != 0 && k != c.all {
				t.Errorf("%d executions are told, not %d: %+v", k, c.all, f)
			}
			var all interp.MemberStats
			for _, m := range f.Members {
				all.Hit, all.Miss, all.Success = all.Hit+m.Hit, all.Miss+m.Miss, all.Success+m.Success
			}
			if all.Hit != f.Hit || all.Miss != f.Miss || all.Success != f.Success {
				t.Errorf("the members together: %+v, the family: %+v", all, f)
			}
		})
	}
}

// TestDespecialize: a specialized instruction that misses often becomes adaptive,
// and is specialized anew.
func TestDespecialize(t *testing.T) {
	const source = "def f(x):\n    return x + x\nfor i in range(500):\n    f(i)\nfor i in range(500):\n    f(1.5)\nfor i in range(500):\n    f('a')\nprint(f(1), f(0.5), f('b'))\n"
	got, stats := run(t, mode{name: "off"}, interp.Options{Heap: small, Stats: true}, compiled(t, source))
	if got.show() != "2 1.0 bb\n" {
		t.Errorf("got %q", got.show())
	}
	f := stats.Tier1.Families["BINARY_OP"]
	// The 52 misses that a member survives come twice, and f(1), f(0.5) after that.
	if f.Success != 3 || f.Miss < 2*52 || f.Miss > 2*52+10 || f.Hit < 1200 {
		t.Errorf("%+v", f)
	}
	// Two of the members have missed until they gave up.
	for name, want := range map[string][2]uint64{"BINARY_OP_ADD_INT": {1, 50}, "BINARY_OP_ADD_FLOAT": {1, 50}, "BINARY_OP_ADD_UNICODE": {1, 0}} {
		m := f.Members[name]
		if m.Success != want[0] || m.Miss < want[1] || m.Miss > want[1]+5 || m.Hit < 400 || m.Executed+m.Success != m.Hit+m.Miss {
			t.Errorf("%s: %+v", name, m)
		}
	}
}
