package interp_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/native"
)

// crowded makes much hot code, then as many things as there is room for, then runs the hot code in what little is
// left, and prints how many there were.
const crowded = `
source = []
for i in range(50):
    source.append(f"""
def f{i}(n, a, b):
    s = 0
    for j in range(n):
        if j % {i + 2}: s += a * {i} + j
        else: s -= b
        s &= 0xfffff
    return s
""")
names = {}
exec(''.join(source), names)
hot = [names[f'f{i}'] for i in range(50)]
total = sum(f(1500, 3, 4) for f in hot)
def objects():
    keep = []
    try:
        while True: keep.append([0] * 500)
    except MemoryError:
        return keep
def classes():
    keep = []
    try:
        while True: keep.append(type('C', (), {}))
    except MemoryError:
        return keep
def codes():
    keep = []
    try:
        while True: keep.append(code.replace(co_name='g'))
    except MemoryError:
        return keep
code = hot[0].__code__
keep = WHAT()
made = len(keep)
del keep[-40:]
for f in hot: total += f(1500, 3, 4)
print(total, made)
`

// TestExecutorsGiveWay runs programs at a limit at which their executors do not fit beside what they make: they make as
// much with them as without, but for what the collector's moments change.
func TestExecutorsGiveWay(t *testing.T) {
	const limit = 6 << 20
	for _, what := range []string{"objects", "classes", "codes"} {
		code := compiled(t, strings.Replace(crowded, "WHAT", what, 1))
		wantTotal, want := 0, 0
		for _, m := range modes {
			if m.slow || m.backend == exitdata.Native && !native.Supported() {
				continue
			}
			out, stats := run(t, m, interp.Options{Heap: object.Options{Limit: limit}, Hotspots: eager}, code)
			total, made := 0, 0
			if _, err := fmt.Sscan(out.stdout, &total, &made); err != nil || out.status != 0 {
				t.Fatalf("%s, %s: status %d, %v, %s", what, m.name, out.status, err, out.stderr)
			}
			if m.backend == exitdata.Cold {
				wantTotal, want = total, made
				continue
			}
			if total != wantTotal {
				t.Errorf("%s, %s: %d, want %d", what, m.name, total, wantTotal)
			}
			if made < want-want/10 {
				t.Errorf("%s, %s: made %d, and %d without executors", what, m.name, made, want)
			}
			if stats.Tier2.GaveWay == 0 {
				t.Errorf("%s, %s: no executor of %d gave way", what, m.name, stats.Tier2.Executors)
			}
		}
	}
}
