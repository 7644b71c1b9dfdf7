package terminal

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/tableau"
	"github.com/plygame/ply/internal/words"
)

// read parses what was typed: a choice, several in a row, or a whole move. It returns the question after it.
func (q *question) read(text string) (*question, error) {
	text = strings.TrimSpace(text)
	if q.text != nil {
		return q.write(text)
	}
	n, err := q.follow(text)
	if err == nil {
		return n, nil
	}
	if m, misread := q.view.Parse(q.draft.Seat, text); misread == nil && !q.picksSeats(m.Action) {
		n, refused := questionAfter(q.names, q.view, m)
		if refused != nil {
			return nil, refused
		}
		n.done = n.done || n.complete
		return n, nil
	}
	return q.readMove(text, err)
}

// picksSeats reports whether an action has a pick of seats: the text of moves counts them from 0, people count from 1.
func (q *question) picksSeats(name string) bool {
	a := q.view.Rules().Action(name)
	return a != nil && slices.ContainsFunc(a.Pick, func(c game.Choice) bool { return c.Info().Type.Sort == "seat" })
}

// readMove parses a whole move written with labels, regardless of the draft. If the text does not begin with an action,
// it returns the error of reading it as a choice.
func (q *question) readMove(text string, wrong error) (*question, error) {
	top, err := questionAfter(q.names, q.view, game.Move{Seat: q.draft.Seat})
	if err != nil {
		return nil, wrong
	}
	word, rest, _ := strings.Cut(text, " ")
	if top.auto && word == top.draft.Action {
		text = rest
	} else if c, is := top.find(word); !is || c.action != word {
		return nil, wrong
	}
	return top.follow(text)
}

// follow makes the choices in a text one after the other.
func (q *question) follow(text string) (*question, error) {
	for {
		c, rest, err := q.match(text)
		if err != nil {
			return nil, err
		}
		if q, err = q.with(c); err != nil || rest == "" {
			return q, err
		}
		if q.done {
			return nil, fmt.Errorf("the move is complete before %q", rest)
		}
		if text = rest; q.text != nil {
			if plain, err := strconv.Unquote(text); err == nil {
				text = plain
			}
			return q.write(text)
		}
	}
}

// write chooses a text. A dot ends the pick, if that is possible.
func (q *question) write(text string) (*question, error) {
	if c, is := q.find(text); is && c.stop && text == c.key {
		return q.with(c)
	}
	return q.with(choice{at: q.at, action: q.draft.Action, label: text, value: game.Value{Text: text}})
}

// isCommand reports whether a text may be a command. If the game uses the same word, or asks for a text, commands begin
// with a colon.
func (q *question) isCommand(text string) bool {
	if q == nil || strings.HasPrefix(text, ":") {
		return true
	}
	_, isChoice := q.find(text)
	return q.text == nil && !isChoice
}

// limits describes the text that is asked for.
func (q *question) limits() string {
	if q.text.Min == 0 {
		return fmt.Sprintf("a text of up to %d letters", cmp.Or(q.text.Max, 200))
	}
	return fmt.Sprintf("a text of %d to %d letters", q.text.Min, cmp.Or(q.text.Max, 200))
}

// match finds the choice that a text begins with. It tries longer names first, because names may contain spaces.
func (q *question) match(text string) (c choice, rest string, err error) {
	for end := len(text); end > 0; end = strings.LastIndexAny(text[:end], " +") {
		if c, found := q.find(strings.TrimSpace(text[:end])); found {
			return c, strings.Trim(text[end:], " +"), nil
		}
	}
	word, rest := words.First(text)
	if c, found := q.begin(word); found && !words.Differs(c.label, word, rest) {
		return c, strings.Trim(rest, " +"), nil
	}
	return c, "", q.unknown(word, text)
}

// unknown returns why a word, or the text that begins with it, is not a choice.
func (q *question) unknown(word, text string) error {
	if q.numbers {
		if q.lo == q.hi {
			return fmt.Errorf("it must be %d, not %q", q.lo, word)
		}
		return fmt.Errorf("it must be a number from %d to %d, not %q", q.lo, q.hi, word)
	}
	if q.seats {
		seat, err := q.names.Seat(word, q.view.Seats())
		if err == nil {
			err = fmt.Errorf("%s cannot be chosen", q.names.Of(seat))
		}
		return err
	}
	if word == "." && q.chosen < q.min {
		return fmt.Errorf("choose at least %d first", q.min)
	}
	if q.view.Find(word) != 0 {
		return fmt.Errorf("%s cannot be chosen", word)
	}
	if names := q.sameLabel(word); len(names) > 1 {
		return fmt.Errorf("several are called %q: type one of %s", word, strings.Join(names, ", "))
	}
	if near := q.near(text); q.onView(text) || strings.Contains(near, " ") && !strings.HasPrefix(text, `"`) {
		word = text // labels have spaces
	}
	what := fmt.Sprintf("%q is not one of the choices", word)
	if near := q.near(word); q.onView(word) {
		what = word + " cannot be chosen"
	} else if near != "" {
		what += "; did you mean " + near + "?"
	}
	switch {
	case len(q.draft.Picks) > 0:
		return fmt.Errorf("%s… %s", q.soFar(), what)
	case q.draft.Action != "" && !q.auto:
		return fmt.Errorf("%s: %s", q.walk.Offers()[0].Label, what)
	}
	return errors.New(what)
}

