package profile

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/uop"
)

// executors says why each executor begins and ends where it does.
func (w *why) executors() {
	first := true
	for _, ex := range w.r.execs {
		if !w.shows(ex) {
			continue
		}
		if first {
			w.printf("\nExecutors\n")
			first = false
		}
		time := ""
		if w.r.sampled != nil {
			time = fmt.Sprintf("%7s  ", w.share(w.samples(ex)))
		}
		p := w.r.begins(ex)
		w.printf("  %4d  %s%s, line %d; %s; entered %s\n", ex.ID, time, name(p.Code), p.Line(), w.made(ex), entries(w.r.vm.Table().Entered(ex)))
		w.item("begins", "%s", w.origin(ex))
		w.item("ends", "%s", w.end(ex))
		if text := w.linear(ex); text != "" {
			w.item("region", "%s", text)
		}
		if c, ok := w.r.vm.CostsOf(ex); ok {
			w.item("costs", "%d attempts of %.3f ms, each %.0f ticks of tier 1; it runs in %.3f of tier 1's time: %.0f ticks pay for it", c.Attempts, c.AttemptNS/1e6, c.Optimization, c.Run, c.BreakEven)
		}
		w.remade(ex)
	}
}

// shows reports whether an executor runs through what is to be explained.
func (w *why) shows(ex *exitdata.Executor) bool {
	if w.o.Line == 0 && (w.o.File == "" || w.r.sampled != nil && 200*w.samples(ex) >= w.r.sampled.Samples) {
		return true
	}
	return slices.ContainsFunc(w.r.places[ex], func(at interp.At) bool {
		return at.Code != nil && w.o.of(at.Code.Filename) && (w.o.Line == 0 || at.Line() == w.o.Line)
	})
}

func (w *why) made(ex *exitdata.Executor) string {
	bytecodes := "bytecodes"
	if ex.Trace.Bytecodes == 1 {
		bytecodes = "bytecode"
	}
	return fmt.Sprintf("%d %s, %d guards as built, %d left", ex.Trace.Bytecodes, bytecodes, ex.GuardsIn, ex.GuardsOut)
}

func (w *why) samples(ex *exitdata.Executor) (n int) {
	for i := range w.r.sampled.Spots {
		if s := &w.r.sampled.Spots[i]; s.Executor == ex {
			n += s.Samples
		}
	}
	return n
}

// origin says why an executor was asked for.
func (w *why) origin(ex *exitdata.Executor) string {
	if p := ex.Parent; p != nil {
		where := "its end"
		if m := p.Executor.Map; m != nil && m.Points[p.Index].Uop >= 0 {
			if at := w.r.places[p.Executor]; at != nil {
				where = fmt.Sprintf("line %d%s", at[m.Points[p.Index].Uop].Line(), quoted(w.r.expr(at[m.Points[p.Index].Uop].Place)))
			}
			if p.Kind == ir.End || p.Kind == ir.Dynamic {
				where = "its end, " + where
			}
		}
		return fmt.Sprintf("it continues %s of executor %d, at %s, which has been hot", exitName(p), p.Executor.ID, where)
	}
	op := opName(w.r.begins(ex))
	switch {
	case strings.HasPrefix(op, "RESUME"):
		return "the function has been called often"
	case strings.HasPrefix(op, "JUMP_BACKWARD"):
		return "the loop has been hot, by its back edge at this line"
	}
	if p, ok := w.r.vm.Selected(ex); ok {
		if loopTop(w.r.begins(ex)) {
			return "the loop has been hot, by its back edges: the selector " + p.Selector + " begins a region here, at its top"
		}
		return "the selector " + p.Selector + " begins a region here, which has been hot"
	}
	return "the place has been hot"
}

// loopTop reports whether a jump leads back to a place.
func loopTop(p interp.Place) bool {
	if p.Code == nil {
		return false
	}
	for in := range p.Code.Instructions() {
		if target, ok := in.Target(); ok && in.Op.Base() == pycode.JUMP_BACKWARD && target == p.Unit {
			return true
		}
	}
	return false
}

// end says why an executor's trace ends.
func (w *why) end(ex *exitdata.Executor) string {
	p := w.r.ends(ex)
	at := fmt.Sprintf("line %d%s", p.Line(), quoted(w.r.expr(p)))
	var abort *build.Abort
	if errors.As(ex.Cut, &abort) {
		return fmt.Sprintf("what comes next cannot be compiled, at %s: %s %s", at, abort.Uop, abort.Detail)
	}
	words := stopWords[ex.Trace.Stop]
	if strings.Contains(words, "%s") {
		words = fmt.Sprintf(words, at)
	}
	if ex.Trace.Stop == uop.StopUnsupported && p.Code != nil {
		words += ": " + opName(p)
	}
	if ex.Cut != nil {
		words += "; more was asked for first: " + w.refusal(ex.Cut)
	}
	return words
}

