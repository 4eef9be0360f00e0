package main

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/tools/txtar"

	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/pyguest"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/irtext"
	"github.com/tier2go/tier2/passes"
	"github.com/tier2go/tier2/passtool/debug"
	"github.com/tier2go/tier2/passtool/opt"
)

// built is a function as it was built, as text that another process can read.
type built struct {
	name, ir string
	facts    string // what is known of words that refer to objects, and of entry values
}

// buildText prints a function.
func buildText(f *ir.Func) built {
	return built{name: f.Name, ir: irtext.String(f), facts: factsOf(f)}
}

// factsOf is what a reader of the function's text has to be told: of objects of this
// process, and of entry values. Other words say themselves what they are.
func factsOf(f *ir.Func) string {
	var b strings.Builder
	for l := range strings.Lines(debug.Facts(f)) {
		word, _, _ := strings.Cut(strings.TrimPrefix(l, "#"), " ")
		w, err := strconv.ParseUint(word, 0, 64)
		if !strings.HasPrefix(l, "#") || err == nil && pyguest.IsObject(w) {
			b.WriteString(l)
		}
	}
	return b.String()
}

var (
	claimText = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`kind=(\d+) of=(\d+)`) })
	wordText  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(#|= )0x[0-9a-f]+`) })
	headText  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^(trace @|frame f\d+ )"[^"\n]*"`) })
	absolute  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(^|[\s"])(/|[A-Za-z]:\\).*[/\\]`) })
	relative  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[^\s"]*[/\\]`) })
)

// The words of objects in a portable text: the first, and how far they are apart.
const (
	firstWord  = 0xfffc_0000_0010_0000
	wordStride = 16
)

// portable makes of a function's text one that is the same on every machine and in
// every run: names of files have no folders, and words that refer to objects and the ids
// of types are numbered in the order of the text.
func (b built) portable() built {
	words := map[string]string{}
	rename := func(s string) string {
		prefix, hex, _ := strings.Cut(s, "0x")
		w, err := strconv.ParseUint(hex, 16, 64)
		if err != nil || !pyguest.IsObject(w) {
			return s
		}
		if words[hex] == "" {
			words[hex] = fmt.Sprintf("%#x", firstWord+wordStride*uint64(len(words)))
		}
		return prefix + words[hex]
	}
	types := map[uint64]uint64{}
	number := func(id uint64) uint64 {
		if types[id] == 0 {
			types[id] = uint64(len(types) + 1)
		}
		return types[id]
	}
	renameType := func(s string) string {
		var kind uint8
		var payload uint64
		if _, err := fmt.Sscanf(s, "kind=%d of=%d", &kind, &payload); err != nil {
			return s
		}
		c := pyguest.RenameType(ir.NewClaim(kind, payload, 0, 0), number)
		return fmt.Sprintf("kind=%d of=%d", c.Kind(), c.Payload())
	}
	text := headText().ReplaceAllStringFunc(b.ir, noFolders)
	text = claimText().ReplaceAllStringFunc(text, renameType)
	text = wordText().ReplaceAllStringFunc(text, rename)
	return built{noFolders(b.name), text, wordText().ReplaceAllStringFunc(b.facts, rename)}
}

// noFolders takes the folders out of a function's name, which ends with file:line.
func noFolders(name string) string {
	return relative().ReplaceAllString(absolute().ReplaceAllString(name, "$1"), "")
}

// golden makes a golden file of a function: what a pipeline makes of it, without the
// VM that it comes from.
func (b built) golden(pipeline string) ([]byte, error) {
	if pipeline == "" {
		pipeline = "@default"
	}
	b = b.portable()
	a := &txtar.Archive{Comment: fmt.Appendf(nil, "%s on %s. (Written by tier2 trace -golden: say here what it shows.)\n", pipeline, b.name)}
	add := func(name, text string) {
		if text != "" {
			a.Files = append(a.Files, txtar.File{Name: name, Data: []byte(strings.TrimSuffix(text, "\n") + "\n")})
		}
	}
	add(debug.SecGuest, "python")
	add(debug.SecPipeline, pipeline)
	add(debug.SecIR, b.ir)
	add(debug.SecFacts, b.facts)
	out, err := optimized(txtar.Format(a))
	if err != nil {
		return nil, fmt.Errorf("without its VM the function is not optimized: %w", err)
	}
	add("out.ir", out)
	return txtar.Format(a), nil
}

// optimized runs the pipeline of a golden file and returns the result's text.
func optimized(archive []byte) (text string, err error) {
	f, err := opt.Read("golden.txtar", archive)
	if err != nil {
		return "", err
	}
	set, err := passSet()
	if err != nil {
		return "", err
	}
	p, err := f.Pipeline(nil, set)
	if err != nil {
		return "", err
	}
	t, done, err := python.Open()
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, done()) }()
	funcs, err := f.Funcs(t)
	if err != nil {
		return "", err
	}
	ctx := passes.NewContext(funcs[0].Func)
	ctx.Guest = t.Guest
	if err := p.RunHooks(ctx, passes.Hooks{Verify: debug.Verify, Print: func(*ir.Func) {}}); err != nil && !errors.Is(err, passes.ErrStop) {
		return "", err
	}
	return irtext.String(ctx.F), nil
}

// golden is the golden file of an executor.
func (l *listing) golden(vm *interp.VM, n int, pipeline string) ([]byte, error) {
	for _, ex := range vm.Executors() {
		if ex.ID != n {
			continue
		}
		for _, c := range l.entries {
			if c.trace == ex.Trace && c.built.ir != "" {
				return c.built.golden(pipeline)
			}
		}
		return nil, fmt.Errorf("executor %d has no IR", n)
	}
	return nil, fmt.Errorf("no executor %d: there are %d", n, len(vm.Executors()))
}
