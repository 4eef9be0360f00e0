package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// generator writes random programs that end: each function counts a loop in local 2, and
// calls those behind it.
type generator struct {
	*rand.Rand
	b      strings.Builder
	n      int // labels
	fn     int
	fns    int
	nested int // ifs
}

func (g *generator) line(format string, args ...any) { fmt.Fprintf(&g.b, "  "+format+"\n", args...) }

// value pushes a value of any kind.
func (g *generator) value(depth int) {
	if depth > 0 {
		switch g.IntN(7) {
		case 0, 1:
			g.value(depth - 1)
			g.value(depth - 1)
			g.line("%s", []string{"add", "sub", "mul", "add"}[g.IntN(4)])
			return
		case 2:
			g.value(depth - 1)
			g.value(depth - 1)
			g.line("equal")
			return
		case 3:
			g.line("load 0")
			g.line("const %d", g.IntN(4))
			g.line("index")
			return
		case 4:
			if g.fn+1 < g.fns && g.nested == 0 {
				g.line("const f%d", g.fn+1)
				g.line("load 0")
				g.value(depth - 1)
				g.line("call 2")
				return
			}
		}
	}
	g.line("%s", []string{"load 1", "load 2", "load 3", "load 4", "const 2", "const 0.25", `const "s"`, "const nil"}[min(g.IntN(8), g.IntN(9))])
}

func (g *generator) stmt(depth int) {
	switch g.IntN(5) {
	case 0, 1:
		g.value(2)
		g.line("store %d", []int{1, 3, 4}[g.IntN(3)])
	case 2, 3:
		g.line("load 0")
		g.line("const %d", g.IntN(4))
		g.value(2)
		g.line("setindex")
	case 4:
		if depth == 0 {
			return
		}
		g.n++
		n := g.n
		g.line("load 2")
		g.line("const %d", g.IntN(30))
		g.line("less")
		g.line("jumpifnot l%d", n)
		g.stmt(depth - 1)
		g.b.WriteString(fmt.Sprintf("l%d:\n", n))
	}
}

func (g *generator) program() string {
	g.fns = 1 + g.IntN(3)
	for g.fn = range g.fns {
		fmt.Fprintf(&g.b, "fun f%d 2 5\n", g.fn)
		g.line("const 0")
		g.line("store 2")
		g.line("const 1")
		g.line("store 3")
		g.b.WriteString("top:\n")
		g.line("load 2")
		g.line("const %d", []int{60, 5, 4}[g.fn])
		g.line("less")
		g.line("jumpifnot done")
		for range 1 + g.IntN(4) {
			g.stmt(2)
		}
		g.line("load 2")
		g.line("const 1")
		g.line("add")
		g.line("store 2")
		g.line("loop top")
		g.b.WriteString("done:\n")
		g.value(1)
		g.line("return")
	}
	return g.b.String()
}

// TestRandom: compiled code gives what the interpreter does, and leaves the list that both
// change alike, of random programs.
func TestRandom(t *testing.T) {
	n := 600
	if testing.Short() {
		n = 100
	}
	for seed := range n {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			g := generator{Rand: rand.New(rand.NewPCG(uint64(seed), 0))}
			source := g.program()
			do := func(hot int) string {
				list := []any{1.0, "a", nil, 4.0}
				out, _ := run(t, source, hot, []any{list, 3.0})
				return fmt.Sprint(out, list)
			}
			want := do(0)
			for _, hot := range []int{1, 7} {
				if got := do(hot); got != want {
					t.Fatalf("hot at %d: %s, want %s\n%s", hot, got, want, source)
				}
			}
		})
	}
}
