package main

import (
	"bytes"
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tier2go/tier2/internal/soak"
	"github.com/tier2go/tier2/ir"
)

const root = "../../.."

// all returns the rules of all tables, named as TABLE.NAME.
func all(t *testing.T) (list []*rule) {
	for _, dir := range tables {
		rules, err := readTable(root, dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range rules {
			r.name = filepath.Base(dir) + "." + r.name
		}
		list = append(list, rules...)
	}
	return list
}

// TestDrift compares the generated files with their tables.
func TestDrift(t *testing.T) {
	for _, dir := range tables {
		want, err := generate(root, dir)
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join(root, dir, outName))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s/%s is not what its table says (%v): go run ./internal/gen/rules", dir, outName, err)
		}
	}
}

// costs are what operations cost, roughly in cycles; 2 if nothing is said.
var costs = map[ir.Op]int{
	ir.OpMul: 6, ir.OpMulOv: 7, ir.OpDivOv: 40, ir.OpModOv: 40, ir.OpAddOv: 3, ir.OpSubOv: 3, ir.OpNegOv: 3, ir.OpShlOv: 6,
	ir.OpFAdd: 8, ir.OpFSub: 8, ir.OpFMul: 8, ir.OpFDiv: 30, ir.OpSelect: 3, ir.OpFSelect: 3, ir.OpI2U: 0, ir.OpU2I: 0,
}

func cost(x *term, seen map[*term]bool) int {
	if x == nil || x.kind != operation || x.isConst() || seen[x] {
		return 0
	}
	seen[x] = true
	n, ok := costs[x.op]
	if !ok {
		n = 2
	}
	for _, a := range x.args {
		n += cost(a, seen)
	}
	return n
}

// TestNoWorse checks that no rule's result costs more than its pattern.
func TestNoWorse(t *testing.T) {
	for _, r := range all(t) {
		if from, to := cost(r.pattern, map[*term]bool{}), cost(r.result, map[*term]bool{}); to > from {
			t.Errorf("%s: what costs %d becomes what costs %d", r.name, from, to)
		}
	}
}

// refute looks for values of some bits of which a rule is wrong, among all.
func refute(r *rule, width uint) (found bool, env map[string]int64) {
	m := &meaning[int64, bool, shortBits]{a: shortBits{width}, env: map[string]int64{}}
	var try func(k int) bool
	try = func(k int) bool {
		if k == len(r.vars) {
			return m.wrong(r)
		}
		v := r.vars[k]
		lo, hi := m.a.Min(), -m.a.Min()-1
		if v.typ == ir.Bool {
			lo, hi = 0, 1
		}
		for x := lo; x <= hi; x++ {
			m.env[v.name] = x
			if try(k + 1) {
				return true
			}
		}
		return false
	}
	return try(0), m.env
}

// TestProvedNarrow proves every rule over integers and truth values exhaustively: of one
// or two variables at 8 bits; of more at 4 bits, and of three at 8 in full.
func TestProvedNarrow(t *testing.T) {
	proved := 0
	for _, r := range all(t) {
		if !discrete(r) {
			continue
		}
		proved++
		width := uint(8)
		if len(r.vars) > 2 && (!soak.On() || len(r.vars) > 3) {
			width = 4
		}
		if found, env := refute(r, width); found {
			t.Errorf("%s: %s is wrong of %v at %d bits", r.name, r.text, env, width)
		}
	}
	if proved < 120 {
		t.Errorf("only %d rules over integers and truth values", proved)
	}
}

// split are the rules that z3 proves at 64 bits constant by constant only. Those that
// take more than seconds are proved so in full, else at 16 bits.
var split = map[string]bool{
	"simplify.mul-pow2-plus-1": true, "simplify.mod-pow2": true, "narrow.remainder": true,
	"simplify.mul-pow2-minus-1": soak.On(), "simplify.div-pow2": soak.On(),
}

