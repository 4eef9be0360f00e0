package expat

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// events reads a document in pieces of n bytes and returns what is told of it, text that comes together as one, and the error.
func events(text string, n int, o Options) (list []string, err error) {
	grown := 0
	o.Poll, o.Grow = func() {}, func(n int) { grown += n }
	o.Emit = func(e *Event) error {
		if last := len(list) - 1; e.Kind == Text && last >= 0 && strings.HasPrefix(list[last], "text ") {
			list[last] += string(e.Text)
			return nil
		}
		if e.Kind == Text {
			list = append(list, "text "+string(e.Text))
			return nil
		}
		if e.Kind == Other {
			return nil
		}
		s := fmt.Sprintf("%d %s %s %s %s %s %s %s %d", e.Kind, e.Name, e.Text, e.System, e.Public, e.Notation, e.Attr, e.Type, e.Flag)
		for _, a := range e.Attrs {
			s += fmt.Sprintf(" %s=%q", a.Name, a.Value)
		}
		list = append(list, s)
		return nil
	}
	p := New(o)
	for len(text) > n && err == nil {
		err = p.Feed([]byte(text[:n]), false)
		text = text[n:]
	}
	if err == nil {
		err = p.Feed([]byte(text), true)
	}
	if held := p.Held(); grown < held {
		err = errors.Join(err, fmt.Errorf("%d bytes were asked for, %d are held", grown, held))
	}
	return list, err
}

// documents are well-formed and not.
func documents(t testing.TB) []string {
	data, err := os.ReadFile(filepath.Join("testdata", "documents.txt"))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(string(data), "\n#---\n")
}

// TestPieces holds that it does not matter in which pieces a document comes: neither for what is told nor for the error and
// where it is.
func TestPieces(t *testing.T) {
	for _, text := range documents(t) {
		for _, o := range []Options{{}, {Namespaces: true, Separator: "}"}} {
			want, wantErr := events(text, len(text)+1, o)
			for n := 1; n < 20; n++ {
				got, err := events(text, n, o)
				if strings.Join(got, "\n") != strings.Join(want, "\n") || fmt.Sprintf("%#v", err) != fmt.Sprintf("%#v", wantErr) && place(err) != place(wantErr) {
					t.Errorf("%q in pieces of %d: %q, %v; whole: %q, %v", text, n, got, place(err), want, place(wantErr))
				}
			}
		}
	}
}

// place is an error with its code and place.
func place(err error) string {
	var e *Error
	if errors.As(err, &e) {
		return fmt.Sprint(e.Code, e.At, e.Offset)
	}
	return fmt.Sprint(err)
}

// FuzzParse holds that no input panics, that pieces do not matter, and that what is told nests.
func FuzzParse(f *testing.F) {
	for _, text := range documents(f) {
		f.Add(text, 3)
	}
	f.Fuzz(func(t *testing.T, text string, n int) {
		if n < 1 || n > 1000 || len(text) > 10000 {
			return
		}
		o := Options{Namespaces: n%2 == 0, Separator: " "}
		want, wantErr := events(text, len(text)+1, o)
		got, err := events(text, n, o)
		if place(err) != place(wantErr) || err == nil && strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("%q in pieces of %d: %q, %s; whole: %q, %s", text, n, got, place(err), want, place(wantErr))
		}
		depth := 0
		for _, e := range want {
			switch {
			case strings.HasPrefix(e, "0 "):
				depth++
			case strings.HasPrefix(e, "1 "):
				depth--
			}
			if depth < 0 {
				t.Fatalf("%q: an element ends that has not begun", text)
			}
		}
		if wantErr == nil && depth != 0 {
			t.Errorf("%q: %d elements have not ended", text, depth)
		}
	})
}

// TestDeferral holds that a token that comes in small pieces is not looked at anew for each of them.
func TestDeferral(t *testing.T) {
	looked := 0
	p := New(Options{Emit: func(*Event) error { return nil }, Poll: func() { looked++ }, Grow: func(int) {}})
	feed := func(s string, final bool) {
		t.Helper()
		if err := p.Feed([]byte(s), final); err != nil {
			t.Fatal(err)
		}
	}
	feed("<a b='", false)
	for range 100_000 {
		feed("x", false)
	}
	if looked > 100 {
		t.Errorf("looked at the token %d times", looked)
	}
	feed("'/>", true)
}

func BenchmarkParse(b *testing.B) {
	text := []byte("<root>" + strings.Repeat("<child kind='x' id=\"17\">LEAF &amp; more text</child>\n", 1000) + "</root>")
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		p := New(Options{Emit: func(*Event) error { return nil }, Poll: func() {}, Grow: func(int) {}})
		if err := p.Feed(text, true); err != nil {
			b.Fatal(err)
		}
	}
}
