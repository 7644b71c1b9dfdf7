package gametest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/plygame/ply/game"
)

// mostAnswers is how many inputs of each sort are sent to a state to compare the answers.
const mostAnswers = 12

// answers is how the observer's inputs are answered: by the view and then, if it is a move there, by the
// state; and directly by the state, if the input names only lasting elements.
func (w *world) answers(s, v *game.State) string {
	if w.o == game.Nobody {
		return ""
	}
	r := rand.New(rand.NewPCG(uint64(s.Played()), uint64(w.o)))
	var names, lasting []string
	for id := game.Root; v.Name(id) != "?"; id++ {
		names = append(names, v.Name(id))
		if !isCreated(v.Name(id)) {
			lasting = append(lasting, v.Name(id))
		}
	}
	var b strings.Builder
	for range mostAnswers {
		text := babble(v.Rules(), names, r)
		fmt.Fprintf(&b, "%s: %s\n", text, w.answer(s, v, text))
		text = babble(v.Rules(), lasting, r)
		fmt.Fprintf(&b, "%s, to the state: %s\n", text, w.answer(s, s, text))
	}
	if all, err := w.c.legal(v); err == nil && slices.Contains(w.c.mayAct(s), w.o) {
		all = slices.DeleteFunc(all, func(m game.Move) bool { return m.Seat != w.o })
		r.Shuffle(len(all), func(a, b int) { all[a], all[b] = all[b], all[a] })
		for _, m := range all[:min(len(all), mostAnswers)] {
			fmt.Fprintf(&b, "%s: %s\n", v.Text(m), w.answer(s, v, v.Text(m)))
		}
	}
	return b.String()
}

// babble is an action with random picks.
func babble(rules *game.Rules, names []string, r *rand.Rand) string {
	added := flowActions(rules)
	k := r.IntN(len(rules.Actions) + len(added))
	if k >= len(rules.Actions) {
		return added[k-len(rules.Actions)]
	}
	a := rules.Actions[k]
	text := a.Name
	for i := range a.Pick {
		word := fmt.Sprint(r.IntN(12) - 1)
		if namesElements(rules, a.Name, i) || r.IntN(8) == 0 {
			word = names[r.IntN(len(names))]
		}
		text += " " + word
	}
	return text
}

// answer sends a text from someone who sees this view, or the state.
func (w *world) answer(s, at *game.State, text string) string {
	m, err := at.Parse(w.o, text)
	if err == nil && at != s {
		m, err = w.c.real(at, m)
	}
	if err == nil {
		_, err = w.c.play(s, m)
	}
	if err != nil {
		return fmt.Sprintf("%s, %v", game.CodeOf(err), err)
	}
	return "accepted"
}
