package viz

import (
	"fmt"
	"html"
	"slices"
	"strconv"
	"strings"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/irtext"
)

func escape(s string) string { return html.EscapeString(s) }

// function adds the column of a function as it is now, and marks what the pass
// has made, changed and removed; pass is "" for the first.
func (r *Recorder) function(c *column, f *ir.Func, pass string) {
	if r.printer == nil {
		r.printer = &irtext.Printer{}
	}
	r.printer.Reset(f, irtext.Options{Names: r.opts.Names, Numbers: r.numbers})
	n := names(r.printer, f)
	old, oldAt, oldWas := r.last, slices.Clone(r.at), slices.Clone(r.was)
	r.at, r.was = resized(r.at, f.NumValues()), resized(r.was, f.NumValues())
	for _, b := range f.Blocks {
		r.head(c, n, b)
		for v := range b.Values() {
			r.was[v.ID] = v
			r.at[v.ID] = int32(len(c.lines)) + 1
			c.lines = append(c.lines, r.value(n, v))
		}
	}
	if g := r.graph(f); g != r.cfg {
		c.graph, r.cfg = g, g
	}
	r.last = c
	r.add(c)
	if old != nil {
		r.compare(c, old, oldAt, oldWas, pass)
	}
}

// resized returns a cleared slice of length n, in the memory of s if it fits.
func resized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	s = s[:n]
	clear(s)
	return s
}

// head adds the line of a block, with its parameters.
func (r *Recorder) head(c *column, n *naming, b *ir.Block) {
	text := r.printer.Block(b)
	for i, p := range b.Params {
		text += string("(,"[min(i, 1)])
		if i > 0 {
			text += " "
		}
		text += r.printer.Ref(p) + ": " + p.Type.String()
		r.at[p.ID] = int32(len(c.lines)) + 1
		r.was[p.ID] = p
	}
	if len(b.Params) > 0 {
		text += ")"
	}
	text += ":"
	if b.Loop {
		text += " loop"
	}
	if b.Cold {
		text += " cold"
	}
	l := line{key: "b" + strconv.Itoa(int(b.ID)), class: "head"}
	l.html, l.plain = n.link(text)
	c.lines = append(c.lines, l)
}

// value returns the line of a value.
func (r *Recorder) value(n *naming, v *ir.Value) line {
	l := line{key: key(v), block: "b" + strconv.Itoa(int(v.Block.ID))}
	l.html, l.plain = n.link(r.printer.Value(v))
	for _, u := range v.From {
		l.links = append(l.links, "u"+strconv.Itoa(int(u)))
	}
	if v.Op == ir.OpState {
		l.class = "state"
	}
	return l
}

func key(v *ir.Value) string { return "v" + strconv.Itoa(int(v.ID)) }

// compare marks what differs between a column and the one before.
func (r *Recorder) compare(c, old *column, oldAt []int32, oldWas []*ir.Value, pass string) {
	for id, at := range r.at {
		if at == 0 {
			continue
		}
		l := &c.lines[at-1]
		head := strings.HasPrefix(l.class, "head") // parameters share the line of their block
		switch {
		case id >= len(oldAt) || oldAt[id] == 0:
			class := "new"
			if head {
				class = "changed"
			}
			l.mark(class, fmt.Sprintf("%s made by %s", name(r.was[id]), r.maker(pass, id)))
		case old.lines[oldAt[id]-1].plain != l.plain && !head:
			l.mark("changed", fmt.Sprintf("changed by %s", r.rule(pass, r.was[id])))
		case old.lines[oldAt[id]-1].block != l.block && !head:
			l.mark("changed", fmt.Sprintf("moved from %s by %s", old.lines[oldAt[id]-1].block, r.rule(pass, r.was[id])))
		case !head:
			if rule := r.rule(pass, r.was[id]); rule != pass {
				l.title = append(l.title, rule)
			}
		}
	}
	for id, at := range oldAt {
		if at == 0 || id < len(r.at) && r.at[id] != 0 {
			continue
		}
		l, v := &old.lines[at-1], oldWas[id]
		what := fmt.Sprintf("%s removed by %s", name(v), r.rule(pass, v))
		if by := ir.Resolve(v); by != v {
			what += ", now " + name(by)
			if !by.IsConst() {
				l.links = append(l.links, key(by))
			}
		}
		if strings.HasPrefix(l.class, "head") {
			l.title = append(l.title, what)
			continue
		}
		l.mark("gone", what)
	}
}

