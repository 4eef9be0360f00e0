package golden

import (
	"bytes"
	"fmt"
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/tier2go/tier2/internal/near"
	"github.com/tier2go/tier2/internal/sections"
)

// File is a golden file as written. Its grammar is in docs/golden.md.
type File struct {
	Name     string
	Claim    string // the first line of the comment
	Comment  string // all of it
	Sections []Section
}

// Section is a section of a file.
type Section struct {
	Name string
	Text string
	Line int // of its first line in the file, from 1
}

// The sections. Those in exact are compared as a whole, and rewritten by
// -update.
const (
	secPipeline = "pipeline"
	secInUop    = "in.uop"
	secInIR     = "in.ir"
	secOutIR    = "out.ir"
	secChecks   = "checks"
	secRun      = "run"
	secStats    = "stats"
	secGuest    = "guest" // the guest's name
	secFacts    = "facts" // what is known of words and entry values
	secStack    = "stack" // free text: the stack of a crash
	asmPrefix   = "asm."
)

var sectionNames = []string{secGuest, secPipeline, secInUop, secInIR, secFacts, secOutIR, secChecks, secRun, secStats, secStack, "asm.amd64", "asm.arm64"}

// Failure is something that a golden file says and that is not so.
type Failure struct {
	File    string
	Section string // "" for what every file must do
	Line    int    // in the file, from 1
	Message string
}

// String prints the failure without the claim, behind its place: file:line.
func (f Failure) String() string {
	if f.Section == "" {
		return fmt.Sprintf("%s:%d: %s", f.File, f.Line, f.Message)
	}
	return fmt.Sprintf("%s:%d: %s: %s", f.File, f.Line, f.Section, f.Message)
}

// Parse reads a file. The failures are malformed or missing sections.
func Parse(name string, data []byte) (*File, []Failure) {
	comment, list := sections.Split(data)
	f := &File{Name: name, Comment: comment}
	claim, _, _ := strings.Cut(strings.TrimSpace(f.Comment), "\n")
	f.Claim = strings.TrimSpace(claim)
	var fails []Failure
	fail := func(section, format string, args ...any) {
		line := 1
		for _, s := range list { // the last of them: that is the one too many
			if s.Name == section {
				line = max(1, s.Line-1)
			}
		}
		fails = append(fails, Failure{name, section, line, fmt.Sprintf(format, args...)})
	}
	if f.Claim == "" {
		fail("", "the file has no claim: its first line says in words what it shows")
	}
	if i := bytes.IndexByte(data, '\r'); i >= 0 {
		fails = append(fails, Failure{name, "", 1 + bytes.Count(data[:i], []byte("\n")), "a carriage return: lines end with a newline alone"})
	}
	for _, s := range list {
		switch {
		case !known(s.Name):
			fail(s.Name, "unknown section%s", near.Suffix(s.Name, sectionNames))
		case f.Section(s.Name) != nil:
			fail(s.Name, "the section is there twice")
		}
		f.Sections = append(f.Sections, Section(s))
	}
	if f.Section(secPipeline) == nil {
		fail(secPipeline, "the section is missing")
	}
	if (f.Section(secInIR) == nil) == (f.Section(secInUop) == nil) {
		fail("", "one of the sections in.ir and in.uop is needed")
	}
	return f, fails
}

func known(name string) bool {
	for _, n := range sectionNames {
		if n == name {
			return true
		}
	}
	return strings.HasPrefix(name, asmPrefix)
}

// Section returns a section, nil if the file has none of that name.
func (f *File) Section(name string) *Section {
	for i := range f.Sections {
		if f.Sections[i].Name == name {
			return &f.Sections[i]
		}
	}
	return nil
}

// Pipeline returns the text of the section pipeline.
func (f *File) Pipeline() string {
	if s := f.Section(secPipeline); s != nil {
		return strings.TrimSpace(s.Text)
	}
	return ""
}

// Format returns the file's bytes. What Parse read is written back as it was,
// apart from the sections that were changed.
func (f *File) Format() []byte {
	a := &txtar.Archive{Comment: []byte(f.Comment)}
	for _, s := range f.Sections {
		a.Files = append(a.Files, txtar.File{Name: s.Name, Data: []byte(s.Text)})
	}
	return txtar.Format(a)
}

// lines calls fn for each line of a section that says something, with its
// number in the file. Comments begin with ; and end with the line.
func (s *Section) lines(fn func(line int, text string)) {
	for i, l := range strings.Split(s.Text, "\n") {
		if l = strings.TrimSpace(cutComment(l)); l != "" {
			fn(s.Line+i, l)
		}
	}
}

// cutComment cuts off a comment, which does not begin inside a string.
func cutComment(l string) string {
	quoted := false
	for i := 0; i < len(l); i++ {
		switch {
		case l[i] == '"':
			quoted = !quoted
		case l[i] == '\\' && quoted:
			i++
		case l[i] == ';' && !quoted:
			return l[:i]
		}
	}
	return l
}
