package game

import (
	"slices"
	"strconv"
	"strings"
)

// Move is what a seat has chosen to do: an action, and the values for each of its picks. A move whose last
// picks are still missing is called a draft.
type Move struct {
	Seat   Seat
	of     numbering // which elements the IDs in the picks are
	Action string
	Picks  [][]Value
}

// numbering tells where a move was chosen, and so which elements its IDs are.
type numbering uint8

const (
	unnumbered numbering = iota // unknown: the move was built by hand
	ofState
	ofView // a view, where elements have different IDs
)

// numbering returns how moves that are chosen on this state number elements.
func (s *State) numbering() numbering {
	if s.view != nil && s.view.names != nil {
		return ofView
	}
	return ofState
}

// With returns the draft with one more value for pick number at.
func (m Move) With(at int, v Value) Move {
	picks := make([][]Value, max(at+1, len(m.Picks)))
	copy(picks, m.Picks)
	picks[at] = append(picks[at][:len(picks[at]):len(picks[at])], v)
	m.Picks = picks
	return m
}

// Text returns the move in the form that records use: the action, then the value of each pick. Several values
// are joined by +, and - stands for none.
func (s *State) Text(m Move) string { return s.moveText(m, s.valueText) }

func (s *State) moveText(m Move, name func(*pick, Value) string) string {
	var b strings.Builder
	b.WriteString(m.Action)
	a := s.rules.c.byAction[m.Action]
	for i, values := range m.Picks {
		b.WriteByte(' ')
		if len(values) == 0 {
			b.WriteByte('-')
		}
		for k, v := range values {
			if k > 0 {
				b.WriteByte('+')
			}
			if a != nil && i < len(a.picks) {
				b.WriteString(quote(name(a.picks[i], v)))
			} else {
				b.WriteByte('?')
			}
		}
	}
	return b.String()
}

// quote quotes a value that could otherwise be misread.
func quote(text string) string {
	if text == "" || text == "-" || strings.ContainsAny(text, " \t\r\n\"+\\") ||
		strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return strconv.Quote(text)
	}
	return text
}

// valueText returns the text of a value.
func (s *State) valueText(p *pick, v Value) string {
	if p.sort == anElement {
		if v.N <= 0 || v.N >= int64(s.n) {
			return "?"
		}
		return s.Name(ID(v.N))
	}
	return p.show(v)
}

// Parse reads a move as Text writes it. It checks names, not whether the move is legal. The last picks may be
// missing. An element that the seat sees and can choose may also be given by its label, if nothing has that
// name. If several elements with that label are in one place and look alike, it is the first of them;
// otherwise its name is needed.
func (s *State) Parse(seat Seat, text string) (Move, error) {
	m := Move{Seat: seat, of: s.numbering()}
	if len(text) > maxMoveText {
		return m, tooLong()
	}
	words, ok := splitWords(text)
	if !ok || len(words) == 0 {
		return m, refuse(Malformed, "a move is an action followed by its picks, like: {0}", s.example(text))
	}
	action := words[0][0].text
	if len(words[0]) != 1 {
		return m, s.noAction(action)
	}
	picks, all := make([][]string, len(words)-1), make([]string, 0, 8)
	for i, values := range words[1:] {
		if len(values) == 1 && values[0].text == "-" && !values[0].quoted {
			continue
		}
		start := len(all)
		for _, w := range values {
			all = append(all, w.text)
		}
		picks[i] = all[start:len(all):len(all)]
	}
	return s.ParsePicks(seat, action, picks)
}

// ParsePicks is Parse for a move in parts: the action, and the values for each pick.
func (s *State) ParsePicks(seat Seat, action string, picks [][]string) (Move, error) {
	m := Move{Seat: seat, Action: action, of: s.numbering()}
	a := s.rules.c.byAction[action]
	if a == nil {
		return m, s.noAction(action)
	}
	if len(picks) > len(a.picks) {
		return m, a.surplus(len(picks))
	}
	if len(picks) > 0 {
		m.Picks = make([][]Value, 0, len(picks))
	}
	size := len(action)
	for i, words := range picks {
		p := a.picks[i]
		values := make([]Value, 0, len(words))
		for _, word := range words {
			if size += 1 + len(word); size > maxMoveText {
				return m, tooLong()
			}
			v, r := s.parseValue(seat, a, m.Picks, values, p, word)
			if r != nil {
				if r.Pick == "" && !slices.Contains(beforePicks, r.Code) {
					r.Action, r.Pick = a.Name, p.name
				}
				return m, r
			}
			values = append(values, v)
		}
		m.Picks = append(m.Picks, values)
	}
	return m, nil
}

// maxMoveText is how many bytes the text of a move may have.
const maxMoveText = 10_000

func tooLong() *Refusal { return refuse(Malformed, "the move is longer than {0} bytes", maxMoveText) }

