package chess

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/plygame/ply/game"
)

// Record is a game in PGN.
type Record struct {
	Tags   [][2]string // names and values, such as White and Morphy
	Start  *game.State
	Moves  []game.Move
	End    *game.State // after the moves
	Result string      // 1-0, 0-1, 1/2-1/2 or *; a game can also end by resignation or agreement
}

// Tag returns the value of a tag, "" if there is none.
func (r *Record) Tag(name string) string {
	for _, t := range r.Tags {
		if t[0] == name {
			return t[1]
		}
	}
	return ""
}

// NewRecord returns the record of a game that was played from start. Claims and offers are left out: the result shows
// what came of them.
func NewRecord(start *game.State, moves ...game.Move) (*Record, error) {
	r := &Record{Start: start, End: start}
	for _, m := range moves {
		next, err := r.End.Play(m)
		if err != nil {
			return nil, err
		}
		if _, ok := stepOf(r.End, m); ok {
			r.Moves = append(r.Moves, m)
		}
		r.End = next
	}
	r.Result = Result(r.End)
	return r, nil
}

// ReadPGN reads the games of a PGN file and plays their moves. Comments and variations are skipped.
func ReadPGN(rules *game.Rules, text string) ([]*Record, error) {
	p := &reader{rules: rules, text: text, line: 1, fresh: true}
	for {
		err := p.next()
		switch {
		case err != nil:
			return p.all, fmt.Errorf("line %d: %w", p.line, err)
		case p.token == "":
			return p.all, p.finish("*")
		}
		if err := p.take(); err != nil {
			return p.all, fmt.Errorf("line %d: %w", p.line, err)
		}
	}
}

// reader splits a PGN file into tokens and games.
type reader struct {
	rules *game.Rules
	text  string // what is left
	line  int
	fresh bool // at the start of a line
	token string
	now   *Record
	all   []*Record
}

// next finds the next token: a tag with its brackets, a move, a number or a result.
func (p *reader) next() error {
	p.token = ""
	depth := 0
	for p.text != "" {
		c := p.text[0]
		switch {
		case c == '%' && p.fresh, c == ';':
			p.skip(strings.IndexByte(p.text+"\n", '\n'))
		case c == '{':
			end := strings.IndexByte(p.text, '}')
			if end < 0 {
				return errors.New("a comment has no end")
			}
			p.skip(end + 1)
		case c == '(':
			depth++
			p.skip(1)
		case c == ')':
			if depth--; depth < 0 {
				return errors.New("a variation has no beginning")
			}
			p.skip(1)
		case c == '[' && depth == 0:
			return p.tag()
		case unicode.IsSpace(rune(c)) || c == '.':
			p.skip(1)
		default:
			n := strings.IndexAny(p.text, " \t\r\n.{}();[]")
			if n <= 0 {
				n = len(p.text)
			}
			word := p.text[:n]
			if p.skip(n); depth == 0 && word[0] != '$' {
				p.token = word
				return nil
			}
		}
	}
	if depth > 0 {
		return errors.New("a variation has no end")
	}
	return nil
}

func (p *reader) skip(n int) {
	n = min(n, len(p.text))
	if n > 0 {
		p.fresh = p.text[n-1] == '\n'
	}
	p.line += strings.Count(p.text[:n], "\n")
	p.text = p.text[n:]
}

// tag reads a tag and enters it.
func (p *reader) tag() error {
	line, _, _ := strings.Cut(p.text, "\n")
	name, rest, _ := strings.Cut(strings.TrimSpace(line[1:]), " ")
	value, err := strconv.QuotedPrefix(strings.TrimSpace(rest))
	if err != nil || !strings.HasPrefix(strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(rest), value)), "]") {
		return fmt.Errorf("a tag cannot be read: %s", line)
	}
	if p.now != nil && p.now.Start != nil {
		if err := p.finish("*"); err != nil {
			return err
		}
	}
	if p.now == nil {
		p.now = &Record{}
	}
	text, err := strconv.Unquote(value)
	if err != nil {
		text = value[1 : len(value)-1]
	}
	p.now.Tags = append(p.now.Tags, [2]string{name, text})
	end := strings.Index(p.text, value) + len(value)
	p.skip(end + strings.IndexByte(p.text[end:], ']') + 1)
	p.token = "["
	return nil
}

