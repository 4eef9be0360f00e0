// Package deps holds the module to its import law: one table says which package
// may import which, and a test compares it with what the go command lists.
//
// The package must not know what the packages do, and nothing imports it. To
// let package a use package b, write b into a's line of [law] and say why in the
// commit:
//
//	{"regalloc", "lower"},
//
// The law is about what programs link. Tests may import more, but the tests of
// packages that know no guest do not import the Python one either.
package deps
