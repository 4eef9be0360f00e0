// Package sample does not compile for Windows.
package sample

func size() int { return wordSize }
