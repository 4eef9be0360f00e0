// Package opt reads what passes are run on from files: the IR's text, traces of
// micro-ops, golden files, and the reproducers that package passtool/debug writes. It
// is the body of the command "tier2 opt", which [Main] makes of one's own passes and guests.
//
//	file, err := opt.Read("sum.ir", data)
//	pipeline, err := file.Pipeline(nil, set)
//	funcs, err := file.Funcs(opt.Target{Guest: g})
//	for _, f := range funcs {
//		err = pipeline.Run(passes.NewContext(f.Func))
//	}
//
// Every mistake is an [*Error] with its line and column in the file. No input makes
// the package panic.
//
// What "tier2 trace" prints begins with "===": of that the IR is read as it was built. What
// another file is, its name says (.ir, .uop and .uops, .txtar), or its text: an
// archive has a section, a function's first line ends with a brace, a trace's does not. Of an archive the sections pipeline, in.ir or in.uop, guest, modes and facts
// are read; others are another's business (docs/golden.md).
//
// The package must not know any pass or guest.
package opt

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/tier2go/tier2/internal/sections"
	"github.com/tier2go/tier2/passes"
	"github.com/tier2go/tier2/passtool/debug"
)

// Error is a mistake in a file, or in the text of a pipeline that is given by
// itself (then File is -passes).
type Error struct {
	File      string
	Line, Col int // from 1, in bytes
	Err       error
}

// Error prints file:line:column: cause.
func (e *Error) Error() string { return fmt.Sprintf("%s:%d:%d: %v", e.File, e.Line, e.Col, e.Err) }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// File is what was read of a file. The function's text is not parsed yet: that
// takes a guest.
type File struct {
	Name    string
	Archive bool        // it is a golden file or a reproducer
	Guest   string      // the guest that a reproducer names, "" if it names none
	Modes   debug.Modes // of a reproducer

	pipeline *sections.Section
	parts    []part
}

// part is the text of a function, or of traces.
type part struct {
	micro bool // the text is micro-ops
	text  sections.Section
	facts *sections.Section // nil: none
}

// inputUop is the section of a golden file with micro-ops.
const inputUop = "in.uop"

// errEmpty is the mistake in a file of nothing.
var errEmpty = errors.New("the file is empty: a function, a trace or an archive expected")

// Read reads a file; the name says what it is. An error is an *Error.
func Read(name string, data []byte) (*File, error) {
	if at, what := notText(data); what != nil {
		return nil, place(name, 1, data, at, what)
	}
	f := &File{Name: name}
	switch k := kind(name, data); k {
	case ".txtar":
		f.Archive = true
		return f, f.archive(data)
	case listing:
		return f, f.listing(string(data))
	default:
		f.parts = []part{{micro: k == ".uop", text: sections.Section{Name: name, Text: string(data), Line: 1}}}
	}
	return f, nil
}

// notText finds the first byte that no text has.
func notText(data []byte) (at int, what error) {
	if len(bytes.TrimSpace(data)) == 0 {
		return 0, errEmpty
	}
	for i := 0; i < len(data); {
		r, n := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && n == 1 || r < ' ' && r != '\n' && r != '\t' && r != '\r' {
			return i, fmt.Errorf("the byte %#02x is in no text: is this a binary file?", data[i])
		}
		i += n
	}
	return 0, nil
}

// place makes an error at an offset of a text that begins at a line.
func place(name string, line int, text []byte, at int, err error) *Error {
	head := text[:min(at, len(text))]
	return &Error{name, line + bytes.Count(head, []byte("\n")), 1 + len(head) - (bytes.LastIndexByte(head, '\n') + 1), err}
}

// listing is the kind of what tier2 trace prints.
const listing = "listing"

// kind returns .ir, .uop, .txtar or listing.
func kind(name string, data []byte) string {
	if bytes.HasPrefix(data, []byte(headExecutor)) {
		return listing
	}
	switch ext := strings.ToLower(filepath.Ext(name)); ext {
	case ".ir", ".uop", ".txtar":
		return ext
	case ".uops":
		return ".uop"
	}
	if _, list := sections.Split(data); len(list) > 0 {
		return ".txtar"
	}
	for l := range bytes.Lines(data) {
		l, _, _ = bytes.Cut(l, []byte(";"))
		if l = bytes.TrimSpace(l); len(l) == 0 {
			continue
		}
		if bytes.HasPrefix(l, []byte(headExecutor)) {
			return listing
		}
		if bytes.HasPrefix(l, []byte("trace")) && !bytes.HasSuffix(l, []byte("{")) {
			return ".uop"
		}
		break
	}
	return ".ir"
}