// hard are the rules that z3 does not prove at 64 bits in time: they multiply or divide by
// what is not known. They are proved exhaustively at 8 bits, or 4, and by z3 at the width
// given.
var hard = map[string]int{
	"simplify.mul-shl": 8, "simplify.div-div": 8, "simplify.div-sar": 8, "simplify.div-mul": 8,
	"simplify.mod-mod": 8, "simplify.mod-mul": 8, "simplify.and-mul-mask": 8,
}

// width is of what width z3 is asked about a rule.
func width(r *rule) int {
	if w := hard[r.name]; w != 0 {
		return w
	}
	if all, ok := split[r.name]; ok && !all {
		return 16
	}
	return 64
}

// questions is what z3 is asked about a rule of a width: one query, or one for each constant.
func questions(r *rule, w int) string {
	const ms = 60000
	name, values := cases(r)
	if w != 64 || !split[r.name] || len(values) == 0 {
		return query(r, w, nil, ms)
	}
	var b strings.Builder
	for _, n := range values {
		b.WriteString(query(r, w, map[string]int64{name: n}, ms))
	}
	return b.String()
}

// solve asks z3 and returns its answers, by the name of the rule.
func solve(t *testing.T, questions string) map[string]string {
	t.Helper()
	z3, err := exec.LookPath("z3")
	if err != nil {
		t.Skip("no z3 (apt-get install z3): rules are proved of few bits only")
	}
	cmd := exec.Command(z3, "-in", "-smt2")
	cmd.Stdin = strings.NewReader(questions)
	out, err := cmd.CombinedOutput()
	if err != nil && len(out) == 0 {
		t.Fatal(err)
	}
	answers := map[string]string{}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	for i := 0; i+1 < len(lines); i += 2 {
		if old := answers[lines[i]]; old == "" || old == "unsat" { // one that is not says all
			answers[lines[i]] = lines[i+1]
		}
	}
	return answers
}

// proof is the line of a proof's record: a rule, and a hash of what z3 was asked.
func proof(r *rule, question string) string {
	return fmt.Sprintf("%s %x", r.name, sha256.Sum256([]byte(question)))[:len(r.name)+1+16]
}

