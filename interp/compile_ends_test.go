package interp_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/pycode/compile"
)

// TestCompileEnds: what compiles for a program ends with it, and so does what finds modules.
func TestCompileEnds(t *testing.T) {
	waits := func(ctx context.Context) error {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Minute):
			return errors.New("nobody has ended it")
		}
	}
	vm := newVM(t, modes[0], interp.Options{
		Import: func(ctx context.Context, name string, _ []string) (*pycode.Module, error) { return nil, waits(ctx) },
		Compile: func(ctx context.Context, _, _ string, _ int, _ []byte) (*pycode.Code, error) {
			return nil, waits(ctx)
		},
	})
	defer vm.Close()
	for _, source := range []string{"import there", "eval('1')", "try: eval('1')\nexcept BaseException: print(1)"} {
		ctx, cancel := context.WithCancelCause(context.Background())
		stop := vm.InterruptOn(ctx)
		why := errors.New("why")
		time.AfterFunc(10*time.Millisecond, func() { cancel(why) })
		err := vm.RunMain(compiled(t, source), []string{"x"})
		var in *interp.Interrupted
		if !errors.As(err, &in) || !errors.Is(err, why) {
			t.Errorf("%s: %v", source, err)
		}
		if err := vm.RunMain(compiled(t, "eval('1')"), []string{"x"}); !errors.Is(err, why) {
			t.Errorf("behind %s: %v", source, err)
		}
		stop()
	}
}

// TestCompilerEnds: the process that compiles ends with the program, and takes no more memory than it may.
func TestCompilerEnds(t *testing.T) {
	py := cpython(t)
	f := compile.Finder{Python: py, Memory: 64 << 20}
	vm := newVM(t, modes[0], interp.Options{Import: f.Find, Compile: f.Compile, Tokenize: f.Tokenize, Path: []string{py.LibDir()}})
	defer vm.Close()
	const source = `
import json
try:
    eval("[" + "(1, 2.5, x, lambda: 'abc'), " * 200_000 + "]")
except MemoryError:
    pass
else:
    raise SystemExit(1)
assert eval("1 + 1") == 2
raise SystemExit(7)
`
	err := vm.RunMain(compiled(t, source), []string{"x"})
	var exit *interp.SystemExit
	if !errors.As(err, &exit) || exit.Code != 7 {
		t.Errorf("%v", err)
	}
	if _, err := f.Compile(context.Background(), "x", "eval", 0, []byte("["+strings.Repeat("(1, 2.5, x, lambda: 'abc'), ", 200_000)+"]")); err == nil {
		t.Error("a source that takes more memory than there is compiles")
	} else if s := new(compile.SyntaxError); !errors.As(err, &s) || s.Type != "MemoryError" {
		t.Error(err)
	}

	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	stop := vm.InterruptOn(ctx)
	err = vm.RunMain(compiled(t, "eval('+'.join(map(str, range(10**6))))"), []string{"x"})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	stop()

	// Lines without end, in a bracket and in many sources.
	for _, readline := range []string{`lambda n=[1]: (n.append(1), "1,\n" if n[2:] else "(\n")[1]`, `lambda: next(TokenizerIter(f, extra_tokens=True))[1] + "\n"`} {
		ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
		stop := vm.InterruptOn(ctx)
		err := vm.RunMain(compiled(t, "from _tokenize import TokenizerIter\nf = lambda: 'a\\n'\nfor t in TokenizerIter("+readline+", extra_tokens=True): pass"), []string{"x"})
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: %v", readline, err)
		}
		stop()
		cancel()
	}
}
