package wire

import (
	"encoding/json"
	"strconv"
	"strings"
)

// scanner reads JSON in its usual form, faster than package json. Its callers fall back to package json for everything
// else.
type scanner struct{ rest string }

// is reads a fixed text, and reports whether it is there.
func (s *scanner) is(text string) (ok bool) {
	s.rest, ok = strings.CutPrefix(s.rest, text)
	return ok
}

// number reads a number of less than ten digits after a fixed text.
func (s *scanner) number(after string) (int, bool) {
	if !s.is(after) {
		return 0, false
	}
	end := 0
	for end < len(s.rest) && s.rest[end] >= '0' && s.rest[end] <= '9' {
		end++
	}
	n, err := strconv.Atoi(s.rest[:end])
	ok := err == nil && end < 10 && (end == 1 || s.rest[0] != '0')
	s.rest = s.rest[end:]
	return n, ok
}

// text reads a string without escapes.
func (s *scanner) text() (string, bool) {
	if !s.is(`"`) {
		return "", false
	}
	for i := range len(s.rest) {
		switch b := s.rest[i]; {
		case b == '"':
			text := s.rest[:i]
			s.rest = s.rest[i+1:]
			return text, true
		case b == '\\' || b < ' ':
			return "", false
		}
	}
	return "", false
}

// skip reads an object or a list whose strings have no escapes. It checks only that all brackets are closed.
func (s *scanner) skip() bool {
	depth := 0
	for i := 0; i < len(s.rest); i++ {
		switch s.rest[i] {
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		case '"':
			inside := scanner{s.rest[i:]}
			text, ok := inside.text()
			if !ok {
				return false
			}
			i += len(text) + 1
		}
		if depth == 0 {
			s.rest = s.rest[i+1:]
			return true
		}
	}
	return false
}

// Scan reads a play request in its usual form and reports whether it succeeded. Otherwise it changes nothing, and the
// caller should use package json. The text must be valid UTF-8.
func (q *Request) Scan(text []byte) bool {
	s := scanner{string(text)}
	id, ok := s.number(`{"id":`)
	if !ok || !s.is(`,"do":"play"`) {
		return false
	}
	seq, ok := s.number(`,"seq":`)
	if !ok || !s.is(`,"move":`) {
		return false
	}
	from := len(text) - len(s.rest)
	if _, ok := s.text(); !ok || s.rest != "}" {
		return false
	}
	*q = Request{ID: strconv.AppendInt(nil, int64(id), 10), Do: "play", Seq: &seq,
		Move: json.RawMessage(text[from : len(text)-1])}
	return true
}
