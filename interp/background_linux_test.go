package interp

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode/compile"
	"github.com/tier2go/tier2/native"
)

// arena returns the memory of a VM's objects and frames.
func arena(vm *VM) []byte {
	base := uintptr(vm.heap.MemBase() + uint64(heap.TagRef))
	n := uintptr(1)
	for vm.heap.HasAddress(base + n - 1) {
		n *= 2
	}
	low := n / 2
	for step := low / 2; step > 0; step /= 2 {
		if vm.heap.HasAddress(base + low + step - 1) {
			low += step
		}
	}
	return unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(nil), base)), low)
}

// TestUnreadable: what is compiled behind the build reads nothing of the program's. While it
// runs nobody may read the arena.
func TestUnreadable(t *testing.T) {
	if !native.Supported() {
		t.Skip("no machine code on this port")
	}
	py, err := compile.Find(context.Background(), compile.Options{Stderr: os.Stderr})
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("../testdata/programs/*.py")
	if err != nil || len(files) < 20 {
		t.Fatal(files, err)
	}
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	made := 0
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".py"), func(t *testing.T) {
			debug.SetPanicOnFault(true)
			code, err := py.CompileFile(context.Background(), file)
			if err != nil {
				t.Fatal(err)
			}
			want, err := os.ReadFile(strings.TrimSuffix(file, ".py") + ".out")
			if err != nil {
				t.Fatal(err)
			}
			f := compile.Finder{Python: py}
			var out, errs bytes.Buffer
			vm, err := New(Options{
				Heap: object.Options{Limit: 256 << 20}, Stdout: &out, Stderr: &errs,
				OnRefusal: func(err error) {
					if r := (*tier2.Refusal)(nil); errors.As(err, &r) && (r.Reason == tier2.RefusedInternal || r.Reason == tier2.RefusedPass) {
						t.Error(err)
					}
				},
				Import: f.Find, Compile: f.Compile, Path: []string{py.LibDir()},
			})
			if err != nil {
				t.Fatal(err)
			}
			defer vm.Close()
			memory := arena(vm)
			protect := func(prot int) {
				if err := syscall.Mprotect(memory, prot); err != nil {
					t.Fatal(err)
				}
			}
			err = vm.EnableTier2(tier2.Options{Background: 1, Go: func(compile func()) {
				protect(syscall.PROT_NONE)
				defer protect(syscall.PROT_READ | syscall.PROT_WRITE)
				compile()
			}})
			if err != nil {
				t.Fatal(err)
			}
			if err := vm.RunMain(code, []string{file}); err != nil || errs.Len() > 0 {
				t.Fatal(err, errs.String())
			}
			if out.String() != string(want) {
				t.Error("it prints something else than CPython")
			}
			s := vm.Stats().Tier2
			if s.Background.Installed == 0 || s.Background.Refused > 0 {
				t.Errorf("%+v, refused: %v", s.Background, s.Refusals)
			}
			made += s.Background.Installed
		})
	}
	if made < 20*len(files) {
		t.Errorf("%d executors were made behind the build of %d programs", made, len(files))
	}
}