// take handles a token.
func (p *reader) take() error {
	switch w := p.token; {
	case w == "[":
		return nil
	case slices.Contains([]string{"1-0", "0-1", "1/2-1/2", "*"}, w):
		if err := p.begin(); err != nil {
			return err
		}
		return p.finish(w)
	case strings.Trim(w, "0123456789") == "":
		return nil
	}
	if err := p.begin(); err != nil {
		return err
	}
	r := p.now
	m, err := ParseSAN(r.End, p.token)
	if err != nil {
		return fmt.Errorf("move %d: %w", len(r.Moves)/2+1, err)
	}
	next, err := r.End.Play(m)
	if err != nil {
		return fmt.Errorf("move %d: %w", len(r.Moves)/2+1, err)
	}
	r.Moves, r.End = append(r.Moves, m), next
	return nil
}

// begin sets up the position before the first move.
func (p *reader) begin() (err error) {
	if p.now == nil {
		p.now = &Record{}
	}
	if p.now.Start != nil {
		return nil
	}
	fen := p.now.Tag("FEN")
	if fen == "" {
		fen = Start
	}
	p.now.Start, err = p.rules.StartAt(2, game.SeedOf(1), fen)
	p.now.End = p.now.Start
	return err
}

// finish ends the game that is being read, if there is one.
func (p *reader) finish(result string) error {
	r := p.now
	if r == nil {
		return nil
	}
	if err := p.begin(); err != nil {
		return err
	}
	p.now = nil
	p.all = append(p.all, r)
	r.Result = result
	if r.End.Over() && Result(r.End) != result {
		return fmt.Errorf("the record says %s, but the game ended %s", result, Result(r.End))
	}
	return nil
}

// roster are the tags that every game has.
var roster = [][2]string{{"Event", "?"}, {"Site", "?"}, {"Date", "????.??.??"}, {"Round", "?"}, {"White", "?"}, {"Black", "?"}}

// String returns the record as PGN.
func (r *Record) String() string {
	var b strings.Builder
	write := func(name, value string) { fmt.Fprintf(&b, "[%s %q]\n", name, value) }
	for _, t := range roster {
		value := r.Tag(t[0])
		if value == "" {
			value = t[1]
		}
		write(t[0], value)
	}
	write("Result", r.Result)
	fen := FEN(r.Start)
	if fen != Start {
		write("SetUp", "1")
		write("FEN", fen)
	}
	if !usualRights(r.Start) {
		write("Variant", "Chess960")
	}
	for _, t := range r.Tags {
		known := slices.ContainsFunc(roster, func(o [2]string) bool { return o[0] == t[0] })
		if !known && !slices.Contains([]string{"Result", "SetUp", "FEN", "Variant"}, t[0]) {
			write(t[0], t[1])
		}
	}
	b.WriteByte('\n')
	width := 0
	for _, w := range append(r.words(fen), r.Result) {
		if width > 0 && width+1+len(w) > 80 {
			b.WriteByte('\n')
			width = 0
		} else if width > 0 {
			b.WriteByte(' ')
			width++
		}
		b.WriteString(w)
		width += len(w)
	}
	b.WriteByte('\n')
	return b.String()
}

// words returns the moves with their numbers.
func (r *Record) words(fen string) (all []string) {
	number, _ := strconv.Atoi(fen[strings.LastIndexByte(fen, ' ')+1:])
	s := r.Start
	for i, m := range r.Moves {
		switch {
		case s.Turn() == 0:
			all = append(all, strconv.Itoa(number)+".")
		case i == 0:
			all = append(all, strconv.Itoa(number)+"...")
		}
		if s.Turn() == 1 {
			number++
		}
		text, err := SAN(s, m)
		if err != nil {
			return append(all, "{"+err.Error()+"}")
		}
		all = append(all, text)
		s, _ = s.Play(m)
	}
	return all
}
