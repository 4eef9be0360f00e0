package cpython

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"strconv"

	"github.com/tier2go/tier2/uop"
)

// Dump is a file of trace dumps: JSON lines, each a trace that CPython's tier 2
// made, before and after its own optimizer, or what the traces refer to. ReadDump
// reads it.
type Dump struct {
	Traces []*DumpTrace
	// Codes has the code objects, by the name that traces use:
	// "qualname@file:firstlineno".
	Codes map[string]*DumpCode
	// Symbols are the objects, types and functions that operands name: an operand
	// word from SymbolBase on is SymbolBase plus an index of Symbols.
	Symbols []Symbol
}

// SymbolBase is where the operand words begin that name a symbol.
const SymbolBase = 1 << 63

// Symbol is what an operand names. Which fields are set depends on the micro-op.
type Symbol struct {
	Obj         string `json:"obj"` // "obj12": the same object has the same name within a program
	Type        string `json:"type"`
	Repr        string `json:"repr"`
	Func        string `json:"func"` // the name of a function object
	FuncVersion uint32 `json:"func_version"`
	Code        string `json:"code"` // key of Dump.Codes
	CodeVersion uint32 `json:"code_version"`
	TypeVersion uint32 `json:"type_version"`
	BinopDescr  string `json:"binop_descr"`
	Executor    int    `json:"executor"`
	Exit        int    `json:"exit"`
	IP          int    `json:"ip"`
	Immortal    int    `json:"immortal"`
}

// DumpCode is a code object of a dump.
type DumpCode struct {
	Name      string      `json:"code_qualname"`
	File      string      `json:"filename"`
	Line      int         `json:"firstlineno"`
	Version   uint32      `json:"version"`
	Consts    [][2]string `json:"co_consts"` // type and repr, cut if long
	Names     []string    `json:"co_names"`
	Varnames  []string    `json:"co_varnames"`
	Cellvars  []string    `json:"cellvars"`
	Freevars  []string    `json:"freevars"`
	Nlocals   int         `json:"nlocals"`
	Stacksize int         `json:"stacksize"`
	Argcount  int         `json:"argcount"`
}

// DumpTrace is one trace. Targets are in code units of the code object current
// there, as everywhere.
type DumpTrace struct {
	Line        int    // of the file, from 1
	Program     string `json:"program"`
	Test        string `json:"test"` // of CPython's optimizer tests, "" otherwise
	ID          int    `json:"trace_id"`
	Code        string // key of Dump.Codes
	CodeVersion uint32 `json:"code_version"`
	EntryOffset int    `json:"entry_offset"` // in bytes
	StackDepth  int    `json:"stack_depth"`
	EndReason   string `json:"end_reason"`
	Status      string `json:"status"`
	OK          bool   // CPython's optimizer succeeded: After is there
	Before      *uop.Trace
	After       *uop.Trace // with its stubs; nil if there is none
	Body        int        // how many of After are no stubs
	Exec        []uint64   // executions of each of After
}

// DumpError is a mistake in a dump.
type DumpError struct {
	File string
	Line int // from 1
	Err  error
}

// Error prints file:line: cause.
func (e *DumpError) Error() string { return fmt.Sprintf("cpython: %s:%d: %v", e.File, e.Line, e.Err) }

// Unwrap returns the cause.
func (e *DumpError) Unwrap() error { return e.Err }

// maxLine bounds a line of a dump, in bytes.
const maxLine = 64 << 20

// ReadDump reads a dump, compressed by gzip or not. The name is for errors, which
// are a *DumpError, or come from r.
func ReadDump(name string, r io.Reader) (*Dump, error) {
	in := bufio.NewReader(r)
	if head, err := in.Peek(2); err == nil && head[0] == 0x1f && head[1] == 0x8b {
		z, err := gzip.NewReader(in)
		if err != nil {
			return nil, &DumpError{name, 1, err}
		}
		defer z.Close()
		in = bufio.NewReader(z)
	}
	d := &dumpReader{Dump: &Dump{Codes: map[string]*DumpCode{}}, symbols: map[Symbol]uint64{}}
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 0, 1<<16), maxLine)
	for n := 1; lines.Scan(); n++ {
		if err := d.line(n, lines.Bytes()); err != nil {
			return nil, &DumpError{name, n, err}
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("cpython: %s: %w", name, err)
	}
	return d.Dump, nil
}

// dumpReader reads lines and names symbols.
type dumpReader struct {
	*Dump
	symbols map[Symbol]uint64
}

func (d *dumpReader) line(n int, text []byte) error {
	if len(bytes.TrimSpace(text)) == 0 {
		return nil
	}
	var head struct {
		Kind string `json:"kind"`
	}
	if err := json.Unmarshal(text, &head); err != nil {
		return err
	}
	switch head.Kind {
	case "code":
		c := &DumpCode{}
		if err := json.Unmarshal(text, c); err != nil {
			return err
		}
		if c.Nlocals < 0 || c.Stacksize < 0 || c.Nlocals > 1<<16 || c.Stacksize > 1<<16 {
			return fmt.Errorf("a code object with %d locals and a stack of %d", c.Nlocals, c.Stacksize)
		}
		d.Codes[c.Name+"@"+c.File+":"+strconv.Itoa(c.Line)] = c
	case "trace":
		return d.trace(n, text)
	case "program", "test":
	default:
		return fmt.Errorf("a record of the unknown kind %q", head.Kind)
	}
	return nil
}