// near returns the label of a possible choice that was perhaps meant.
func (q *question) near(word string) string {
	var labels []string
	for _, c := range q.open() {
		labels = append(labels, c.label)
	}
	return words.Nearest(word, labels)
}

// onView reports whether the seat sees something with this label.
func (q *question) onView(label string) bool {
	for id := range q.view.All() {
		if strings.EqualFold(tableau.Name(q.view, id), label) {
			return true
		}
	}
	return false
}

// begin returns the only choice whose label begins with the word, or whose path ends with it. Possible choices go first.
func (q *question) begin(word string) (choice, bool) {
	if c, is := beginning(q.open(), word); is {
		return c, true
	}
	begins := func(label, word string) bool {
		return len(word) <= len(label) && strings.EqualFold(label[:len(word)], word)
	}
	if c, is := q.oneOf(q.choices, word, begins); is {
		return c, true
	}
	return beginning(q.choices, word)
}

func beginning(choices []choice, word string) (found choice, is bool) {
	for _, c := range choices {
		begins := len(word) <= len(c.label) && strings.EqualFold(c.label[:len(word)], word)
		if ends := strings.HasSuffix(c.name, "/"+word); c.stop || !begins && !ends {
			continue
		}
		if is {
			return choice{}, false
		}
		found, is = c, true
	}
	return found, is
}

// find returns the choice with this key, name or label.
func (q *question) find(word string) (choice, bool) {
	if plain, err := strconv.Unquote(word); err == nil {
		word = plain
	}
	if n, err := strconv.ParseInt(word, 10, 64); err == nil && q.numbers {
		return choice{at: q.at, action: q.draft.Action, label: word, value: game.Value{N: n}}, n >= q.lo && n <= q.hi
	}
	same := []func(c choice) bool{
		func(c choice) bool { return c.name == word },
		func(c choice) bool { return c.key == word },
		func(c choice) bool { return strings.EqualFold(c.label, word) || strings.EqualFold(c.name, word) },
	}
	for _, is := range same {
		for _, c := range q.choices {
			if is(c) {
				return c, true
			}
		}
	}
	if c, is := q.oneOf(q.choices, word, strings.EqualFold); is || !q.actions {
		return c, is
	}
	return q.onTable(word)
}

// oneOf returns one of the possible elements with this label, if they are interchangeable: they are in the same place.
func (q *question) oneOf(choices []choice, word string, fits func(label, word string) bool) (found choice, is bool) {
	for _, c := range choices {
		switch {
		case c.id == 0 || c.why != "" || !fits(c.word, word) && c.cell != word || slices.Contains(q.chosenAt(c.at), c.value):
		case !is:
			found, is = c, true
		case c.word != found.word || q.view.Parent(c.id) != q.view.Parent(found.id):
			return choice{}, false
		}
	}
	return found, is
}

// chosenAt returns the values chosen for a pick so far.
func (q *question) chosenAt(at int) []game.Value {
	if at < len(q.draft.Picks) {
		return q.draft.Picks[at]
	}
	return nil
}

// sameLabel returns the names of the possible elements with this label.
func (q *question) sameLabel(word string) (names []string) {
	for _, c := range q.open() {
		if c.id != 0 && strings.EqualFold(c.word, word) {
			names = append(names, c.name)
		}
	}
	return names
}

// onTable finds an element by name before an action is chosen. If several actions are possible with it, choosing it asks which.
func (q *question) onTable(word string) (choice, bool) {
	var found []choice
	for _, id := range slices.Sorted(maps.Keys(q.on)) {
		for _, c := range q.on[id] {
			if c.why == "" && (c.name == word || strings.EqualFold(c.word, word) ||
				c.cell == word && q.on[q.view.Find(word)] == nil) {
				if len(found) > 0 && found[0].id != id {
					if q.view.Parent(found[0].id) == q.view.Parent(id) {
						continue // interchangeable
					}
					return choice{}, false // ambiguous
				}
				found = append(found, c)
			}
		}
	}
	if len(found) > 1 {
		return choice{label: found[0].label, id: found[0].id, of: found}, true
	}
	return append(found, choice{})[0], len(found) == 1
}
