// Command mine looks in listings of IR for operations that rules could still remove.
//
//	tier2 trace -passes FILE.py | go run ./internal/gen/mine
//
// It takes the last listing of each executor, behind all passes. Of each operation on numbers it
// makes the tree of up to three operations above it and evaluates the tree (eval.Fold) for numbers
// at the edges and random ones, whatever is known of them. Where it always gives what one of its
// parts, a constant or a single operation on two of its leaves gives, a rule could say so; the list
// has these trees, the most frequent first, with leaves named a, b, c. An operation of one level is
// listed only for a constant or a part: another single operation is no better.
//
// A tree that agrees on all numbers tried is a question, not a proof: a rule is proved by
// internal/gen/rules.
package main

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/eval"
)

func main() {
	if err := mine(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "mine:", err)
		os.Exit(1)
	}
}

// A term is an operation of a listing, a leaf, or a constant.
type term struct {
	op   ir.Op
	args []*term
	typ  ir.Type
	leaf int // from 1: a leaf's number in its tree; a constant has 0 and bits
	bits uint64
	text string // of a constant
}

var (
	executor = regexp.MustCompile(`^=== executor `)
	heading  = regexp.MustCompile(`^--- IR `)
	value    = regexp.MustCompile(`^  (v\d+): (i64|bool|f64) = (\S+)((?: [^,!]+)?(?:, [^,!]+)*)`)
)

// mine reads listings and writes what it finds.
func mine(r io.Reader, w io.Writer) error {
	m := &miner{found: map[string]*finding{}}
	in := bufio.NewScanner(r)
	in.Buffer(nil, 1<<24)
	var last []string
	for in.Scan() {
		switch line := in.Text(); {
		case executor.MatchString(line):
			m.function(last)
			last = last[:0]
		case heading.MatchString(line):
			last = last[:0]
		default:
			last = append(last, line)
		}
	}
	m.function(last)
	fmt.Fprintf(w, "%d functions, %d operations on numbers, %d that a rule could make less of\n", m.functions, m.operations, m.better)
	list := slices.Collect(maps.Values(m.found))
	slices.SortFunc(list, func(a, b *finding) int { return cmp.Or(b.n-a.n, cmp.Compare(a.text, b.text)) })
	for _, f := range list {
		fmt.Fprintf(w, "%6d  %s\n", f.n, f.text)
	}
	return in.Err()
}

type finding struct {
	text string
	n    int
}

type miner struct {
	functions, operations, better int
	found                         map[string]*finding
}

// function takes the values of a function in the order of its lines.
func (m *miner) function(lines []string) {
	values := map[string]*term{}
	for _, line := range lines {
		g := value.FindStringSubmatch(line)
		if g == nil {
			continue
		}
		typ := types[g[2]]
		op, ok := ir.CoreOps.ByName(g[3])
		row := ir.CoreOps.Row(op)
		t := &term{typ: typ}
		if ok && op >= ir.OpAdd && op <= ir.OpFSelect {
			for i, name := range strings.Split(strings.TrimSpace(g[4]), ", ") {
				if i >= len(row.Args) {
					break // its state
				}
				t.args = append(t.args, operand(values, strings.TrimSpace(name), row.Args[i]))
			}
			if len(t.args) == len(row.Args) {
				t.op = op
				m.operations++
			} else {
				t.args = nil
			}
		}
		values[g[1]] = t
		if t.op != 0 {
			m.look(t)
		}
	}
	if len(values) > 0 {
		m.functions++
	}
}

var types = map[string]ir.Type{"i64": ir.I64, "bool": ir.Bool, "f64": ir.F64}

// operand returns the term of a name: a value, or a constant.
func operand(values map[string]*term, name string, typ ir.Type) *term {
	if t := values[name]; t != nil {
		return t
	}
	c := &term{typ: typ, text: name}
	switch typ {
	case ir.I64:
		n, err := strconv.ParseInt(name, 0, 64)
		if c.bits = uint64(n); err == nil {
			return c
		}
	case ir.F64:
		x, err := strconv.ParseFloat(name, 64)
		if c.bits = math.Float64bits(x); err == nil {
			return c
		}
	case ir.Bool:
		if name == "true" || name == "false" {
			if name == "true" {
				c.bits = 1
			}
			return c
		}
	}
	t := &term{typ: typ} // a parameter, or of another type
	values[name] = t
	return t
}

// levels is the depth of a tree.
const levels = 3

// tree copies a term down to a depth; what lies below are leaves, numbered in the order of their
// first use.
func tree(t *term, depth int, leaves map[*term]*term) *term {
	if t.text != "" {
		return t
	}
	if t.op == 0 || depth == 0 {
		if leaves[t] == nil {
			leaves[t] = &term{typ: t.typ, leaf: len(leaves) + 1}
		}
		return leaves[t]
	}
	c := &term{op: t.op, typ: t.typ}
	for _, a := range t.args {
		c.args = append(c.args, tree(a, depth-1, leaves))
	}
	return c
}

// String writes a term as tables of rules have it.
func (t *term) String() string {
	switch {
	case t.text != "":
		return t.text
	case t.op == 0:
		return string(rune('a' + t.leaf - 1))
	}
	s := "(" + ir.CoreOps.Row(t.op).Name
	for _, a := range t.args {
		s += " " + a.String()
	}
	return s + ")"
}

