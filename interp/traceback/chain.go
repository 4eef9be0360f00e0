package traceback

import (
	"fmt"
	"slices"
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

// maxLinks and maxText are how many exceptions, and about how many bytes, are printed of what led to an exception: the
// latest. CPython prints all; but what a program leaves behind is printed when nothing can end it any more, and the
// text is no memory of its own.
const (
	maxLinks = 100_000
	maxText  = 16 << 20
)

// link is an exception that is printed. Each exception is printed once: what leads to an exception that another
// link has is not followed.
type link struct {
	exc        object.Value
	cause      *link
	context    *link
	exceptions []*link // of a group
	members    int     // how many exceptions the group has
	cut        bool    // what led to it is left out
}

// collect finds what is printed of an exception.
func (p *Printer) collect(exc object.Value) *link {
	h := p.heap
	seen := map[object.Value]bool{}
	n := 0
	begin := func(exc object.Value) *link {
		n++
		seen[exc] = true
		return &link{exc: exc}
	}
	first := begin(exc)
	for queue := []*link{first}; len(queue) > 0; {
		l := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if n > maxLinks {
			l.cut = true
			continue
		}
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
			list := h.TupleItems(h.GroupExceptions(l.exc))
			if l.members = len(list); n+l.members > maxLinks {
				list = list[:min(maxGroupWidth, l.members)]
			}
			for _, e := range list {
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
	size      int // of what was printed
}

// emit prints lines, behind the margin of the group that they are in.
func (w *writer) emit(text, margin string) {
	if w.depth == 0 {
		w.write(text)
		return
	}
	for line := range strings.Lines(text) {
		w.write(w.indent() + margin + " " + line)
	}
}

func (w *writer) write(text string) {
	w.size += len(text)
	w.b.WriteString(text)
}

func (w *writer) indent() string { return strings.Repeat("  ", w.depth) }

// chain prints an exception behind those that led to it. The latest are made first, so that those are left out that there
// is no room for.
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
	before := w.b
	var texts []string
	for i, s := range steps {
		w.b = strings.Builder{}
		cut := s.l.cut || i < len(steps)-1 && w.size > maxText
		if cut {
			w.emit(cutMessage, "|")
		}
		w.emit(s.message, "|")
		w.one(s.l)
		if texts = append(texts, w.b.String()); cut {
			break
		}
	}
	w.b = before
	for _, text := range slices.Backward(texts) {
		w.b.WriteString(text)
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
	w.group(l.exceptions, l.members)
	if outermost {
		w.depth = 0
	}
}

// group prints the exceptions of a group of so many members.
func (w *writer) group(list []*link, members int) {
	w.needClose = false
	n := min(members, maxGroupWidth+1)
	for i := range n {
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
		w.write(w.indent() + corner + "+---------------- " + title + " ----------------\n")
		w.depth++
		if i < maxGroupWidth {
			w.chain(list[i])
		} else {
			more, s := members-maxGroupWidth, "s"
			if more == 1 {
				s = ""
			}
			w.emit(fmt.Sprintf("and %d more exception%s\n", more, s), "|")
		}
		if last && w.needClose {
			w.write(w.indent() + "+------------------------------------\n")
			w.needClose = false
		}
		w.depth--
	}
}
