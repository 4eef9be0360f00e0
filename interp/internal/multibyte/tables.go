package multibyte

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"fmt"
	"io"
	"slices"
	"sync"
)

//go:generate sh -c "python3.14 -P -s -S testdata/gen_tables.py | gzip -9n > tables.bin.gz"

//go:embed tables.bin.gz
var compressed []byte

// entry is what a byte makes behind those that lead to its node: a kind in the highest bits and a number.
type entry uint32

const (
	isChar     entry = iota << 28 // the character
	isError                       // how many bytes
	isNode                        // its index
	isComputed                    // of four or eight bytes
	isPair                        // its index

	kindBits = 0xF << 28
)

// node has an entry for each byte.
type node [256]entry

// fours are sequences of four bytes from number n on, and their characters from c on.
type fours struct {
	n, count int
	c        rune
}

// reader reads the tables; they are made with the package, so that what is wrong in them is a panic.
type reader struct{ data []byte }

func (r *reader) byte() byte {
	b := r.data[0]
	r.data = r.data[1:]
	return b
}

func (r *reader) number() int {
	n := 0
	for shift := 0; ; shift += 7 {
		b := r.byte()
		n |= int(b&0x7F) << shift
		if b < 0x80 {
			return n
		}
	}
}

func signed(n int) int {
	if n&1 != 0 {
		return -(n + 1) / 2
	}
	return n / 2
}

func (r *reader) bytes(n int) []byte {
	b := r.data[:n:n]
	r.data = r.data[n:]
	return b
}

// tables parses all tables when a codec is first asked for.
var tables = sync.OnceValue(func() map[string]*Codec {
	z, err := gzip.NewReader(bytes.NewReader(compressed))
	if err != nil {
		panic(err)
	}
	data, err := io.ReadAll(z)
	if err != nil {
		panic(err)
	}
	r, made, list := &reader{data}, map[string]*Codec{}, []*Codec{nil}
	for len(r.data) > 0 {
		c := &Codec{Name: string(r.bytes(int(r.byte())))}
		c.read(r, list[r.number()])
		made[c.Name] = c
		list = append(list, c)
	}
	addShifting(made)
	return made
})

// read reads the tables of a codec that other is the base of, if it is not nil.
func (c *Codec) read(r *reader, other *Codec) {
	paths := [][]byte{{}}
	for i := 0; i < len(paths); i++ {
		var same *node
		if other != nil {
			same = other.at(paths[i])
		}
		c.nodes = append(c.nodes, c.node(r, other, same, func(b int) entry {
			paths = append(paths, append(paths[i][:len(paths[i]):len(paths[i])], byte(b)))
			return isNode | entry(len(paths)-1)
		}))
	}
	n, char := 0, rune(0)
	for range r.number() {
		f := fours{n: n + r.number()}
		f.c = char + rune(signed(r.number()))
		f.count = r.number()
		n, char = f.n+f.count, f.c+rune(f.count)
		c.fours = append(c.fours, f)
	}
	c.byChar = slices.SortedFunc(slices.Values(c.fours), func(a, b fours) int { return int(a.c - b.c) })
	c.pairs, c.begins = map[[2]rune]uint32{}, map[rune]bool{}
	for i := range c.nodes { // the shorter sequences first, and the lower ones
		for b, e := range c.nodes[i] {
			seq := packed(append(paths[i][:len(paths[i]):len(paths[i])], byte(b)))
			switch e & kindBits {
			case isChar:
				if p := c.page(rune(e &^ kindBits)); *p == 0 {
					*p = seq
				}
			case isPair:
				p := c.twos[e&^kindBits]
				if _, ok := c.pairs[p]; !ok {
					c.pairs[p] = seq
				}
			}
		}
	}
	for range r.number() {
		var two [2]rune
		n := int(r.byte())
		for i := range n {
			two[i] = rune(r.number())
		}
		seq := uint32(none)
		if k := int(r.byte()); k > 0 {
			seq = packed(r.bytes(k))
		}
		if n == 1 {
			*c.page(two[0]) = seq
		} else {
			c.pairs[two] = seq
		}
	}
	for p := range c.pairs {
		c.begins[p[0]] = true
	}
}

// node reads a node; down makes the entry of a byte that leads to another one.
func (c *Codec) node(r *reader, other *Codec, same *node, down func(b int) entry) *node {
	n, behind := new(node), 0
	for b := 0; b < 256; {
		token := r.number()
		value := token >> 2
		switch token & 3 {
		case 0:
			behind += signed(value)
			n[b] = isChar | entry(behind)
			behind++
			b++
		case 1:
			for range r.number() {
				n[b] = isError | entry(value)
				b++
			}
		case 2:
			switch value {
			case 0:
				n[b] = down(b)
			case 1:
				n[b] = isComputed
			default:
				c.twos = append(c.twos, [2]rune{rune(r.number()), rune(r.number())})
				n[b] = isPair | entry(len(c.twos)-1)
			}
			b++
		default:
			for i := range value {
				e, last := same[b], i == value-1
				switch e & kindBits {
				case isChar:
					if last {
						behind = int(e&^kindBits) + 1
					}
				case isPair:
					two := other.twos[e&^kindBits]
					c.twos = append(c.twos, two)
					e = isPair | entry(len(c.twos)-1)
					if last {
						behind = int(two[1]) + 1
					}
				case isNode:
					e = down(b)
				}
				n[b] = e
				b++
			}
		}
	}
	return n
}

// at returns the node that bytes lead to; nil if they lead to none.
func (c *Codec) at(path []byte) *node {
	n := c.nodes[0]
	for _, b := range path {
		e := n[b]
		if e&kindBits != isNode {
			return nil
		}
		n = c.nodes[e&^kindBits]
	}
	return n
}

// none stands for a character that the codec does not have, where there would be a sequence.
const none = 1<<32 - 1

// packed are the bytes of a sequence as a number.
func packed(b []byte) (n uint32) {
	if len(b) > 4 {
		panic(fmt.Sprintf("multibyte: a sequence of %d bytes", len(b)))
	}
	for _, x := range b {
		n = n<<8 | uint32(x)
	}
	return n
}

// page is where the sequence of a character stands: 0 if there is none.
func (c *Codec) page(r rune) *uint32 {
	p := &c.pages[r>>8]
	if *p == nil {
		*p = new([256]uint32)
	}
	return &(*p)[r&0xFF]
}
