package drive

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// maxLine is the maximum size of a request in bytes.
const maxLine = 1 << 20

// errLong means that a line was too long. The whole line has been read.
var errLong = errors.New("the line is too long")

// lines reads lines of a limited length.
type lines struct {
	in    *bufio.Reader
	long  []byte // a line that does not fit the buffer
	begun bool
}

func newLines(in io.Reader) *lines { return &lines{in: bufio.NewReaderSize(in, 64<<10)} }

// next returns the next line, valid until the following call. The last line may lack its newline.
func (l *lines) next() ([]byte, error) {
	line, err := l.in.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		line, err = l.rest(line)
	}
	if errors.Is(err, io.EOF) && len(line) > 0 {
		err = nil
	}
	if err != nil {
		return nil, err
	}
	line = bytes.TrimSuffix(line, []byte("\n"))
	if !l.begun {
		l.begun = true
		line = bytes.TrimPrefix(line, []byte("\ufeff")) // a byte order mark
	}
	if len(line) > maxLine {
		return nil, errLong
	}
	return line, nil
}

// rest reads the rest of a line that does not fit the buffer. It discards what is beyond maxLine.
func (l *lines) rest(head []byte) ([]byte, error) {
	l.long = append(l.long[:0], head...)
	for {
		part, err := l.in.ReadSlice('\n')
		if len(l.long) <= maxLine+1 {
			l.long = append(l.long, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return l.long, err
		}
	}
}

func blank(line []byte) bool { return len(bytes.TrimSpace(line)) == 0 }
