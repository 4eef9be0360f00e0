package main

import "github.com/tier2go/tier2/ir"

// opNames are the Go names of the operations that rules may have.
var opNames = map[ir.Op]string{
	ir.OpGuardTrue: "OpGuardTrue", ir.OpGuardFalse: "OpGuardFalse", ir.OpGuardI64: "OpGuardI64", ir.OpGuardU64: "OpGuardU64",
	ir.OpSame: "OpSame", ir.OpBoxI64: "OpBoxI64", ir.OpBoxU64: "OpBoxU64", ir.OpBoxF64: "OpBoxF64", ir.OpBoxBool: "OpBoxBool",
	ir.OpUnboxI64: "OpUnboxI64", ir.OpLowI64: "OpLowI64", ir.OpUnboxF64: "OpUnboxF64", ir.OpUnboxBool: "OpUnboxBool",
	ir.OpI2U: "OpI2U", ir.OpU2I: "OpU2I",
	ir.OpAdd: "OpAdd", ir.OpSub: "OpSub", ir.OpMul: "OpMul", ir.OpNeg: "OpNeg", ir.OpAnd: "OpAnd", ir.OpOr: "OpOr", ir.OpXor: "OpXor",
	ir.OpNot: "OpNot", ir.OpShl: "OpShl", ir.OpSar: "OpSar", ir.OpShr: "OpShr",
	ir.OpAddOv: "OpAddOv", ir.OpSubOv: "OpSubOv", ir.OpMulOv: "OpMulOv", ir.OpNegOv: "OpNegOv", ir.OpShlOv: "OpShlOv",
	ir.OpDivOv: "OpDivOv", ir.OpModOv: "OpModOv",
	ir.OpEq: "OpEq", ir.OpNe: "OpNe", ir.OpLt: "OpLt", ir.OpLe: "OpLe", ir.OpGt: "OpGt", ir.OpGe: "OpGe", ir.OpUlt: "OpUlt",
	ir.OpFAdd: "OpFAdd", ir.OpFSub: "OpFSub", ir.OpFMul: "OpFMul", ir.OpFDiv: "OpFDiv", ir.OpFNeg: "OpFNeg", ir.OpFAbs: "OpFAbs",
	ir.OpFSqrt: "OpFSqrt", ir.OpFEq: "OpFEq", ir.OpFNe: "OpFNe", ir.OpFLt: "OpFLt", ir.OpFLe: "OpFLe", ir.OpFGt: "OpFGt", ir.OpFGe: "OpFGe",
	ir.OpI2F: "OpI2F", ir.OpF2IOv: "OpF2IOv",
	ir.OpBNot: "OpBNot", ir.OpBoolToI64: "OpBoolToI64", ir.OpSelect: "OpSelect", ir.OpFSelect: "OpFSelect",
}

func opName(op ir.Op) string {
	n := opNames[op]
	if n == "" {
		panic("the table of names has no " + ir.CoreOps.Row(op).Name)
	}
	return n
}