// prove has z3 prove rules of a width each. Those that stand in the record have been proved: a
// rule, its width or the meaning of an operation that changes has another question, and is
// proved anew. At full size all are, and -update writes the record.
func prove(t *testing.T, record string, list []*rule, width func(r *rule) int) {
	t.Helper()
	var known string
	if !soak.On() && !*update {
		data, err := os.ReadFile(record)
		if err != nil {
			t.Fatal(err)
		}
		known = string(data)
	}
	var asked, lines strings.Builder
	var open []*rule
	for _, r := range list {
		q := questions(r, width(r))
		line := proof(r, q) + "\n"
		lines.WriteString(line)
		if !strings.Contains(known, line) {
			open = append(open, r)
			asked.WriteString(q)
		}
	}
	if len(open) == 0 {
		return
	}
	answers := solve(t, asked.String())
	for _, r := range open {
		if got := answers[r.name]; got != "unsat" {
			t.Errorf("%s: %s: z3 says %q", r.name, r.text, got)
		} else if known != "" {
			t.Errorf("%s is proved, and not in %s: go test ./internal/gen/rules -update", r.name, record)
		}
	}
	if *update && !t.Failed() {
		if err := os.WriteFile(record, []byte(lines.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

var update = flag.Bool("update", false, "prove all rules and write which are proved")

// TestProved has z3 prove every rule over integers and truth values, at 64 bits but where
// hard says less.
func TestProved(t *testing.T) {
	var list []*rule
	for _, r := range all(t) {
		if discrete(r) {
			list = append(list, r)
		}
	}
	prove(t, "testdata/proved.txt", list, width)
}

// TestProvedFloats has z3 prove every rule over floats, of all floats.
func TestProvedFloats(t *testing.T) {
	var list []*rule
	for _, r := range all(t) {
		if overFloats(r) {
			list = append(list, r)
		}
	}
	if len(list) < 25 {
		t.Errorf("only %d rules over floats", len(list))
	}
	prove(t, "testdata/proved_floats.txt", list, func(*rule) int { return 64 })
}

// TestForgotten: a rule whose text is another than the one that was proved is not taken for proved.
func TestForgotten(t *testing.T) {
	ask := func(line string, w int) string {
		r, err := readLine(root, line)
		if err != nil {
			t.Fatal(err)
		}
		return proof(r, questions(r, w))
	}
	was := ask("pow2: (mod.ov x C) if pow2(C) => (and x C-1)", 64)
	for _, now := range []string{
		ask("pow2: (mod.ov x C) if C&(C-1) == 0 => (and x C-1)", 64), ask("pow2: (mod.ov x C) if pow2(C) => (and x C)", 64),
		ask("pow2: (mod.ov x C) if pow2(C) => (and x C-1)", 16),
	} {
		if now == was {
			t.Errorf("two questions have one proof: %s", was)
		}
	}
}

// TestWrong has rules that are wrong, some of them at the edges only: each is refuted, at
// 8 bits and by z3.
func TestWrong(t *testing.T) {
	var list []*rule
	for _, line := range []string{
		"add: (add x 1) => x",
		"neg: (neg.ov x) => (neg x)",
		"pow2: (mod.ov x C) if C&(C-1) == 0 => (and x C-1)",
		"pow2-min: (div.ov x C) if C != 0 && C&(C-1) == 0 => (sar x log2(C))",
		"shift: (shl (shl x C) D) => (shl x C+D)",
		"shift-top: (shl (shl x C) D) if ult(C,top+1) && ult(D,top+1) && C+D <= top+1 => (shl x C+D)",
		"compare: (lt (add x C) D) if fits(D-C) => (lt x D-C)",
		"compare-fits: (lt (add.ov x C) D) => (lt x D-C)",
		"div-mul: (div.ov (mul x C) C) if C != 0 => x",
		"div-zero: (mod.ov (mul.ov x C) C) => 0",
		"div-div: (div.ov (div.ov x C) D) if C != 0 && D != 0 && fits(C*D) => (div.ov x C*D)",
		"mask: (and (add (and x C) y) D) if C&D == D => (and (add x y) D)",
		"max: (select (gt m:(select (gt x C) x C) D) m D) => m",
		"bool: (bnot b) => b",
		"guard: (guard.true b) => (guard.false b)",
		"drop: (guard.true b) => drop",
	} {
		r, err := readLine(root, line)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, r)
		width := uint(8)
		if len(r.vars) > 2 {
			width = 4
		}
		if found, _ := refute(r, width); !found {
			t.Errorf("%s is not refuted at %d bits", line, width)
		}
	}
	for _, line := range []string{
		"fadd-0: (fadd u 0.0) => u", "fsub-self: (fsub u u) => 0.0", "feq-self: (feq u u) => true", "fneg-fsub: (fneg (fsub u v)) => (fsub v u)",
		"bnot-flt: (bnot (flt u v)) => (fge u v)", "fabs-fsqrt: (fabs (fsqrt u)) => (fsqrt u)",
	} {
		r, err := readLine(root, line)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, r)
	}
	var asked strings.Builder
	for _, r := range list {
		asked.WriteString(questions(r, 16))
	}
	answers := solve(t, asked.String())
	for _, r := range list {
		if answers[r.name] != "sat" {
			t.Errorf("%s: z3 says %q", r.text, answers[r.name])
		}
	}
}

// TestMalformed has lines that are no rules.
func TestMalformed(t *testing.T) {
	for _, line := range []string{
		"add", "a: (add x y)", "a: x => x", "a: (add x) => x", "a: (add x y z) => x", "a: (ad x y) => x", "a: (add x y) => z",
		"a: (add x y) => (eq x y)", "a: (add x y) => drop", "a: (add x C) if D > 0 => x", "a: (add x C) if C => x",
		"a: (add x C) if odd(C) => x", "a: (fadd u x) => (add u x)", "a: (add x 1.5) => x", "a: (add x y) x => x",
		"use add from passes/simplify as b", "a: (add x C) if fits(C&1) => x",
	} {
		if r, err := readLine(root, line); err == nil {
			t.Errorf("%q is %v", line, r)
		}
	}
}
