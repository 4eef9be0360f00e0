package region

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"iter"
	"sync"

	"github.com/tier2go/tier2/uop"
)

// Stream is what a program executed: a block after the other. It is kept as a
// table of blocks, the ways that each was left, and a byte for most events: the
// number of the way out of the block before.
type Stream struct {
	Name   string
	Note   string  // how it was made; a walk on a profile says that it is one
	Blocks []Block // by dense id
	Len    int     // events
	ways   [][]way // of each block, in the order in which they were first taken
	data   []byte

	count  sync.Once
	counts *Graph
}

// Block is a block of a Stream's program.
type Block struct {
	At   uop.Place
	Size uint32
}

// way is a way out of a block; the first of a stream and what follows a gap are
// found in a list of their own, which stands behind those of the blocks.
type way struct {
	to  int32
	how uop.How
}

// wide says that the number of a way follows as a uvarint.
const wide = 255

// Recorder makes a Stream.
type Recorder struct {
	s    *Stream
	prev int32
	idle []way // the ways out of nowhere
	ids  map[uop.Place]int32
}

// NewRecorder begins a stream of a program with the given blocks.
func NewRecorder(name, note string, blocks []Block) *Recorder {
	return &Recorder{s: &Stream{Name: name, Note: note, Blocks: blocks, ways: make([][]way, len(blocks))}, prev: -1}
}

// Block returns the id of the block at a place; if there was none, it is added.
func (r *Recorder) Block(at uop.Place, size uint32) int32 {
	if r.prev >= 0 && r.s.Blocks[r.prev].At == at { // a loop of one block
		return r.prev
	}
	if r.ids == nil {
		r.ids = map[uop.Place]int32{}
		for i, b := range r.s.Blocks {
			r.ids[b.At] = int32(i)
		}
	}
	id, ok := r.ids[at]
	if !ok {
		id = int32(len(r.s.Blocks))
		r.ids[at] = id
		r.s.Blocks, r.s.ways = append(r.s.Blocks, Block{at, size}), append(r.s.ways, nil)
	}
	return id
}

// Selector returns a selector that selects nothing: it records what it observes, up to
// a number of events; then it calls full, if that is not nil. It is for one run: so a
// VM that takes selectors records what it executes.
func (r *Recorder) Selector(events int, full func()) uop.Selector {
	return uop.Selector{Name: "record", Doc: "selects nothing and records", New: func(uop.Limits) uop.SelectorRun {
		return &recordRun{r, events, full}
	}}
}

type recordRun struct {
	r    *Recorder
	most int
	full func()
}

// Observe implements uop.SelectorRun.
func (s *recordRun) Observe(ev uop.Event) (uop.Place, bool) {
	if s.r.s.Len == s.most {
		return uop.Place{}, false
	}
	s.r.Enter(s.r.Block(ev.At, ev.Size), ev.How)
	if s.r.s.Len == s.most && s.full != nil {
		s.full()
	}
	return uop.Place{}, false
}

// Select implements uop.SelectorRun.
func (s *recordRun) Select(head uop.Place) (*uop.Region, *uop.Refusal) {
	return nil, &uop.Refusal{Reason: uop.RefuseCold, At: head}
}

// Enter records that block id is entered; an Exit is from nowhere, as a Start is.
func (r *Recorder) Enter(id int32, how uop.How) {
	list := &r.idle
	if r.prev >= 0 && how < uop.Exit {
		list = &r.s.ways[r.prev]
	} else {
		how = uop.Start
	}
	w := way{id, how}
	k := len(*list)
	for i, x := range *list {
		if x == w {
			k = i
			break
		}
	}
	if k == len(*list) {
		*list = append(*list, w)
	}
	if how == uop.Start && r.prev >= 0 { // a gap: said at the block before
		r.gap()
	}
	r.put(k)
	r.prev = id
	r.s.Len++
}

// gap records that the next way is one out of nowhere.
func (r *Recorder) gap() {
	out := &r.s.ways[r.prev]
	for i, x := range *out {
		if x.to < 0 {
			r.put(i)
			return
		}
	}
	*out = append(*out, way{-1, uop.Start})
	r.put(len(*out) - 1)
}

func (r *Recorder) put(k int) {
	if k < wide {
		r.s.data = append(r.s.data, byte(k))
		return
	}
	r.s.data = binary.AppendUvarint(append(r.s.data, wide), uint64(k))
}

// Stream returns what was recorded.
func (r *Recorder) Stream() *Stream {
	r.s.ways = append(r.s.ways, r.idle)
	return r.s
}

// All iterates over the stream's events: blocks and how they are entered.
func (s *Stream) All() iter.Seq2[int32, uop.How] {
	return func(yield func(int32, uop.How) bool) {
		nowhere := s.ways[len(s.Blocks)]
		list := nowhere
		for i := 0; i < len(s.data); i++ {
			k := int(s.data[i])
			if k == wide {
				n, w := binary.Uvarint(s.data[i+1:])
				k, i = int(n), i+w
			}
			w := list[k]
			if w.to < 0 {
				list = nowhere
				continue
			}
			if !yield(w.to, w.how) {
				return
			}
			list = s.ways[w.to]
		}
	}
}

// Event returns the event of entering a block.
func (s *Stream) Event(id int32, how uop.How) uop.Event {
	return uop.Event{At: s.Blocks[id].At, Size: s.Blocks[id].Size, How: how}
}

