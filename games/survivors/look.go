package survivors

import (
	"embed"
	"io/fs"
	"strings"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/unit"
)

//go:embed art
var files embed.FS

const rules = `You play as a team: each of you leads one survivor. You win or lose together.

On your turn, you have three action points. A step to the next tile costs one, and one more if the dead are on your tile. You can open doors; breaking a locked one costs two points, or one with an axe. Searching a tile of a room, readying an item, attacking, using a bandage and taking supplies cost one each, sealing a hatch two. You can use what you hold in your two hands; the rest is in your pack.

A weapon rolls its dice; each die that shows the weapon's number or more hits the target, and surplus hits go to the next target on that tile. You see along streets and through open doors. You can see into a dark room only from the next tile, or with a lamp; searching in the dark without a lamp may wake something.

Then the dead act. Each bites a survivor on its tile, or moves towards the nearest one it sees, or else towards the loudest one: weapons, breaking doors and sealing hatches make noise. The dead open doors, but do not break them. Then more come out of the hatches, depending on the round and the noise.

Kills and supplies give experience: with five points, a survivor gains their skill.`

// How the game looks.
var (
	art, _   = fs.Sub(files, "art")
	theme    = game.Theme{Felt: "#d7d3cc #17181c", Accent: "#b3541e #ffb454", Cell: "#a9a49a #3a3b40"}
	tileLook = game.Look{Label: "Tile", Words: grounds, Signs: "#.,:^>'+&"}
)

// look adds to the rules how everything looks.
func (g *town) look(r *game.Rules) *game.Rules {
	g.Cell.Look = game.Look{Picture: "{tile}.svg"}
	g.store.Look = game.Look{Label: "Still to be found", Layout: "count"}
	g.found.Look = game.Look{Label: "Supplies found", Layout: "count"}
	for _, k := range g.kinds {
		k.Look.Shape, k.Look.Picture = "disc", k.Name+".svg"
		if unit.MaxHealth.On(k) > 1 {
			k.Look.Face = &game.Print{Badges: []game.Badge{
				{Of: unit.Health, At: "bottom", Max: unit.MaxHealth}, {Of: unit.Points, At: "top"},
			}}
		}
	}
	for _, k := range g.people {
		r.Roles = append(r.Roles, game.Role{Name: k.Look.Label, Color: k.Look.Color})
	}
	r.Art, r.Theme = art, theme
	carries := game.NewDerived("carries", g.carries).Looks(game.Look{Label: "Carries"})
	r.Derived = append(r.Derived, carries.OnSeats())
	r.About = game.About{
		Title: "Survivors", Description: "A town at night: get through it together.", Minutes: 30, Complexity: 3,
		Categories: []string{"cooperative", "tactics", "dice"}, Picture: "cover.svg",
		Rules: g.plan.Title + ". " + g.plan.About + "\n\n" + rules,
	}
	return g.hints(r)
}

// ask reminds players of their mission.
func (g *town) ask(*game.Tx) *game.Line { return game.NewLine(g.plan.About) }

// carries lists what a seat's survivor holds and has in the pack.
func (g *town) carries(s *game.State, seat game.ID) string {
	var held, pack []string
	for item := range s.In(unit.Leads.Of(s, seat)) {
		if unit.Held.Of(s, item) {
			held = append(held, s.Kind(item).Look.Label)
		} else {
			pack = append(pack, strings.ToLower(s.Kind(item).Look.Label))
		}
	}
	return strings.Join(append(held, pack...), ", ")
}
