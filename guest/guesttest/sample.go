package guesttest

import "github.com/tier2go/tier2/ir"

// Types are the types of the sample.
var Types = ir.GuestTypes{"int", "float", "bool", "none", "object"}

// Alias classes of the sample.
const (
	classField = 1 // of objects
	classItem  = 2 // of lists
	classPair  = 3 // of pairs
)

var raises = [ir.NumWhen]bool{ir.Raise: true}

// Rows are the operations of the sample: one of each kind that a guest may have.
var Rows = []ir.OpRow{
	{Name: "toy.binary", Args: []ir.Type{ir.Ref, ir.Ref}, Result: ir.Ref, Flags: ir.Escapes, Forms: ir.GuestOnly, Aux: ir.AuxInt,
		States: raises, Reads: ir.AllMemory, Writes: ir.AllMemory, Doc: "an operator that may run anything"},
	{Name: "toy.call", Args: []ir.Type{ir.Ref, ir.Ref}, Result: ir.Ref, Flags: ir.Escapes | ir.Opaque | ir.Variadic,
		States: raises, Reads: ir.AllMemory, Writes: ir.AllMemory, Doc: "a call"},
	{Name: "toy.attr", Args: []ir.Type{ir.Ref}, Result: ir.Ref, Aux: ir.AuxWord,
		States: [ir.NumWhen]bool{ir.Before: true, ir.Raise: true}, Reads: 1 << classField, Doc: "an attribute, with a guard of its own"},
	{Name: "toy.hash", Args: []ir.Type{ir.Ref}, Result: ir.I64, Flags: ir.Pure, Doc: "a number that depends on the word"},
	{Name: "toy.len", Args: []ir.Type{ir.Ref}, Result: ir.I64, Reads: 1 << classItem, Doc: "depends on memory"},
	{Name: "toy.setitem", Args: []ir.Type{ir.Ref, ir.Ref, ir.Ref}, States: raises, Writes: 1 << classItem, Doc: "changes memory"},
	{Name: "toy.lt", Args: []ir.Type{ir.Ref, ir.Ref}, Result: ir.Bool, Flags: ir.Escapes, Forms: ir.GuestOnly, States: raises},
	{Name: "toy.scale", Args: []ir.Type{ir.F64}, Result: ir.F64, Flags: ir.Pure, Aux: ir.AuxFloat},
	{Name: "toy.flag", Result: ir.Bool, Flags: ir.Pure, Aux: ir.AuxBool},
	{Name: "toy.check", Args: []ir.Type{ir.Ref}, Result: ir.Ref, Flags: ir.Guard, Aux: ir.AuxTypes,
		States: [ir.NumWhen]bool{ir.Before: true}, Doc: "a guard of the guest's"},
	{Name: "toy.lea", Args: []ir.Type{ir.I64, ir.I64}, Result: ir.I64, Flags: ir.Pure, Forms: 1 << ir.Machine, Aux: ir.AuxInt},
	{Name: "toy.vload", Args: []ir.Type{ir.Ref}, Flags: ir.AnyResult, Forms: ir.FromTyped, Aux: ir.AuxMem,
		States: [ir.NumWhen]bool{ir.Before: true}, Reads: 1 << classField, Doc: "a load with a check"},
	{Name: "toy.done", Args: []ir.Type{ir.Ref}, Flags: ir.Escapes, Aux: ir.NoAux,
		States: [ir.NumWhen]bool{ir.Before: true, ir.Raise: true, ir.After: true}, Writes: ir.AllMemory, Doc: "has all three states"},
	{Name: "toy.pair", Args: []ir.Type{ir.Ref, ir.Ref}, Result: ir.Ref, Flags: ir.Fresh, Types: 1 << 4, Fields: []ir.Field{
		{Mem: ir.MemAccess{Disp: 8, Class: classPair}, Arg: 0}, {Mem: ir.MemAccess{Disp: 16, Class: classPair}, Arg: 1},
	}, Doc: "a new object of two others"},
	{Name: "toy.range", Args: []ir.Type{ir.I64, ir.Ref}, Result: ir.Ref, Flags: ir.Fresh | ir.Variadic, Types: 1 << 4, Fields: []ir.Field{
		{Mem: ir.MemAccess{Disp: 8, Class: classPair}, Arg: ir.CountField}, {Mem: ir.MemAccess{Disp: 16, Class: classPair}, Arg: 0},
		{Mem: ir.MemAccess{Disp: 24, Class: classPair}, Arg: 1},
	}, Doc: "a new object of a number and any others"},
}

// Ops is the table of the core operations and the sample's.
var Ops = func() *ir.OpTable {
	t, err := ir.NewOpTable(Rows)
	if err != nil {
		panic(err) // the table above is wrong
	}
	return t
}()
