package lib

import (
	"bufio"
	"bytes"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/tier2go/tier2/interp/grant"
	"github.com/tier2go/tier2/interp/object"
)

// chunkSize is how many bytes a text file reads and decodes at a time, which
// shows in the positions of decoding errors (_CHUNK_SIZE of TextIOWrapper).
const chunkSize = 8192

// file is what is behind a file object, text or binary.
type file struct {
	name, mode       string
	encoding, errors string
	binary           bool

	os       grant.File    // nil for the standard streams
	in       *bufio.Reader // nil: not readable
	out      *bufio.Writer // nil: not writable
	direct   bool          // out is flushed after each write
	fd       int           // of a standard stream; -1 for others
	below    *file         // the binary file that text is read from or written to; nil: it has none of its own
	closed   bool
	bare     bool // made by __new__ alone: not initialized
	byteName bool // the name is a bytes
	named    bool // the encoding is one that the program has named

	// Reading text: bytes that are an incomplete character, decoded text that
	// has not been read, and whether it ended in a \r that may begin a \r\n.
	tail    []byte
	text    []byte
	heldCR  bool
	eof     bool
	univ    bool   // any of \n, \r, \r\n ends a line …
	keep    bool   // … and is left as it is
	readNL  string // what ends a line unless univ
	writeNL string // what \n is written as
}

// readChunk decodes more text. At the end of the file it decodes what is left
// and sets eof.
func (f *file) readChunk(h *object.Heap, all bool) error {
	if f.out != nil && f.os != nil {
		if err := f.out.Flush(); err != nil {
			return osError(h, err, object.Null)
		}
	}
	var data []byte
	if all {
		rest, err := io.ReadAll(f.in)
		if err != nil {
			return osError(h, err, object.Null)
		}
		data, f.eof = append(f.tail, rest...), true
	} else {
		var chunk [chunkSize]byte
		n, err := f.in.Read(chunk[:])
		if err != nil && err != io.EOF {
			return osError(h, err, object.Null)
		}
		data, f.eof = append(f.tail, chunk[:n]...), n == 0
	}
	f.tail = nil
	if cut := incomplete(data); !f.eof && f.encoding == "utf-8" && cut < len(data) {
		f.tail = append([]byte(nil), data[cut:]...)
		data = data[:cut]
	}
	text, err := f.decode(h, data)
	if err != nil {
		return err
	}
	f.addText(text)
	return nil
}

// incomplete returns where an incomplete character at the end of data begins.
func incomplete(data []byte) int {
	for i := len(data) - 1; i >= 0 && i >= len(data)-3; i-- {
		if utf8.RuneStart(data[i]) {
			if data[i] >= 0xC0 && !utf8.FullRune(data[i:]) {
				return i
			}
			break
		}
	}
	return len(data)
}

// decode returns data as UTF-8, with lone surrogates as error handlers make them.
func (f *file) decode(h *object.Heap, data []byte) ([]byte, error) {
	if f.encoding == "utf-8" && utf8.Valid(data) {
		return data, nil
	}
	s, err := h.Decode(h.NewBytes(data), f.encoding, f.errors)
	if err != nil {
		return nil, err
	}
	return h.AppendStr(nil, s), nil
}

// addText appends decoded text, its line ends translated.
func (f *file) addText(text []byte) {
	if !f.univ {
		f.text = append(f.text, text...)
		return
	}
	if f.heldCR {
		text = append([]byte{'\r'}, text...)
		f.heldCR = false
	}
	if n := len(text); n > 0 && text[n-1] == '\r' && !f.eof {
		text, f.heldCR = text[:n-1], true
	}
	if !f.keep && bytes.IndexByte(text, '\r') >= 0 {
		text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
		text = bytes.ReplaceAll(text, []byte("\r"), []byte("\n"))
	}
	f.text = append(f.text, text...)
}

// lineEnd returns the length of the line that text begins with, 0 if it has no
// end yet.
func (f *file) lineEnd(from int) int {
	if f.univ && f.keep {
		i := bytes.IndexAny(f.text[from:], "\r\n")
		if i < 0 {
			return 0
		}
		i += from
		if f.text[i] == '\r' && i+1 < len(f.text) && f.text[i+1] == '\n' {
			i++
		}
		return i + 1
	}
	end := "\n"
	if !f.univ {
		end = f.readNL
	}
	if i := bytes.Index(f.text[from:], []byte(end)); i >= 0 {
		return from + i + len(end)
	}
	return 0
}

// readLine returns the next line, at most limit characters of it (negative: no
// limit); it is empty at the end.
func (f *file) readLine(h *object.Heap, limit int) (string, error) {
	from := 0
	for {
		n := f.lineEnd(from)
		if n == 0 && !f.eof && (limit < 0 || utf8.RuneCount(f.text) < limit) {
			from = max(0, len(f.text)-1) // a line's end may be two bytes
			if err := f.readChunk(h, false); err != nil {
				return "", err
			}
			continue
		}
		if n == 0 {
			n = len(f.text)
		}
		if limit >= 0 {
			n = min(n, prefix(f.text, limit))
		}
		return f.take(n), nil
	}
}

// prefix returns the length in bytes of the first n characters.
func prefix(text []byte, n int) int {
	i := 0
	for ; n > 0 && i < len(text); n-- {
		i++
		for i < len(text) && text[i]&0xC0 == 0x80 {
			i++
		}
	}
	return i
}

// take removes n bytes from the decoded text.
func (f *file) take(n int) string {
	s := string(f.text[:n])
	f.text = f.text[n:]
	if len(f.text) == 0 {
		f.text = nil
		// The end of a terminal's or a pipe's input is not for ever.
		f.eof = f.eof && f.os != nil
	}
	return s
}

// readText returns n characters, all that are left if n is negative.
func (f *file) readText(h *object.Heap, n int) (string, error) {
	if n < 0 {
		if err := f.readChunk(h, true); err != nil {
			return "", err
		}
		return f.take(len(f.text)), nil
	}
	for utf8.RuneCount(f.text) < n && !f.eof {
		if err := f.readChunk(h, false); err != nil {
			return "", err
		}
	}
	return f.take(prefix(f.text, n)), nil
}

// writeText writes a str.
func (f *file) writeText(h *object.Heap, v object.Value) error {
	data, ascii := h.ASCIIData(v)
	if !ascii || f.encoding != "utf-8" || f.errors != "strict" {
		if f.encoding == "utf-8" {
			if s := h.GoString(v); utf8.ValidString(s) {
				data, ascii = []byte(s), true
			}
		}
		if !ascii {
			b, err := h.Encode(v, f.encoding, f.errors)
			if err != nil {
				return err
			}
			data = h.BytesData(b)
		}
	}
	if f.writeNL != "\n" && f.writeNL != "" && bytes.IndexByte(data, '\n') >= 0 {
		data = []byte(strings.ReplaceAll(string(data), "\n", f.writeNL))
	}
	return f.writeBytes(h, data)
}

func (f *file) writeBytes(h *object.Heap, data []byte) error {
	_, err := f.out.Write(data)
	if err == nil && f.direct {
		err = f.out.Flush()
	}
	if err != nil {
		return osError(h, err, object.Null)
	}
	return nil
}

// close flushes and closes; closing twice is no error.
func (f *file) close() error {
	if f.closed {
		return nil
	}
	f.closed = true
	if f.below != nil {
		f.below.closed = true
	}
	var err error
	if f.out != nil {
		err = f.out.Flush()
	}
	if f.os != nil {
		if cerr := f.os.Close(); err == nil {
			err = cerr
		}
	}
	return err
}
