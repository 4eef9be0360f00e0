package pycode

import (
	"bytes"
	"fmt"
	"io"
	"sort"
	"strconv"
	"strings"
)

// DisOptions chooses what Disassemble prints. The zero value prints the code as
// it was compiled, without inline caches.
type DisOptions struct {
	// Caches prints the inline caches, field by field.
	Caches bool
	// Live, where not nil, returns the units of a code object as they are now,
	// specialized; nil means as compiled. There must be as many as in Units.
	Live func(*Code) []uint16
	// Note, where not nil, returns a remark on the instruction at a unit.
	Note func(c *Code, unit int) string
	// Flat leaves out the code objects among the constants.
	Flat bool
}

// Disassemble prints a code object and those among its constants, as the dis
// module of CPython does in spirit. The columns are the source line where it
// changes, the offset in code units and in bytes, a label where jumps or
// handlers lead, the opcode, its operand, and what that means. The error is w's.
func Disassemble(w io.Writer, c *Code, opt DisOptions) error {
	d := disassembler{DisOptions: opt, seen: map[*Code]bool{}}
	d.code(c)
	_, err := w.Write(d.buf.Bytes())
	return err
}

type disassembler struct {
	DisOptions
	buf    bytes.Buffer
	seen   map[*Code]bool
	labels []int // sorted units; label Ln is labels[n-1]
	live   []uint16
}

func (d *disassembler) code(c *Code) {
	d.seen[c] = true
	d.head(c)
	d.labels, d.live = c.Labels(), nil
	if d.Live != nil {
		d.live = d.Live(c)
	}
	line := -2
	for in := range c.Instructions() {
		d.instruction(c, in, &line)
	}
	d.handlers(c)
	if d.Flat {
		return
	}
	for _, k := range c.Consts {
		if k, ok := k.(*Code); ok && !d.seen[k] {
			d.buf.WriteByte('\n')
			d.code(k)
		}
	}
}

var flagNames = []struct {
	bit  int
	name string
}{
	{FlagVarArgs, "*args"}, {FlagVarKeywords, "**kwargs"}, {FlagGenerator, "generator"},
	{FlagCoroutine, "coroutine"}, {FlagAsyncGenerator, "async generator"}, {FlagMethod, "method"},
}

// head prints the line above the instructions.
func (d *disassembler) head(c *Code) {
	facts := []string{fmt.Sprintf("%d units", len(c.Units)), fmt.Sprintf("stack %d", c.StackSize)}
	for _, f := range []struct {
		n    int
		name string
	}{{c.NumParams(), "parameters"}, {c.NumLocals(), "locals"}, {c.NumCells(), "cells"}, {c.NumFree(), "free"}} {
		if f.n > 0 {
			facts = append(facts, fmt.Sprintf("%s %d", f.name, f.n))
		}
	}
	for _, f := range flagNames {
		if c.Flags&f.bit != 0 {
			facts = append(facts, f.name)
		}
	}
	fmt.Fprintf(&d.buf, "%s (%s:%d): %s\n", printable(c.QualName), printable(c.Filename), c.FirstLine, strings.Join(facts, ", "))
}

// instruction prints an instruction; line is the last source line printed.
func (d *disassembler) instruction(c *Code, in Instr, line *int) {
	text := ""
	if l := c.Line(in.Unit); l != *line {
		*line = l
		if text = strconv.Itoa(l); l < 0 {
			text = "--"
		}
	}
	label := ""
	if l := d.label(in.Start); l != "" {
		label = l + ":"
	}
	op, arg, meaning := in.Op, in.Arg, d.meaning(c, in)
	if d.live != nil {
		if op = Op(d.live[in.Unit]); Op(d.live[in.Start]) == ENTER_EXECUTOR {
			op = ENTER_EXECUTOR
		}
		if op == ENTER_EXECUTOR {
			meaning = strings.TrimSpace(in.Op.String() + " " + meaning)
			arg = uint32(d.live[in.Start] >> 8)
		}
	}
	row := fmt.Sprintf("%6s %6d %6d %6s %s", text, in.Unit, 2*in.Unit, label, op)
	if in.Op.HasArg() || arg != 0 {
		row = fmt.Sprintf("%-64s %5d", row, arg)
	}
	if meaning != "" {
		row += "  (" + meaning + ")"
	}
	if d.Note != nil {
		if note := d.Note(c, in.Unit); note != "" {
			row += "  ; " + note
		}
	}
	d.buf.WriteString(row + "\n")
	if d.Caches {
		d.caches(c, in)
	}
}

// meaning is Operand with labels for targets.
func (d *disassembler) meaning(c *Code, in Instr) string {
	if t, ok := in.Target(); ok {
		return "to " + d.label(t)
	}
	return c.Operand(in)
}

func (d *disassembler) label(unit int) string {
	if i := sort.SearchInts(d.labels, unit); i < len(d.labels) && d.labels[i] == unit {
		return "L" + strconv.Itoa(i+1)
	}
	return ""
}

// caches prints the fields of an inline cache, which are little endian.
func (d *disassembler) caches(c *Code, in Instr) {
	units := c.Units
	if d.live != nil {
		units = d.live
	}
	at := in.Unit + 1
	for _, f := range CacheLayout(in.Op) {
		if at+f.Units > in.Next {
			return
		}
		value := uint64(0)
		for i := f.Units - 1; i >= 0; i-- {
			value = value<<16 | uint64(units[at+i])
		}
		fmt.Fprintf(&d.buf, "%6s %6d %6d %6s   .%s = %#x\n", "", at, 2*at, "", f.Name, value)
		at += f.Units
	}
}

// handlers prints the exception table.
func (d *disassembler) handlers(c *Code) {
	for i, h := range c.Handlers() {
		if i == 0 {
			d.buf.WriteString("exception table:\n")
		}
		lasti := ""
		if h.Lasti {
			lasti = ", lasti"
		}
		fmt.Fprintf(&d.buf, "  %s to %s -> %s [depth %d%s]\n", d.label(h.Start), d.label(h.End), d.label(h.Target), h.Depth, lasti)
	}
}
