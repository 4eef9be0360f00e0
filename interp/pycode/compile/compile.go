package compile

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"unicode"

	"github.com/tier2go/tier2/interp/pycode"
)

var (
	//go:embed compile.py
	compileScript string
	//go:embed report.py
	reportScript string
)

// SyntaxError is CPython's refusal of a source: a SyntaxError or one of its
// subclasses, or what else compiling can end in (MemoryError for an expression
// nested too deep, RecursionError, ValueError).
type SyntaxError struct {
	// Text is what `python3.14 FILE` prints on stderr, byte for byte: warnings
	// that came before the error, file and line, the source line with its caret,
	// the error. It ends in a newline.
	Text string

	// Type is the exception's type, such as "IndentationError", and Args are its
	// arguments: string, float64 (a whole number), nil, or []any of these (a tuple).
	Type string
	Args []any
	// Place has the attributes of the exception that say where the error is: filename,
	// lineno, offset, text, end_lineno and end_offset, each as in Args.
	Place map[string]any
	// Warnings are what CPython had warned of before.
	Warnings []pycode.Warning
}

// PythonException returns the exception: what the interpreter raises where a
// program compiles source or imports it.
func (e *SyntaxError) PythonException() (typ string, args []any) { return e.Type, e.Args }

// PythonWarnings returns what CPython had warned of before.
func (e *SyntaxError) PythonWarnings() []pycode.Warning { return e.Warnings }

// PythonAttributes returns the attributes that the exception has besides its arguments.
func (e *SyntaxError) PythonAttributes() map[string]any { return e.Place }

// Error returns the last line of the text: "SyntaxError: invalid syntax".
func (e *SyntaxError) Error() string {
	text := strings.TrimRight(e.Text, "\n")
	return text[strings.LastIndexByte(text, '\n')+1:]
}

// OpenError says that a source file cannot be read, in CPython's words.
type OpenError struct {
	Path string // absolute
	Err  error
}

// Unwrap returns the cause.
func (e *OpenError) Unwrap() error { return e.Err }

// Error implements error.
func (e *OpenError) Error() string {
	var errno syscall.Errno
	if !errors.As(e.Err, &errno) {
		return fmt.Sprintf("can't open file '%s': %v", e.Path, e.Err)
	}
	text := []rune(errno.Error())
	text[0] = unicode.ToUpper(text[0])
	return fmt.Sprintf("can't open file '%s': [Errno %d] %s", e.Path, int(errno), string(text))
}

// absPath returns the name that CPython gives the file of a main program in
// tracebacks and in __file__: the path as it is if it is absolute, else put
// behind the working folder without being cleaned (Python/fileutils.c,
// _Py_abspath).
func absPath(path string) (string, error) {
	if filepath.IsAbs(path) {
		return path, nil
	}
	if filepath.Separator == '\\' {
		return filepath.Abs(path)
	}
	dir, err := syscall.Getwd() // not $PWD, which may lead through links
	if err != nil {
		return "", err
	}
	return strings.TrimSuffix(dir, "/") + "/" + path, nil
}

// CompileFile compiles a source file under the name that absPath gives it. A file
// that cannot be read is an *OpenError; the rest is as for Compile.
func (p *Python) CompileFile(ctx context.Context, path string) (*pycode.Code, error) {
	name, err := absPath(path)
	if err != nil {
		return nil, err
	}
	source, err := os.ReadFile(name)
	if err != nil {
		return nil, &OpenError{name, err}
	}
	return p.Compile(ctx, name, source)
}

// Compile compiles a module from its source, of which filename is the name that
// code objects and messages give it. Source that CPython refuses is a
// *SyntaxError; any other error is one line and says that CPython could not be
// run. Warnings go to Options.Stderr, too, from the cache as well.
//
// CPython takes the source lines in some messages, and in all warnings, from the
// file of that name, whatever the source here.
func (p *Python) Compile(ctx context.Context, filename string, source []byte) (*pycode.Code, error) {
	code, err := p.CompileSource(ctx, Source{Filename: filename, Text: source})
	var syntax *SyntaxError
	if errors.As(err, &syntax) {
		e := *syntax // which may be kept
		if e.Text, err = p.syntaxText(ctx, filename, source); err == nil {
			err = &e
		}
	}
	if err == nil {
		p.warn(code.Warnings)
	}
	return code, err
}

// Source is what the builtin function compile takes.
type Source struct {
	Filename string
	// Mode is "exec", "eval" or "single"; empty: "exec". "ast:exec" and so on make code that only has constants: what makes the
	// syntax tree, as a tuple of tuples, each part before what has it: (0, class, names) of a node, which has as many of the last parts,
	// (1, n) of a list, which has n, (2, constant). "tree:exec" takes a pickle that makes a tree for
	// text, "tree:ast:exec" does both. "text:exec" and so on take what was a str: a comment says nothing of its encoding. Behind it may stand optimize, and behind that _feature_version: "exec,2", "ast:exec,0,8".
	Mode  string
	Flags int // of the module __future__
	Text  []byte
	// Memory is how many bytes the process that compiles may take; see Finder. What does not do is a *SyntaxError
	// of type MemoryError.
	Memory int64
}

