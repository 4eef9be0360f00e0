package lib

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tier2go/tier2/interp/object"
)

// compile, exec, eval and locals (Python/bltinmodule.c).

func (l *Lib) sourceFunctions() []object.Builtin {
	return []object.Builtin{
		{Name: "compile", Frames: true, Arity: object.Varied, FnKw: l.compile},
		{Name: "exec", Frames: true, Arity: object.Varied, FnKw: l.exec},
		{Name: "eval", Frames: true, Arity: object.Varied, FnKw: l.eval},
		{Name: "locals", Frames: true, Arity: object.NoArgs, Fn: func(*object.Heap, object.Value, []object.Value) (object.Value, error) {
			return l.host.Locals()
		}},
	}
}

var (
	compileSig = object.NewSignature("compile", 0, 3, 1, "source", "filename", "mode", "flags", "dont_inherit", "optimize", "_feature_version")
	execSig    = object.NewSignature("exec", 1, 1, 1, "", "globals", "locals", "closure")
	evalSig    = object.NewSignature("eval", 1, 1, 0, "", "globals", "locals")
)

// sourceText returns the bytes of source text, and the kind before the mode for the front end (compile.Source); what names the
// function in errors.
func sourceText(h *object.Heap, what, want string, v object.Value) (text []byte, kind string, err error) {
	switch {
	case h.IsInstance(v, object.StrType):
		text := h.AppendStr(nil, v)
		if !utf8.Valid(text) {
			if _, err := h.Encode(v, "utf-8", "strict"); err != nil {
				return nil, "", err
			}
		}
		if bytes.IndexByte(text, 0) >= 0 {
			return nil, "", h.Raise(object.SyntaxErrorType, "source code string cannot contain null bytes")
		}
		return text, "text:", nil
	case h.IsBuffer(v):
		data, err := h.BufferData(v)
		return append([]byte(nil), data...), "", err
	}
	return nil, "", h.Raise(object.TypeErrorType, "%s() arg 1 must be a %s", what, want)
}

func (l *Lib) compile(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	var p [7]object.Value
	if err := bind(h, compileSig, args, kwnames, p[:]); err != nil {
		return object.Null, err
	}
	file, err := fsPathOf(h, p[1])
	if err != nil {
		return object.Null, err
	}
	if p[1], err = decodedPath(h, file); err != nil {
		return object.Null, err
	}
	if !h.IsInstance(p[2], object.StrType) {
		return object.Null, h.Raise(object.TypeErrorType, "compile() argument 'mode' must be str, not %s", h.TypeName(p[2]))
	}
	numbers := [4]int{0, 0, -1, -1}
	for i := range numbers {
		if p[3+i] == object.Null {
			continue
		}
		var err error
		if i == 1 {
			var yes bool
			if yes, err = h.Truth(p[4]); yes {
				numbers[1] = 1
			}
		} else {
			numbers[i], err = h.CInt(p[3+i])
		}
		if err != nil {
			return object.Null, err
		}
	}
	how := compiling{mode: h.GoString(p[2]), flags: numbers[0] &^ onlyAST, inherit: numbers[1] == 0, optimize: numbers[2], version: numbers[3], parse: numbers[0]&onlyAST != 0}
	switch known := how.mode == "exec" || how.mode == "eval" || how.mode == "single" || how.mode == "func_type"; {
	case numbers[0]&^knownFlags != 0:
		return object.Null, h.Raise(object.ValueErrorType, "compile(): unrecognised flags")
	case numbers[2] < -1 || numbers[2] > 2:
		return object.Null, h.Raise(object.ValueErrorType, "compile(): invalid optimize value")
	case !known && how.parse:
		return object.Null, h.Raise(object.ValueErrorType, "compile() mode must be 'exec', 'eval', 'single' or 'func_type'")
	case !known:
		return object.Null, h.Raise(object.ValueErrorType, "compile() mode must be 'exec', 'eval' or 'single'")
	case how.mode == "func_type" && !how.parse:
		return object.Null, h.Raise(object.ValueErrorType, "compile() mode 'func_type' requires flag PyCF_ONLY_AST")
	}
	filename, err := h.Str(p[1])
	if err != nil {
		return object.Null, err
	}
	how.filename = h.GoString(filename)
	if l.isNode(p[0]) {
		return l.compileTree(how, p[0], p[1])
	}
	text, kind, err := sourceText(h, "compile", "string, bytes or AST object", p[0])
	if err != nil {
		return object.Null, err
	}
	if how.parse {
		return l.parse(how, kind, text)
	}
	return l.host.Compile(how.filename, how.ask(kind), how.flags, how.inherit, text)
}

