package gametest

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/plygame/ply/game"
)

// read reads a move in which things have the names that people use: labels with spaces, and labels of things that
// cannot be chosen, so that the refusal is about them.
func (m *Match) read(seat game.Seat, text string) (game.Move, error) {
	s := m.State()
	move, err := s.Parse(seat, text)
	if err == nil {
		return move, nil
	}
	other := text
	for id := range s.All() {
		if label := labelOf(s, id); strings.Contains(label, " ") && s.Sees(seat, id) == game.Face &&
			!strings.Contains(other, strconv.Quote(label)) {
			other = strings.ReplaceAll(other, label, strconv.Quote(label))
		}
	}
	if again, err := s.Parse(seat, other); err == nil {
		return again, nil
	}
	if again, err := s.Parse(seat, m.named(seat, other)); err == nil {
		return again, nil
	}
	return move, err
}

var labelled = regexp.MustCompile(`"[^"]*"|[^\s+]+`)

// named puts names in place of labels.
func (m *Match) named(seat game.Seat, text string) string {
	s := m.State()
	action, picks, _ := strings.Cut(text, " ")
	return action + " " + labelled.ReplaceAllStringFunc(picks, func(word string) string {
		word = strings.Trim(word, `"`)
		if s.Find(word) != 0 {
			return word
		}
		for id := range s.All() {
			if s.Sees(seat, id) == game.Face && called(s, id) == word {
				return s.Name(id)
			}
		}
		return strconv.Quote(word)
	})
}

// inWords returns a refusal with the labels of things in place of their names.
func (m *Match) inWords(err error) string {
	s := m.State()
	return created.ReplaceAllStringFunc(err.Error(), func(name string) string {
		if id := s.Find(name); id != 0 && labelOf(s, id) != "" {
			return labelOf(s, id)
		}
		return name
	})
}