// CompileSource compiles a source as the builtin function compile does. It is
// Compile but for the Text of a *SyntaxError, which is the error's last line: what
// it takes to know what `python3.14 FILE` prints is left out. And nothing is printed: whoever
// asks has Warnings of the code, or of the *SyntaxError.
func (p *Python) CompileSource(ctx context.Context, src Source) (*pycode.Code, error) {
	if src.Mode == "" {
		src.Mode = "exec"
	}
	if strings.IndexByte(src.Filename, 0) >= 0 {
		return nil, &SyntaxError{Type: "ValueError", Args: []any{"embedded null character"}, Text: "ValueError: embedded null character\n"}
	}
	if a, ok := p.recent.get(src); ok && a.err != nil {
		return nil, a.err
	}
	if code := p.cached(src); code != nil {
		return code, nil
	}
	kind, data, printed, err := p.runHelper(ctx, src)
	if err != nil {
		return nil, err
	}
	warnings, err := readWarnings(printed)
	if err != nil {
		return nil, fmt.Errorf("compile: %s: %w", p.exe, err)
	}
	if kind == 'E' {
		e, err := readError(data)
		if err != nil {
			return nil, fmt.Errorf("compile: %s: %w", p.exe, err)
		}
		e.Warnings = warnings
		if !p.opt.NoCache {
			p.recent.put(src, outcome{err: e})
		}
		return nil, e
	}
	code, err := unmarshal(string(data))
	if err != nil {
		return nil, fmt.Errorf("compile: %s: %w", p.exe, err)
	}
	p.cacheEntry(src).write(data, printed)
	code.Warnings = warnings
	if !p.opt.NoCache {
		p.recent.put(src, outcome{code: code})
	}
	return code, nil
}

// cached returns the code of a source that is in the cache, nil if it is not. It keeps nothing of the source's memory.
func (p *Python) cached(src Source) *pycode.Code {
	if src.Mode == "" {
		src.Mode = "exec"
	}
	if p.opt.NoCache {
		return nil
	}
	if a, _ := p.recent.get(src); a.code != nil {
		return a.code
	}
	code := p.cacheEntry(src).code()
	if code != nil {
		p.recent.put(src, outcome{code: code})
	}
	return code
}

// readError reads what compile.py's failure has made.
func readError(data []byte) (*SyntaxError, error) {
	e := new(SyntaxError)
	if err := json.Unmarshal(data, &[]any{&e.Type, &e.Args, &e.Place}); err != nil {
		return nil, err
	}
	e.Text = e.Type + "\n"
	if len(e.Args) > 0 {
		e.Text = fmt.Sprintf("%s: %v\n", e.Type, e.Args[0])
	}
	return e, nil
}

// readWarnings reads what compile.py prints.
func readWarnings(data []byte) ([]pycode.Warning, error) {
	if len(data) == 0 {
		return nil, nil
	}
	var (
		text string
		list [][]json.RawMessage
	)
	if err := json.Unmarshal(data, &[]any{&text, &list}); err != nil {
		return nil, fmt.Errorf("warnings %.200q: %w", data, err)
	}
	var warnings []pycode.Warning
	for _, parts := range list {
		var w pycode.Warning
		to := []any{&w.Category, &w.Message, &w.Filename, &w.Line}
		if len(parts) != len(to)+1 {
			return nil, fmt.Errorf("a warning of %d parts", len(parts))
		}
		for i, v := range to {
			if err := json.Unmarshal(parts[i], v); err != nil {
				return nil, err
			}
		}
		if string(parts[len(to)]) != "null" {
			e, err := readError(parts[len(to)])
			if err != nil {
				return nil, err
			}
			w.Err = e
		}
		w.Text, text = text, ""
		warnings = append(warnings, w)
	}
	return warnings, nil
}

// unmarshal reads code that compile.py has written: a frozenset is a tuple of a code object
// and the elements in the order in which CPython inserts them, which marshal would sort.
func unmarshal(data string) (*pycode.Code, error) {
	code, err := pycode.UnmarshalString(data)
	if err == nil {
		setFrozenSets(code)
	}
	return code, err
}

func setFrozenSets(code *pycode.Code) {
	for i, k := range code.Consts {
		switch k := k.(type) {
		case *pycode.Code:
			setFrozenSets(k)
		case pycode.Tuple:
			if len(k) > 0 {
				if _, mark := k[0].(*pycode.Code); mark {
					code.Consts[i] = pycode.FrozenSet(k[1:])
				}
			}
		}
	}
}

