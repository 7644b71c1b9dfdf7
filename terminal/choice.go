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
	"github.com/plygame/ply/internal/order"
	"github.com/plygame/ply/internal/tableau"
	"github.com/plygame/ply/internal/words"
	"github.com/plygame/ply/match"
)

// maxNumbers is the size of the longest range whose numbers are listed as choices.
const maxNumbers = 24

// question is a step of choosing a move: what the seat has chosen so far, and the choices for the next step.
type question struct {
	names words.Names
	view  *game.State
	walk  *game.Chooser
	draft game.Move
	auto  bool // the action is the only possible one, so it was not asked for
	done  bool // the draft is a complete move

	prompt   string
	actions  bool // asks for an action
	choices  []choice
	refused  []choice // impossible actions, if the action is chosen already
	on       map[game.ID][]choice
	at       int
	lo, hi   int64
	numbers  bool // asks for any number from lo to hi
	seats    bool // asks for a player
	text     *game.Text
	thing    game.ID   // asks what to do with this element
	from     *question // the question before that
	complete bool      // the draft can be played as it is
	final    bool      // the move cannot be undone
	chosen   int       // number of values of the pick so far
	min, max int
}

// choice is a possible choice or, with why, an impossible one.
type choice struct {
	key    string // the short form to type
	label  string // its label, made unique among the choices
	word   string // its label
	name   string // its name in the text of a move
	why    string // why it cannot be chosen
	note   string // what to know before choosing it
	action string
	does   string // the label of the action
	at     int
	value  game.Value
	id     game.ID   // the element, if the value is one
	points []game.ID // otherwise, the elements that the value refers to
	stop   bool      // ends this pick
	number bool      // stands for any number of the range
	of     []choice  // what can be done with the element: choosing it asks which
	valued bool      // an action together with its first value
}

// questionAfter returns the question that follows a draft, on the view of its seat.
func questionAfter(names words.Names, view *game.State, d game.Move) (*question, error) {
	walk, err := view.Chooser(d)
	if err != nil {
		return nil, err
	}
	return nextQuestion(names, view, walk)
}

// nextQuestion returns the next question.
func nextQuestion(names words.Names, view *game.State, walk *game.Chooser) (*question, error) {
	q := &question{names: names, view: view, walk: walk, on: map[game.ID][]choice{}}
	offers := walk.Offers()
	if q.draft, q.done = walk.Move(); q.draft.Action != "" {
		return q, q.pick(&offers[0])
	}
	only := -1
	for i := range offers {
		o := &offers[i]
		c := choice{label: o.Label, name: o.Action, action: o.Action, does: o.Label}
		if o.Why != nil {
			c.why = q.reason(o.Why)
			q.refused = append(q.refused, c)
		} else {
			only = i
		}
		q.choices = append(q.choices, c)
	}
	if only >= 0 && len(q.refused) == len(offers)-1 && offers[only].Pick != "" {
		return q.only(&offers[only])
	}
	q.actions, q.refused, q.prompt = true, nil, "Choose what to do"
	if p, is := view.Progress(q.draft.Seat); is && p.Ask != nil {
		q.prompt = names.Line(match.LineOf(*p.Ask, nil))
	}
	number(q.choices)
	for i := range offers {
		if offers[i].Why == nil {
			q.lay(&offers[i])
		}
	}
	return q, nil
}

// only continues with the first pick of the only possible action.
func (q *question) only(o *game.Offer) (*question, error) {
	q.auto, q.choices = true, nil
	q.walk, _ = q.walk.Act(o.Action)
	q.draft, _ = q.walk.Move()
	return q, q.pick(o)
}

// pick fills in the choices of a pick.
func (q *question) pick(o *game.Offer) error {
	if o.Why != nil {
		return fmt.Errorf("%s: %s", o.Label, q.reason(o.Why))
	}
	q.complete, q.final = o.Complete, o.NoUndo
	if o.Pick == "" {
		return nil
	}
	if q.at = o.At; q.at < len(q.draft.Picks) {
		q.chosen = len(q.draft.Picks[q.at])
	}
	q.prompt, q.text, q.min, q.max = q.names.Line(match.LineOf(o.Prompt, nil)), o.Text, o.Min, o.Max
	if q.prompt == "" {
		q.prompt = "Choose " + o.Pick
	}
	q.lay(o)
	q.seats = o.Sort == "seat"
	if q.numbers = o.Sort == "number" && o.Options == nil; q.numbers {
		q.lo, q.hi = int64(o.Lo), int64(o.Hi)
		q.count(o)
	}
	if o.Stop {
		label := "no more"
		switch {
		case q.chosen == 0:
			label = "nothing"
		case o.StopLast:
			label = "done"
		}
		q.choices = append(q.choices, choice{key: ".", label: label, name: "-", action: o.Action, stop: true})
	}
	return nil
}

