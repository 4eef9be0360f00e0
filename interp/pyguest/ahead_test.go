package pyguest

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/lower/amd64"
	"github.com/tier2go/tier2/lower/arm64"
	"github.com/tier2go/tier2/routine"
)

// updates reports whether the files are to be written anew: package golden has the flag.
func updates() bool { return flag.Lookup("update").Value.String() == "true" }

// madeNow compiles all routines for a target.
func madeNow(t *testing.T, target *lower.Target) (list []lower.Ahead) {
	t.Helper()
	_, g := newGuest(t)
	g.Routine = routineText
	c := routine.New(target, g.Table())
	files, err := routineFiles.ReadDir("routines")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(file.Name(), ".ir")
		text, err := routineText(name)
		if err != nil {
			t.Fatal(err)
		}
		f, err := g.RoutineFunc(name)
		if err != nil {
			t.Fatal(err)
		}
		code, err := c.Compile(f, 0)
		if err != nil {
			t.Fatal(err)
		}
		a := lower.Ahead{Routine: *code.At(0), Text: lower.AheadText(text), Code: slices.Clone(code.Bytes)}
		a.Touches, a.Changes = f.Touches()
		list = append(list, a)
	}
	return list
}

// TestAhead: the files of routines have what the compiler makes of their texts now. A tenth of the
// texts may be newer than the files: those are compiled anew.
func TestAhead(t *testing.T) {
	for _, target := range []*lower.Target{amd64.Target, arm64.Target} {
		t.Run(target.Name, func(t *testing.T) {
			list, path := madeNow(t, target), filepath.Join("ahead", target.Name)
			if updates() {
				if err := os.WriteFile(path, lower.WriteAhead(target, list), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			file, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			const anew = "; go test ./interp/pyguest -run TestAhead -update writes the files anew"
			kept, err := lower.ReadAhead(target, file)
			if err != nil {
				t.Fatal(err, anew)
			}
			older := 0
			for i := range list {
				a, b := &list[i], kept[list[i].Name]
				switch {
				case b == nil || a.Text != b.Text:
					older++
				case !bytes.Equal(a.Code, b.Code) || a.Writes != b.Writes || a.Touches != b.Touches || a.Changes != b.Changes ||
					a.GivesUp != b.GivesUp || a.Helped != b.Helped || a.GaveUp != b.GaveUp || a.Result != b.Result || !slices.Equal(a.Params, b.Params):
					t.Errorf("routine %s has other code now%s", a.Name, anew)
				}
			}
			if older*10 > len(list) {
				t.Errorf("%d of %d routines have other texts now%s", older, len(list), anew)
			}
		})
	}
}
