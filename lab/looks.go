package lab

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/words"
)

// What user interfaces can draw.
var (
	shapes       = []string{"card", "disc", "square", "stick", "corner"}
	layouts      = []string{"row", "fan", "pile", "count", "grid", "hex", "flat", "graph", "map"}
	zones        = []string{"hand", "front", "behind", "side", "middle"}
	badgeSpots   = []string{"left", "right", "top", "bottom"}
	aims         = []string{"column", "row"}
	plainColours = strings.Fields("red green blue yellow gold orange purple violet brown black white grey gray silver pink cyan teal")
	colours      = append(strings.Fields(`aliceblue antiquewhite aqua aquamarine azure beige bisque blanchedalmond blueviolet burlywood
		cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson darkblue darkcyan darkgoldenrod darkgray darkgreen darkgrey
		darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen darkslateblue darkslategray darkslategrey
		darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite
		goldenrod greenyellow honeydew hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral
		lightcyan lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen lightskyblue lightslategray
		lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon mediumaquamarine mediumblue mediumorchid mediumpurple
		mediumseagreen mediumslateblue mediumspringgreen mediumturquoise mediumvioletred midnightblue mintcream mistyrose moccasin navajowhite
		navy oldlace olive olivedrab orangered orchid palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru plum
		powderblue rebeccapurple rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna skyblue slateblue slategray
		slategrey snow springgreen steelblue tan thistle tomato turquoise wheat whitesmoke yellowgreen`), plainColours...)
	hexColour = regexp.MustCompile(`^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$`)
)

// lookFaults returns what is wrong with the hints for drawing and with the pictures.
func lookFaults(r *game.Rules) []string { return append(hintFaults(r), artFaults(r, placesOf(r))...) }

// hintFaults returns what is wrong with the hints for drawing: words that no user interface knows, and roles and signs
// that are missing for some seats.
func hintFaults(r *game.Rules) (all []string) {
	unknown := func(what, field, value string, known []string, more string) {
		if value == "" || slices.Contains(known, strings.ToLower(value)) ||
			known[0] == colours[0] && hexColour.MatchString(value) {
			return
		}
		near := ""
		if best := words.Nearest(value, known); best != "" {
			near = fmt.Sprintf(" (did you mean %q?)", best)
		}
		all = append(all, fmt.Sprintf("%s: %s %q is unknown%s; use %s", what, field, value, near, more))
	}
	look := func(what string, l game.Look) {
		unknown(what, "Look.Shape", l.Shape, shapes, strings.Join(shapes, ", "))
		unknown(what, "Look.Color", l.Color, colours, "the name of a CSS colour, or #rrggbb")
		unknown(what, "Look.Layout", l.Layout, layouts, strings.Join(layouts, ", "))
		unknown(what, "Look.Zone", l.Zone, zones, strings.Join(zones, ", "))
		unknown(what, "Look.Aim", l.Aim, aims, strings.Join(aims, " or "))
		if n := len(l.BySeat); n > 0 && n < r.Seats.Max {
			all = append(all, fmt.Sprintf("%s: Look.BySeat has %s for %d seats: add one for each seat, or an empty one", what,
				words.Plural(n, "sign"), r.Seats.Max))
		}
	}
	if n := len(r.Roles); n > 0 && n < r.Seats.Max {
		all = append(all, fmt.Sprintf("Roles has %s for %d seats: name all of them, or none", words.Plural(n, "role"),
			r.Seats.Max))
	}
	for _, x := range r.Roles {
		unknown(fmt.Sprintf("role %q", x.Name), "Color", x.Color, colours, "the name of a CSS colour, or #rrggbb")
		all = append(all, nameFaults(fmt.Sprintf("role %q", x.Name), x.Color)...)
	}
	for _, x := range []struct{ field, pair string }{{"Felt", r.Theme.Felt}, {"Accent", r.Theme.Accent},
		{"Cell", r.Theme.Cell}} {
		for _, color := range strings.Fields(x.pair) {
			unknown("Theme", x.field, color, colours, "one or two CSS colours with a space between them: names, or #rrggbb")
		}
		if len(strings.Fields(x.pair)) > 2 {
			all = append(all, fmt.Sprintf("Theme: %s has more than two colours, for light and dark pages: %q", x.field, x.pair))
		}
	}
	all = append(all, feltFaults(r.Theme.Felt)...)
	for _, k := range r.Kinds {
		look(fmt.Sprintf("kind %q", k.Name), k.Look)
	}
	for _, p := range placesOf(r) {
		look(fmt.Sprintf("place %q", p.Name), p.Look)
		if p.Look.Zone != "" && !p.Each {
			all = append(all, fmt.Sprintf("place %q: Look.Zone is only for places of each seat (Each)", p.Name))
		}
	}
	return all
}
