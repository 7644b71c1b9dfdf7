package lab

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/plygame/ply/game"
)

// gallery are rules with pictures of every sort; file is a file to take away, change or add.
func gallery(change func(fstest.MapFS, *game.Rules)) *game.Rules {
	cost, suit := game.NewTrait[int]("cost"), game.NewPart[int]("suit").Looks(game.Look{Words: []string{"Clubs", "hearts"}})
	up, attack := game.NewPart[bool]("up"), game.NewPart[int]("attack")
	card := &game.Kind{Name: "card", With: []game.With{cost.Is(3)}, Look: game.Look{Picture: "{kind}-{owner}-{cost}-{suit}.svg", Back: "back.png", Face: &game.Print{
		Corner: cost, Turned: up, Badges: []game.Badge{{Of: attack, At: "left", Picture: "sword.webp"}},
	}}}
	hand := &game.Place{Name: "hand", Each: true, Look: game.Look{Zone: "hand", Picture: "{up}.svg", Ground: "cloth.svg"}}
	art := fstest.MapFS{}
	for _, name := range strings.Fields("card-red-3-clubs.svg card-red-3-hearts.svg card-2-3-clubs.svg card-2-3-hearts.svg back.png sword.webp true.svg false.svg cloth.svg tile.svg CREDITS") {
		art[name] = &fstest.MapFile{Data: []byte("x")}
	}
	r := &game.Rules{
		Name: "gallery", Seats: game.Exactly(2), Layout: []game.Layout{hand}, Kinds: []*game.Kind{card}, Parts: []game.Column{suit, up, attack},
		About: game.About{Picture: "tile.svg"}, Roles: []game.Role{{Name: "Red", Color: "#c2185b"}, {Color: "#fff"}},
		Theme: game.Theme{Felt: "#2d6a4f #14352a", Accent: "gold"}, Art: art, Actions: []*game.Action{{Name: "end", Do: func(t *game.Tx) { t.Tie() }}},
	}
	if change != nil {
		change(art, r)
	}
	return r
}

