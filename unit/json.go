package unit

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// node is a value of a JSON text that knows where it is.
type node struct {
	at    int             // the offset of its first byte
	raw   json.RawMessage // nil for objects and lists
	list  bool
	names []key   // of an object, in order
	items []*node // of an object, by name, or of a list
}

// key is the name of a member of an object.
type key struct {
	at   int
	name string
}

// source is a text in which faults are located.
type source struct {
	file   string
	text   []byte
	faults []error
	kinds  []string // the kinds that the text defines
}

// fault reports what is wrong at an offset. Equal faults are reported once.
func (s *source) fault(at int, format string, args ...any) {
	text := s.where(at) + ": " + fmt.Sprintf(format, args...)
	if !slices.ContainsFunc(s.faults, func(f error) bool { return f.Error() == text }) {
		s.faults = append(s.faults, errors.New(text))
	}
}

// where returns the file, line and column of an offset.
func (s *source) where(at int) string {
	at = min(at, len(s.text))
	line := 1 + bytes.Count(s.text[:at], []byte("\n"))
	column := at - bytes.LastIndexByte(s.text[:at], '\n')
	return fmt.Sprintf("%s:%d:%d", s.file, line, column)
}

func (s *source) err() error { return errors.Join(s.faults...) }

// read parses the whole text, nil if it is not JSON.
func (s *source) read() *node {
	d := json.NewDecoder(bytes.NewReader(s.text))
	d.UseNumber()
	n, err := s.value(d)
	if err == nil {
		if _, more := d.Token(); more != io.EOF {
			err = errors.New("there is more text after the end")
		}
	}
	if err != nil {
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			err = errors.New("the text ends too early")
		}
		s.fault(s.start(d), "%s", strings.TrimPrefix(err.Error(), "json: "))
		return nil
	}
	return n
}

// start returns the offset of the next token.
func (s *source) start(d *json.Decoder) int {
	at := int(d.InputOffset())
	for at < len(s.text) && strings.IndexByte(" \t\r\n,:", s.text[at]) >= 0 {
		at++
	}
	return at
}

// deepest is how deep values may be nested.
const deepest = 20

func (s *source) value(d *json.Decoder) (*node, error) { return s.nested(d, 0) }

func (s *source) nested(d *json.Decoder, depth int) (*node, error) {
	n := &node{at: s.start(d)}
	t, err := d.Token()
	if err != nil {
		return nil, err
	}
	if depth > deepest {
		return nil, errors.New("it is nested too deep")
	}
	delim, ok := t.(json.Delim)
	if !ok {
		if t == nil {
			s.fault(n.at, "null is not allowed: leave it out")
		}
		n.raw = bytes.TrimSpace(s.text[n.at:d.InputOffset()])
		return n, nil
	}
	n.list = delim == '['
	for d.More() {
		if delim == '{' {
			at := s.start(d)
			name, err := d.Token()
			if err != nil {
				return nil, err
			}
			k := key{at, fmt.Sprint(name)}
			if slices.ContainsFunc(n.names, func(o key) bool { return o.name == k.name }) {
				s.fault(at, "there are two %q", k.name)
			}
			n.names = append(n.names, k)
		}
		item, err := s.nested(d, depth+1)
		if err != nil {
			return nil, err
		}
		n.items = append(n.items, item)
	}
	_, err = d.Token()
	return n, err
}

// empty reports whether the value is an object, list or text with nothing in it.
func (n *node) empty() bool { return n.raw == nil && n.items == nil || string(n.raw) == `""` }

// isObject reports whether the value is an object, and reports a fault if it is not.
func (s *source) isObject(n *node, what string) bool {
	if n != nil && n.raw == nil && !n.list {
		return true
	}
	if n != nil {
		s.fault(n.at, "%s must be an object", what)
	}
	return false
}

// into reads a plain value, or a list of them, into a variable.
func (s *source) into(n *node, name string, v any) bool {
	raw := n.raw
	if raw == nil {
		raw = s.whole(n)
	}
	if err := json.Unmarshal(raw, v); err != nil {
		s.fault(n.at, "%s: %s", name, misfit(err, raw))
		return false
	}
	return true
}

// whole returns the text of a list or an object.
func (s *source) whole(n *node) json.RawMessage {
	var raw json.RawMessage
	_ = json.NewDecoder(bytes.NewReader(s.text[n.at:])).Decode(&raw) // it was parsed before
	return raw
}

// misfit says in words why a value does not fit.
func misfit(err error, raw json.RawMessage) string {
	var bad *json.UnmarshalTypeError
	if errors.As(err, &bad) {
		return fmt.Sprintf("%s is not %s", raw, kindOf(bad.Type.Kind().String()))
	}
	return strings.TrimPrefix(err.Error(), "json: ")
}

func kindOf(name string) string {
	switch {
	case strings.HasPrefix(name, "int"), strings.HasPrefix(name, "uint"):
		return "a whole number that fits"
	case name == "bool":
		return "true or false"
	case name == "string":
		return "a text"
	case name == "slice" || name == "array":
		return "a list"
	}
	return "a value of this sort"
}
