package lib

import (
	"slices"
	"strings"
	"testing"

	"github.com/tier2go/tier2/interp/object"
)

// TestNames checks that what the modules define are names that CPython's modules
// have, and that the builtins are complete.
func TestNames(t *testing.T) {
	h, err := object.New(object.Options{Limit: 16 << 20, Stack: 1 << 20, Stress: true})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	modules := h.NewDict()
	h.Push(modules)
	l, err := New(h, &Host{Modules: modules})
	if err != nil {
		t.Fatal(err)
	}
	own := func(names []string) (out []string) {
		for _, n := range names {
			if !strings.HasPrefix(n, "__") {
				out = append(out, n)
			}
		}
		return out
	}
	check := func(module string, names []string) {
		for _, n := range names {
			if _, ok := slices.BinarySearch(moduleNames[module], n); !ok {
				t.Errorf("%s.%s: CPython has no such name", module, n)
			}
		}
	}
	for name := range moduleTable {
		m, ok, err := l.Import(name)
		if err != nil || !ok {
			t.Fatal(name, ok, err)
		}
		names := h.SortedNames(h.Field(m, object.OffModuleDict))
		// A module has five names of its own, or all that CPython's has, which is one for
		// _random and _tokenize. _warnings leaves the rest to Python, and array lacks what
		// pickle asks for.
		least := min(5, len(own(moduleNames[name])))
		switch name {
		case "_warnings":
			least = 2
		case "array":
			least = 3
		}
		if has := own(names); len(has) < least {
			t.Errorf("%s has only the names %v", name, has)
		}
		check(name, names)
	}
	builtins := h.SortedNames(l.Builtins())
	check("builtins", builtins)
	absent := slices.DeleteFunc(slices.Clone(moduleNames["builtins"]), func(s string) bool { return slices.Contains(builtins, s) })
	if got, want := strings.Join(absent, " "), "__loader__ __package__ __spec__"; got != want {
		t.Errorf("builtins lacks %s, want %s", got, want)
	}
	for module, names := range moduleNames {
		if !slices.IsSorted(names) {
			t.Errorf("%s: names are not sorted", module)
		}
	}
	if !slices.IsSorted(stdlibNames) {
		t.Error("stdlibNames is not sorted")
	}
}
