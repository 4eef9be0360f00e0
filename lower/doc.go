// Package lower turns typed IR into machine code for one target.
//
// It holds the machine form that all targets share (virtual registers,
// operands with constraints, blocks with parameters: type Func) and the driver
// that goes from ir to Func by the target's selection table, through package
// regalloc, to bytes by the target's encoding table. The targets, lower/amd64
// and lower/arm64, hold tables and encodings; whatever both need stands here.
//
// The package knows IR operations, registers and bytes. It must not know any
// guest: what a guest adds (operations, helpers, frame layout) reaches it as
// rows of tables.
package lower
