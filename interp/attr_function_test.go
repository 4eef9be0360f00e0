package interp_test

import (
	"fmt"
	"testing"

	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/object"
)

// TestAttrFunctions: an attribute that comes to __getattr__, or to the __get__ of a data descriptor, begins the function's frame:
// it recurses as deep as the stack of frames allows, which Go's does not.
func TestAttrFunctions(t *testing.T) {
	const source = `
class Missing:
    def __init__(self, o): self.o = o
    def __getattr__(self, name): return self.o.y
class Data:
    def __get__(self, obj, cls): return obj.o.y
    def __set__(self, obj, v): pass
class Described:
    y = Data()
    def __init__(self, o): self.o = o
class Last: y = 5
def chain(cls, n):
    o = Last()
    for i in range(n): o = cls(o)
    return o
chains = [(chain(c, 10), chain(c, 30000)) for c in (Missing, Described)]
def deep(i):
    short, long = chains[i]
    for j in range(20): short.y
    return long.y
`
	for _, mode := range modes {
		vm := embedded(t, mode, interp.Options{RecursionLimit: 1 << 20, Heap: object.Options{Limit: 512 << 20, Stack: 256 << 20}}, source)
		for i := range 2 {
			if _, err := vm.Call("deep", i); err != nil {
				t.Errorf("%v, %d: %.200v", mode, i, err)
			}
		}
	}
}

// TestAttrSetters: so does what a store to an attribute comes to.
func TestAttrSetters(t *testing.T) {
	const source = `
class Class:
    def __init__(self, o): object.__setattr__(self, "o", o)
    def __setattr__(self, name, v): self.o.y = v
class Property:
    def __init__(self, o): self.o = o
    @property
    def y(self): pass
    @y.setter
    def y(self, v): self.o.y = v
class Data:
    def __set__(self, obj, v): obj.o.y = v
class Described:
    y = Data()
    def __init__(self, o): self.o = o
class Last: pass
def chain(cls, n):
    o = last = Last()
    for i in range(n): o = cls(o)
    return o, last
chains = [(chain(c, 10), chain(c, 30000)) for c in (Class, Property, Described)]
def deep(i):
    (short, a), (long, b) = chains[i]
    for j in range(20): short.y = j
    long.y = 5
    return a.y, b.y
`
	for _, mode := range modes {
		vm := embedded(t, mode, interp.Options{RecursionLimit: 1 << 20, Heap: object.Options{Limit: 512 << 20, Stack: 256 << 20}}, source)
		for i := range 3 {
			if v, err := vm.Call("deep", i); err != nil || fmt.Sprint(v) != "(19, 5)" {
				t.Errorf("%v, %d: %v, %.200v", mode, i, v, err)
			}
		}
	}
}

// TestMetaClasses: calls of classes with a metaclass in Python begin the frames of its __call__, or of their __init__.
func TestMetaClasses(t *testing.T) {
	const source = `
class Meta(type): pass
class Plain(metaclass=Meta):
    def __init__(self, n): self.next = Plain(n - 1) if n else None
class Call(type):
    def __call__(cls, n, *args): return cls(n - 1) if n else args
class Called(metaclass=Call): pass
def deep(i):
    for j in range(20): (Plain, Called)[i](10)
    (Plain, Called)[i](30000)
`
	for _, mode := range modes {
		vm := embedded(t, mode, interp.Options{RecursionLimit: 1 << 20, Heap: object.Options{Limit: 512 << 20, Stack: 256 << 20}}, source)
		for i := range 2 {
			if _, err := vm.Call("deep", i); err != nil {
				t.Errorf("%v, %d: %.200v", mode, i, err)
			}
		}
	}
}