func (l *line) mark(class, title string) {
	if !slices.Contains(strings.Fields(l.class), class) {
		l.class = strings.TrimSpace(l.class + " " + class)
	}
	l.title = append(l.title, title)
}

// name is how a page refers to a value: by its id.
func name(v *ir.Value) string { return v.String() }

// rule names the rules that the pass fired at a value, the pass alone if none.
func (r *Recorder) rule(pass string, v *ir.Value) string {
	var rules []string
	for _, w := range r.fired {
		if w.v == v && !slices.Contains(rules, w.rule) {
			rules = append(rules, w.rule)
		}
	}
	if len(rules) == 0 {
		return pass
	}
	return pass + ": " + strings.Join(rules, ", ")
}

// maker names the rewrite that made the value with an id.
func (r *Recorder) maker(pass string, id int) string {
	by := pass
	for _, w := range r.fired {
		if w.bound > id {
			break
		}
		if by = pass + ": " + w.rule; w.v != nil {
			by += " at " + name(w.v)
		}
	}
	return by
}

// naming finds what the names of the text form refer to.
type naming struct {
	keys  []string // by class and number, see index
	first [4]int   // where the classes v, s, b, x begin
	size  [4]int
}

const classes = "vsbx"

// names numbers a function as its printer does.
func names(p *irtext.Printer, f *ir.Func) *naming {
	var lists [len(classes)][]string
	set := func(ref string, id int32) {
		class := strings.IndexByte(classes, ref[0])
		i, err := strconv.Atoi(ref[1:])
		if class < 0 || err != nil { // a literal
			return
		}
		for len(lists[class]) <= i {
			lists[class] = append(lists[class], "")
		}
		lists[class][i] = string(classes[class]) + strconv.Itoa(int(id))
	}
	for _, b := range f.Blocks {
		set(p.Block(b), b.ID)
		for _, v := range b.Params {
			set(p.Ref(v), v.ID)
		}
		for v := range b.Values() {
			if v.Type != ir.Void || v.Op == ir.OpState {
				set(p.Ref(v), v.ID)
			}
			for _, x := range v.Exits {
				if x != nil {
					set(p.Exit(x), x.ID)
				}
			}
		}
	}
	n := &naming{}
	for i, l := range lists {
		n.first[i], n.size[i] = len(n.keys), len(l)
		n.keys = append(n.keys, l...)
	}
	return n
}

// lookup returns the page's name for a word of the text form, "" if it is none of
// the function's.
func (n *naming) lookup(word string) string {
	class := strings.IndexByte(classes, word[0])
	if class < 0 {
		return ""
	}
	i, err := strconv.Atoi(word[1:])
	if err != nil || i < 0 || i >= n.size[class] {
		return ""
	}
	return n.keys[n.first[class]+i]
}

// link makes HTML of a line of the text form: what it refers to by a number
// becomes an element with the page's name. plain is the line under these names.
func (n *naming) link(text string) (out, plain string) {
	var h, p strings.Builder
	for len(text) > 0 {
		w := token(text)
		word := text[:w]
		text = text[w:]
		to := ""
		if isWord(word[0]) {
			to = n.lookup(word)
		}
		switch {
		case to != "":
			k := to
			if k[0] == 's' {
				k = "v" + k[1:] // states are values
			}
			fmt.Fprintf(&h, `<a data-k="%s" data-n="%s">%s</a>`, k, word, to)
			p.WriteString(to)
		case word[0] == '!':
			h.WriteString("<s>" + escape(word) + "</s>")
		default:
			h.WriteString(escape(word))
			p.WriteString(word)
		}
	}
	return h.String(), strings.TrimRight(p.String(), " ")
}

func isWord(c byte) bool {
	return c == '_' || c == '.' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// token returns the length of the token that a text begins with: a word, a guest
// word or a string as a whole, a list of origins, or one byte.
func token(text string) int {
	switch c := text[0]; {
	case c == '"':
		if s, err := strconv.QuotedPrefix(text); err == nil {
			return len(s)
		}
	case c == '#':
		if len(text) > 1 && text[1] == '"' {
			return 1 + token(text[1:])
		}
		if i := strings.IndexAny(text, " ,)|"); i > 0 {
			return i
		}
		return len(text)
	case c == '!':
		if i := strings.IndexByte(text, ' '); i > 0 {
			return i
		}
		return len(text)
	case c == '{':
		if i := strings.IndexByte(text, '}'); i > 0 {
			return i + 1
		}
	case isWord(c):
		i := 1
		for i < len(text) && isWord(text[i]) {
			i++
		}
		return i
	}
	return 1
}
