// Package sections reads txtar archives whose mistakes have to be reported by
// line: golden files and the reproducers of crashes.
//
//	comment, list := sections.Split(data)
//	for _, s := range list {
//		fmt.Println(s.Name, s.Line)
//	}
//
// The package must not know what the sections mean.
package sections

import (
	"bytes"

	"golang.org/x/tools/txtar"
)

// Section is one file of an archive.
type Section struct {
	Name string
	Text string
	Line int // of its first line in the archive, from 1
}

// Split returns an archive's comment and its sections in order.
func Split(data []byte) (comment string, list []Section) {
	a := txtar.Parse(data)
	line := 1 + bytes.Count(a.Comment, []byte("\n"))
	for _, f := range a.Files {
		line++ // the separator
		list = append(list, Section{f.Name, string(f.Data), line})
		line += bytes.Count(f.Data, []byte("\n"))
	}
	return string(a.Comment), list
}
