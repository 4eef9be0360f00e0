package main

import (
	"testing"

	"github.com/tier2go/tier2/ir"
)

// TestInIntegers: a rule is right in the integers where a checked operation has gone. One whose result nothing needs
// may be removed, and execution goes on where it would have left. So a result that does without an operation of the
// pattern, or without a variable, which may be the result of one, must be what the pattern is of integers of any size,
// or leave.
func TestInIntegers(t *testing.T) {
	for _, r := range all(t) {
		if !discrete(r) || r.result == nil || !overIntegers(r.pattern) {
			continue
		}
		if env, from, to := beyond(r); env != nil {
			t.Errorf("%s: %s of %v is %d, not %d: no checked operation of it need be executed", r.name, r.text, env, to, from)
		}
	}
}

// overIntegers reports whether a pattern means something of integers of any size: of the operations on bits
// shr, shl and ult do not, which no guest asks for; those that make them of others know that the operands fit.
func overIntegers(pattern *term) bool {
	ok := true
	pattern.walk(func(x *term) {
		ok = ok && (x.kind != operation || x.op != ir.OpShr && x.op != ir.OpShl && x.op != ir.OpUlt)
	})
	return ok
}

// sized is the width of the integers that rules are about, unsized that of those of any size.
const sized, unsized = 4, 40

// beyond looks for values of which a rule's result is another one than the pattern is of integers of any size: all values
// of some bits, and larger ones for what the result does without.
func beyond(r *rule) (wrong map[string]int64, from, to int64) {
	used := map[string]bool{}
	r.result.walk(func(x *term) { used[x.name] = used[x.name] || x.kind == variable })
	small := &meaning[int64, bool, shortBits]{a: shortBits{sized}, env: map[string]int64{}}
	large := &meaning[int64, bool, shortBits]{a: shortBits{unsized}, env: small.env, edge: shortBits{sized}.Min()}
	var try func(k int) bool
	try = func(k int) bool {
		if k == len(r.vars) {
			for _, c := range r.conds {
				if !small.holds(c) {
					return false
				}
			}
			if _, _, inside := small.parts(r.pattern); inside && !outside(r, small.env) {
				return false
			}
			var stays, stay bool
			from, stays = large.value(r.pattern)
			to, stay = small.value(r.result)
			if stays && unchecked(r.pattern) && r.pattern.typ == ir.I64 && small.a.cut(from) == to {
				return false // its sums are known to fit, or nobody asks for more than low bits
			}
			return stay && (!stays || from != to)
		}
		v := r.vars[k]
		lo, hi := small.a.Min(), -small.a.Min()-1
		switch {
		case v.typ == ir.Bool:
			lo, hi = 0, 1
		case !v.konst && !used[v.name]:
			lo, hi = 3*lo, 3*hi
		}
		for x := lo; x <= hi; x++ {
			small.env[v.name] = x
			if try(k + 1) {
				return true
			}
		}
		return false
	}
	if try(0) {
		return small.env, from, to
	}
	return nil, 0, 0
}

// unchecked reports whether a pattern has no checked operation.
func unchecked(pattern *term) bool {
	ok := true
	pattern.walk(func(x *term) { ok = ok && (x.kind != operation || ir.CoreOps.Row(x.op).Flags&ir.Checked == 0) })
	return ok
}

// outside reports whether a variable is no integer of few bits.
func outside(r *rule, env map[string]int64) bool {
	for _, v := range r.vars {
		if n := env[v.name]; n != (shortBits{sized}).cut(n) {
			return true
		}
	}
	return false
}