// Graph returns the counts of the whole stream.
func (s *Stream) Graph() *Graph {
	g := NewGraph()
	for id, how := range s.All() {
		ev := s.Event(id, how)
		g.Observe(&ev)
	}
	return g
}

// profile is Graph, made once, which nobody may change.
func (s *Stream) profile() *Graph {
	s.count.Do(func() { s.counts = s.Graph() })
	return s.counts
}

// magic begins a stream's file; its last byte is the version.
const magic = "t2events\x01"

// errStream is wrapped by all errors of Decode.
var errStream = errors.New("region: damaged stream")

// AppendBinary implements encoding.BinaryAppender: a file that ReadStream reads.
func (s *Stream) AppendBinary(b []byte) ([]byte, error) {
	begin := len(b)
	u := func(n uint64) { b = binary.AppendUvarint(b, n) }
	str := func(x string) { u(uint64(len(x))); b = append(b, x...) }
	b = append(b, magic...)
	str(s.Name)
	str(s.Note)
	u(uint64(len(s.Blocks)))
	for _, x := range s.Blocks {
		u(x.At.Code)
		u(uint64(x.At.PC))
		u(uint64(x.Size))
	}
	for _, list := range s.ways {
		u(uint64(len(list)))
		for _, w := range list {
			u(uint64(w.to + 1))
			u(uint64(w.how))
		}
	}
	u(uint64(s.Len))
	u(uint64(len(s.data)))
	b = append(b, s.data...)
	return seal(b, begin), nil
}

// seal appends the checksum of what begins at an index.
func seal(b []byte, begin int) []byte {
	return binary.LittleEndian.AppendUint32(b, crc32.ChecksumIEEE(b[begin:]))
}

// ReadStream reads what AppendBinary wrote, gzipped or not. Damage is an error: everything is
// checked here, so that All need not.
func ReadStream(r io.Reader) (*Stream, error) {
	r, err := unzipped(r)
	if err != nil {
		return nil, fmt.Errorf("region: %w", err)
	}
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("region: %w", err)
	}
	if len(data) < len(magic)+4 || string(data[:len(magic)]) != magic {
		return nil, fmt.Errorf("%w: it does not begin with %q", errStream, magic)
	}
	body := data[:len(data)-4]
	if crc32.ChecksumIEEE(body) != binary.LittleEndian.Uint32(data[len(body):]) {
		return nil, fmt.Errorf("%w: its checksum is not that of its bytes", errStream)
	}
	d := &decoder{data: body, at: len(magic)}
	s := d.stream()
	if d.err == nil && d.at != len(body) {
		d.fail("bytes follow its end")
	}
	if d.err == nil {
		d.check(s)
	}
	if d.err != nil {
		return nil, d.err
	}
	return s, nil
}

type decoder struct {
	data []byte
	at   int
	err  error
}

func (d *decoder) fail(what string) {
	if d.err == nil {
		d.err = fmt.Errorf("%w: byte %d: %s", errStream, d.at, what)
	}
}

// number reads a number up to max.
func (d *decoder) number(max uint64) uint64 {
	if d.err != nil {
		return 0
	}
	n, w := binary.Uvarint(d.data[d.at:])
	if w <= 0 || n > max {
		d.fail("a number is missing or too large")
		return 0
	}
	d.at += w
	return n
}

// length reads the number of things that follow, each at least a byte.
func (d *decoder) length() int { return int(d.number(uint64(len(d.data) - d.at))) }

func (d *decoder) bytes() []byte {
	n := d.length()
	if n > len(d.data)-d.at {
		d.fail("it ends early")
		return nil
	}
	d.at += n
	return d.data[d.at-n : d.at]
}

func (d *decoder) stream() *Stream {
	s := &Stream{Name: string(d.bytes()), Note: string(d.bytes())}
	s.Blocks = make([]Block, d.length())
	for i := range s.Blocks {
		s.Blocks[i] = Block{uop.Place{Code: d.number(1<<64 - 1), PC: uint32(d.number(1<<32 - 1))}, uint32(d.number(1<<32 - 1))}
	}
	s.ways = make([][]way, len(s.Blocks)+1)
	for i := range s.ways {
		s.ways[i] = make([]way, d.length())
		for k := range s.ways[i] {
			s.ways[i][k] = way{int32(d.number(uint64(len(s.Blocks)))) - 1, uop.How(d.number(uint64(uop.NumHow - 1)))}
		}
	}
	s.Len = int(d.number(1 << 48))
	s.data = d.bytes()
	return s
}

// check walks over the events.
func (d *decoder) check(s *Stream) {
	list, n := s.ways[len(s.Blocks)], 0
	for _, w := range list {
		if w.to < 0 {
			d.fail("a way from nowhere to nowhere")
		}
	}
	for i := 0; i < len(s.data); i++ {
		k := uint64(s.data[i])
		if k == wide {
			var w int
			if k, w = binary.Uvarint(s.data[i+1:]); w <= 0 {
				d.fail("an event is cut off")
				return
			}
			i += w
		}
		if k >= uint64(len(list)) {
			d.fail("an event takes a way that is not there")
			return
		}
		w := list[k]
		if w.to < 0 {
			list = s.ways[len(s.Blocks)]
			continue
		}
		n++
		list = s.ways[w.to]
	}
	if n != s.Len {
		d.fail("it does not have the number of events that it says")
	}
}
