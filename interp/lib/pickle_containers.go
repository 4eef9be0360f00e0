package lib

import (
	"fmt"

	"github.com/tier2go/tier2/interp/object"
)

// Pickling containers.

// saveTuple pickles a tuple, which may be in itself by way of a list.
func (p *pickling) saveTuple(v object.Value) error {
	h := p.h
	n := h.TupleLen(v)
	if n == 0 {
		if p.bin {
			p.op(opEmptyTuple)
		} else {
			p.put(opMark, opTuple)
		}
		return nil
	}
	short := n <= 3 && p.proto >= 2
	if !short {
		p.op(opMark)
	}
	for i := 0; i < n; {
		if done := p.quick(h.TupleItems(v)[i:min(n, i+pickleBatch)]); done > 0 {
			i += done
			if err := h.Poll(); err != nil {
				return err
			}
			continue
		}
		if err := p.item(v, h.TupleItem(v, i), i); err != nil {
			return err
		}
		i++
	}
	known := p.memo.find(v)
	switch {
	case known < 0 && short:
		p.op(opTuple1 + byte(n) - 1)
		p.memoize(v)
	case known < 0:
		p.op(opTuple)
		p.memoize(v)
	case short || !p.bin:
		if !short {
			n++ // the mark
		}
		for range n {
			p.op(opPop)
		}
		p.get(known)
	default:
		p.op(opPopMark)
		p.get(known)
	}
	return nil
}

// item pickles item i of a sequence.
func (p *pickling) item(of, x object.Value, i int) error {
	err := p.save(x)
	if err == nil {
		return p.h.Poll()
	}
	return p.noted(err, fmt.Sprintf("when serializing %s item %d", p.fullName(of), i))
}

func (p *pickling) saveList(v object.Value) error {
	if err := p.enterFast(v); err != nil {
		return err
	}
	defer p.leaveFast(v)
	h := p.h
	if !p.bin {
		p.put(opMark, opList)
	} else {
		p.op(opEmptyList)
	}
	p.memoize(v)
	switch n := h.ListLen(v); {
	case n == 0:
		return nil
	case !p.bin:
		it, err := h.Iter(v)
		if err != nil {
			return err
		}
		return p.appendAll(it, v)
	case n == 1:
		if err := p.item(v, h.ListItem(v, 0), 0); err != nil {
			return err
		}
		p.op(opAppend)
		return nil
	}
	for i := 0; ; {
		p.op(opMark)
		for n := 0; i < h.ListLen(v) && n < pickleBatch; {
			if done := p.quick(h.ListItems(v)[i:min(h.ListLen(v), i+pickleBatch-n)]); done > 0 {
				i, n = i+done, n+done
				if err := h.Poll(); err != nil {
					return err
				}
				continue
			}
			if err := p.item(v, h.ListItem(v, i), i); err != nil {
				return err
			}
			i, n = i+1, n+1
		}
		p.op(opAppends)
		if i >= h.ListLen(v) {
			return nil
		}
	}
}

// appendAll pickles what an iterator has, and appends it to the object v.
func (p *pickling) appendAll(it, v object.Value) error {
	h := p.h
	for i := 0; ; {
		first, err := h.Next(it)
		if err != nil || first == object.Null {
			return err
		}
		x := object.Null
		if p.bin {
			if x, err = h.Next(it); err != nil {
				return err
			}
		}
		if x == object.Null {
			if err := p.item(v, first, i); err != nil {
				return err
			}
			p.op(opAppend)
			i++
			if p.bin {
				return nil
			}
			continue
		}
		p.op(opMark)
		if err := p.item(v, first, i); err != nil {
			return err
		}
		i++
		n := 1
		for x != object.Null {
			if err := p.item(v, x, i); err != nil {
				return err
			}
			i++
			if n++; n == pickleBatch {
				break
			}
			if x, err = h.Next(it); err != nil {
				return err
			}
		}
		p.op(opAppends)
		if n < pickleBatch {
			return nil
		}
	}
}

func (p *pickling) saveDict(v object.Value) error {
	if err := p.enterFast(v); err != nil {
		return err
	}
	defer p.leaveFast(v)
	h := p.h
	if !p.bin {
		p.put(opMark, opDict)
	} else {
		p.op(opEmptyDict)
	}
	p.memoize(v)
	size, pos := h.DictLen(v), 0
	if size == 0 {
		return nil
	}
	if !p.bin {
		items, err := callMethod(h, v, "items")
		if err != nil {
			return err
		}
		it, err := h.Iter(items)
		if err != nil {
			return err
		}
		return p.setAll(it, v)
	}
	if size == 1 {
		key, x, ok := h.DictNext(v, &pos)
		if !ok {
			return nil
		}
		if err := p.pair(v, key, x); err != nil {
			return err
		}
		p.op(opSetItem)
		return nil
	}
	for {
		n := 0
		p.op(opMark)
		for n < pickleBatch {
			key, x, ok := h.DictNext(v, &pos)
			if !ok {
				break
			}
			if err := p.pair(v, key, x); err != nil {
				return err
			}
			n++
		}
		p.op(opSetItems)
		if h.DictLen(v) != size {
			return h.Raise(object.RuntimeErrorType, "dictionary changed size during iteration")
		}
		if n < pickleBatch {
			return nil
		}
	}
}

