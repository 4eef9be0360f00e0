package cpython

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/ir/verify"
	"github.com/tier2go/tier2/uop"
)

var update = flag.Bool("update", false, "write testdata/uops")

// ends are the micro-ops that end a trace of their own accord.
var ends = map[uop.ID]bool{
	cpython.EXIT_TRACE: true, cpython.DEOPT: true, cpython.FATAL_ERROR: true, cpython.ERROR_POP_N: true,
	cpython.RETURN_VALUE: true, cpython.RETURN_GENERATOR: true, cpython.YIELD_VALUE: true, cpython.JUMP_TO_TOP: true,
}

// generated returns the text of a trace that executes a micro-op once, with the
// oparg 2 and as many entries on the stack as it takes.
func generated(id uop.ID) string {
	r := cpython.DumpTable().Row(id)
	oparg := uint32(2)
	if r.Pushes.High {
		oparg = 0x102
	}
	if digit := r.Name[len(r.Name)-1] - '0'; strings.HasPrefix(r.Name, "_INIT_CALL_PY_EXACT_ARGS_") {
		oparg = uint32(digit) // a variant for one oparg
	}
	t := uop.Trace{
		Table: cpython.DumpTable(), Name: r.Name, Entry: 10, Depth: r.Pops.At(oparg),
		Insts: []uop.Inst{{Op: cpython.SET_IP, Target: 10}},
	}
	add := func(in ...uop.Inst) { t.Insts = append(t.Insts, in...) }
	it := uop.Inst{Op: id, Oparg: oparg, Target: 10}
	switch id {
	case cpython.PUSH_FRAME:
		t.Depth = 4
		add(uop.Inst{Op: cpython.INIT_CALL_PY_EXACT_ARGS, Oparg: 2, Target: 10}, uop.Inst{Op: cpython.SAVE_RETURN_OFFSET, Oparg: 4, Target: 10})
	case cpython.ERROR_POP_N:
		t.Depth = 2
	case cpython.JUMP_TO_TOP:
		t.Stop = uop.StopLoop
		add(uop.Inst{Op: cpython.CHECK_PERIODIC, Target: 10})
	case cpython.GUARD_TYPE_VERSION, cpython.GUARD_KEYS_VERSION, cpython.CHECK_FUNCTION:
		it.Operand0 = 7
	}
	add(it)
	if !ends[id] {
		add(uop.Inst{Op: cpython.CHECK_VALIDITY, Target: 12}, uop.Inst{Op: cpython.SET_IP, Target: 12}, uop.Inst{Op: cpython.EXIT_TRACE, Target: 12})
	}
	return t.String()
}

// TestUops builds a trace of each micro-op, those that never occur in a dump among
// them, and checks the stack behind it and the exits that its flags ask for.
func TestUops(t *testing.T) {
	g := New()
	if err := g.Init(); err != nil {
		t.Fatal(err)
	}
	b := build.New(g.Table(), g.Types, g.Build)
	b.F.Words = g.Words
	n := 0
	for id := range cpython.DumpTable().Len() {
		r := cpython.DumpTable().Row(uop.ID(id))
		if r.Name == "" {
			continue
		}
		n++
		name := filepath.Join("testdata", "uops", strings.TrimPrefix(r.Name, "_")+".uop")
		want := generated(uop.ID(id))
		if *update {
			if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, []byte(want), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if string(text) != want {
			t.Errorf("%s is not what is generated (go test ./interp/compare/cpython -update)", name)
		}
		tr, err := uop.Parse(name, text, cpython.DumpTable())
		if err != nil {
			t.Fatal(err)
		}
		if err := checkUop(g, b, uop.ID(id), tr); err != nil {
			t.Errorf("%s: %v", r.Name, err)
		}
	}
	if n != 302 {
		t.Errorf("%d micro-ops, want 302", n)
	}
}

func checkUop(g *Guest, b *build.Builder, id uop.ID, tr *uop.Trace) error {
	g.Load(&cpython.Dump{})
	u := g.Unit(&cpython.DumpTrace{Before: tr, Code: "f@t.py:1", CodeVersion: 5})
	f, err := b.Trace(u.Trace, u.Entry)
	if err != nil {
		return err
	}
	if list := verify.Check(f, verify.Options{}); len(list) > 0 {
		return fmt.Errorf("%v", list[0])
	}
	r := cpython.DumpTable().Row(id)
	leaves := [ir.NumWhen]bool{}
	var last *ir.Value
	for _, blk := range f.Blocks {
		for v := range blk.Values() {
			for w := range leaves {
				leaves[w] = leaves[w] || v.States[w] != nil
			}
			last = v
		}
	}
	switch {
	case ends[id]:
		if last.Op != ir.OpExit && last.Op != ir.OpJump {
			return fmt.Errorf("it ends with %s", f.Row(last).Name)
		}
		return nil
	case r.Flags&(uop.HasDeopt|uop.HasExit) != 0 && !leaves[ir.Before] && !quietExit[id]:
		return fmt.Errorf("it has no exit")
	case r.Flags&(uop.HasError|uop.HasErrorNoPop) != 0 && !leaves[ir.Raise] && !noError[id]:
		return fmt.Errorf("it cannot raise")
	}
	in := tr.Insts[1]
	want := tr.Depth + r.Pushes.At(in.Oparg) - r.Pops.At(in.Oparg)
	if id == cpython.PUSH_FRAME {
		want = 0 // of the frame entered
	}
	state := last.States[ir.After]
	have := len(state.StateSlots()) - f.Frames[state.StateFrame()].NumLocals
	if have != want {
		return fmt.Errorf("it leaves %d entries on the stack, want %d", have, want)
	}
	return nil
}

// quietExit lists micro-ops whose exits the library has elsewhere: the validity
// check, which is only where something has escaped.
var quietExit = map[uop.ID]bool{cpython.CHECK_VALIDITY: true}

// noError lists micro-ops that CPython flags as raising and that do not: a poll
// leaves, and what is pending is raised outside.
var noError = map[uop.ID]bool{cpython.CHECK_PERIODIC: true, cpython.CHECK_PERIODIC_IF_NOT_YIELD_FROM: true}

// TestReasons checks that each micro-op whose effects are less than CPython's flags
// has a reason, and that no other has one.
func TestReasons(t *testing.T) {
	for id, r := range rows {
		u := cpython.DumpTable().Row(id)
		less := r.effect != asCPython && u.Flags&uop.Escapes != 0
		if less != (r.why != "") {
			t.Errorf("%s: effect %d, CPython's flags say that it escapes: %v, reason %q", u.Name, r.effect, u.Flags&uop.Escapes != 0, r.why)
		}
	}
}
