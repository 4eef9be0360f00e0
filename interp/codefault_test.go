package interp_test

import (
	"errors"
	"strings"
	"syscall"
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/internal/soak"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/native"
)

// codeFaults is a program whose loops become machine code one after another: regions, side exits, generators, recursion.
const codeFaults = `
def numbers(n):
    t = 0
    for i in range(n):
        t += i * i % 7
        if i % 300 == 299: t -= 1.5
    return t

def pairs(n):
    for i in range(n):
        yield i, str(i % 10)

def texts(n):
    d = {}
    for i, s in pairs(n): d[s] = d.get(s, 0) + i
    return sorted(d.items())

class P:
    def __init__(self, x): self.x = x
    def add(self, o): return P(self.x + o.x)

def objects(n):
    p = P(0)
    for i in range(n): p = p.add(P(i))
    return p.x

def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)

def caught(n):
    t = 0
    for i in range(n):
        try:
            t += 10 // (i % 5)
        except ZeroDivisionError:
            t -= 1
    return t

for f in numbers, texts, objects, caught:
    print(f.__name__, f(6000))
print(fib(17))
`

const none native.Op = 255 // no operation has failed

// TestCodeFaults makes each operation of package native fail, once or from then on, the system calls among them. What cannot do without says so
// when machine code is turned on, by name, or is told to OnDenied and goes on with micro-ops. Behind that, code that cannot be
// written is made once more or refused, and the program prints what it prints otherwise.
func TestCodeFaults(t *testing.T) {
	if !native.Supported() {
		t.Skip("no machine code")
	}
	code := compiled(t, codeFaults)
	want, _ := run(t, mode{}, interp.Options{Heap: small}, code)
	for _, c := range [...]struct {
		name    string
		backend exitdata.Kind
		mode    native.Mode
	}{{"dual", exitdata.Native, native.Dual}, {"mprotect", exitdata.Native, native.MProtect}, {"auto", exitdata.Cold, native.Auto}} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			total, ops := 0, map[native.Op]int{}
			// at makes the k-th operation fail, or all from it on, and returns it.
			at := func(k int, ever bool) (failed native.Op) {
				var out strings.Builder
				denied := false
				total, failed = 0, none
				vm, err := interp.New(interp.Options{Stdout: &out, Heap: small, Strict: true})
				if err != nil {
					t.Fatal(err)
				}
				named := func(what string, err error) {
					if e := (*native.Error)(nil); err != nil && !errors.As(err, &e) {
						t.Errorf("%s, operation %d, %v: %v", what, k, failed, err)
					}
				}
				defer func() { named("Close", vm.Close()) }()
				err = vm.EnableTier2(tier2.Options{Backend: c.backend, CodeMode: c.mode,
					OnDenied: func(err error) { denied = true; named("OnDenied", err) },
					Fault: func(op native.Op, _ int) error {
						if op == native.OpPush {
							return nil // a stack that is full: TestNesting
						}
						if total++; total < k || k == 0 || total > k && !ever {
							return nil
						}
						if failed == none {
							failed = op
						}
						return syscall.EPERM // ENOMEM would be asked for less
					}})
				if err != nil {
					if named("EnableTier2", err); c.backend != exitdata.Native || !strings.Contains(err.Error(), "-jit=uop") {
						t.Errorf("operation %d, %v: %v", k, failed, err)
					}
					return failed
				}
				if failed != none && c.mode != native.Auto && !denied {
					t.Errorf("operation %d, %v: nobody has been told", k, failed)
				}
				if err := vm.RunMain(code, []string{"faults.py"}); err != nil {
					t.Errorf("operation %d, %v: %v", k, failed, err)
				}
				if out.String() != want.stdout {
					t.Errorf("operation %d, %v: printed\n%s", k, failed, out.String())
				}
				return failed
			}
			at(0, false)
			all := total
			for k := 1; k <= all; k += soak.Of(1+k/40, 1+k/200, 1) {
				ops[at(k, k%3 == 2)]++
			}
			t.Logf("%d operations: %v", all, ops)
			if all < 50 || ops[native.OpMap] == 0 || ops[native.OpWrite] == 0 || ops[native.OpUnmap] == 0 {
				t.Errorf("only %d operations: %v", all, ops)
			}
		})
	}
}
