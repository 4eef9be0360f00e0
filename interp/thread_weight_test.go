package interp_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/object"
)

// waiting starts threads that wait in a function, and lets them end.
const waiting = `
import _thread
lock = _thread.allocate_lock()
def wait(n):
    if n: wait(n - 1)
    else: lock.acquire(); lock.release()
def start(n):
    lock.acquire()
    for i in range(n): _thread.start_new_thread(wait, (5,))
    while _thread._count() < n: pass
def end():
    lock.release()
    while _thread._count(): pass
`

// TestThreadsCount: a thread counts against the heap's limit while it lives, and is refused where that leaves no room for it.
func TestThreadsCount(t *testing.T) {
	const n = 40
	oneByOne(t, func(t *testing.T, m mode) {
		vm := embedded(t, m, threads(interp.Options{Heap: small}), waiting)
		round := func() (counts, took int) {
			counted, before := vm.Heap().OutsideBytes(), resident(t, vm)
			if _, err := vm.Call("start", n); err != nil {
				t.Fatal(err)
			}
			counts, took = int(vm.Heap().OutsideBytes()-counted), resident(t, vm).held-before.held
			if _, err := vm.Call("end"); err != nil {
				t.Fatal(err)
			}
			if left := int(vm.Heap().OutsideBytes() - counted); left > counts/4 {
				t.Errorf("%d bytes count on behind the threads' end, of %d", left, counts)
			}
			return counts, took
		}
		counts, took := round()
		t.Logf("a thread counts %d bytes and takes %d KB", counts/n, took/n)
		if counts < n*16<<10 {
			t.Errorf("%d threads count %d bytes", n, counts)
		}
	})
	vm := embedded(t, modes[0], threads(interp.Options{Heap: object.Options{Limit: 4 << 20, Stack: 1 << 20}}), waiting+`
def fill():
    kept = []
    try:
        while True: kept.append(bytes(1000))
    except MemoryError: pass
    lock.acquire()
    try:
        for i in range(45): _thread.start_new_thread(wait, (0,))
    except MemoryError: return kept and 'refused'
    finally: lock.release()
`)
	if v, err := vm.Call("fill"); err != nil || fmt.Sprint(v) != "refused" {
		var guest *interp.GuestError
		if errors.As(err, &guest) {
			t.Error(strings.Join([]string{guest.Type, guest.Line}, " "))
		}
		t.Errorf("got %v, %v", v, err)
	}
}