func (s *State) noAction(name string) *Refusal {
	return refuse(NoAction, "there is no action {0}; the actions are {1}", quote(clip(name)), s.rules.actionNames())
}

// beforePicks are the codes of refusals that come before anything is chosen.
var beforePicks = []Code{Over, NoSeat, NotYourTurn, Unavailable}

// parseValue reads a value of a pick, after the values of the earlier picks and the earlier values of this one.
func (s *State) parseValue(seat Seat, a *action, picks [][]Value, values []Value, p *pick, word string) (Value,
	*Refusal) {
	switch {
	case p.sort == anElement:
		if id := s.Find(word); id != 0 {
			return Value{N: int64(id)}, nil
		}
		return s.parseLabel(seat, a, append(slices.Clip(picks), values), p, word)
	case p.list != nil:
		return s.parseListed(seat, a, append(slices.Clip(picks), values), p, word)
	case p.sort == aText:
		return Value{Text: word}, nil
	}
	n, err := strconv.ParseInt(word, 10, 64)
	if err != nil || strconv.FormatInt(n, 10) != word {
		return Value{}, refuse(NotOffered, "{0} is not a whole number", quote(clip(word)))
	}
	return Value{N: n}, nil
}

// parseListed finds the value in the list that the pick offers after the earlier picks.
func (s *State) parseListed(seat Seat, a *action, before [][]Value, p *pick, word string) (v Value, r *Refusal) {
	missing := refuse(NotOffered, "{0} cannot be chosen", quote(clip(word)))
	r = s.offering(seat, a, before, missing, func(t *Tx) *Refusal {
		o := t.options(p)
		i := slices.IndexFunc(o.list, func(x Value) bool { return p.show(x) == word })
		if i < 0 && p.sort == aKind {
			i = slices.IndexFunc(o.list, func(x Value) bool { return p.kind(x).labelOrName() == word })
		}
		if i < 0 {
			return missing
		}
		v = o.list[i]
		return nil
	})
	return v, r
}

// offering evaluates what can be chosen after the earlier picks. It returns failed if there is a Fault.
func (s *State) offering(seat Seat, a *action, before [][]Value, failed *Refusal, ask func(*Tx) *Refusal) (r *Refusal) {
	f := s.rules.borrow(s)
	defer s.rules.giveBack(f)
	t := &f.t
	err := t.looked(func() {
		t.begin(seat)
		t.settle()
		if _, r = t.admit(Move{Seat: seat, Action: a.Name}); r != nil {
			return
		}
		if r = t.choose(a, before, false); r != nil {
			return
		}
		r = ask(t)
	})
	if err != nil {
		return failed
	}
	return r
}

// looked runs f and returns the Fault or Refusal it panicked with.
func (t *Tx) looked(f func()) (err error) {
	defer t.guard(&err)
	f()
	return nil
}

type word struct {
	text   string
	quoted bool
}

// splitWords splits at spaces into words, and each word at +; quoted parts are not split.
func splitWords(text string) (all [][]word, ok bool) {
	all = make([][]word, 0, 4)
	words := make([]word, 0, 8)
	for {
		text = strings.TrimLeft(text, " \t")
		if text == "" {
			return all, true
		}
		start := len(words)
		for {
			var w word
			if text != "" && text[0] == '"' {
				q, err := strconv.QuotedPrefix(text)
				if err != nil {
					return nil, false
				}
				w.text, _ = strconv.Unquote(q)
				w.quoted = true
				text = text[len(q):]
			} else {
				end := strings.IndexAny(text, " \t+\"")
				if end < 0 {
					end = len(text)
				}
				w.text, text = text[:end], text[end:]
				if w.text == "" {
					return nil, false
				}
			}
			words = append(words, w)
			if text == "" || text[0] != '+' {
				break
			}
			text = text[1:]
		}
		if text != "" && text[0] != ' ' && text[0] != '\t' {
			return nil, false
		}
		all = append(all, words[start:len(words):len(words)])
	}
}

// example shows the form of the action that was meant, or of the first action.
func (s *State) example(meant string) string {
	word, _, _ := strings.Cut(strings.TrimLeft(meant, " \t"), " ")
	a := s.rules.c.byAction[word]
	if a == nil {
		a = s.rules.c.actions[0]
	}
	text := a.Name
	for _, p := range a.picks {
		text += " <" + p.name + ">"
	}
	return text
}

func (r *Rules) actionNames() string {
	var names []string
	for _, a := range r.c.actions {
		names = append(names, a.Name)
	}
	return strings.Join(names, ", ")
}

// PlayText plays a move in the form that Text writes.
func (s *State) PlayText(seat Seat, text string) (*State, error) {
	m, err := s.Parse(seat, text)
	if err != nil {
		return s, err
	}
	return s.Play(m)
}
