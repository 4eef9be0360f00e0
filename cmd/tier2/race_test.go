//go:build race

package main

// raced says that Go code is many times slower than it is: shares of times mean
// nothing.
const raced = true
