package compile

import (
	"strings"
	"sync"

	"github.com/tier2go/tier2/interp/pycode"
)

// recent keeps what became of short sources that were compiled last, for programs that compile the same one again and again: annotations that are
// strs, what namedtuple and dataclass make, eval in a loop, expressions in tracebacks. Code objects are read-only, so whoever asks gets the same one; the VM makes what it changes of it.
// A source with warnings is not kept, for these are made of what the file holds now, and a SyntaxError only where no file has the name.
type recent struct {
	mu   sync.Mutex
	kept map[recentKey]outcome
	ring [recentSources]recentKey // what goes next is at next
	next int
}

type recentKey struct {
	filename, mode, text string
	flags                int
}

// outcome is what became of a source: code, or an error that nobody changes.
type outcome struct {
	code *pycode.Code
	err  *SyntaxError
}

// Limits of recent: about 2 MB in all.
const (
	recentSources = 256
	recentText    = 2 << 10 // bytes of a source
)

// get returns what became of a source, if that is kept.
func (r *recent) get(src Source) (outcome, bool) {
	if len(src.Text) > recentText {
		return outcome{}, false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	a, ok := r.kept[recentKey{src.Filename, src.Mode, string(src.Text), src.Flags}]
	return a, ok
}

// put keeps what became of a source in place of the oldest.
func (r *recent) put(src Source, a outcome) {
	switch {
	case len(src.Text) > recentText, a.code != nil && a.code.Warnings != nil:
		return
	case a.err != nil && (a.err.Type != "SyntaxError" || a.err.Warnings != nil || !strings.HasPrefix(src.Filename, "<")):
		return
	}
	key := recentKey{src.Filename, src.Mode, string(src.Text), src.Flags}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.kept == nil {
		r.kept = make(map[recentKey]outcome, recentSources)
	}
	if _, ok := r.kept[key]; ok {
		return
	}
	delete(r.kept, r.ring[r.next])
	r.ring[r.next] = key
	r.next = (r.next + 1) % recentSources
	r.kept[key] = a
}
