package interp_test

import (
	"errors"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/native"
)

// faulting takes the frames away from under a hot loop, as nothing that is in order does:
// the next access of machine code, or of the VM, faults.
func faulting(t *testing.T) error {
	m := mode{name: "native", backend: exitdata.Native}
	vm := newVM(t, m, interp.Options{Hotspots: eager})
	base, size := vm.Heap().Stack()
	stack := unsafe.Slice((*byte)(base), size&^(uintptr(os.Getpagesize())-1))
	armed := false
	if err := vm.SetGlobal("boom", func(int) {
		if armed {
			if err := syscall.Mprotect(stack, syscall.PROT_NONE); err != nil {
				t.Error(err)
			}
		}
	}); err != nil {
		t.Fatal(err)
	}
	if err := vm.RunMain(compiled(t, "def f(n):\n    s = 0\n    for i in range(n):\n        s += i\n        if i == n - 1: boom(i)\n    return s\n"), nil); err != nil {
		t.Fatal(err)
	}
	for range 5 {
		if _, err := vm.Call("f", 500); err != nil {
			t.Fatal(err)
		}
	}
	armed = true
	_, err := vm.Call("f", 500)
	if _, again := vm.Call("f", 500); again != err {
		t.Errorf("behind the fault: %v", again)
	}
	return errors.Join(err, vm.Close())
}

// TestFault: a fault of memory ends the process, because nothing says what else has been
// written to. An embedder who wants the VM to end instead says so to the Go runtime.
func TestFault(t *testing.T) {
	if !native.Supported() {
		t.Skip("no machine code on this port")
	}
	const child = "TIER2_TEST_FAULT"
	switch os.Getenv(child) {
	case "ends":
		_ = faulting(t)
		t.Error("it goes on")
		return
	case "panics":
		runtime.LockOSThread()
		debug.SetPanicOnFault(true)
		var p *interp.PanicError
		if err := faulting(t); !errors.As(err, &p) || !p.Broken {
			t.Errorf("got %v", err)
		}
		return
	}
	for _, x := range []struct {
		how  string
		want string
	}{{"ends", "unexpected fault address"}, {"panics", "PASS"}} {
		cmd := exec.Command(os.Args[0], "-test.run=^TestFault$")
		cmd.Env = append(os.Environ(), child+"="+x.how)
		out, err := cmd.CombinedOutput()
		if (err == nil) != (x.how == "panics") || !strings.Contains(string(out), x.want) {
			t.Errorf("%s: %v\n%.2000s", x.how, err, out)
		}
	}
}
