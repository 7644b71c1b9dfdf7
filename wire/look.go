package wire

import (
	"reflect"

	"github.com/plygame/ply/game"
)

// Look has hints for displaying something.
type Look struct {
	Label     string      `json:"label,omitempty" doc:"A word or character for it."`
	Picture   string      `json:"picture,omitempty" doc:"One or two characters, or the name of a file below the path art of the table. In the name, words in braces stand for values of the thing: kind, owner, a trait or a part."`
	Over      string      `json:"over,omitempty" doc:"For a place: name of a faint picture over the first one, with words in braces as in picture."`
	Face      *Print      `json:"face,omitempty" doc:"For a kind: the values printed on its things, over the picture."`
	Back      string      `json:"back,omitempty" doc:"For a kind or place: name of the picture of things whose faces are not seen."`
	Shape     string      `json:"shape,omitempty" doc:"For a kind: card, disc, square or stick; for a place on a map: corner."`
	Color     string      `json:"color,omitempty" doc:"A CSS colour."`
	BySeat    []string    `json:"bySeat,omitempty" nullable:"false" doc:"A character for each seat that may own it."`
	Layout    string      `json:"layout,omitempty" doc:"For a place: row, fan, pile or count (one thing of each sort, and how many there are); for a board: grid, hex, flat (flat-top hexagons), graph or map."`
	Zone      string      `json:"zone,omitempty" doc:"For a place of each seat: hand, front, behind or side."`
	Ground    string      `json:"ground,omitempty" doc:"For a board or place: name of the picture under it."`
	Component string      `json:"component,omitempty" doc:"For a place: name of the ES module that draws it in a browser."`
	Overlap   int         `json:"overlap,omitempty" doc:"Overlap of neighbours in a row or fan, in percent."`
	Sides     []game.Seat `json:"sides,omitempty" nullable:"false" doc:"For a board: the seats that own its top, right, bottom and left, -1 for nobody. A seat with one side sees the board from there."`
	Aim       string      `json:"aim,omitempty" doc:"For a board: column or row, if a click anywhere in one selects what can be chosen there."`
	Grows     bool        `json:"grows,omitempty" doc:"For a board: draw only the cells in use and those beside them."`
}

// Print is what is printed on the face of a thing. Values are named: they are parts of the thing, or traits of its
// kind.
type Print struct {
	Title   string  `json:"title,omitempty" doc:"Name of the value at the top; if missing, the label of the thing is shown."`
	Corner  string  `json:"corner,omitempty" doc:"Name of the value in the upper left corner."`
	NoTitle bool    `json:"noTitle,omitempty" doc:"Nothing is at the top."`
	Text    string  `json:"text,omitempty" doc:"Name of the value with its text; if missing, the description of its kind is shown."`
	Turned  string  `json:"turned,omitempty" doc:"Name of a value; the thing is turned sideways unless the value is zero, false or missing."`
	Badges  []Badge `json:"badges,omitempty" nullable:"false" doc:"Values at its edges."`
}

// Badge is a value at the edge of a thing.
type Badge struct {
	Of      string `json:"of" doc:"Name of the value. Nothing is drawn if it is zero or missing."`
	At      string `json:"at,omitempty" doc:"left, right or bottom (below), or top (in the upper right corner)."`
	Picture string `json:"picture,omitempty" doc:"Name of the picture behind the value."`
	Max     string `json:"max,omitempty" doc:"Name of the value at which a bar is full, if the value is drawn as a bar."`
}

// Theme has hints for displaying the whole table. A colour is a CSS colour, or two with a space between them: for light
// and for dark pages.
type Theme struct {
	Felt      string `json:"felt,omitempty" doc:"Colour of the table."`
	Accent    string `json:"accent,omitempty" doc:"Colour of what can be chosen."`
	Cell      string `json:"cell,omitempty" doc:"Colour of the cells of boards."`
	Back      string `json:"back,omitempty" doc:"Name of the picture of things whose faces are not seen."`
	Ground    string `json:"ground,omitempty" doc:"Name of the picture on the table."`
	Component string `json:"component,omitempty" doc:"Name of the ES module that draws the whole table in a browser."`
}

// lookOf returns nil if there are no hints.
func lookOf(l game.Look) *Look {
	x := Look{l.Label, l.Picture, l.Over, printOf(l.Face), l.Back, l.Shape, l.Color, l.BySeat, l.Layout, l.Zone, l.Ground,
		l.Component, l.Overlap, l.Sides, l.Aim, l.Grows}
	if reflect.ValueOf(x).IsZero() {
		return nil
	}
	return &x
}

func printOf(p *game.Print) *Print {
	if p == nil {
		return nil
	}
	x := &Print{Title: shownName(p.Title), NoTitle: p.NoTitle, Corner: shownName(p.Corner), Text: shownName(p.Text),
		Turned: shownName(p.Turned)}
	for _, b := range p.Badges {
		x.Badges = append(x.Badges, Badge{shownName(b.Of), b.At, b.Picture, shownName(b.Max)})
	}
	return x
}

// shownName is the name of a value that is printed on things, empty if there is none.
func shownName(v interface{ Info() game.ValueInfo }) string {
	if v == nil {
		return ""
	}
	return v.Info().Name
}

func themeOf(t game.Theme) *Theme {
	if t == (game.Theme{}) {
		return nil
	}
	x := Theme(t)
	return &x
}

// traitsOf returns the traits of a kind that can be shown: numbers, texts, truth values, and whatever has a text of its
// own.
func traitsOf(k *game.Kind) map[string]string {
	all := map[string]string{}
	for _, w := range k.With {
		x := w.Info()
		simple := x.Type.Named || x.Type.Sort == "number" || x.Type.Sort == "text" || x.Type.Sort == "yes-no"
		if x.Trait && simple && x.Value != "" {
			all[x.Name] = x.Value
		}
	}
	if len(all) == 0 {
		return nil
	}
	return all
}
