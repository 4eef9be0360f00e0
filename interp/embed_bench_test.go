package interp_test

import (
	"context"
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/interp"
)

// embeddedBench makes a VM with machine code, where there is some, that has run
// source.
func embeddedBench(b *testing.B, source string) *interp.VM {
	b.Helper()
	py, err := python()
	if err != nil {
		b.Fatal(err)
	}
	code, err := py.Compile(context.Background(), "<bench>", []byte(source))
	if err != nil {
		b.Fatal(err)
	}
	vm, err := interp.New(interp.Options{Heap: small})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := vm.Close(); err != nil {
			b.Error(err)
		}
	})
	if err := vm.EnableTier2(tier2.Options{}); err != nil {
		b.Fatal(err)
	}
	if err := vm.RunMain(code, nil); err != nil {
		b.Fatal(err)
	}
	return vm
}

// BenchmarkCall measures calls of trivial Python functions from Go.
func BenchmarkCall(b *testing.B) {
	vm := embeddedBench(b, "def add(x, y):\n    return x + y\n")
	add, err := vm.Global("add")
	if err != nil {
		b.Fatal(err)
	}
	b.Run("name", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := vm.Call("add", 1, 2); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("handle", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := add.Call(1, 2); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("result", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			v, err := add.Call(1, 2)
			if err != nil {
				b.Fatal(err)
			}
			if n, err := interp.As[int](v); n != 3 || err != nil {
				b.Fatal(n, err)
			}
		}
	})
	b.Run("str", func(b *testing.B) { // the result needs a handle
		b.ReportAllocs()
		for b.Loop() {
			v, err := add.Call("one", "two")
			if err != nil {
				b.Fatal(err)
			}
			if s, err := interp.As[string](v); s != "onetwo" || err != nil {
				b.Fatal(s, err)
			}
		}
	})
}

// BenchmarkCallback measures calls of Go functions in a hot Python loop.
func BenchmarkCallback(b *testing.B) {
	const loops = 10000
	for _, c := range []struct {
		name string
		f    any
		arg  any
	}{
		{"func", func(args []interp.Value) (any, error) { return args[0], nil }, 1},
		{"int", func(args []interp.Value) (any, error) {
			n, err := interp.As[int](args[0])
			return n, err
		}, 1},
		{"str", func(args []interp.Value) (any, error) { return 1, nil }, "text"},
		{"reflect", func(n int) int { return n }, 1},
		{"python", nil, 1}, // a Python function, for comparison
	} {
		b.Run(c.name, func(b *testing.B) {
			vm := embeddedBench(b, "def f(x):\n    return x\ndef loop(n, x):\n    s = 0\n    for i in range(n):\n        s += f(x)\n    return s\n")
			if c.f != nil {
				if err := vm.SetGlobal("f", c.f); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportAllocs()
			for b.Loop() {
				if v, err := vm.Call("loop", loops, c.arg); err != nil || v.String() != "10000" {
					b.Fatal(v, err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/loops, "ns/call")
		})
	}
}

// BenchmarkNewVM measures making a VM, and running a program of one line in it.
func BenchmarkNewVM(b *testing.B) {
	code := compiled(b, "pass\n")
	b.ReportAllocs()
	for b.Loop() {
		vm, err := interp.New(interp.Options{Heap: small})
		if err == nil {
			err = vm.EnableTier2(tier2.Options{})
		}
		if err != nil {
			b.Fatal(err)
		}
		if stderr, status := result(vm.RunMain(code, nil)); status != 0 {
			b.Fatal(stderr)
		}
		if err := vm.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
