package interp_test

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tier2go/tier2/interp"
)

// caughtInterrupts are loops that only an interrupt ends. What they return says what
// is wrong with the variables then: an interrupt comes between two instructions, and
// all that was executed before has had its effect, once.
const caughtInterrupts = `
def floats():
    a = []
    x = 0.5
    n = 0
    try:
        print("arm", flush=True)
        while True:
            if n % 20000 == 0:
                a.clear()
            a.append((x, x + 1.0))
            x += 1.0
            n += 1
    except KeyboardInterrupt:
        k = n // 20000 * 20000 + len(a)
        if len(a) == 20000 or not a:
            return None
        if k - n not in (0, 1) or x - 0.5 - n not in (0.0, 1.0) or x - 0.5 > k or a[-1] != (k - 0.5, k + 0.5):
            return k, x, n, a[-1]
def counted():
    s = t = i = j = 0
    try:
        print("arm", flush=True)
        while True:
            s = 0
            for i in range(300):
                t = 0
                for j in range(70):
                    t += j ^ 1
                    s += 1
    except KeyboardInterrupt:
        if s - (i * 70 + j) not in (-69, -70, 0, 1) and (s, i, j) != (0, 299, 69):
            return s, i, j
class Point:
    def __init__(self, x, y):
        self.x = x
        self.y = y
    def moved(self, d):
        return Point(self.x + d, self.y - d)
def points():
    p = Point(0, 0)
    n = 0
    try:
        print("arm", flush=True)
        while True:
            p = p.moved(n & 3)
            n += 1
    except KeyboardInterrupt:
        sums = [m // 4 * 6 + (0, 0, 1, 3)[m % 4] for m in (n, n + 1)]
        if p.x + p.y != 0 or p.x not in sums:
            return p.x, p.y, n
def generated(log):
    i = 0
    try:
        while True:
            log[0] += 1
            yield i
            i += 1
    finally:
        log[1] += 1
def generators():
    log = [0, 0]
    n = total = 0
    try:
        print("arm", flush=True)
        for v in generated(log):
            total += v
            n += 1
    except KeyboardInterrupt:
        if log[0] - n not in (0, 1) or total not in (n * (n - 1) // 2, n * (n + 1) // 2) or log[1] not in (0, 1):
            return n, total, log
def finals():
    n = m = k = 0
    try:
        print("arm", flush=True)
        while True:
            try:
                n += 1
                if n & 1:
                    continue
                m += 2
            finally:
                k += 1
    except KeyboardInterrupt:
        if not (n - k in (0, 1) and n - m in (-1, 0, 1, 2)):
            return n, m, k
def deep(n, path):
    if n == 0:
        path[0] += 1
        return 1
    return deep(n - 1, path) + deep(n - 1, path)
def recursion():
    path = [0]
    done = 0
    try:
        print("arm", flush=True)
        while True:
            done += deep(9, path)
    except KeyboardInterrupt:
        if not 0 <= path[0] - done <= 512:
            return path, done
def dicts():
    d = {}
    n = 0
    try:
        print("arm", flush=True)
        while True:
            k = n % 97
            d[k] = d.get(k, 0) + 1
            n += 1
    except KeyboardInterrupt:
        if sum(d.values()) - n not in (0, 1):
            return sum(d.values()), n
def text():
    s = ""
    n = 0
    try:
        print("arm", flush=True)
        while True:
            s += "x" if n % 1000 else "\n"
            n += 1
    except KeyboardInterrupt:
        if len(s) - n not in (0, 1) or s.count("\n") - n // 1000 not in (0, 1):
            return len(s), n
def always():
    for round in range(12):
        for f in floats, counted, points, generators, finals, recursion, dicts, text:
            try:
                r = f()
            except KeyboardInterrupt:
                r = None
            if r is not None:
                print(f.__name__, r)
always()
`

// armed is a standard output that interrupts the VM once after each "arm" it is given,
// some time later.
type armed struct {
	sync.Mutex
	vm  *interp.VM
	rng *rand.Rand
	out bytes.Buffer
}

func (a *armed) Write(p []byte) (int, error) {
	a.Lock()
	defer a.Unlock()
	n := len(p)
	if rest, ok := bytes.CutSuffix(p, []byte("arm\n")); ok {
		p = rest
		time.AfterFunc(time.Duration(50+a.rng.IntN(4000))*time.Microsecond, a.vm.Interrupt)
	}
	a.out.Write(p)
	return n, nil
}

// TestInterruptCaught catches KeyboardInterrupt in hot code: the variables are what
// they were then.
func TestInterruptCaught(t *testing.T) {
	code := compiled(t, caughtInterrupts)
	inTurn(t, []byte(caughtInterrupts), func(t *testing.T, m mode) {
		a := &armed{rng: rand.New(rand.NewPCG(uint64(len(m.name)), 7))}
		a.vm = newVM(t, m, interp.Options{Heap: small, Stdout: a})
		stderr, status := result(a.vm.RunMain(code, []string{"<test>"}))
		if err := a.vm.Close(); err != nil {
			t.Error(err)
		}
		if got := a.out.String(); got != "" || status != 0 {
			t.Errorf("status %d\n%s\n%s", status, strings.TrimSpace(got), stderr)
		}
	})
}