// archive reads a golden file or a reproducer.
func (f *File) archive(data []byte) error {
	_, list := sections.Split(data)
	seen := map[string]bool{}
	fail := func(s *sections.Section, err error) error { return &Error{f.Name, s.Line, 1, err} }
	var p part
	found := false
	for i := range list {
		s := &list[i]
		if seen[s.Name] {
			return fail(s, fmt.Errorf("the section %s is there twice", s.Name))
		}
		seen[s.Name] = true
		switch s.Name {
		case debug.SecPipeline:
			f.pipeline = s
		case debug.SecIR, inputUop:
			if found {
				return fail(s, fmt.Errorf("there are both %s and %s", debug.SecIR, inputUop))
			}
			found, p.text, p.micro = true, *s, s.Name == inputUop
		case debug.SecGuest:
			f.Guest = strings.TrimSpace(s.Text)
		case debug.SecFacts:
			p.facts = s
		case debug.SecModes:
			for i, l := range strings.Split(s.Text, "\n") {
				if err := f.Modes.SetLine(l); err != nil {
					return &Error{f.Name, s.Line + i, 1, err}
				}
			}
		}
	}
	if !found {
		return &Error{f.Name, 1, 1, fmt.Errorf("the archive has neither a section %s nor %s", debug.SecIR, inputUop)}
	}
	if strings.TrimSpace(p.text.Text) == "" {
		return fail(&p.text, fmt.Errorf("the section %s is empty", p.text.Name))
	}
	f.parts = []part{p}
	return nil
}

// What the parts of a listing begin with.
const (
	headExecutor = "=== "
	headPart     = "--- "
	partIR       = headPart + "IR as built"
	partFacts    = headPart + "facts"
	partUops     = headPart + "micro-ops"
)

// listing reads what tier2 trace has printed: the IR of each executor as it was
// built or, of those without, its micro-ops.
func (f *File) listing(text string) error {
	var uops, funcs []part
	var into *sections.Section // of the part at hand
	line := 0
	for l := range strings.Lines(text) {
		line++
		head := strings.TrimRight(l, "\r\n")
		switch {
		case head == partUops:
			uops = append(uops, part{micro: true, text: sections.Section{Name: f.Name, Line: line + 1}})
			into = &uops[len(uops)-1].text
		case head == partIR:
			funcs = append(funcs, part{text: sections.Section{Name: f.Name, Line: line + 1}})
			into = &funcs[len(funcs)-1].text
		case head == partFacts && len(funcs) > 0:
			into = &sections.Section{Name: f.Name, Line: line + 1}
			funcs[len(funcs)-1].facts = into
		case strings.HasPrefix(l, headExecutor), strings.HasPrefix(l, headPart):
			into = nil
		case into != nil:
			into.Text += l
		}
	}
	if f.parts = funcs; f.parts == nil {
		f.parts = uops
	}
	if f.parts == nil {
		return &Error{f.Name, 1, 1, errors.New("the listing has neither IR as it was built nor micro-ops: tier2 trace -ir")}
	}
	return nil
}

// Pipeline parses the pipeline that is given by itself, or, if that is nil, the
// file's, or @default if the file has none. An error is an *Error.
func (f *File) Pipeline(given *string, set *passes.Set) (*passes.Pipeline, error) {
	name, line, text := "-passes", 1, ""
	switch {
	case given != nil:
		text = *given
	case f.pipeline != nil:
		name, line, text = f.Name, f.pipeline.Line, f.pipeline.Text
	default:
		text = "@default"
	}
	p, err := passes.Parse(text, set)
	var e *passes.ParseError
	if errors.As(err, &e) {
		return nil, place(name, line, []byte(text), e.Column-1, errors.New(e.What))
	}
	return p, err
}
