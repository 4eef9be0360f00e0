package lib

import (
	"bufio"
	"bytes"
	"io"
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/tier2go/tier2/interp/grant"
	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/object"
)

// chunkSize is how many bytes a text file reads and decodes at a time, which
// shows in the positions of decoding errors (_CHUNK_SIZE of TextIOWrapper).
const chunkSize = 8192

// file is what is behind a file object, text or binary.
type file struct {
	name, mode       string
	encoding, errors string
	shown            string // the encoding as the program has named it
	binary           bool
	heap.Account

	os       grant.File    // nil for the standard streams
	in       *bufio.Reader // nil: not readable
	out      *bufio.Writer // nil: not writable
	direct   bool          // out is flushed after each write
	lines    bool          // the file is flushed after a line has been written
	through  bool          // what is written goes to the file below at once
	fd       int           // of a standard stream; -1 for others
	at       int           // its place among openFiles
	below    *file         // the binary file that text is read from or written to, and that the system's file belongs to
	outside  *outside      // the object of the program's that in and out stand for; nil: the system's file
	chunk    int           // how much text is read and written at a time; 0: chunkSize
	closed   bool
	detached bool
	counts   bool // its memory counts: there is an object of it
	bare     bool // made by __new__ alone: not initialized
	byteName bool // the name is a bytes
	known    bool // the program knows the file by a descriptor …
	desc     int  // … which is this …
	byDesc   bool // … and has named the file by it
	lent     bool // the system's file stays open when this one is closed

	// Reading text: bytes that are an incomplete character, decoded text that
	// has not been read, and whether it ended in a \r that may begin a \r\n.
	tail    []byte
	text    []byte
	heldCR  bool
	eof     bool
	begun   bool   // something has been read
	walked  bool   // lines are being taken by next: tell is refused
	whole   bool   // the encoding is none whose chunks can be decoded
	mark    bool   // the text begins with a byte order mark …
	marked  bool   // … which has been read or written
	seen    int    // the line ends that have been read, in newlinesOf's bits
	univ    bool   // any of \n, \r, \r\n ends a line …
	keep    bool   // … and is left as it is
	readNL  string // what ends a line unless univ
	writeNL string // what \n is written as
}

// readChunk decodes more text. At the end of the file it decodes what is left
// and sets eof.
func (f *file) readChunk(h *object.Heap, all bool) error {
	if err := f.attached(h); err != nil { // by what the program decodes with
		return err
	}
	if f.out != nil && (f.os != nil || f.outside != nil) {
		if err := f.put(h); err != nil {
			return err
		}
	}
	data, err := f.bytes(h, all || f.whole)
	if err != nil {
		return osError(h, err, object.Null)
	}
	f.tail, f.begun = nil, true
	if f.mark && !f.whole && !f.marked {
		if !f.eof && len(data) < len(byteOrderMark) && strings.HasPrefix(byteOrderMark, string(data)) {
			f.tail = data
			return nil
		}
		data, f.marked = bytes.TrimPrefix(data, []byte(byteOrderMark)), true
	}
	if cut := incomplete(data); !f.eof && f.encoding == "utf-8" && cut < len(data) {
		f.tail = append([]byte(nil), data[cut:]...)
		data = data[:cut]
	}
	text, err := f.decode(h, data)
	if err != nil {
		return err
	}
	if err := within(h, len(f.text)+len(text)+1, 1); err != nil { // + 1: a \r that is held
		return err
	}
	f.addText(text)
	f.count(h)
	return nil
}

// count has what the file takes counted, if there is an object of it.
func (f *file) count(h *object.Heap) {
	if !f.counts {
		return
	}
	n := cap(f.text) + cap(f.tail)
	if f.in != nil {
		n += f.in.Size()
	}
	if f.out != nil {
		n += f.out.Size()
	}
	if f.outside != nil {
		n += cap(f.outside.rest) + cap(f.outside.text)
	}
	f.Set(&h.Heap, n)
}

// HandleWeight is what the heap counts for it without buffers.
func (f *file) HandleWeight() int {
	return int(unsafe.Sizeof(*f)+unsafe.Sizeof(outside{})) + len(f.name)
}

// bytes takes what is left of a file, or the next of it, behind the bytes that were incomplete.
// It sets eof.
func (f *file) bytes(h *object.Heap, all bool) ([]byte, error) {
	switch {
	case all && f.outside != nil:
		rest, err := f.outside.portion()
		f.eof = err == nil
		return append(f.tail, rest...), err
	case all:
		rest, err := readAll(h, f.in, f.left())
		f.eof = err == nil
		if f.tail == nil {
			return rest, err
		}
		return append(f.tail, rest...), err
	case f.outside != nil:
		next, err := f.outside.portion(f.outside.h.Int(int64(f.portion())))
		f.eof = len(next) == 0 && err == nil
		return append(f.tail, next...), err
	}
	_, err := f.in.Peek(1) // fills the buffer by one read, if nothing is in it
	n := min(f.in.Buffered(), chunkSize)
	if n > 0 || err == io.EOF {
		err = nil
	}
	f.eof = n == 0 && err == nil
	next, _ := f.in.Peek(n)
	data := append(f.tail, next...)
	_, _ = f.in.Discard(n)
	return data, err
}

