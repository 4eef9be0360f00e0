package encode_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/tier2go/tier2/lower/encode"
)

// The tests' machine has instructions of one opcode byte, a byte of two
// 4-bit registers, and what follows.
var (
	regLow, regHigh = nibble(0, 8), nibble(1, 12)
	none            = [encode.MaxOps]encode.Words{encode.Unused(0), encode.Unused(1), encode.Unused(2), encode.Unused(3)}
)

const (
	idNone = iota
	idMove
	idLoad
	idStoreImm
	idJump
	idBranch
)

var names = []string{"no form", "move", "load", "storeimm", "jump", "branch"}

func name(id uint16) string { return names[id] }

var templates = []encode.Template{
	idNone: {Base: encode.NoForm, Ops: [encode.MaxOps]*encode.Words{&none[0], &none[1], &none[2], &none[3]}},
	idMove: {ID: idMove, Len: 2, PC: 2, Base: 0x01, Ops: [encode.MaxOps]*encode.Words{regLow, regHigh, &none[2], &none[3]},
		Holes: [2]encode.Hole{{Off: 2}, {Off: 2}}},
	idLoad: {ID: idLoad, Len: 3, PC: 3, Base: 0x02, Ops: [encode.MaxOps]*encode.Words{regLow, regHigh, &none[2], &none[3]},
		Holes: [2]encode.Hole{{Off: 2, Bits: 8, Signed: true}, {Off: 3}}},
	idStoreImm: {ID: idStoreImm, Len: 11, PC: 11, Base: 0x03, Ops: [encode.MaxOps]*encode.Words{regLow, &none[1], &none[2], &none[3]},
		Holes: [2]encode.Hole{{Off: 2, Bits: 8, Signed: true}, {Off: 3, Bits: 64, Signed: true}}},
	idJump: {ID: idJump, Len: 5, PC: 5, Base: 0x04, Ops: [encode.MaxOps]*encode.Words{&none[0], &none[1], &none[2], &none[3]},
		Holes: [2]encode.Hole{{Off: 1, Bits: 32, Signed: true}, {Off: 5}}},
	// A word-encoded branch: register in bits 0-3, distance in words in two
	// runs, counted from the instruction.
	idBranch: {ID: idBranch, Len: 4, PC: 0, Base: 0x9000_0000, Ops: [encode.MaxOps]*encode.Words{nibble(0, 0), &none[1], &none[2], &none[3]},
		Holes: [2]encode.Hole{{Bits: 3, Shift: 20, HiBits: 4, HiShift: 4, Scale: 2, Signed: true}, {Off: 4}}},
}

// nibble is an operand i of 16 registers stored at a bit.
func nibble(i, bit int) *encode.Words {
	w := encode.Unused(i)
	for r := range 16 {
		w[r] = uint64(r) << bit
	}
	return &w
}

func newTest() *encode.Buf {
	b := encode.New(name, 0xEEDDCCBB)
	return &b
}