// rawTrace is a trace as the file has it.
type rawTrace struct {
	DumpTrace
	Name   string   `json:"code_qualname"`
	File   string   `json:"filename"`
	First  int      `json:"firstlineno"`
	Uops   []rawUop `json:"before"`
	Opt    []rawUop `json:"after"`
	Counts []uint64 `json:"exec"`
	Stages struct {
		Body int `json:"final_body"`
	} `json:"stage_uops"`
}

type rawUop struct {
	Op       string          `json:"op"`
	Oparg    uint32          `json:"oparg"`
	Target   uint32          `json:"target"`
	Operand0 json.RawMessage `json:"operand0"`
	Operand1 json.RawMessage `json:"operand1"`
}

func (d *dumpReader) trace(n int, text []byte) error {
	var raw rawTrace
	if err := json.Unmarshal(text, &raw); err != nil {
		return err
	}
	t := raw.DumpTrace
	t.Line, t.OK, t.Exec = n, raw.Status == "ok", raw.Counts
	t.Code = raw.Name + "@" + raw.File + ":" + strconv.Itoa(raw.First)
	if t.EntryOffset < 0 || t.StackDepth < 0 || t.StackDepth > 1<<16 {
		return fmt.Errorf("trace %d enters at %d with a stack of %d", t.ID, t.EntryOffset, t.StackDepth)
	}
	title := raw.Name + " " + raw.File + ":" + strconv.Itoa(raw.First)
	var err error
	if t.Before, err = d.uops(&t, title, raw.Uops); err != nil {
		return err
	}
	if t.OK {
		if t.After, err = d.uops(&t, title, raw.Opt); err != nil {
			return err
		}
		if t.Body = raw.Stages.Body; t.Body < 0 || t.Body > len(t.After.Insts) {
			return fmt.Errorf("trace %d has %d micro-ops, %d of them no stubs", t.ID, len(t.After.Insts), t.Body)
		}
	}
	d.Traces = append(d.Traces, &t)
	return nil
}

// uops makes a trace of micro-ops.
func (d *dumpReader) uops(t *DumpTrace, title string, raw []rawUop) (*uop.Trace, error) {
	if len(raw) == 0 {
		return nil, fmt.Errorf("trace %d is empty", t.ID)
	}
	out := &uop.Trace{Table: DumpTable(), Name: title, Entry: uint32(t.EntryOffset / 2), Depth: t.StackDepth, Insts: make([]uop.Inst, len(raw))}
	for i := range raw {
		u := &raw[i]
		id, ok := DumpTable().ByName(u.Op)
		if !ok {
			return nil, fmt.Errorf("trace %d, micro-op %d: unknown %q", t.ID, i, u.Op)
		}
		in := uop.Inst{Op: id, Oparg: u.Oparg, Target: u.Target}
		var err error
		if in.Operand0, err = d.operand(u.Operand0); err == nil {
			in.Operand1, err = d.operand(u.Operand1)
		}
		if err != nil {
			return nil, fmt.Errorf("trace %d, micro-op %d (%s): %w", t.ID, i, u.Op, err)
		}
		out.Insts[i] = in
	}
	if out.Insts[len(raw)-1].Op == JUMP_TO_TOP {
		out.Stop = uop.StopLoop
	}
	return out, nil
}

// operand returns the word of an operand.
func (d *dumpReader) operand(text json.RawMessage) (uint64, error) {
	switch {
	case len(text) == 0 || string(text) == "null":
		return 0, nil
	case text[0] != '{':
		x, err := strconv.ParseUint(string(text), 10, 64)
		if err != nil || x >= SymbolBase {
			return 0, fmt.Errorf("the operand is a number of 63 bits or an object, not %s", text)
		}
		return x, nil
	}
	var s Symbol
	if err := json.Unmarshal(text, &s); err != nil {
		return 0, err
	}
	w, ok := d.symbols[s]
	if !ok {
		w = SymbolBase + uint64(len(d.Symbols))
		d.symbols[s] = w
		d.Symbols = append(d.Symbols, s)
	}
	return w, nil
}

// Symbol returns what an operand word names, nil if it is a number.
func (d *Dump) Symbol(word uint64) *Symbol {
	if i := word - SymbolBase; word >= SymbolBase && i < uint64(len(d.Symbols)) {
		return &d.Symbols[i]
	}
	return nil
}

// Weight returns how often CPython ran the trace: the executions of its first
// micro-op, plus those of its jumps to the top. loops are the jumps alone.
func (t *DumpTrace) Weight() (entries, loops uint64) {
	if t.After == nil || len(t.Exec) == 0 {
		return 0, 0
	}
	for i, u := range t.After.Insts {
		if u.Op == JUMP_TO_TOP && i < len(t.Exec) {
			loops += t.Exec[i]
		}
	}
	return t.Exec[0], loops
}
