package object

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

// What builtin types, methods and functions say of themselves: __doc__ and __text_signature__,
// from CPython's answers.

//go:generate sh -c "python3.14 -P -s -S testdata/gen_docs.py array atexit binascii cmath errno gc itertools marshal math sys time unicodedata zlib _collections _functools _io _operator _random _struct _weakref _csv _typing _contextvars _datetime _decimal _bisect _heapq > docs.bin"

//go:embed docs.bin
var docsTable string

// description is what CPython says of a name; noText stands for None.
type description struct{ signature, text string }

const noText = "\x01"

// descriptions are where the names of the table begin, which are sorted; they are found when a program first asks.
var descriptions = sync.OnceValue(func() (begins []int32) {
	for at := 0; at < len(docsTable); {
		begins = append(begins, int32(at))
		for range 3 { // name, signature, text
			at += strings.IndexByte(docsTable[at:], 0) + 1
		}
	}
	return begins
})

// descriptionOf returns what CPython says of a name.
func descriptionOf(name string) (d description, ok bool) {
	begins := descriptions()
	part := func(at int) (text string, next int) {
		n := strings.IndexByte(docsTable[at:], 0)
		return docsTable[at : at+n], at + n + 1
	}
	i, ok := slices.BinarySearchFunc(begins, name, func(at int32, name string) int {
		s, _ := part(int(at))
		return strings.Compare(s, name)
	})
	if !ok {
		return d, false
	}
	_, at := part(int(begins[i]))
	d.signature, at = part(at)
	d.text, _ = part(at)
	return d, true
}

// textOrNone makes a value of a part of a description.
func (h *Heap) textOrNone(s string) Value {
	if s == noText {
		return None
	}
	return h.NewStr(s)
}

// described returns __doc__ or __text_signature__ of a name, Null if the table has it not.
func (h *Heap) described(key, attr string) Value {
	d, ok := descriptionOf(key)
	switch {
	case !ok:
		return Null
	case attr == "__doc__":
		return h.textOrNone(d.text)
	}
	return h.textOrNone(d.signature)
}

// describeBuiltin is described for a function or a method, which has the key of its module or type.
func (h *Heap) describeBuiltin(b *Builtin, attr string) Value {
	switch {
	case b.Owner != nil:
		return h.described(b.Owner.qualified()+"."+b.Name, attr)
	case b.Module == "":
		return h.described("builtins."+b.Name, attr)
	}
	return h.described(b.Module+"."+b.Name, attr)
}

// docOf returns __doc__ of an instance of a builtin type, Null if it is not known. Some types'
// instances have their own, which the table names as an attribute of the type.
func (h *Heap) docOf(v Value, t *Type) Value {
	switch t.ID {
	case GetSetType:
		g := h.getSetOf(v)
		return h.described(g.Owner.qualified()+"."+g.Name, "__doc__")
	case MemberType:
		return h.memberDoc(v)
	}
	if _, own := descriptionOf(t.qualified() + ".__doc__"); own {
		return Null
	}
	return h.described(t.qualified(), "__doc__")
}

// memberDoc is __doc__ of a member: None of one that __slots__ made.
func (h *Heap) memberDoc(d Value) Value {
	if t := h.TypeFromObject(h.Field(d, offMemberClass)); !t.made {
		if doc := h.described(t.qualified()+"."+h.GoString(h.Field(d, offMemberName)), "__doc__"); doc != Null {
			return doc
		}
	}
	return None
}

// lacking is for an attribute that the look-up of v has not found: its doc, an error of lacks, or Null.
func (h *Heap) lacking(v, name Value) (Value, error) {
	if t := h.TypeOf(v); !t.made && h.strIs(name, "__doc__") {
		if doc := h.docOf(v, t); doc != Null {
			return doc, nil
		}
	}
	return Null, h.lacks(v, name)
}