func finish(t *testing.T, b *encode.Buf) []byte {
	t.Helper()
	code, err := b.Finish()
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// caught returns the *Error with which f panics.
func caught(t *testing.T, f func()) (err *encode.Error) {
	t.Helper()
	defer func() {
		var ok bool
		if err, ok = recover().(*encode.Error); !ok {
			t.Error("no *Error")
			err = &encode.Error{}
		}
	}()
	f()
	return nil
}

func TestEmit(t *testing.T) {
	b := newTest()
	b.Emit2(&templates[idMove], 3, 10, 0)
	b.Emit2(&templates[idLoad], 15, 1, -2)
	b.Emit4x2(&templates[idStoreImm], 7, 0, 0, 0, 5, -3)
	b.EmitField(&templates[idBranch], 9, 0, 0, 0, templates[idBranch].Holes[0].Field(-4*5))
	want := []byte{
		1, 0xa3,
		2, 0x1f, 0xfe,
		3, 0x07, 5, 0xfd, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
		0xf9, 0x00, 0x30, 0x90, // -5 = 1111 011: low run 3 at bit 20, high run 15 at bit 4
	}
	if got := finish(t, b); !bytes.Equal(got, want) {
		t.Errorf("% x, want % x", got, want)
	}
}

func TestHole(t *testing.T) {
	imm64 := encode.Hole{Bits: 64, Signed: true}
	for _, v := range []int64{0, -1, 1 << 62, -1 << 63} {
		if !imm64.Fits(v) || imm64.Field(v) != uint64(v) {
			t.Errorf("64 bits: %#x stored as %#x", v, imm64.Field(v))
		}
	}
	split := encode.Hole{Bits: 2, Shift: 29, HiBits: 19, HiShift: 5, Signed: true} // as arm64's ADR
	tests := []struct {
		h    encode.Hole
		v    int64
		fits bool
		want uint64
	}{
		{encode.Hole{Bits: 8, Signed: true}, 127, true, 127},
		{encode.Hole{Bits: 8, Signed: true}, -128, true, 128},
		{encode.Hole{Bits: 8, Signed: true}, 128, false, 0},
		{encode.Hole{Bits: 8, Signed: true}, -129, false, 0},
		{encode.Hole{Bits: 8}, 255, true, 255},
		{encode.Hole{Bits: 8}, 256, false, 0},
		{encode.Hole{Bits: 8}, -1, false, 0},
		{encode.Hole{Bits: 12, Shift: 10, Scale: 3}, 8 * 4095, true, 4095 << 10},
		{encode.Hole{Bits: 12, Shift: 10, Scale: 3}, 8 * 4096, false, 0},
		{encode.Hole{Bits: 12, Shift: 10, Scale: 3}, 12, false, 0},
		{split, 5, true, 1<<29 | 1<<5},
		{split, -1, true, 3<<29 | (1<<19-1)<<5},
		{split, 1<<20 - 1, true, 3<<29 | (1<<18-1)<<5},
		{split, 1 << 20, false, 0},
		{split, -1 << 20, true, 1 << 23},
		{split, -1<<20 - 1, false, 0},
	}
	for _, tt := range tests {
		if got := tt.h.Fits(tt.v); got != tt.fits {
			t.Errorf("%+v: %d fits: %v", tt.h, tt.v, got)
		}
		if tt.fits && tt.h.Field(tt.v) != tt.want {
			t.Errorf("%+v: %d stored as %#x, want %#x", tt.h, tt.v, tt.h.Field(tt.v), tt.want)
		}
	}
}

// TestRandomBranches: jumps of both kinds between both sections, in random
// programs over one reused buffer that starts small, lead to their labels.
func TestRandomBranches(t *testing.T) {
	b := newTest()
	rng := rand.New(rand.NewPCG(1, 1))
	type jump struct {
		sec encode.Section
		at  int
		l   encode.Label
	}
	for round := range 50 {
		b.Reset()
		n := 10 * (round + 1)
		first := b.NewLabels(n)
		var jumps []jump
		for l := range encode.Label(n) {
			b.Select(encode.Section(rng.IntN(2)))
			b.Bind(first + l)
			for range rng.IntN(20) {
				j := jump{b.Section(), b.Len(), first + encode.Label(rng.IntN(n))}
				jumps = append(jumps, j)
				b.Refer(&templates[idJump], 0, j.l)
				b.Emit0(&templates[idJump], 0)
			}
		}
		code := finish(t, b)
		if b.ColdBase()%encode.MaxAlign != 0 {
			t.Fatalf("cold section at %#x", b.ColdBase())
		}
		for _, j := range jumps {
			at := j.at + int(j.sec)*b.ColdBase()
			if code[at] != 4 {
				t.Fatalf("no jump at %#x", at)
			}
			to := at + 5 + int(int32(binary.LittleEndian.Uint32(code[at+1:])))
			if to != b.Offset(j.l) {
				t.Fatalf("jump at %#x leads to %#x, label %d is at %#x", at, to, j.l, b.Offset(j.l))
			}
		}
	}
}

// TestWordBranch: distances in words, counted from the branch, within ±256.
func TestWordBranch(t *testing.T) {
	for _, tt := range []struct {
		words int
		ok    bool
	}{{0, true}, {1, true}, {63, true}, {64, false}, {-64, true}, {-65, false}} {
		b := newTest()
		l := b.NewLabel()
		at := max(-tt.words, 0)
		for i := range 200 {
			if i == at+tt.words {
				b.Bind(l)
			}
			if i == at {
				b.Refer(&templates[idBranch], 0, l)
			}
			b.EmitField(&templates[idBranch], 5, 0, 0, 0, 0)
		}
		code, err := b.Finish()
		var e *encode.Error
		if !tt.ok {
			if !errors.As(err, &e) || e.Reason != encode.OutOfRange || e.Form != "branch" || e.Value != int64(4*tt.words) || e.Offset != 4*at {
				t.Errorf("%d words: %v", tt.words, err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		w := binary.LittleEndian.Uint32(code[4*at:])
		if want := uint32(0x9000_0005 | templates[idBranch].Holes[0].Field(int64(4*tt.words))); w != want {
			t.Errorf("%d words: %#x, want %#x", tt.words, w, want)
		}
	}
}

func TestMistakes(t *testing.T) {
	tests := []struct {
		f    func(b *encode.Buf)
		want string
	}{
		{func(b *encode.Buf) { b.Emit0(&templates[idNone], 0) }, "encode: no form: no such form (at hot+0x0)"},
		{func(b *encode.Buf) { b.Emit4(&templates[idNone], 1, 2, 3, 4, 0) }, "encode: no form: no such form (at hot+0x0)"},
		{func(b *encode.Buf) { b.Byte(0); b.Emit1(&templates[idStoreImm], 16, 0) }, "encode: storeimm: operand 0: operand not allowed: 16 (at hot+0x1)"},
		{func(b *encode.Buf) { b.Emit2(&templates[idMove], 33, 34, 0) }, "encode: move: operand 0: operand not allowed: 33 (at hot+0x0)"},
		{func(b *encode.Buf) { b.Select(encode.Cold); b.Emit2(&templates[idMove], 1, 34, 0) }, "encode: move: operand 1: operand not allowed: 34 (at cold+0x0)"},
		{func(b *encode.Buf) { b.Emit4(&templates[idMove], 1, 2, 0, 1, 0) }, "encode: move: operand 3: operand not allowed: 1 (at hot+0x0)"},
		{func(b *encode.Buf) { b.Emit4x2(&templates[idMove], 1, 2, 1, 0, 0, 0) }, "encode: move: operand 2: operand not allowed: 1 (at hot+0x0)"},
		{func(b *encode.Buf) { b.EmitField(&templates[idBranch], 16, 0, 0, 0, 0) }, "encode: branch: operand 0: operand not allowed: 16 (at hot+0x0)"},
		{func(b *encode.Buf) { l := b.NewLabels(2); b.Bind(l + 1); b.Bind(l + 1) }, "encode: Bind: label bound twice: 1 (at hot+0x0)"},
		{func(b *encode.Buf) { b.Align(32) }, "encode: Align: value out of range: 32 (at hot+0x0)"},
		{func(b *encode.Buf) { b.Align(3) }, "encode: Align: value out of range: 3 (at hot+0x0)"},
	}
	for _, tt := range tests {
		if got := caught(t, func() { tt.f(newTest()) }).Error(); got != tt.want {
			t.Errorf("got  %s\nwant %s", got, tt.want)
		}
	}
}

func TestUnboundLabel(t *testing.T) {
	b := newTest()
	b.Select(encode.Cold)
	b.Emit2(&templates[idMove], 0, 0, 0)
	l := b.NewLabel()
	b.Refer(&templates[idJump], 0, l)
	b.Emit0(&templates[idJump], 0)
	_, err := b.Finish()
	if want := "encode: jump: label not bound: 0 (at cold+0x2)"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if b.Bound(l) {
		t.Error("label is bound")
	}
}

// TestFinished: nothing gets into a buffer between Finish and Reset.
func TestFinished(t *testing.T) {
	late := []func(b *encode.Buf){
		func(b *encode.Buf) { b.Emit2(&templates[idMove], 1, 2, 0) },
		func(b *encode.Buf) { b.Byte(1) },
		func(b *encode.Buf) { b.Data64(1) },
		func(b *encode.Buf) { b.Bind(0) },
		func(b *encode.Buf) { b.Select(encode.Cold) },
		func(b *encode.Buf) { b.Finish() },
	}
	for i, f := range late {
		b := newTest()
		b.NewLabel()
		b.Emit2(&templates[idMove], 1, 2, 0)
		code := finish(t, b)
		if e := caught(t, func() { f(b) }); e.Reason != encode.AlreadyFinished {
			t.Errorf("%d: %v", i, e)
		}
		if want := []byte{1, 0x21}; !bytes.Equal(code, want) {
			t.Errorf("%d: code is now % x", i, code)
		}
		b.Reset()
		b.Emit2(&templates[idMove], 3, 4, 0)
		if got, want := finish(t, b), []byte{1, 0x43}; !bytes.Equal(got, want) {
			t.Errorf("%d: after Reset % x, want % x", i, got, want)
		}
	}
}

// TestDataAndAlign: data, padding by position, and cold behind hot.
func TestDataAndAlign(t *testing.T) {
	b := newTest()
	b.Emit2(&templates[idMove], 1, 1, 0)
	b.Align(8)
	b.Select(encode.Cold)
	b.Byte(0x77)
	b.Align(4)
	b.Data64(0x0807060504030201)
	b.Select(encode.Hot)
	b.Byte(0x66)
	want := []byte{1, 0x11, 0xdd, 0xee, 0xbb, 0xcc, 0xdd, 0xee, 0x66, 0xcc, 0xdd, 0xee, 0xbb, 0xcc, 0xdd, 0xee,
		0x77, 0xcc, 0xdd, 0xee, 1, 2, 3, 4, 5, 6, 7, 8}
	if got := finish(t, b); !bytes.Equal(got, want) || b.ColdBase() != 16 {
		t.Errorf("% x (cold at %d), want % x", got, b.ColdBase(), want)
	}
}

// TestReuseAllocatesNothing: once a buffer has grown, compiles allocate
// nothing.
func TestReuseAllocatesNothing(t *testing.T) {
	b := newTest()
	fill := func() {
		b.Reset()
		l := b.NewLabels(100)
		for i := range encode.Label(100) {
			b.Select(encode.Section(i & 1))
			b.Bind(l + i)
			for range 100 {
				b.Emit2(&templates[idLoad], 1, 2, 3)
			}
			b.Refer(&templates[idJump], 0, l+99-i)
			b.Emit0(&templates[idJump], 0)
		}
		if _, err := b.Finish(); err != nil {
			t.Fatal(err)
		}
	}
	fill()
	if n := testing.AllocsPerRun(10, fill); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkEmit2(b *testing.B) {
	buf := newTest()
	tm := &templates[idMove]
	b.ReportAllocs()
	for b.Loop() {
		buf.Reset()
		for i := range 1000 {
			buf.Emit2(tm, uint8(i&15), uint8(i>>4&15), 0)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1000, "ns/instr")
}
