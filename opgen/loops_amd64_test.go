package opgen_test

import (
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"testing"
	"unsafe"

	"golang.org/x/arch/x86/x86asm"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/irtext"
	"github.com/tier2go/tier2/lower/amd64"
	"github.com/tier2go/tier2/routine"
)

// TestLoopLength: an iteration of a routine's loop takes no more instructions than Go's compiler makes of the same function. The
// loops are a search in a list, comparisons of strings by words and by bytes, and probes of a hash table. Both keep the sum of the
// memory's base and an object outside of the loop.
func TestLoopLength(t *testing.T) {
	c := routine.New(amd64.Target, ir.CoreOps)
	for name, loops := range map[string]int{"index": 1, "equal": 2, "place": 1} {
		file := filepath.Join(goldens, name+".ir")
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		f, err := irtext.Parse(file, text, ir.CoreOps, nil, irtext.Options{})
		if err != nil {
			t.Fatal(err)
		}
		code, err := c.Compile(f, 0)
		if err != nil {
			t.Fatal(err)
		}
		ours, gos := iterations(t, code.Bytes), iterations(t, machineCode(functions[name]))
		if len(ours) != loops || len(gos) != loops {
			t.Errorf("%s has %d loops, Go's %d; want %d", name, len(ours), len(gos), loops)
			continue
		}
		for i, n := range ours {
			if n > gos[i] {
				t.Errorf("%s: %d instructions an iteration, Go's compiler makes %d", name, n, gos[i])
			}
		}
	}
}

// machineCode is the machine code of a Go function.
func machineCode(function any) []byte {
	entry := reflect.ValueOf(function).Pointer()
	end := entry
	for f := runtime.FuncForPC(end); f != nil && f.Entry() == entry; f = runtime.FuncForPC(end) {
		end++
	}
	return unsafe.Slice(*(**byte)(unsafe.Pointer(&entry)), end-entry)
}

// iterations returns how many instructions the shortest way around each loop has, sorted.
func iterations(t *testing.T, code []byte) (lengths []int) {
	t.Helper()
	next := map[int][]int{} // by an instruction's offset, those of the instructions behind it
	for at := 0; at < len(code); {
		in, err := x86asm.Decode(code[at:], 64)
		if err != nil {
			t.Fatalf("%#x: %v", at, err)
		}
		end := at + in.Len
		if to, ok := in.Args[0].(x86asm.Rel); ok && in.Op != x86asm.CALL {
			next[at] = append(next[at], end+int(to))
		}
		if in.Op != x86asm.JMP && in.Op != x86asm.RET {
			next[at] = append(next[at], end)
		}
		at = end
	}
	for from, list := range next {
		for _, to := range list {
			if n := between(next, to, from); to <= from && n > 0 {
				lengths = append(lengths, n)
			}
		}
	}
	slices.Sort(lengths)
	return lengths
}

// between returns how many instructions the shortest way from one to another has, with both; 0 if there is none.
func between(next map[int][]int, from, to int) int {
	steps, row := map[int]int{from: 1}, []int{from}
	for ; len(row) > 0; row = row[1:] {
		at := row[0]
		if at == to {
			return steps[at]
		}
		for _, n := range next[at] {
			if steps[n] == 0 {
				steps[n] = steps[at] + 1
				row = append(row, n)
			}
		}
	}
	return 0
}
