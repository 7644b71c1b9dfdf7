package catalogue

import (
	"cmp"
	"maps"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/words"
)

// Game is a game in the JSON list.
type Game struct {
	Name        string   `json:"name"`
	Title       string   `json:"title"`
	Description string   `json:"description"`
	Minutes     int      `json:"minutes"`
	Complexity  int      `json:"complexity"`
	Categories  []string `json:"categories"`
	Seats       Span     `json:"seats"`
	SeatCounts  []int    `json:"seatCounts"`
	Options     []Option `json:"options"`
	Presets     []Preset `json:"presets"`
}

type Span struct {
	Min int `json:"min"`
	Max int `json:"max"`
}

type Option struct {
	Name        string   `json:"name"`
	Label       string   `json:"label"`
	Description string   `json:"description"`
	Type        string   `json:"type"`
	Default     string   `json:"default"`
	Min         int      `json:"min"`
	Max         int      `json:"max"`
	Choices     []string `json:"choices"`
}

type Preset struct {
	Name   string      `json:"name"`
	Label  string      `json:"label"`
	Values game.Values `json:"values"`
}

func GameOf(r *game.Rules) Game {
	e := Game{
		Name: r.Name, Title: words.Title(r), Description: r.About.Description,
		Minutes: r.About.Minutes, Complexity: r.About.Complexity,
		Categories: append([]string{}, r.About.Categories...),
		Seats:      Span{r.Seats.Min, r.Seats.Max}, SeatCounts: r.SeatCounts(),
		Options: []Option{}, Presets: []Preset{},
	}
	for _, o := range r.Options {
		e.Options = append(e.Options,
			Option{o.Name, o.Label, o.Description, o.Type, o.Default, o.Min, o.Max, append([]string{}, o.Choices...)})
	}
	for _, p := range r.Presets {
		v := game.Values{}
		maps.Copy(v, p.Values)
		e.Presets = append(e.Presets, Preset{p.Name, cmp.Or(p.Label, p.Name), v})
	}
	return e
}