// Flags of compile (Include/cpython/compile.h).
const (
	onlyAST      = 0x400
	optimizedAST = 0x8000 // with onlyAST
	// knownFlags has besides those of __future__, in the old form too, PyCF_DONT_IMPLY_DEDENT,
	// PyCF_TYPE_COMMENTS, PyCF_ALLOW_TOP_LEVEL_AWAIT and PyCF_ALLOW_INCOMPLETE_INPUT.
	knownFlags = 0x1FF0000 | 0x10 | onlyAST | optimizedAST | 0x200 | 0x1000 | 0x2000 | 0x4000
)

// compiling is how compile is called.
type compiling struct {
	filename, mode    string
	flags             int // without onlyAST
	inherit, parse    bool
	optimize, version int // -1: not given
}

// ask is the mode for the front end (compile.Source): kinds is "", "text:" or "tree:", and "ast:" behind it.
func (c *compiling) ask(kinds string) string {
	mode := kinds + c.mode
	if c.optimize > 0 || c.version >= 0 {
		mode += "," + strconv.Itoa(max(c.optimize, 0))
	}
	if c.version >= 0 {
		mode += "," + strconv.Itoa(c.version)
	}
	return mode
}

// namespaces returns the namespaces of exec and eval: those that are given, or
// those of the function that is running.
func (l *Lib) namespaces(what string, globals, locals object.Value) (g, ns object.Value, err error) {
	h := l.h
	given := func(v object.Value) bool { return v != object.Null && v != object.None }
	switch {
	case given(globals) && !h.IsInstance(globals, object.DictType):
		text := "globals must be a dict"
		if what == "exec" {
			text = "exec() globals must be a dict, not " + h.TypeName(globals)
		} else if h.TypeOf(globals).GetItem != nil {
			text = "globals must be a real dict; try eval(expr, {}, mapping)"
		}
		return object.Null, object.Null, h.Raise(object.TypeErrorType, "%s", text)
	case given(locals) && h.TypeOf(locals).GetItem == nil:
		if what == "exec" {
			return object.Null, object.Null, h.Raise(object.TypeErrorType, "locals must be a mapping or None, not %s", h.TypeName(locals))
		}
		return object.Null, object.Null, h.Raise(object.TypeErrorType, "locals must be a mapping")
	}
	if !given(globals) {
		if globals, err = l.host.Globals(); err != nil {
			return object.Null, object.Null, err
		}
		if !given(locals) {
			locals, err = l.host.Locals()
			return globals, locals, err
		}
	}
	if !given(locals) {
		locals = globals
	}
	return globals, locals, nil
}

func (l *Lib) exec(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	var p [4]object.Value
	if err := bind(h, execSig, args, kwnames, p[:]); err != nil {
		return object.Null, err
	}
	globals, locals, err := l.namespaces("exec", p[1], p[2])
	if err != nil {
		return object.Null, err
	}
	closure := object.Null
	if p[3] != object.Null && p[3] != object.None {
		closure = p[3]
	}
	code := p[0]
	if !h.Is(code, object.CodeType) {
		if closure != object.Null {
			return object.Null, h.Raise(object.TypeErrorType, "closure can only be used when source is a code object")
		}
		text, kind, err := sourceText(h, "exec", "string, bytes or code object", code)
		if err != nil {
			return object.Null, err
		}
		if code, err = l.host.Compile("<string>", kind+"exec", 0, true, text); err != nil {
			return object.Null, err
		}
	}
	if err = l.Audit("exec", code); err != nil {
		return object.Null, err
	}
	_, err = l.host.Evaluate(code, globals, locals, closure)
	return object.None, err
}

func (l *Lib) eval(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	var p [3]object.Value
	if err := bind(h, evalSig, args, kwnames, p[:]); err != nil {
		return object.Null, err
	}
	globals, locals, err := l.namespaces("eval", p[1], p[2])
	if err != nil {
		return object.Null, err
	}
	code := p[0]
	if !h.Is(code, object.CodeType) {
		text, kind, err := sourceText(h, "eval", "string, bytes or code object", code)
		if err != nil {
			return object.Null, err
		}
		text = []byte(strings.TrimLeft(string(text), " \t"))
		if code, err = l.host.Compile("<string>", kind+"eval", 0, true, text); err != nil {
			return object.Null, err
		}
	}
	if err := l.Audit("exec", code); err != nil {
		return object.Null, err
	}
	if free, err := h.GetAttr(code, h.Intern("co_freevars")); err != nil {
		return object.Null, err
	} else if h.TupleLen(free) > 0 {
		return object.Null, h.Raise(object.TypeErrorType, "code object passed to eval() may not contain free variables")
	}
	return l.host.Evaluate(code, globals, locals, object.Null)
}
