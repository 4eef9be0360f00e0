package compile

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"
	"time"

	"github.com/tier2go/tier2/interp/pycode"
)

// tokenizer is a pycode.Tokenizer: a conversation with a process of CPython's, which keeps its tokenizer's state and is sent line
// after line (converse in compile.py). A source of n lines costs n exchanges over a pipe. A conversation that has been
// broken off begins anew with all lines.
type tokenizer struct {
	p      *Python
	extra  bool
	memory int64

	sync.Mutex             // the timer's goroutine is another one
	s          *server     // nil: nobody is talked to
	idle       *time.Timer // ends a conversation in which nothing is said
}

// restAfter is how long a conversation waits for the next line before it lets go of its process.
const restAfter = 10 * time.Second

// Tokenize begins with a source; extra is TokenizerIter's extra_tokens. It is what interp.Options.Tokenize takes. Python
// must not be nil.
func (f Finder) Tokenize(extra bool) pycode.Tokenizer {
	return &tokenizer{p: f.Python, extra: extra, memory: f.Memory}
}

// Tokens implements pycode.Tokenizer.
func (t *tokenizer) Tokens(ctx context.Context, n int, line func(i int) string, end bool) (found pycode.Tokens, err error) {
	t.Lock()
	defer t.Unlock()
	if t.idle != nil {
		t.idle.Stop()
	}
	defer func() {
		if t.s != nil {
			t.idle = time.AfterFunc(restAfter, t.Rest)
		}
	}()
	for {
		fresh := t.s == nil
		talk := lines{line: line, from: n - 1, n: n, end: end}
		if end {
			talk.from = n
		}
		if fresh {
			if t.s, fresh, err = t.begin(talk.from); err != nil {
				return found, t.p.cannot(err, nil)
			}
			talk.begins, talk.from = true, 0
		}
		data, err := t.exchange(ctx, talk)
		switch {
		case ctx.Err() != nil:
			return found, ctx.Err()
		case err == nil:
			return t.read(data)
		case fresh: // else it had ended before
			return found, err
		}
	}
}

// begin asks for a conversation of whose lines so many have been talked about; fresh says that its process was started for this.
func (t *tokenizer) begin(known int) (s *server, fresh bool, err error) {
	src := Source{Mode: "tokenize", Flags: 0, Text: strconv.AppendInt(nil, int64(known), 10), Memory: t.memory}
	if t.extra {
		src.Flags = 1
	}
	if !forks {
		s, err = t.p.startServer(string(src.Text), src.Mode, strconv.Itoa(src.Flags), strconv.FormatInt(src.Memory, 10))
		return s, true, err
	}
	if s, fresh, err = t.p.take(); err == nil {
		_ = s.request(src, false) // what follows fails too
	}
	return s, fresh, err
}

// lines are what is said at once.
type lines struct {
	line    func(i int) string
	from, n int
	end     bool // of all lines
	begins  bool // the process has not said yet that it has heard
}

// exchange says lines and reads the answer. Without an answer the conversation is over.
func (t *tokenizer) exchange(ctx context.Context, talk lines) (data []byte, err error) {
	s := t.s
	stop := context.AfterFunc(ctx, s.kill)
	defer func() {
		if !stop() || err != nil {
			t.s = nil
			s.end()
			if err != nil && s.err != nil {
				err = s.err
			}
			if err != nil {
				err = t.p.cannot(err, s.stderr.Bytes())
			}
		}
	}()
	w := bufio.NewWriter(s.in)
	for i := talk.from; i < talk.n; i++ {
		text := talk.line(i)
		_, _ = w.Write(binary.BigEndian.AppendUint32([]byte{'L'}, uint32(len(text))))
		if _, err = w.WriteString(text); err != nil {
			return
		}
	}
	if talk.end {
		_ = w.WriteByte('E')
	}
	if err = w.Flush(); err != nil {
		return
	}
	if talk.begins {
		if _, err = s.out.ReadByte(); err != nil {
			return
		}
	}
	_, data, _, err = s.read()
	return data, err
}

// read reads an answer, and ends a conversation whose last one it is.
func (t *tokenizer) read(data []byte) (found pycode.Tokens, err error) {
	defer func() {
		if found.End || err != nil {
			t.let(t.s)
		}
	}()
	code, err := pycode.Unmarshal(data)
	if err == nil && len(code.Consts) != 3 {
		err = errors.New("not an answer about tokens")
	}
	if err != nil {
		return found, fmt.Errorf("compile: %s: %w", t.p.exe, err)
	}
	found.Found, _ = code.Consts[0].(pycode.Tuple)
	found.Failed = code.Consts[1]
	found.End = code.Consts[2] == pycode.Bool(true)
	return found, nil
}

// let gives back the process of a conversation that is over.
func (t *tokenizer) let(s *server) {
	if t.s = nil; s == nil {
		return
	}
	if forks {
		t.p.give(s)
	} else {
		s.end()
	}
}

// Rest implements pycode.Tokenizer.
func (t *tokenizer) Rest() {
	t.Lock()
	defer t.Unlock()
	if t.s == nil {
		return
	}
	_, _ = io.WriteString(t.s.in, "Q")
	t.let(t.s)
}
