package interp_test

import (
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/internal/soak"
	microops "github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/native"
)

// evaluatedFile has the snippets that usually run in mode ir too, as "file number": together
// they evaluate every micro-op and every operation of the IR that all snippets evaluate. At
// full size all snippets run in that mode, and hold the file to that; -update then writes it.
const evaluatedFile = "testdata/evaluated.txt"

// evaluated gathers what snippets evaluate.
type evaluated struct {
	listed map[string]bool
	mu     sync.Mutex
	of     map[string]map[string]bool // by snippet
}

func newEvaluated(t *testing.T) *evaluated {
	e := &evaluated{listed: map[string]bool{}, of: map[string]map[string]bool{}}
	for _, line := range strings.Fields(strings.ReplaceAll(readFile(t, evaluatedFile), "\n", " ")) {
		e.listed[line] = true
	}
	t.Cleanup(func() { e.compare(t) }) // behind the parallel tests
	return e
}

// snippetName is how the file calls program i of a file.
func snippetName(file string, i int) string { return fmt.Sprintf("%s#%d", filepath.Base(file), i) }

// runsIn reports whether a snippet runs in a mode. Usually each has machine code, in which what is not hot is executed by tier 1;
// one in six runs without besides. One about a module in Go runs without, and one in six with it. One in four runs in
// one of the slow modes, which its name says (those about modules do not), and those that testdata lists are evaluated. With
// -update, and where there is no machine code, each runs in all modes but the slow ones.
func (e *evaluated) runsIn(m mode, snippet string) bool {
	all := testing.Short() || *update || !native.Supported()
	switch {
	case soak.On() || !m.slow && (all || aboutModules(snippet) == (m.backend == exitdata.Cold)):
		return true
	case !m.slow:
		return soak.Some(6, m.name+" "+snippet)
	case m.backend == exitdata.IR:
		return e.listed[snippet]
	case aboutModules(snippet):
		return false
	}
	turns := []string{"uop", "plain", "traces"}
	turn := crc32.ChecksumIEEE([]byte(snippet)) % uint32(4*len(turns))
	return int(turn) < len(turns) && m.name == turns[turn]
}

// note adds the micro-ops and operations of executors that have been entered.
func (e *evaluated) note(snippet string, list []*exitdata.Executor) {
	e.mu.Lock()
	defer e.mu.Unlock()
	set := map[string]bool{}
	for _, ex := range list {
		if ex.Kind != exitdata.IR || ex.Entries == 0 {
			continue
		}
		for i := range ex.Trace.Insts {
			set["micro-op "+microops.Table.Row(ex.Trace.Insts[i].Op).Name] = true
		}
		for _, b := range ex.Func.Blocks {
			for v := range b.Values() {
				set["operation "+ex.Func.Ops.Row(v.Op).Name] = true
			}
		}
	}
	e.of[snippet] = set
}

// compare holds what the listed snippets evaluate to what all do.
func (e *evaluated) compare(t *testing.T) {
	if !soak.On() || t.Failed() {
		return
	}
	all, listed := map[string]bool{}, map[string]bool{}
	for snippet, set := range e.of {
		for op := range set {
			all[op] = true
			if e.listed[snippet] {
				listed[op] = true
			}
		}
	}
	if *update {
		if err := os.WriteFile(evaluatedFile, []byte(strings.Join(e.cover(len(all)), "\n")+"\n"), 0o666); err != nil {
			t.Error(err)
		}
		return
	}
	for op := range all {
		if !listed[op] {
			t.Errorf("%s is evaluated by no snippet of %s: TIER2_SOAK=1 go test ./interp -run '^TestSnippets$' -update writes it anew", op, evaluatedFile)
		}
	}
}

// cover chooses snippets that together evaluate so many different things: each time the one
// that adds the most, the first by name of several.
func (e *evaluated) cover(total int) (list []string) {
	names := make([]string, 0, len(e.of))
	for name := range e.of {
		names = append(names, name)
	}
	slices.Sort(names)
	have := map[string]bool{}
	for len(have) < total {
		best, most := "", 0
		for _, name := range names {
			n := 0
			for op := range e.of[name] {
				if !have[op] {
					n++
				}
			}
			if n > most {
				best, most = name, n
			}
		}
		for op := range e.of[best] {
			have[op] = true
		}
		list = append(list, best)
	}
	slices.Sort(list)
	return list
}