// pair pickles a key and its value.
func (p *pickling) pair(of, key, x object.Value) error {
	both := [2]object.Value{key, x}
	done := p.quick(both[:])
	if done == 2 {
		return p.h.Poll()
	}
	if done == 0 {
		if err := p.save(key); err != nil {
			return err
		}
	}
	err := p.save(x)
	if err == nil {
		return p.h.Poll()
	}
	exc := asRaised(err)
	text, failed := p.repr(key)
	if failed != nil {
		return failed
	}
	if exc != object.Null {
		err = p.h.PassOn(exc) // repr may have used the error again
	}
	return p.noted(err, "when serializing "+p.fullName(of)+" item "+text)
}

// nextPair is the next key and value of an iterator; ok is false at the end.
func (p *pickling) nextPair(it object.Value) (t object.Value, ok bool, err error) {
	h := p.h
	t, err = h.Next(it)
	if err != nil || t == object.Null {
		return object.Null, false, err
	}
	if !h.IsInstance(t, object.TupleType) || h.TupleLen(t) != 2 {
		return object.Null, false, h.Raise(object.TypeErrorType, "dict items iterator must return 2-tuples")
	}
	return t, true, nil
}

// setAll pickles the pairs that an iterator has, and stores them in the object v.
func (p *pickling) setAll(it, v object.Value) error {
	h := p.h
	pair := func(t object.Value) error { return p.pair(v, h.TupleItem(t, 0), h.TupleItem(t, 1)) }
	for {
		first, ok, err := p.nextPair(it)
		if err != nil || !ok {
			return err
		}
		t, more := object.Null, false
		if p.bin {
			if t, more, err = p.nextPair(it); err != nil {
				return err
			}
		}
		if !more {
			if err := pair(first); err != nil {
				return err
			}
			p.op(opSetItem)
			if p.bin {
				return nil
			}
			continue
		}
		p.op(opMark)
		if err := pair(first); err != nil {
			return err
		}
		n := 1
		for more {
			if err := pair(t); err != nil {
				return err
			}
			if n++; n == pickleBatch {
				break
			}
			if t, more, err = p.nextPair(it); err != nil {
				return err
			}
		}
		p.op(opSetItems)
		if n < pickleBatch {
			return nil
		}
	}
}

// element pickles an element of a set.
func (p *pickling) element(of, x object.Value) error {
	err := p.save(x)
	if err == nil {
		return p.h.Poll()
	}
	return p.noted(err, "when serializing "+p.fullName(of)+" element")
}

// reduceSet pickles a set by its class and a list.
func (p *pickling) reduceSet(class object.TypeID, v object.Value) error {
	items, err := p.h.ListFromIter(v)
	if err != nil {
		return err
	}
	return p.saveReduce(p.h.NewTuple(p.h.Type(class).Object, p.h.NewTuple(items)), v)
}

func (p *pickling) saveSet(v object.Value) error {
	h := p.h
	if p.proto < 4 {
		return p.reduceSet(object.SetType, v)
	}
	p.op(opEmptySet)
	p.memoize(v)
	size, err := h.Len(v)
	if err != nil || size == 0 {
		return err
	}
	for pos := 0; ; {
		n := 0
		p.op(opMark)
		for n < pickleBatch {
			x, ok := h.SetNext(v, &pos)
			if !ok {
				break
			}
			if err := p.element(v, x); err != nil {
				return err
			}
			n++
		}
		p.op(opAddItems)
		if now, err := h.Len(v); err != nil || now != size {
			return h.Raise(object.RuntimeErrorType, "set changed size during iteration")
		}
		if n < pickleBatch {
			return nil
		}
	}
}

func (p *pickling) saveFrozenSet(v object.Value) error {
	if p.proto < 4 {
		return p.reduceSet(object.FrozenSetType, v)
	}
	p.op(opMark)
	for pos := 0; ; {
		x, ok := p.h.SetNext(v, &pos)
		if !ok {
			break
		}
		if err := p.element(v, x); err != nil {
			return err
		}
	}
	if known := p.memo.find(v); known >= 0 {
		p.op(opPopMark)
		p.get(known)
		return nil
	}
	p.op(opFrozenSet)
	p.memoize(v)
	return nil
}

// fastNesting is the depth at which a pickler without a memo begins to look for cycles.
const fastNesting = 50

// enterFast notes that a container is being pickled without a memo.
func (p *pickling) enterFast(v object.Value) error {
	if p.fast == 0 {
		return nil
	}
	if p.fastDepth++; p.fastDepth < fastNesting {
		return nil
	}
	if p.fastSeen[v] {
		return p.h.Raise(object.ValueErrorType, "fast mode: can't pickle cyclic objects including object type %s at %s", p.fullName(v), p.h.Address(v))
	}
	if p.fastSeen == nil {
		p.fastSeen = map[object.Value]bool{}
	}
	p.fastSeen[v] = true
	return nil
}

// leaveFast ends what enterFast has begun.
func (p *pickling) leaveFast(v object.Value) {
	if p.fast == 0 {
		return
	}
	if p.fastDepth--; p.fastDepth >= fastNesting-1 {
		delete(p.fastSeen, v)
	}
}
