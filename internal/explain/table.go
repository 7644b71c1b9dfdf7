package explain

import (
	"fmt"
	"strings"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/words"
)

// placeFact describes a part of the table.
type placeFact struct {
	Name  string   `json:"name"`
	Each  bool     `json:"each"`
	Names []string `json:"names"` // the names of its places
	Grid  *grid    `json:"grid,omitempty"`
	Order string   `json:"order"` // ordered, unordered or stacked
	Max   int      `json:"max"`   // capacity of a place; 0 for no limit
	Enter bool     `json:"enter"` // something happens when a thing enters
	Leave bool     `json:"leave"` // something happens when a thing leaves
	Seen  seenBy   `json:"seen"`
	Words string   `json:"words"`
}

type grid struct {
	Width      int `json:"width"`
	Height     int `json:"height"`
	Neighbours int `json:"neighbours"` // maximum number for a cell
}

// placeFacts lists the parts of the table. The places of an unknown layout come from a started game.
func placeFacts(r *game.Rules, s *game.State) []placeFact {
	all := []placeFact{}
	for _, l := range r.Layout {
		switch l := l.(type) {
		case *game.Place:
			all = append(all, placeFactOf(r, l, placeWords(l)))
		case *board.Grid:
			x := placeFactOf(r, &l.Cell, gridWords(l, s))
			x.Name, x.Grid = l.Name, &grid{l.Width, l.Height, len(l.Directions())}
			all = append(all, x)
		case *board.Board:
			x := placeFactOf(r, &l.Cell, graphWords(l, s))
			x.Name = l.Name
			all = append(all, x)
		}
	}
	return append(all, foreignPlaces(r, s)...)
}

func placeFactOf(r *game.Rules, p *game.Place, words []string) placeFact {
	x := placeFact{
		Name: p.Name, Each: p.Each, Names: append([]string{}, p.Names...), Order: orders[p.Order], Max: p.Max,
		Enter: p.Enter != nil, Leave: p.Leave != nil,
		Seen: seenIn(r, p),
	}
	switch {
	case p.Max == 1:
		words = append(words, "room for one thing")
	case p.Order == game.Unordered:
		words = append(words, "in no order")
	case p.Order == game.Stacked:
		words = append(words, "a stack")
	}
	if p.Max > 1 {
		words = append(words, fmt.Sprintf("room for %d things", p.Max))
	}
	switch {
	case x.Enter && x.Leave:
		words = append(words, "something happens when a thing enters or leaves")
	case x.Enter:
		words = append(words, "something happens when a thing enters")
	case x.Leave:
		words = append(words, "something happens when a thing leaves")
	}
	x.Words = strings.Join(words, ", ")
	return x
}

var orders = [...]string{game.Ordered: "ordered", game.Unordered: "unordered", game.Stacked: "stacked"}

// seenIn describes who sees the contents of a place.
func seenIn(r *game.Rules, p *game.Place) seenBy {
	x, loose := sightOf(r, p.Seen), p.Order == game.Unordered
	if x.By == "owner" && !p.Each {
		return x.contents("the owner of a thing there", "it", loose)
	}
	return x.contents("its owner", "the contents", loose)
}

func placeWords(p *game.Place) []string {
	switch n := len(p.Names); {
	case p.Each:
		return []string{"one for each player"}
	case n > 8:
		return []string{fmt.Sprintf("%d places, %s to %s", n, p.Names[0], p.Names[n-1])}
	case n > 0:
		return []string{words.Plural(n, "place") + ": " + joined(p.Names, "and")}
	}
	return nil
}

func gridWords(g *board.Grid, s *game.State) []string {
	n := len(g.Directions())
	cells := "cells"
	if n == 6 {
		cells = "hexagons"
	}
	form := fmt.Sprintf("%d by %d %s, a1 to %s%d", g.Width, g.Height, cells, column(g.Width), g.Height)
	if s != nil {
		if all := g.Cells(s).Len(); all < g.Width*g.Height {
			form = fmt.Sprintf("%d %s", all, cells)
		} else if g.Named != nil {
			form = fmt.Sprintf("%d by %d %s", g.Width, g.Height, cells)
		}
	}
	return []string{form, fmt.Sprintf("up to %d neighbours each", n)}
}

func graphWords(b *board.Board, s *game.State) []string {
	if s == nil {
		return nil
	}
	most, cells := 0, b.Cells(s)
	for cell := range cells.All() {
		most = max(most, b.Around(game.SetOf(cell)).Len())
	}
	return []string{words.Plural(cells.Len(), "cell"), fmt.Sprintf("up to %d neighbours each", most)}
}

// column returns the letter of a column.
func column(width int) (name string) {
	for ; width > 0; width = (width - 1) / 26 {
		name = string(rune('a'+(width-1)%26)) + name
	}
	return name
}

// foreignPlaces lists the places of unknown layouts.
func foreignPlaces(r *game.Rules, s *game.State) (all []placeFact) {
	if s == nil {
		return nil
	}
	within := map[string]int{}
	var names []string
	for id := range s.Places() {
		name := layoutOf(s, id)
		if placesLaid(r, name) >= 0 {
			continue
		}
		if within[name]++; within[name] == 1 {
			names = append(names, name)
		}
	}
	for _, name := range names {
		all = append(all, placeFact{Name: name, Names: []string{}, Seen: seenBy{And: []game.Seat{}, But: []game.Seat{}},
			Words: words.Plural(within[name], "place")})
	}
	return all
}

func isGrid(r *game.Rules, name string) bool {
	i := placesLaid(r, name)
	if i < 0 {
		return false
	}
	return boardOf(r.Layout[i]) != nil
}

// highest returns the part of the table that an element belongs to, or the element itself.
func highest(s *game.State, id game.ID) game.ID {
	for up := s.Parent(id); up != game.Root && up != 0; up = s.Parent(id) {
		id = up
	}
	return id
}

// boardOf returns the board that a part of the table is, or nil.
func boardOf(l game.Layout) *board.Board {
	switch l := l.(type) {
	case *board.Grid:
		return &l.Board
	case *board.Board:
		return l
	}
	return nil
}
