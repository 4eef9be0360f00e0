package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// generator writes random programs that end: functions call each other with a first argument
// that gets smaller, not in loops, and loops count.
type generator struct {
	*rand.Rand
	funs, loops, calls int
	inside             int // loops
}

// expr is an expression in a function with the parameters n and x and the variables a and b.
func (g *generator) expr(depth int) string {
	if depth == 0 {
		if g.IntN(60) == 0 {
			return []string{"nil", "f0"}[g.IntN(2)]
		}
		return []string{"n", "x", "a", "b", "1", "0.5"}[g.IntN(6)]
	}
	switch g.IntN(8) {
	case 0, 1:
		return g.expr(0)
	case 2, 3, 4:
		return fmt.Sprintf("(%s %s %s)", []string{"+", "-", "*", "/"}[g.IntN(4)], g.expr(depth-1), g.expr(depth-1))
	case 5:
		return fmt.Sprintf("(%s %s %s)", []string{"<", "<="}[g.IntN(2)], g.expr(depth-1), g.expr(depth-1))
	}
	if g.calls++; g.calls > 3 || g.inside > 0 {
		return "a"
	}
	return fmt.Sprintf("(f%d (- n %d) %s)", g.IntN(g.funs), 1+g.IntN(2), g.expr(depth-1))
}

func (g *generator) stmt(depth int) string {
	switch g.IntN(8) {
	case 0, 1, 2:
		return fmt.Sprintf("(set %s %s)", []string{"a", "b", "x"}[g.IntN(3)], g.expr(2))
	case 3:
		return "(return " + g.expr(2) + ")"
	case 4, 5:
		if depth > 0 {
			return fmt.Sprintf("(if (< %s %s) %s %s)", g.expr(1), g.expr(0), g.stmt(depth-1), g.stmt(depth-1))
		}
	case 6:
		if depth > 0 {
			g.loops++
			g.inside++
			defer func() { g.inside-- }()
			i := fmt.Sprint("i", g.loops)
			return fmt.Sprintf("(do (set %s 0) (while (< %s %d) %s (set %s (+ %s 1))))", i, i, 1+g.IntN(4), g.stmt(depth-1), i, i)
		}
	}
	return "(do)"
}

func (g *generator) program() string {
	var b strings.Builder
	b.WriteString("(fun main () (set i 0) (while (< i 40) (print (f0 (/ i 6) i)) (set i (+ i 1))))\n")
	g.funs = 1 + g.IntN(3)
	for f := range g.funs {
		g.calls = 0
		fmt.Fprintf(&b, "(fun f%d (n x) (if (< n 1) (return x) (do)) (set a 2) (set b 3)", f)
		for range 1 + g.IntN(4) {
			b.WriteString(" " + g.stmt(2))
		}
		fmt.Fprintf(&b, " (return %s))\n", g.expr(2))
	}
	return b.String()
}

// TestRandom: compiled code prints what the interpreter does, of random programs.
func TestRandom(t *testing.T) {
	n := 600
	if testing.Short() {
		n = 100
	}
	for seed := range n {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			g := generator{Rand: rand.New(rand.NewPCG(uint64(seed), 0))}
			source := g.program()
			want, _ := run(t, source, 0)
			for _, hot := range []int{1, 7} {
				got, _ := run(t, source, hot)
				if got != want {
					t.Fatalf("hot at %d: printed\n%s\nwant\n%s\n%s", hot, got, want, source)
				}
			}
		})
	}
}
