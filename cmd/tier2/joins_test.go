package main

import (
	"encoding/json"
	"testing"
)

// TestJoinStats: a value that is a number on one way into a join only is tested behind it, and on
// that way in vain; where both ways have tested it, nothing is known on one of them alone.
func TestJoinStats(t *testing.T) {
	machineCode(t)
	count := func(text string) (s joinStats) {
		t.Helper()
		_, errs, status := run(t, "", "run", "-stats=joins", write(t, "joins.py", text))
		if err := json.Unmarshal([]byte(errs), &s); err != nil || status != 0 {
			t.Fatalf("status %d, %v: %s", status, err, errs)
		}
		return s
	}
	const half = `
def f(list, n):
    t = 0
    for i in range(n):
        v = list[i & 7]
        if i & 1:
            v = v + 1
        else:
            u = v
        t += v * 2
    return t
print(f([1, 2, 3, 4, 5, 6, 7, 8], 100000))
`
	if s := count(half); s.Regions == 0 || s.Known == 0 || s.Known > s.Tests {
		t.Errorf("%+v", s)
	}
	if s := count("print(1)\n"); s != (joinStats{}) {
		t.Errorf("nothing is compiled: %+v", s)
	}
}
