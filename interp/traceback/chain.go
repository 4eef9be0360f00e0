package traceback

import (
	"fmt"
	"strings"

	"github.com/tier2go/tier2/interp/object"
)

// Chains of exceptions and groups of them, printed as Lib/traceback.py does.

// maxGroupWidth and maxGroupDepth are how many exceptions of a group are shown, and of how
// many groups in each other.
const (
	maxGroupWidth = 15
	maxGroupDepth = 10
)

// link is an exception that is printed. Each exception is printed once: what leads to an exception that another
// link has is not followed.
type link struct {
	exc        object.Value
	cause      *link
	context    *link
	exceptions []*link // of a group
}

// collect finds what is printed of an exception.
func (p *Printer) collect(exc object.Value) *link {
	h := p.heap
	seen := map[object.Value]bool{}
	begin := func(exc object.Value) *link {
		seen[exc] = true
		return &link{exc: exc}
	}
	first := begin(exc)
	for queue := []*link{first}; len(queue) > 0; {
		l := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		cause, context := h.Field(l.exc, object.OffExcCause), h.Field(l.exc, object.OffExcContext)
		if cause != object.Null && !seen[cause] {
			l.cause = begin(cause)
			queue = append(queue, l.cause)
		}
		if context != object.Null && l.cause == nil && !h.ContextSuppressed(l.exc) && !seen[context] {
			l.context = begin(context)
			queue = append(queue, l.context)
		}
		if h.IsGroup(l.exc) {
			for _, e := range h.TupleItems(h.GroupExceptions(l.exc)) {
				l.exceptions = append(l.exceptions, begin(e))
			}
			queue = append(queue, l.exceptions...)
		}
	}
	return first
}

// writer prints links; depth is how many groups the one at hand is in.
type writer struct {
	p         *Printer
	b         strings.Builder
	depth     int
	needClose bool
}

// emit prints lines, behind the margin of the group that they are in.
func (w *writer) emit(text, margin string) {
	if w.depth == 0 {
		w.b.WriteString(text)
		return
	}
	for line := range strings.Lines(text) {
		w.b.WriteString(w.indent() + margin + " " + line)
	}
}

func (w *writer) indent() string { return strings.Repeat("  ", w.depth) }

// chain prints an exception behind those that led to it.
func (w *writer) chain(l *link) {
	type step struct {
		message string
		l       *link
	}
	var steps []step
	for l != nil {
		switch {
		case l.cause != nil:
			steps, l = append(steps, step{causeMessage, l}), l.cause
		case l.context != nil:
			steps, l = append(steps, step{contextMessage, l}), l.context
		default:
			steps, l = append(steps, step{"", l}), nil
		}
	}
	for i := len(steps) - 1; i >= 0; i-- {
		w.emit(steps[i].message, "|")
		w.one(steps[i].l)
	}
}

// one prints one exception of a chain.
func (w *writer) one(l *link) {
	var text strings.Builder
	w.p.writeOne(&text, l.exc)
	heading := len(w.p.heap.Tracebacks(l.exc)) > 0
	if l.exceptions == nil {
		if heading {
			w.emit("Traceback (most recent call last):\n", "|")
		}
		w.emit(text.String(), "|")
		return
	}
	if w.depth > maxGroupDepth {
		w.emit(fmt.Sprintf("... (max_group_depth is %d)\n", maxGroupDepth), "|")
		return
	}
	margin, outermost := "|", w.depth == 0
	if outermost {
		margin = "+"
		w.depth++
	}
	if heading {
		w.emit("Exception Group Traceback (most recent call last):\n", margin)
	}
	w.emit(text.String(), "|")
	w.group(l.exceptions)
	if outermost {
		w.depth = 0
	}
}

// group prints the exceptions of a group.
func (w *writer) group(list []*link) {
	w.needClose = false
	n := min(len(list), maxGroupWidth+1)
	for i, l := range list[:n] {
		last := i == n-1
		if last {
			w.needClose = true // if no group in it does
		}
		corner, title := "  ", fmt.Sprint(i+1)
		if i == 0 {
			corner = "+-"
		}
		if i == maxGroupWidth {
			title = "..."
		}
		w.b.WriteString(w.indent() + corner + "+---------------- " + title + " ----------------\n")
		w.depth++
		if i < maxGroupWidth {
			w.chain(l)
		} else {
			more, s := len(list)-maxGroupWidth, "s"
			if more == 1 {
				s = ""
			}
			w.emit(fmt.Sprintf("and %d more exception%s\n", more, s), "|")
		}
		if last && w.needClose {
			w.b.WriteString(w.indent() + "+------------------------------------\n")
			w.needClose = false
		}
		w.depth--
	}
}
