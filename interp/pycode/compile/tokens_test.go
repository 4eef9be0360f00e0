package compile

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/tier2go/tier2/interp/pycode"
)

// texts asks for the tokens of lines that become known one by one, and returns what each line has made known.
func texts(ctx context.Context, t pycode.Tokenizer, lines []string, between func(i int)) (list []string, failed pycode.Const, err error) {
	for i := range len(lines) + 1 {
		found, err := t.Tokens(ctx, min(i+1, len(lines)), func(i int) string { return lines[i] }, i == len(lines))
		if err != nil {
			return list, nil, err
		}
		var words []string
		for _, token := range found.Found {
			words = append(words, string(token.(pycode.Tuple)[1].(pycode.Str)))
		}
		list = append(list, strings.Join(words, " "))
		if found.End {
			return list, found.Failed, nil
		}
		between(i)
	}
	return list, nil, errors.New("no end")
}

var sourceLines = []string{"a = (\n", "  1,\n", "'''b\n", "c''')\n", "if d:\n", "  e\n"}

// sourceTexts are the tokens of sourceLines by the line that has made them known.
const sourceTexts = `["a = ( \n" "1 , \n" "" "'''b\nc''' ) \n" "if d : \n" "   e \n" " "]`

// TestTokens: a line makes its tokens known, also where the conversation has been broken off behind the one before.
func TestTokens(t *testing.T) {
	py := interpreter(t, Options{})
	defer py.endServers()
	for name, between := range map[string]func(k *tokenizer){
		"nothing happens":    func(*tokenizer) {},
		"it rests":           func(k *tokenizer) { k.Rest() },
		"its process ends":   func(k *tokenizer) { k.s.end() },
		"its process is new": func(k *tokenizer) { k.Rest(); py.endServers() },
	} {
		k := Finder{Python: py}.Tokenize(true).(*tokenizer)
		got, failed, err := texts(t.Context(), k, sourceLines, func(int) { between(k) })
		if fmt.Sprintf("%q", got) != sourceTexts || failed != pycode.Const(pycode.None{}) || err != nil {
			t.Errorf("%s: %q, %v, %v", name, got, failed, err)
		}
		if k.s != nil {
			t.Errorf("%s: a conversation that is over has a process", name)
		}
	}
}

// TestTokensEnd: a conversation ends with its context and goes on with another one, and its process takes no more memory than it may.
func TestTokensEnd(t *testing.T) {
	py := interpreter(t, Options{})
	defer py.endServers()
	k := Finder{Python: py}.Tokenize(true)
	ctx, cancel := context.WithCancel(t.Context())
	_, _, err := texts(ctx, k, sourceLines, func(i int) {
		if i == 2 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	found, err := k.Tokens(t.Context(), 4, func(i int) string { return sourceLines[i] }, false)
	if err != nil || len(found.Found) != 3 {
		t.Errorf("%v, %v: want three tokens", found, err)
	}
	k.Rest()

	k = Finder{Python: py, Memory: 16 << 20}.Tokenize(true)
	_, failed, err := texts(t.Context(), k, []string{"x = (\n", strings.Repeat("1,", 1<<20) + "\n"}, func(int) {})
	if tuple, ok := failed.(pycode.Tuple); err != nil || !ok || tuple[0] != pycode.Const(pycode.Str("MemoryError")) {
		t.Errorf("a million tokens in 16 MiB: %v, %v", failed, err)
	}
}

// BenchmarkTokens asks for the tokens of the lines of an open bracket, one by one.
func BenchmarkTokens(b *testing.B) {
	for _, n := range []int{100, 1000, 10000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			py := interpreter(b, Options{})
			defer py.endServers()
			lines := append(append([]string{"x = (\n"}, strings.Split(strings.Repeat("  1,\n", n), "\n")[:n]...), ")\n")
			for i := range lines[1 : n+1] {
				lines[i+1] += "\n"
			}
			b.ReportAllocs()
			start := time.Now()
			for range b.N {
				if _, _, err := texts(b.Context(), Finder{Python: py}.Tokenize(true), lines, func(int) {}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(time.Since(start).Nanoseconds())/float64(b.N*len(lines)), "ns/line")
		})
	}
}
