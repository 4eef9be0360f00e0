package toyguest

// Sum is a trace of the loop
//
//	while i < n { s = s + i; i = i + 1 }
//
// as a VM would record it; the locals are s, i, n. Each BEGIN starts an
// instruction: a guard that fails makes the VM execute it again.
const Sum = `trace @sum entry=0 depth=0 code=0x33 stop=loop
  BEGIN @0
  LOAD 0
  LOAD 1
  GUARD 1 @0
  GUARD 0 @0
  ARITH 0
  STORE 0
  BEGIN @3
  LOAD 1
  CONST =0xfffe000000000001
  ARITH 0
  STORE 1
  BEGIN @6
  LOAD 1
  LOAD 2
  GUARD 1 @0
  GUARD 0 @0
  LESS 0
  EXITUNLESS @9
  LOOP @0
`
