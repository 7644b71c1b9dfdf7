package browser_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/chromedp/chromedp"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/wire"
)

var pictures = flag.String("pictures", "", "a directory for screenshots of the tests of pictures")

// shotAs takes a screenshot if the tests are asked to.
func (p *player) shotAs(name string) {
	if *pictures != "" {
		p.shot(filepath.Join(*pictures, name+".png"))
	}
}

// hostile is a picture that tries to run scripts and to load from elsewhere.
const hostile = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 60 84" onload="document.title = 'taken'; globalThis.taken = true">
<style>rect { fill: lime }</style><script>document.title = "taken"; localStorage.taken = 1</script>
<image href="https://example.com/x.png" width="9" height="9"/><rect width="60" height="84"/></svg>`

// settlers is a game with pictures on a map: three corners with villages, and the roads between them.
func settlers() *game.Rules {
	corner := &game.Place{Name: "corner", Max: 1, Look: game.Look{Shape: "corner"}}
	road := &game.Place{Name: "road", Max: 1}
	field := &game.Place{Name: "field", Look: game.Look{Picture: "{land}.svg"}}
	land := game.NewPart[int]("land").Looks(game.Look{Hidden: true, Words: []string{"sea", "wood"}})
	wounds, cost := game.NewPart[int]("wounds").Looks(game.Look{Label: "Wounds"}), game.NewTrait[int]("cost")
	village := &game.Kind{Name: "village", Look: game.Look{Label: "Village", Shape: "disc", Picture: "{kind}-{owner}.svg"}}
	track := &game.Kind{Name: "track", Look: game.Look{Label: "Track", Shape: "square"}}
	card := &game.Kind{Name: "card", Description: "Turn it to build.", With: []game.With{cost.Is(2)}, Look: game.Look{
		Label: "Guild hall", Picture: "hostile.svg", Face: &game.Print{Corner: cost, Badges: []game.Badge{{Of: wounds, At: "right"}}}}}
	broken := &game.Kind{Name: "broken", Look: game.Look{Label: "Broken", Picture: "missing.svg"}}
	hand := &game.Place{Name: "hand", Each: true, Seen: game.ByOwner, Look: game.Look{Label: "Hand", Layout: "fan", Zone: "hand", Back: "back.svg"}}
	place := &game.Pick[game.ID]{Name: "corner", From: func(t *game.Tx) game.Set[game.ID] { return corner.All(t) }, If: func(t *game.Tx, id game.ID) bool { return t.Count(id) == 0 || t.Refuse("somebody lives there") }}
	edge := &game.Pick[game.ID]{Name: "road", From: func(t *game.Tx) game.Set[game.ID] { return road.All(t) }, If: func(t *game.Tx, id game.ID) bool { return t.Count(id) == 0 || t.Refuse("there is a road") }}
	svg := func(color string) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" rx="20" fill="` + color + `"/></svg>`)}
	}
	return &game.Rules{
		Name: "settlers", Version: "1", About: game.About{Title: "Settlers", Picture: "wood.svg"}, Seats: game.Exactly(2),
		Roles:  []game.Role{{Name: "Sun", Color: "#f2a900"}, {Name: "Moon", Color: "#3d405b"}},
		Theme:  game.Theme{Felt: "#2d6a4f #14352a", Accent: "#ffd166", Back: "back.svg"},
		Layout: []game.Layout{islet{field, corner, road}, hand}, Kinds: []*game.Kind{village, track, card, broken}, Parts: []game.Column{land, wounds},
		Art: fstest.MapFS{"sea.svg": svg("#48c"), "wood.svg": svg("#283"), "island.svg": svg("#8cf"), "village-sun.svg": svg("#f2a900"), "village-moon.svg": svg("#3d405b"), "back.svg": svg("#734"), "hostile.svg": {Data: []byte(hostile)},
			"bad.js": {Data: []byte(`export default class extends HTMLElement { set state(s) { throw new Error("oh") } }`)}},
		Setup: func(t *game.Tx) {
			land.Set(t, t.Find("b"), 1)
			for seat := range game.Seat(2) {
				wounds.Set(t, t.Create(card, hand.Of(seat)), 3)
				t.Create(broken, hand.Of(seat))
			}
		},
		Actions: []*game.Action{
			{Name: "settle", Pick: []game.Choice{place}, Do: func(t *game.Tx) { t.Give(t.Create(village, place.In(t)), t.Seat) }},
			{Name: "build", Pick: []game.Choice{edge}, Do: func(t *game.Tx) { t.Give(t.Create(track, edge.In(t)), t.Seat) }},
		},
	}
}

// islet lays out two fields with corners around them and roads between the corners.
type islet struct{ field, corner, road *game.Place }