// The check of pictures lists every file that a name can stand for.
func TestCheckArt(t *testing.T) {
	if faults := lookFaults(gallery(nil)); faults != nil {
		t.Errorf("there is nothing wrong, but: %q", faults)
	}
	face := func(r *game.Rules) *game.Print { return r.Kinds[0].Look.Face }
	for want, change := range map[string]func(fstest.MapFS, *game.Rules){
		`kind "card": Look.Picture: there is no card-2-3-clubs.svg in Rules.Art (did you mean "card-red-3-clubs.svg"?)`: func(art fstest.MapFS, _ *game.Rules) { delete(art, "card-2-3-clubs.svg") },
		`About.Picture: there is no tile.svg in Rules.Art (did you mean "true.svg"?)`:                                   func(art fstest.MapFS, _ *game.Rules) { delete(art, "tile.svg") },
		`Art: nothing names old.svg`:                                                                  func(art fstest.MapFS, _ *game.Rules) { art["old.svg"] = &fstest.MapFile{} },
		`Art: song.mp3 is not served; use .svg, .png, .webp or .js`:                                   func(art fstest.MapFS, _ *game.Rules) { art["song.mp3"] = &fstest.MapFile{} },
		`Art: back.png has 300 KB; keep files below 200 KB`:                                           func(art fstest.MapFS, _ *game.Rules) { art["back.png"].Data = make([]byte, 300<<10) },
		`Art: add a file CREDITS or LICENSE that says who made the pictures and how they may be used`: func(art fstest.MapFS, _ *game.Rules) { delete(art, "CREDITS") },
		`kind "card": Look.Picture "{attack}.svg": the Part "attack" is neither a bool nor has Look.Words, so its values cannot be listed`: func(_ fstest.MapFS, r *game.Rules) {
			r.Kinds[0].Look.Picture = "{attack}.svg"
			r.Theme.Component = "table.js"
			r.Art.(fstest.MapFS)["table.js"] = &fstest.MapFile{}
		},
		`kind "card": Look.Picture "{kidn}.svg": {kidn} is unknown; use {kind}, {owner}, a Trait of the kind, or a Part that is a bool or has Look.Words`: func(_ fstest.MapFS, r *game.Rules) {
			r.Kinds[0].Look.Picture = "{kidn}.svg"
			r.Theme.Component = "table.js"
			r.Art.(fstest.MapFS)["table.js"] = &fstest.MapFile{}
		},
		`kind "card": Badge.At "middle" is unknown; use left, right, top, bottom`:                                                        func(_ fstest.MapFS, r *game.Rules) { face(r).Badges[0].At = "middle" },
		`kind "card": Look.Face.Title shows "speed", which is neither a Trait nor in Rules.Parts or Rules.Derived`:                       func(_ fstest.MapFS, r *game.Rules) { face(r).Title = game.NewPart[int]("speed") },
		`Theme.Component "table.ts" is not an ES module; its name must end in .js; Theme.Component: there is no table.ts in Rules.Art`:   func(_ fstest.MapFS, r *game.Rules) { r.Theme.Component = "table.ts" },
		`Theme: Felt "gren" is unknown (did you mean "green"?); use one or two CSS colours with a space between them: names, or #rrggbb`: func(_ fstest.MapFS, r *game.Rules) { r.Theme.Felt = "gren #000" },
		`place "hand": Look.Zone "han" is unknown (did you mean "hand"?); use hand, front, behind, side, middle`:                         func(_ fstest.MapFS, r *game.Rules) { r.Layout[0].(*game.Place).Look.Zone = "han" },
	} {
		if faults := strings.Join(lookFaults(gallery(change)), "; "); faults != want {
			t.Errorf("got\n%s\nwant\n%s", faults, want)
		}
	}
	big := gallery(func(art fstest.MapFS, _ *game.Rules) {
		for i := range 15 {
			art[fmt.Sprint(i, "-nobody.svg")] = &fstest.MapFile{Data: make([]byte, 150<<10)}
		}
	})
	if faults := lookFaults(big); !slices.Equal(faults, []string{"Art: all files together have 2250 KB; keep them below 2048 KB"}) {
		t.Errorf("a large game: %q", faults)
	}
}

// The names of seats can be read on light and dark pages whatever their colour is; the check would say if not.
func TestNameContrast(t *testing.T) {
	for _, color := range strings.Fields("#fff #000 #ffff00 #00ff00 #0000ff #ff0000 #00ffff #ff00ff #808080 #c2185b #b58863 #7b2d26") {
		if faults := nameFaults("role", color); faults != nil {
			t.Error(faults)
		}
	}
	grey := rgb{0x77, 0x77, 0x77}
	if x := contrast(grey, rgb{255, 255, 255}); x < 4.4 || x > 4.5 {
		t.Errorf("the contrast of #777 on white is %.2f, not 4.48", x)
	}
	same := grey.lightness(func(l float64) float64 { return l })
	for i := range same {
		if d := same[i] - grey[i]; d > 0.01 || d < -0.01 {
			t.Errorf("the same lightness gives %v", same)
		}
	}
}

// The check reports felts on which names of seats have no colours, with bounds that keep their promise.
func TestMidToneFelts(t *testing.T) {
	for pair, want := range map[string]int{"#808080": 1, "#5d7f6b #1f3329": 1, "#616161 #9c9c9c": 0, "#2d6a4f #14352a": 0, "gold": 0, "#6b6b6b #888": 2} {
		r := gallery(func(_ fstest.MapFS, r *game.Rules) { r.Theme.Felt = pair })
		if faults := lookFaults(r); len(faults) != want || want > 0 && !strings.Contains(faults[0], "mid-tone") {
			t.Errorf("the felts %s: %q", pair, faults)
		}
	}
}
