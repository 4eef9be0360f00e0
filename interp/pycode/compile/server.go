package compile

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"sync"
)

// servers are processes of CPython that wait for sources to compile, instead of a start (15 ms) for each. Sources that leave
// nothing behind share a process, others have one each (compile.py). One that has
// waited for ten seconds ends by itself, as do all of them when this process does.
type servers struct {
	sync.Mutex
	idle []*server
	age  int // how often another CPython has taken the place of theirs
}

// server is one of them.
type server struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	pipe   *os.File     // under out
	stderr bytes.Buffer // complete once it has ended
	age    int          // of servers, when it was started
	ended  chan struct{}
	err    error // of its end
}

// startServer starts a server; args make it a process for one request.
func (p *Python) startServer(args ...string) (*server, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	s := &server{cmd: p.Command(append([]string{"-c", compileScript}, args...)...), out: bufio.NewReader(r), pipe: r, ended: make(chan struct{})}
	s.cmd.Env = append(s.cmd.Env, "PYTHONHASHSEED=0")
	s.cmd.Stdout, s.cmd.Stderr = w, &s.stderr
	ownGroup(s.cmd)
	if s.in, err = s.cmd.StdinPipe(); err == nil {
		err = s.cmd.Start()
	}
	_ = w.Close()
	if err != nil {
		_ = r.Close()
		return nil, err
	}
	go func() {
		s.err = s.cmd.Wait()
		close(s.ended)
	}()
	return s, nil
}

// take returns a server that nobody else has; fresh says that it was started for this.
func (p *Python) take() (s *server, fresh bool, err error) {
	p.servers.Lock()
	defer p.servers.Unlock()
	for list := &p.servers.idle; len(*list) > 0; {
		s = (*list)[len(*list)-1]
		*list = (*list)[:len(*list)-1]
		select {
		case <-s.ended:
			s.end()
		default:
			return s, false, nil
		}
	}
	if s, err = p.startServer(); err == nil {
		s.age = p.servers.age
	}
	return s, true, err
}

// give takes a server back: enough are kept for all processors.
func (p *Python) give(s *server) {
	p.servers.Lock()
	defer p.servers.Unlock()
	if s.age == p.servers.age && len(p.servers.idle) < runtime.GOMAXPROCS(0) {
		p.servers.idle = append(p.servers.idle, s)
	} else {
		s.end()
	}
}

// endServers ends those that wait, and those at work once they are done: another CPython has taken the place of theirs.
func (p *Python) endServers() {
	p.servers.Lock()
	defer p.servers.Unlock()
	for _, s := range p.servers.idle {
		s.end()
	}
	p.servers.idle = nil
	p.servers.age++
}

// kill ends a server and what it has forked.
func (s *server) kill() {
	select {
	case <-s.ended: // its number may be that of another process
	default:
		killGroup(s.cmd)
	}
}

// end is kill, and waits.
func (s *server) end() {
	s.kill()
	<-s.ended
	_ = s.in.Close()
	_ = s.pipe.Close()
}

// ask has a server compile a source; prints asks for what CPython prints instead of warnings.
func (p *Python) ask(ctx context.Context, src Source, prints bool) (kind byte, data, printed []byte, err error) {
	for {
		s, fresh, err := p.take()
		if err != nil {
			return 0, nil, nil, p.cannot(err, nil)
		}
		stop := context.AfterFunc(ctx, s.kill)
		kind, data, printed, heard, err := s.answer(src, prints)
		if !stop() || err != nil {
			s.end()
		} else {
			p.give(s)
		}
		switch {
		case ctx.Err() != nil:
			return 0, nil, nil, ctx.Err()
		case err == nil:
			return kind, data, printed, nil
		case heard || fresh: // else it had ended before
			if s.err != nil {
				err = s.err
			}
			return 0, nil, nil, p.cannot(err, s.stderr.Bytes())
		}
	}
}

// request sends what compile.py reads as a request.
func (s *server) request(src Source, prints bool) error {
	folder, _ := os.Getwd() // none: file names that are not absolute are looked for where the server is
	flag := "0"
	if prints {
		flag = "1"
	}
	var b []byte
	for _, field := range []string{folder, src.Filename, src.Mode, strconv.Itoa(src.Flags), strconv.FormatInt(src.Memory, 10), flag} {
		b = append(binary.BigEndian.AppendUint32(b, uint32(len(field))), field...)
	}
	if _, err := s.in.Write(binary.BigEndian.AppendUint32(b, uint32(len(src.Text)))); err != nil {
		return err
	}
	_, err := s.in.Write(src.Text) // no copy of it: it may be long
	return err
}

// maxAnswer is more than an answer has.
const maxAnswer = 1 << 32

// answer sends a request and reads the answer; heard says that the server had the request.
func (s *server) answer(src Source, prints bool) (kind byte, data, printed []byte, heard bool, err error) {
	if err = s.request(src, prints); err != nil {
		return 0, nil, nil, false, err
	}
	if _, err = s.out.ReadByte(); err != nil {
		return 0, nil, nil, false, err
	}
	kind, data, printed, err = s.read()
	return kind, data, printed, true, err
}

// read reads an answer.
func (s *server) read() (kind byte, data, printed []byte, err error) {
	head := make([]byte, len(answerMagic)+1)
	if _, err = io.ReadFull(s.out, head); err != nil || string(head[:len(answerMagic)]) != answerMagic {
		return 0, nil, nil, errors.Join(errNoAnswer, err)
	}
	var parts [2][]byte
	for i := range parts {
		var size [8]byte
		if _, err = io.ReadFull(s.out, size[:]); err != nil {
			return 0, nil, nil, errors.Join(errNoAnswer, err)
		}
		n := binary.BigEndian.Uint64(size[:])
		if n > maxAnswer {
			return 0, nil, nil, errNoAnswer
		}
		parts[i] = make([]byte, n)
		if _, err = io.ReadFull(s.out, parts[i]); err != nil {
			return 0, nil, nil, errors.Join(errNoAnswer, err)
		}
	}
	return head[len(answerMagic)], parts[0], parts[1], nil
}
