package interp_test

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/native"
)

// holder keeps Values where the arena's collector does not look.
type holder struct{ values []interp.Value }

// TestHandles keeps Values over collections: at every allocation, and Go's too.
func TestHandles(t *testing.T) {
	for _, m := range stressed {
		t.Run(m.name, func(t *testing.T) {
			if m.backend == exitdata.Native && !native.Supported() {
				t.Skip("no machine code on this port")
			}
			vm := embedded(t, m, interp.Options{Heap: stress}, `
def make(i):
    return ['item %d' % i, (i, i * 0.5), {i: [i]}]
def churn(n):
    s = 0
    for i in range(n):
        s += len([i] * 3)
    return s
def keep(i):
    hold([i, 'kept'], str(i), i)
`)
			h := new(holder)
			if err := vm.SetGlobal("hold", func(args []interp.Value) (any, error) {
				h.values = append(h.values, args...)
				_, err := vm.Call("churn", 5)
				return nil, err
			}); err != nil {
				t.Fatal(err)
			}
			for i := range 40 {
				v, err := vm.Call("make", i)
				if err != nil {
					t.Fatal(err)
				}
				h.values = append(h.values, v)
				if _, err := vm.Call("keep", i); err != nil {
					t.Fatal(err)
				}
				if i%10 == 0 {
					runtime.GC()
				}
			}
			if v, err := vm.Call("churn", 300); err != nil || v.String() != "900" {
				t.Errorf("%v, %v", v, err)
			}
			for i := range 40 {
				for k, want := range []string{
					fmt.Sprintf("['item %d', (%d, %s), {%d: [%d]}]", i, i, fmt.Sprintf("%.1f", float64(i)*0.5), i, i),
					fmt.Sprintf("[%d, 'kept']", i), fmt.Sprint(i), fmt.Sprint(i),
				} {
					if got := h.values[4*i+k].String(); got != want {
						t.Fatalf("value %d of %d: got %s, want %s", k, i, got, want)
					}
				}
			}
			if s := vm.Stats(); s.Heap.Collections < 1000 {
				t.Errorf("%d collections", s.Heap.Collections)
			}
		})
	}
}

// TestDropped makes large objects that nobody holds any more: their Values keep
// no memory for long, without and with Close.
func TestDropped(t *testing.T) {
	vm := embedded(t, modes[0], interp.Options{Heap: object.Options{Limit: 32 << 20, Stack: 1 << 20}}, `
def big():
    return [None] * 100000
`)
	kept, err := vm.Call("big")
	if err != nil {
		t.Fatal(err)
	}
	for i := range 1000 { // 800 MB
		v, err := vm.Call("big")
		if err != nil {
			t.Fatalf("call %d: %v", i, err)
		}
		if n, err := v.Len(); n != 100000 || err != nil {
			t.Fatal(n, err)
		}
	}
	if n, err := kept.Len(); n != 100000 || err != nil {
		t.Error(n, err)
	}
	// Those that are held are kept until memory is full.
	var all []interp.Value
	var guest *interp.GuestError
	for len(all) < 100 && err == nil {
		var v interp.Value
		if v, err = vm.Call("big"); err == nil {
			all = append(all, v)
		}
	}
	if !errors.As(err, &guest) || guest.Line != "MemoryError" || len(all) < 20 {
		t.Errorf("%d objects, %v", len(all), err)
	}
	for _, v := range all {
		v.Close()
	}
	if _, err := vm.Call("big"); err != nil {
		t.Error(err)
	}
	if _, err := all[0].Len(); !errors.Is(err, interp.ErrReleased) {
		t.Error(err)
	}
	if err := all[0].To(new(any)); !errors.Is(err, interp.ErrReleased) {
		t.Error(err)
	}
	if _, err := vm.Value([]any{all[0]}); !errors.Is(err, interp.ErrReleased) {
		t.Error(err)
	}
	// A builtin is called by its name.
	if v, err := vm.Call("sorted", []int{3, 1, 2}); err != nil || v.String() != "[1, 2, 3]" {
		t.Error(v, err)
	}
	// A Go value for which there is no room.
	if _, err := vm.Value(strings.Repeat("x", 64<<20)); !errors.As(err, &guest) || guest.Line != "MemoryError" {
		t.Error(err)
	}
	if _, err := vm.Call("big"); err != nil {
		t.Error(err)
	}
}