// look looks for less than the trees of a value.
func (m *miner) look(t *term) {
	for depth := 1; depth <= levels; depth++ {
		leaves := map[*term]*term{}
		c := tree(t, depth, leaves)
		by := c.less(len(leaves), depth)
		if by == "" {
			continue
		}
		m.better++
		text := c.String() + " => " + by
		if m.found[text] == nil {
			m.found[text] = &finding{text: text}
		}
		m.found[text].n++
		return
	}
}

// tries is how many vectors of numbers a tree is evaluated on, enough how many have to count.
const tries, enough = 3000, 200

var (
	edges  = []uint64{0, 1, 2, 3, 7, 8, 63, 64, 255, 1 << 31, 1 << 32, 1<<63 - 1, 1 << 63, 1<<64 - 1, 1<<64 - 2, 1<<64 - 8}
	floats = []float64{0, math.Copysign(0, -1), 1, -1, 0.5, 3, -2.5, 1e300, -1e300, 5e-324, math.Inf(1), math.Inf(-1), math.NaN()}
)

// number makes a leaf's number: often one of the tree's own, or beside it.
func number(r *rand.Rand, typ ir.Type, own []uint64) uint64 {
	switch {
	case len(own) > 0 && r.IntN(4) == 0:
		x := own[r.IntN(len(own))]
		if typ == ir.I64 {
			x += uint64(r.IntN(3)) - 1
		}
		return x
	case typ == ir.I64 && r.IntN(3) == 0:
		return uint64(r.IntN(12) - 4)
	case typ == ir.Bool:
		return uint64(r.IntN(2))
	case typ == ir.F64 && r.IntN(2) == 0:
		return math.Float64bits(r.NormFloat64() * 100)
	case typ == ir.F64:
		return math.Float64bits(floats[r.IntN(len(floats))])
	case r.IntN(2) == 0:
		return edges[r.IntN(len(edges))]
	}
	return uint64(int64(r.Uint64()) >> r.IntN(64))
}

// eval evaluates a tree; ok is false if it leaves or has no result.
func (t *term) eval(leaves []uint64) (x uint64, ok bool) {
	switch {
	case t.text != "":
		return t.bits, true
	case t.op == 0:
		return leaves[t.leaf-1], true
	}
	args := make([]uint64, len(t.args))
	for i, a := range t.args {
		if args[i], ok = a.eval(leaves); !ok {
			return 0, false
		}
	}
	return eval.Fold(t.op, args)
}

// parts returns what a tree consists of, itself apart, and its leaves and constants among that.
func (t *term) parts() (all, ends []*term) {
	for _, a := range t.args {
		if !slices.Contains(all, a) {
			all = append(all, a)
		}
		if a.op == 0 {
			if !slices.Contains(ends, a) {
				ends = append(ends, a)
			}
			continue
		}
		below, last := a.parts()
		all, ends = append(all, below...), append(ends, last...)
	}
	return all, ends
}

// less returns what gives the same as a tree of a depth, "" if nothing is found.
func (t *term) less(leaves, depth int) string {
	r := rand.New(rand.NewPCG(1, 2))
	var vectors [][]uint64
	var want []uint64
	all, ends := t.parts()
	typ := make([]ir.Type, leaves)
	own := map[ir.Type][]uint64{}
	for _, e := range ends {
		if e.leaf > 0 {
			typ[e.leaf-1] = e.typ
		} else {
			own[e.typ] = append(own[e.typ], e.bits)
		}
	}
	for range tries {
		v := make([]uint64, leaves)
		for i := range v {
			v[i] = number(r, typ[i], own[typ[i]])
		}
		if x, ok := t.eval(v); ok {
			vectors, want = append(vectors, v), append(want, x)
		}
	}
	if len(want) < enough || leaves == 0 {
		return ""
	}
	agrees := func(c *term) bool {
		for i, v := range vectors {
			if x, ok := c.eval(v); !ok || x != want[i] {
				return false
			}
		}
		return true
	}
	for _, c := range all {
		if c.typ == t.typ && agrees(c) {
			return c.String()
		}
	}
	first := &term{typ: t.typ, bits: want[0], text: "a constant"}
	if agrees(first) {
		return fmt.Sprintf("%s (%#x)", first, want[0])
	}
	if !slices.ContainsFunc(t.args, func(a *term) bool { return a.op != 0 }) {
		return "" // one operation
	}
	ends = append(ends, &term{typ: ir.I64, text: "0"}, &term{typ: ir.I64, bits: 1, text: "1"})
	for op := ir.OpAdd; op <= ir.OpFSelect; op++ {
		row := ir.CoreOps.Row(op)
		if row.Result != t.typ || len(row.Args) == 0 || len(row.Args) > 2 || row.Flags&ir.Checked != 0 {
			continue
		}
		for _, a := range ends {
			if a.typ != row.Args[0] {
				continue
			}
			if len(row.Args) == 1 {
				if c := (&term{op: op, typ: t.typ, args: []*term{a}}); agrees(c) {
					return c.String()
				}
				continue
			}
			for _, b := range ends {
				if c := (&term{op: op, typ: t.typ, args: []*term{a, b}}); b.typ == row.Args[1] && agrees(c) {
					return c.String()
				}
			}
		}
	}
	return ""
}