// count adds the numbers of a range as choices, or one choice for all if there are many.
func (q *question) count(o *game.Offer) {
	if q.hi-q.lo >= maxNumbers {
		text := fmt.Sprintf("%d to %d", q.lo, q.hi)
		q.choices = append(q.choices, choice{key: text, label: text, name: text, action: o.Action, at: o.At, number: true})
		return
	}
	for n := q.lo; n <= q.hi; n++ {
		text := strconv.FormatInt(n, 10)
		q.choices = append(q.choices, choice{key: text, label: text, name: text, action: o.Action, at: o.At, value: game.Value{N: n}})
	}
}

// number gives choices short keys: the possible ones are counted first, so that the numbers in a menu have no gaps.
func number(list []choice) {
	n := 0
	for _, open := range []bool{true, false} {
		for i := range list {
			if (list[i].why == "") == open {
				n++
				list[i].key = strconv.Itoa(n)
			}
		}
	}
}

func isNumber(text string) bool {
	_, err := strconv.Atoi(text)
	return err == nil
}

// lay adds the values of an offer as choices. Before an action is chosen, they can be found only on the table.
func (q *question) lay(o *game.Offer) {
	var list []choice
	twice := map[string]bool{}
	seen := map[string]bool{}
	numbered := true
	order.Candidates(q.view, o)
	for _, c := range o.Options {
		x := choice{name: o.Show(c.Value), action: o.Action, does: o.Label, at: o.At, value: c.Value, points: c.Points}
		x.label = x.name
		switch o.Sort {
		case "element":
			x.id = game.ID(c.Value.N)
			x.label = tableau.Name(q.view, x.id)
		case "seat":
			x.name = strconv.FormatInt(c.Value.N+1, 10)
			x.label = q.names.First(game.Seat(c.Value.N))
		case "kind":
			x.label = cmp.Or(o.Kind(c.Value).Look.Label, x.name)
		}
		if c.Why != nil {
			x.why = q.reason(c.Why)
		}
		if c.Note != nil {
			x.note = q.reason(c.Note)
		}
		if isNumber(x.name) || isNumber(x.label) {
			numbered = false // a typed number means the choice with that name
		}
		x.word = x.label
		twice[x.label] = seen[x.label]
		seen[x.label] = true
		list = append(list, x)
	}
	number(list)
	for i := range list {
		x := &list[i]
		switch {
		case numbered && o.Max == 1:
		case numbered:
			x.key = strconv.Itoa(i + 1) // of a pick of several, each keeps its number when others are chosen
		case isNumber(x.label) && !twice[x.label]:
			x.key = x.label
		default:
			x.key = x.name
		}
		if twice[x.label] && x.label != x.name {
			x.label += " " + x.name
		}
		if x.id != 0 {
			q.on[x.id] = append(q.on[x.id], *x)
		}
	}
	if !q.actions {
		q.choices = append(q.choices, list...)
		q.point(list)
	}
}

// point maps elements to the values that refer to them, if there is only one such value.
func (q *question) point(list []choice) {
	at := map[game.ID][]choice{}
	for _, x := range list {
		for _, id := range x.points {
			if x.why == "" && q.on[id] == nil {
				at[id] = append(at[id], x)
			}
		}
	}
	for id, all := range at {
		if len(all) == 1 {
			q.on[id] = all
		}
	}
}

// open returns the possible choices.
func (q *question) open() (open []choice) {
	for _, c := range q.choices {
		if c.why == "" {
			open = append(open, c)
		}
	}
	return open
}

// with returns the question after a choice.
func (q *question) with(c choice) (*question, error) {
	switch {
	case c.why != "" && strings.Contains(c.why, c.label):
		return nil, errors.New(c.why)
	case c.why != "":
		return nil, fmt.Errorf("%s: %s", c.label, c.why)
	case c.of != nil:
		return q.which(c), nil
	}
	walk, err := q.walk, error(nil)
	if q.actions {
		walk, err = walk.Act(c.action)
	}
	switch {
	case err != nil:
	case c.stop:
		walk, err = walk.Stop()
	case !q.actions || c.id != 0 || c.valued:
		walk, err = walk.Take(c.value)
	}
	if err != nil {
		return nil, err
	}
	n, err := nextQuestion(q.names, q.view, walk)
	if err == nil {
		n.auto = q.auto
	}
	return n, err
}

// which returns the question what to do with an element that several actions offer.
func (q *question) which(c choice) *question {
	n := &question{names: q.names, view: q.view, walk: q.walk, draft: q.draft, auto: q.auto, actions: true, on: map[game.ID][]choice{}, thing: c.id, from: q}
	n.prompt = c.label + ": choose what to do with it"
	labels := map[string]string{}
	for _, a := range q.choices {
		if a.id == 0 {
			labels[a.action] = a.label
		}
	}
	for i, a := range c.of {
		a.id, a.valued, a.key, a.label, a.name = 0, true, strconv.Itoa(i+1), cmp.Or(labels[a.action], a.label), a.action
		n.choices = append(n.choices, a)
	}
	return n
}

