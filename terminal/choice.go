package terminal

import (
	"cmp"
	"errors"
	"fmt"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/order"
	"github.com/plygame/ply/internal/tableau"
	"github.com/plygame/ply/internal/words"
	"github.com/plygame/ply/match"
	"strconv"
	"strings"
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
	cell   string // the cell that it is on
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
	seen, crowded := map[string]bool{}, map[string]int{} // crowded counts equal ones in a cell
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
		x.word, x.cell = x.label, tableau.CellOf(q.view, x.id)
		crowded[x.word+" "+x.cell]++
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
		if x.label = x.word; twice[x.word] && x.cell != "" {
			x.label += " " + x.cell
		}
		if twice[x.word] && x.word != x.name && (x.cell == "" || crowded[x.label] > 1) {
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
	if line.Text = strings.TrimPrefix(line.Text, "{0}: "); len(line.Args) < 2 {
		line.Text = q.walk.Offers()[0].Label // Action.Reads has no words about the choices so far
	}
	return q.names.Line(line)
}

// reason returns the text of a reason.
func (q *question) reason(why *game.Line) string { return q.names.Within(match.LineOf(*why, nil)) }

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