// left returns how many bytes there are from where the program is to the end of a file, as far as the system says it, else 0.
func (f *file) left() int {
	if f.os == nil {
		return 0
	}
	st, err := f.os.Stat()
	if err != nil || st.Mode&grant.ModeKind != grant.ModeFile {
		return 0
	}
	at, err := f.os.Seek(0, io.SeekCurrent)
	if err != nil {
		return 0
	}
	return int(min(max(int64(st.Size)-at, 0), 1<<40)) + f.in.Buffered()
}

// readAll is io.ReadAll of what the heap has room for: the content grows by half, which is asked for first. expected is how much there may be.
func readAll(h *object.Heap, r io.Reader, expected int) ([]byte, error) {
	if room := expected + 1; room > 512 && within(h, room, 1) == nil { // one byte more, which finds the end
		return readOn(h, r, make([]byte, 0, room))
	}
	return readOn(h, r, make([]byte, 0, 512))
}

func readOn(h *object.Heap, r io.Reader, data []byte) ([]byte, error) {
	for {
		if len(data) == cap(data) {
			if err := within(h, len(data)+len(data)/2, 1); err != nil {
				return nil, err
			}
			data = append(make([]byte, 0, len(data)+len(data)/2), data...)
		}
		n, err := r.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		if err == io.EOF {
			return data, nil
		}
		if err != nil {
			return data, err
		}
	}
}

// portion is how much text is read and written at a time.
func (f *file) portion() int {
	if f.chunk != 0 {
		return f.chunk
	}
	return chunkSize
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
		f.putText(text)
		return
	}
	if f.heldCR {
		text = append([]byte{'\r'}, text...)
		f.heldCR = false
	}
	if n := len(text); n > 0 && text[n-1] == '\r' && !f.eof {
		text, f.heldCR = text[:n-1], true
	}
	f.seen |= lineEnds(text)
	if !f.keep && bytes.IndexByte(text, '\r') >= 0 {
		text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
		text = bytes.ReplaceAll(text, []byte("\r"), []byte("\n"))
	}
	f.putText(text)
}

// putText appends text, which nobody else has.
func (f *file) putText(text []byte) {
	if len(f.text) == 0 && cap(f.text) < len(text) {
		f.text = text
		return
	}
	f.text = append(f.text, text...)
}

// lineEnds says which there are in a text, in newlinesOf's bits.
func lineEnds(text []byte) (seen int) {
	for i := 0; ; {
		at := bytes.IndexByte(text[i:], '\r')
		if at < 0 {
			if bytes.IndexByte(text[i:], '\n') >= 0 {
				seen |= seenLF
			}
			return seen
		}
		if bytes.IndexByte(text[i:i+at], '\n') >= 0 {
			seen |= seenLF
		}
		if i += at + 1; i < len(text) && text[i] == '\n' {
			seen |= seenCRLF
			i++
		} else {
			seen |= seenCR
		}
	}
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
	if f.univ || f.readNL == "\n" {
		if i := bytes.IndexByte(f.text[from:], '\n'); i >= 0 {
			return from + i + 1
		}
		return 0
	}
	end := f.readNL
	if i := bytes.Index(f.text[from:], []byte(end)); i >= 0 {
		return from + i + len(end)
	}
	return 0
}

// readLine returns how many bytes of the decoded text are the next line, at most limit characters of it (negative: no
// limit); there are none at the end.
func (f *file) readLine(h *object.Heap, limit int) (int, error) {
	from := 0
	for {
		n := f.lineEnd(min(from, len(f.text))) // the program may have read meanwhile
		ended := n > 0
		if !ended {
			n = len(f.text)
		}
		if limit >= 0 {
			n, limited := prefix(f.text[:n], limit)
			if limited {
				return n, nil
			}
		}
		if ended || f.eof {
			return n, nil
		}
		from = max(0, len(f.text)-1) // a line's end may be two bytes
		if err := f.readChunk(h, false); err != nil {
			return 0, err
		}
	}
}

// prefix returns the length in bytes of the first n characters, and whether there are so many.
func prefix(text []byte, n int) (length int, enough bool) {
	i := 0
	for ; n > 0 && i < len(text); n-- {
		i++
		for i < len(text) && text[i]&0xC0 == 0x80 {
			i++
		}
	}
	return i, n <= 0
}

// take removes n bytes from the decoded text.
func (f *file) take(h *object.Heap, n int) object.Value {
	s := h.NewText(f.text[:n])
	f.text = f.text[n:]
	if len(f.text) == 0 {
		f.text = nil
		f.eof = false // not for ever: files grow
	}
	return s
}

// readText returns n characters, all that are left if n is negative.
func (f *file) readText(h *object.Heap, n int) (object.Value, error) {
	if n < 0 {
		if err := f.readChunk(h, true); err != nil {
			return object.Null, err
		}
		return f.take(h, len(f.text)), nil
	}
	for {
		length, enough := prefix(f.text, n)
		if enough || f.eof {
			return f.take(h, length), nil
		}
		if err := f.readChunk(h, false); err != nil {
			return object.Null, err
		}
	}
}