func (x islet) Lay(p *game.Plan) {
	at := p.Add(&game.Place{Name: "islet", Look: game.Look{Layout: "map", Ground: "island.svg"}}, game.Root)
	fields := p.Add(x.field, at, "a", "b")
	p.Put(fields, 0.5, 0.5)
	p.Put(fields+1, 1.5, 0.5)
	corners := p.Add(x.corner, at, "sw", "s", "se", "nw", "n", "ne")
	for i := range game.ID(6) {
		p.Put(corners+i, float64(i%3), float64(i/3))
	}
	roads := p.Add(x.road, at, "south-west", "south-east", "north-west", "north-east", "middle")
	for i, ends := range [][2]game.ID{{0, 1}, {1, 2}, {3, 4}, {4, 5}, {1, 4}} {
		p.Span(roads+game.ID(i), corners+ends[0], corners+ends[1])
	}
}

// TestPictures checks that a table shows the pictures of its game, that a map has edges and corners that can be chosen, that
// what has no picture looks as it would without, and that a hostile picture does nothing.
func TestPictures(t *testing.T) {
	t.Parallel()
	h := newServer(t, settlers())
	match := h.create("settlers", wire.Create{Seats: 2})
	ann := newPlayer(t, h, "Ann", desk)
	ann.ignoreErrors("missing.svg", "404")
	ann.join("settlers", match)
	if _, err := h.client().Join(t.Context(), "settlers", match, wire.Join{Name: "Bob"}); err != nil {
		t.Fatal(err)
	}
	ann.waitForText("Bob")
	ann.waitFor(`path.open[data-place="sw"]`)
	ann.click(`path[data-place="middle"]`)
	ann.waitFor(`[data-thing] .body`)
	eval[bool](ann, `(document.activeElement.blur(), true)`)
	if got := h.moves(match); !slices.Equal(got, []string{"build middle"}) {
		t.Errorf("a click on an edge plays %q", got)
	}
	if n := eval[int](ann, `document.querySelectorAll('svg image[href$="sea.svg"], svg image[href$="wood.svg"], svg image[href$="island.svg"]').length`); n != 3 {
		t.Errorf("%d of 3 pictures are under the map", n)
	}
	ann.until("the picture of the card is loaded", `document.querySelector('.card img[src$="hostile.svg"]')?.naturalWidth > 0`)
	ann.until("a card without its picture has a label", `[...document.querySelectorAll(".card")].some((e) => e.textContent.trim() === "Broken")`)
	if title := eval[string](ann, `document.title + (globalThis.taken ?? "") + (localStorage.taken ?? "")`); title == "taken" || len(title) > 4 && title[:5] == "taken" {
		t.Errorf("a picture has run a script: %s", title)
	}
	if n := eval[int](ann, `document.querySelectorAll('[data-hidden] img[src$="back.svg"]').length`); n != 2 {
		t.Errorf("%d of 2 hidden cards have the back of their place", n)
	}
	ann.shotAs("map")
	address := eval[string](ann, `document.querySelector('.card img[src$="hostile.svg"]').getAttribute("src")`)
	ann.ignoreErrors("")
	ann.do("open the picture", chromedp.Navigate(h.url(address)))
	if got := eval[string](ann, `document.documentElement.nodeName + " " + (globalThis.taken ?? "") + " " + origin`); got != "svg  null" {
		t.Errorf("opened by its address, a hostile picture is %q", got)
	}
}

// TestComponent checks that a game can be played on the table of its author, and that the derived table comes back if that
// fails.
func TestComponent(t *testing.T) {
	t.Parallel()
	bad := settlers()
	bad.Name, bad.Theme.Component = "unsettled", "bad.js"
	gone := settlers()
	gone.Name, gone.Theme.Component = "gone", "gone.js"
	h := newServer(t, bad, gone)
	match := h.create("mastermind", wire.Create{Seats: 2})
	bob := h.sit("mastermind", match, "Bob")
	ann := newPlayer(t, h, "Ann", desk)
	ann.join("mastermind", match)
	moveRandomly(t, bob, ann.seq(), rand.New(rand.NewPCG(1, 1)))
	ann.waitFor(`[data-component="shown"]`)
	const root = `document.querySelector("[data-component]").firstElementChild.shadowRoot`
	ann.until("pegs can be chosen", root+`.querySelectorAll("button").length === 6`)
	for i, colour := range []string{"red", "green", "blue", "green"} {
		ann.until("there is room for a peg", fmt.Sprintf(root+`.querySelectorAll(".next img[alt]").length === %d`, i))
		eval[bool](ann, `((b) => { b.focus(); b.click(); return true; })(`+root+`.querySelector('button[title="`+colour+`"]'))`)
		if i < 3 {
			ann.until("the focus stays on the button", fmt.Sprintf(root+`.querySelectorAll(".next img[alt]").length === %d && `+root+`.activeElement?.title === %q`, i+1, colour))
		}
	}
	ann.until("the guess is answered", root+`.querySelectorAll(".pins img").length > 0`)
	ann.shotAs("mastermind")
	for _, name := range []string{"unsettled", "gone"} {
		match := h.create(name, wire.Create{Seats: 2})
		ann.ignoreErrors("missing.svg", "the derived table is shown instead", "gone.js", "404")
		ann.join(name, match)
		ann.waitFor(`path.open[data-place="sw"]`)
	}
}