// remade says why an executor was made more than once, and what the others had cost.
func (w *why) remade(ex *exitdata.Executor) {
	list := w.r.vm.RemadeBefore(ex)
	if len(list) == 0 {
		return
	}
	uops, bytes, ns, gone := 0, 0, int64(0), 0
	for _, r := range list {
		if r.Why != interp.Retyped {
			uops, bytes, ns, gone = uops+r.Uops, bytes+r.CodeBytes, ns+r.CompileNS, gone+1
		}
	}
	cost := ""
	if w.r.sampled != nil {
		cost = fmt.Sprintf(", made in %.1f ms", float64(ns)/1e6)
	}
	if gone > 0 {
		w.item("anew", "there were others before it, %d, which are thrown away: %d micro-ops, %d bytes of code%s", gone, uops, bytes, cost)
	}
	for _, r := range list {
		at := fmt.Sprintf("line %d%s", r.At.Line(), quoted(w.r.expr(r.At)))
		switch r.Why {
		case interp.Grown:
			w.item("", "at %s it was left %s%s, and the region has it now", at, times(r.Taken), growth(&r))
		case interp.Generalized:
			w.item("", "at %s guards of types failed, %s at the last of them: it has the general form now", at, times(r.Taken))
		case interp.Parted:
			w.item("", "at %s a test behind a join was executed %s on ways on which its outcome is known: the ways have copies of what follows now", at, times(r.Taken))
		case interp.Retyped:
			w.item("types", "at %s guards of types failed, %s at the last of them, and it came back to the loop: this is another executor of the loop, for other types; that for those before, %d micro-ops, %d bytes of code, stays", at, times(r.Taken), r.Uops, r.CodeBytes)
		}
	}
}

// growth says why a region has grown: by a way that was rare, or in another phase of the program, which is
// told apart where instructions are counted.
func growth(r *interp.Remade) string {
	switch {
	case r.Every == 0:
		return ": a way that was rare is not"
	case r.Phase():
		return fmt.Sprintf(", every %d instructions, and a round has at most %d: the program is in another phase, and goes a way that was rare", r.Every, r.Round)
	}
	return fmt.Sprintf(", every %d instructions: a way that was rare is not", r.Every)
}

// linear says why an executor is made of a linear trace, if a selector has refused a
// region for it.
func (w *why) linear(ex *exitdata.Executor) string {
	for _, a := range w.r.attempts {
		if a.Executor == ex && a.Region != nil {
			return "it is a linear trace: the selector " + w.refusal(a.Region)
		}
	}
	return ""
}

// refusal puts a refusal in words.
func (w *why) refusal(err error) string {
	if err == nil {
		return "the optimizer found it not worth while"
	}
	var ref *tier2.Refusal
	if !errors.As(err, &ref) {
		return err.Error()
	}
	var abort *build.Abort
	text := refusalWords[ref.Reason]
	switch {
	case text == "":
		return err.Error()
	case errors.As(err, &abort):
		return strings.TrimSpace(fmt.Sprintf("%s: %s %s", text, abort.Uop, abort.Detail))
	}
	return text + " (" + ref.Reason + ")"
}

// givenUp lists the places for which there is no executor, by how often it was
// tried.
func (w *why) givenUp() {
	type failure struct {
		at, why string
		n       int
	}
	var list []failure
	for _, a := range w.r.attempts {
		if a.Executor != nil || w.o.Line != 0 && a.Line() != w.o.Line || !w.o.of(a.Code.Filename) {
			continue
		}
		because := w.refusal(a.Err)
		if a.Region != nil {
			because += "; the selector " + w.refusal(a.Region)
		}
		f := failure{fmt.Sprintf("%s, line %d, %s", name(a.Code), a.Line(), opName(a.Place)), because, 1}
		if a.Exit != nil {
			f.at += fmt.Sprintf(", behind %s of executor %d", exitName(a.Exit), a.Exit.Executor.ID)
		}
		if i := slices.IndexFunc(list, func(o failure) bool { return o.at == f.at && o.why == f.why }); i >= 0 {
			list[i].n++
		} else {
			list = append(list, f)
		}
	}
	if len(list) > 0 {
		w.printf("\nGiven up\n")
	}
	slices.SortStableFunc(list, func(a, b failure) int { return cmp.Compare(b.n, a.n) })
	for _, f := range list {
		w.printf("  %s: %s, tried %s\n", f.at, f.why, times(uint64(f.n)))
	}
}