// writeText writes a str. Encodings whose chunks can be decoded have ASCII as it is.
func (f *file) writeText(h *object.Heap, v object.Value) error {
	data, plain := h.ASCIIData(v)
	plain = plain && !f.whole
	if !plain && f.encoding == "utf-8" {
		if s := h.GoString(v); utf8.ValidString(s) {
			data, plain = []byte(s), true
		}
	}
	if !plain {
		if f.writeNL != "\n" && f.writeNL != "" {
			v = h.NewStr(strings.ReplaceAll(h.GoString(v), "\n", f.writeNL))
		}
		b, err := h.Encode(v, f.encoding, f.errors)
		if err != nil {
			return err
		}
		return f.writeMarked(h, h.BytesData(b))
	}
	if f.writeNL != "\n" && f.writeNL != "" && bytes.IndexByte(data, '\n') >= 0 {
		data = []byte(strings.ReplaceAll(string(data), "\n", f.writeNL))
	}
	return f.writeMarked(h, data)
}

// markEnds are the encodings behind the byte order mark of those that begin with one.
var markEnds = map[string]struct {
	bytes int
	name  string
}{"utf-16": {2, "utf-16-le"}, "utf-32": {4, "utf-32-le"}}

// writeMarked writes encoded text, with a byte order mark where the encoding has one and the
// file begins.
func (f *file) writeMarked(h *object.Heap, data []byte) error {
	if !f.mark || f.marked {
		return f.writeBytes(h, data)
	}
	f.marked = true
	start, err := f.atStart(h)
	if err != nil {
		return err
	}
	if end, ok := markEnds[f.encoding]; ok { // the codec has written the mark
		f.encoding = end.name
		if !start {
			data = data[end.bytes:]
		}
	} else if start {
		data = append([]byte(byteOrderMark), data...)
	}
	return f.writeBytes(h, data)
}

// atStart reports whether a file that is written stands at its beginning; one that cannot
// be moved does.
func (f *file) atStart(h *object.Heap) (bool, error) {
	if f.out.Buffered() > 0 {
		return false, nil
	}
	if f.outside != nil {
		if yes, err := able(h, f.outside.v, "seekable"); err != nil || !yes {
			return true, err
		}
		pos, err := f.outside.call("tell")
		return pos == object.SmallInt(0), err
	}
	if f.os == nil {
		return true, nil
	}
	pos, err := f.os.Seek(0, io.SeekCurrent)
	return pos == 0 || err != nil, nil
}

// writeBytes puts bytes into the buffer, and writes what is to be written at once.
func (f *file) writeBytes(h *object.Heap, data []byte) error {
	if f.outside != nil && f.out.Buffered() > 0 && (f.binary && len(data) > f.out.Available() || !f.binary && len(data) >= f.portion()) {
		if err := f.put(h); err != nil { // a piece is not divided
			return err
		}
	}
	if err := f.attached(h); err != nil { // by a codec of the program's
		return err
	}
	_, err := f.out.Write(data)
	if err == nil {
		err = f.drain()
	}
	if err != nil {
		if f.outside != nil {
			f.out.Reset(f.outside)
		}
		return osError(h, err, object.Null)
	}
	switch {
	case f.lines && bytes.ContainsAny(data, "\r\n"):
		if err = f.put(h); err == nil && f.outside != nil {
			_, err = f.outside.call("flush")
		}
	case f.direct || f.through && f.outside != nil || f.outside != nil && !f.binary && f.out.Buffered() >= f.portion():
		err = f.put(h)
	}
	return err
}

// put writes what is buffered. What an object of the program's has refused is not written again.
func (f *file) put(h *object.Heap) error {
	err := f.out.Flush()
	if err == nil {
		err = f.drain()
	}
	if err != nil && f.outside != nil {
		f.out.Reset(f.outside)
	}
	if err != nil {
		return osError(h, err, object.Null)
	}
	return nil
}

// shut says whether the file, or the one below, is closed.
func (f *file) shut(h *object.Heap) (bool, error) {
	if err := f.attached(h); err != nil || f.outside == nil {
		return f.closed || f.below != nil && f.below.closed, err
	}
	if v := f.outside.v; h.TypeID(v) == f.outside.memory {
		return bytesClosed(h, v), nil
	}
	x, err := h.GetAttr(f.outside.v, h.Intern("closed"))
	if err != nil {
		return false, err
	}
	return h.Truth(x)
}

// owner is the file that the system's belongs to.
func (f *file) owner() *file {
	if f.below != nil {
		return f.below
	}
	return f
}

// close flushes and closes a file of the system; closing twice is no error.
func (f *file) close() error {
	own := f.owner()
	if f.closed || own.closed || f.detached {
		return nil
	}
	f.closed, own.closed = true, true
	var err error
	if f.out != nil {
		err = f.out.Flush()
	}
	if f.os != nil && !own.lent {
		if cerr := f.os.Close(); err == nil {
			err = cerr
		}
	}
	return err
}
