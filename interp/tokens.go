package interp

import (
	"context"

	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// talks are the tokenizers that a program uses, the one that was asked last behind the others. Each may hold a process, so
// there are few: one more ends that of the source that has not been asked about for longest, which begins anew if it is.
type talks []talk

type talk struct {
	id int // of its source
	pycode.Tokenizer
}

const maxTalks = 4

// of returns the tokenizer of a source; begin makes one.
func (t *talks) of(id int, begin func() pycode.Tokenizer) pycode.Tokenizer {
	for i, known := range *t {
		if known.id == id {
			*t = append(append((*t)[:i], (*t)[i+1:]...), known)
			return known.Tokenizer
		}
	}
	if len(*t) == maxTalks {
		t.end((*t)[0].id)
	}
	*t = append(*t, talk{id, begin()})
	return (*t)[len(*t)-1].Tokenizer
}

// end forgets a source's tokenizer, if it is known.
func (t *talks) end(id int) {
	for i, known := range *t {
		if known.id == id {
			*t = append((*t)[:i], (*t)[i+1:]...)
			known.Rest()
			return
		}
	}
}

// rest ends all of them.
func (t *talks) rest() error {
	for len(*t) > 0 {
		t.end((*t)[0].id)
	}
	return nil
}

// tokens asks for the tokens that reading the last of lines (a list of str) has made known: a tuple of them, what has been raised
// (pycode.Tokens), and whether there are no more. end says that there are no more lines.
func (vm *VM) tokens(id int, extra bool, lines object.Value, end bool) (object.Value, error) {
	h := vm.heap
	if vm.opts.Tokenize == nil {
		return object.Null, h.Unsupported("tokens of a source: the VM has no Options.Tokenize")
	}
	t := vm.talks.of(id, func() pycode.Tokenizer { return vm.opts.Tokenize(extra) })
	var found pycode.Tokens
	line := func(i int) string { return string(h.AppendStr(nil, h.ListItem(lines, i))) }
	err := vm.askGo(func(ctx context.Context) (err error) {
		found, err = t.Tokens(ctx, h.ListLen(lines), line, end)
		return err
	})
	if found.End || err != nil {
		vm.talks.end(id)
	}
	if err != nil {
		return object.Null, err
	}
	m := h.Mark()
	defer h.Release(m)
	list, err := vm.loader().Fresh(found.Found)
	if err != nil {
		return object.Null, err
	}
	h.Push(list)
	failed, err := vm.loader().Fresh(found.Failed)
	if err != nil {
		return object.Null, err
	}
	h.Push(failed)
	return h.NewTuple(list, failed, object.Bool(found.End)), nil
}