// warn passes on what CPython printed.
func (p *Python) warn(list []pycode.Warning) {
	for _, w := range list {
		if p.opt.Stderr != nil {
			_, _ = io.WriteString(p.opt.Stderr, w.Text)
		}
	}
}

// runHelper lets CPython compile a source; kind and data are as compile.py says.
// An embedded CPython that turns out to be damaged is healed and asked once more.
func (p *Python) runHelper(ctx context.Context, src Source) (kind byte, data, warnings []byte, err error) {
	for again := false; ; again = true {
		sizes := p.checkSizes()
		kind, data, warnings, err = p.helper(ctx, src, false)
		if p.store == nil || again {
			return
		}
		bad := sizes()
		if bad == nil && err != nil && ctx.Err() == nil {
			bad = p.store.verify()
		}
		if bad == nil {
			return
		}
		_, err := p.store.heal(ctx)
		p.endServers()
		if err != nil {
			return 0, nil, nil, err
		}
	}
}

// answerMagic begins the answer of compile.py.
const answerMagic = "tier2py1"

var errNoAnswer = errors.New("no answer")

// helper has compile.py compile a source; prints asks for what CPython prints instead of warnings.
func (p *Python) helper(ctx context.Context, src Source, prints bool) (kind byte, data, printed []byte, err error) {
	if forks {
		return p.ask(ctx, src, prints)
	}
	return p.start(ctx, src, prints)
}

// start is helper by a CPython that is started for it.
func (p *Python) start(ctx context.Context, src Source, prints bool) (kind byte, data, printed []byte, err error) {
	var stdout, stderr bytes.Buffer
	args := []string{"-c", compileScript, src.Filename, src.Mode, strconv.Itoa(src.Flags), strconv.FormatInt(src.Memory, 10)}
	if prints {
		args = append(args, "print")
	}
	cmd := p.CommandContext(ctx, args...)
	cmd.Env = append(cmd.Env, "PYTHONHASHSEED=0")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(src.Text), &stdout, &stderr
	err = cmd.Run()
	if ctx.Err() != nil {
		return 0, nil, nil, ctx.Err()
	}
	out := stdout.Bytes()
	if err == nil && (len(out) <= len(answerMagic) || string(out[:len(answerMagic)]) != answerMagic) {
		err = errNoAnswer
	}
	if err != nil {
		return 0, nil, nil, p.cannot(err, stderr.Bytes())
	}
	return out[len(answerMagic)], out[len(answerMagic)+1:], stderr.Bytes(), nil
}

// cannot is the error of a CPython that does not compile at all, with the first line of what it has printed.
func (p *Python) cannot(err error, printed []byte) error {
	why, _, _ := strings.Cut(strings.TrimSpace(string(printed)), "\n")
	if why != "" {
		why = ": " + why
	}
	return fmt.Errorf("compile: %s cannot compile: %w%s", p.exe, oneLine(err), why)
}

// syntaxText finds out what CPython prints for a source that does not compile.
func (p *Python) syntaxText(ctx context.Context, filename string, source []byte) (string, error) {
	text, ok := p.reportFile(ctx, filename, source)
	if !ok {
		text = p.reportString(ctx, filename, source)
	}
	return text, ctx.Err()
}

// reportFile returns what `python FILE` prints; ok is false where that cannot be
// found out, as with a CPython without ctypes.
func (p *Python) reportFile(ctx context.Context, filename string, source []byte) (text string, ok bool) {
	f, err := os.CreateTemp("", "tier2-*.py")
	if err != nil {
		return "", false
	}
	defer os.Remove(f.Name())
	_, err = f.Write(source)
	if err := errors.Join(err, f.Close()); err != nil {
		return "", false
	}
	var stderr bytes.Buffer
	cmd := p.CommandContext(ctx, "-c", reportScript, f.Name(), filename)
	cmd.Stdout, cmd.Stderr = io.Discard, &stderr
	var exit *exec.ExitError
	if err := cmd.Run(); !errors.As(err, &exit) || exit.ExitCode() != 1 || stderr.Len() == 0 || bytes.HasPrefix(stderr.Bytes(), noReport) {
		return "", false
	}
	return stderr.String(), true
}

// noReport begins what CPython prints when report.py itself fails: only that has
// a frame to trace back.
var noReport = []byte("Traceback ")

// reportString returns what CPython prints for a source that it gets as a string.
// For most errors that is the same; see report.py.
func (p *Python) reportString(ctx context.Context, filename string, source []byte) string {
	kind, _, printed, err := p.helper(ctx, Source{Filename: filename, Mode: "exec", Text: source}, true)
	if err != nil || kind != 'E' || len(printed) == 0 {
		return fmt.Sprintf("SyntaxError: %s does not compile\n", filename)
	}
	return string(printed)
}