// back returns the previous question, or nil if nothing is chosen yet.
func (q *question) back() *question {
	if q.from != nil {
		return q.from
	}
	walk := q.walk.Back()
	if walk != nil && q.auto {
		if m, _ := walk.Move(); len(m.Picks) == 0 {
			walk = walk.Back() // the player did not choose the action
		}
	}
	if walk == nil {
		return nil
	}
	b, err := nextQuestion(q.names, q.view, walk)
	if err != nil {
		return nil
	}
	b.auto = b.auto || q.auto
	return b
}

// soFar describes the draft.
func (q *question) soFar() string {
	if q.draft.Action == "" {
		return ""
	}
	same := func(s *game.State, _ game.Seat) *game.State { return s }
	line := match.LineOf(q.view.MoveLine(same, q.draft.Seat, q.draft, q.view), nil)
	line.Text = strings.TrimPrefix(line.Text, "{0}: ") // no need to name the player
	return q.names.Line(line)
}

// reason returns the text of a reason.
func (q *question) reason(why *game.Line) string { return q.names.Within(match.LineOf(*why, nil)) }

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
	word, rest, _ := strings.Cut(text, " ")
	if c, found := q.begin(word); found {
		return c, strings.Trim(rest, " +"), nil
	}
	if q.numbers {
		if q.lo == q.hi {
			return c, "", fmt.Errorf("it must be %d, not %q", q.lo, word)
		}
		return c, "", fmt.Errorf("it must be a number from %d to %d, not %q", q.lo, q.hi, word)
	}
	if q.seats {
		seat, err := q.names.Seat(word, q.view.Seats())
		if err == nil {
			err = fmt.Errorf("%s cannot be chosen", q.names.Of(seat))
		}
		return c, "", err
	}
	if q.view.Find(word) != 0 {
		return c, "", fmt.Errorf("%s cannot be chosen", word)
	}
	if names := q.sameLabel(word); len(names) > 1 {
		return c, "", fmt.Errorf("several are called %q: type one of %s", word, strings.Join(names, ", "))
	}
	switch {
	case len(q.draft.Picks) > 0:
		return c, "", fmt.Errorf("%s… %q is not one of the choices", q.soFar(), word)
	case q.draft.Action != "" && !q.auto:
		return c, "", fmt.Errorf("%s: %q is not one of the choices", q.walk.Offers()[0].Label, word)
	}
	return c, "", fmt.Errorf("%q is not one of the choices", word)
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
		case c.id == 0 || c.why != "" || !fits(c.word, word) || slices.Contains(q.chosenAt(c.at), c.value):
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

// onTable finds an element by name before an action is chosen. If several actions are possible with it, choosing it asks
// which.
func (q *question) onTable(word string) (choice, bool) {
	var found []choice
	for _, id := range slices.Sorted(maps.Keys(q.on)) {
		for _, c := range q.on[id] {
			if c.why == "" && (c.name == word || strings.EqualFold(c.word, word)) {
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
	switch len(found) {
	case 0:
		return choice{}, false
	case 1:
		return found[0], true
	}
	return choice{label: found[0].label, id: found[0].id, of: found}, true
}

// tally returns how many values of a pick are chosen, if it takes several.
func (q *question) tally() string {
	switch {
	case q.max <= 1:
		return ""
	case q.min == q.max:
		return fmt.Sprintf(" (%d of %d)", q.chosen, q.max)
	}
	return fmt.Sprintf(" (%d of %d to %d)", q.chosen, q.min, q.max)
}

// Stands returns whether an element can be chosen, or is chosen.
func (q *question) Stands(id, top game.ID) tableau.Stand {
	if q == nil {
		return tableau.NotAsked
	}
	best := tableau.NotAsked
	if q.thing != 0 && (q.thing == id || q.thing == top) {
		return tableau.IsChosen
	}
	for _, c := range q.of(id, top) {
		switch {
		case c.why == "":
			return tableau.CanChoose
		case q.has(c):
			best = tableau.IsChosen
		case best == tableau.NotAsked:
			best = tableau.CannotChoose
		}
	}
	return best
}

// of returns the choices for an element and the one on top of it.
func (q *question) of(id, top game.ID) []choice {
	on := q.on[id]
	if top == id || top == 0 || q.on[top] == nil {
		return on
	}
	return append(on[:len(on):len(on)], q.on[top]...)
}

// has reports whether the value is chosen.
func (q *question) has(c choice) bool {
	if c.at >= len(q.draft.Picks) || c.stop || q.actions {
		return false
	}
	for _, v := range q.draft.Picks[c.at] {
		if v == c.value {
			return true
		}
	}
	return false
}

// AsksFor reports whether an element is among the choices, possible or not.
func (q *question) AsksFor(id game.ID) bool { return q != nil && q.on[id] != nil }
