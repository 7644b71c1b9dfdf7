package browser_test

import (
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/wire"
)

// paletteOf reads the colours of the style sheet: the light and the dark variant by name.
func paletteOf(t *testing.T) map[string][2]string {
	t.Helper()
	css, err := os.ReadFile("../web/src/style.css")
	if err != nil {
		t.Fatal(err)
	}
	return paletteIn(string(css))
}

func paletteIn(css string) map[string][2]string {
	palette := map[string][2]string{}
	for _, m := range regexp.MustCompile(`(?m)^ *--([\w-]+): (?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6}));`).FindAllStringSubmatch(css, -1) {
		palette[m[1]] = [2]string{m[2] + m[4], m[3] + m[4]}
	}
	return palette
}

// contrast returns the contrast ratio as WCAG defines it.
func contrast(a, b string) float64 {
	light, dark := luminance(a), luminance(b)
	if light < dark {
		light, dark = dark, light
	}
	return (light + 0.05) / (dark + 0.05)
}

func luminance(color string) float64 {
	rgb := linear(color)
	return 0.2126*rgb[0] + 0.7152*rgb[1] + 0.0722*rgb[2]
}

// linear returns the linear red, green and blue of a colour.
func linear(color string) (rgb [3]float64) {
	for i := range rgb {
		n, err := strconv.ParseUint(color[1+2*i:3+2*i], 16, 8)
		if err != nil {
			panic(err)
		}
		x := float64(n) / 255
		if x <= 0.03928 {
			rgb[i] = x / 12.92
		} else {
			rgb[i] = math.Pow((x+0.055)/1.055, 2.4)
		}
	}
	return rgb
}

// TestColourContrast checks that the colours of all roles are legible on every background, and signs on their stones.
func TestColourContrast(t *testing.T) {
	palette := paletteOf(t)
	inks := 0
	for name, color := range palette {
		kind, role, _ := strings.Cut(name, "-")
		switch {
		case kind == "ink" && role != "" || kind == "player":
			inks++
			for _, ground := range []string{"ground", "surface", "raised", "tint", "felt", "cell"} {
				for theme := range 2 {
					if c := contrast(color[theme], palette[ground][theme]); c < 4.5 {
						t.Errorf("--%s on --%s: the contrast of %s is %.2f", name, ground, color[theme], c)
					}
				}
			}
		case kind == "stone":
			if palette["ink-"+role] == [2]string{} {
				t.Errorf("--stone-%s has no matching --ink", role)
			}
			if c := max(contrast(color[0], "#ffffff"), contrast(color[0], "#0b0b0b")); c < 4.5 {
				t.Errorf("neither black nor white is legible on a %s stone: contrast %.2f", role, c)
			}
		}
	}
	if inks < 22 {
		t.Errorf("found only %d colours", inks)
	}
}

// TestNamedColours checks that the style sheet has every colour that a role can name.
func TestNamedColours(t *testing.T) {
	source, err := os.ReadFile("../web/src/table/theme.ts")
	if err != nil {
		t.Fatal(err)
	}
	css, err := os.ReadFile("../web/src/style.css")
	if err != nil {
		t.Fatal(err)
	}
	list := regexp.MustCompile(`(?s)named = new Set\(\s*"(.*?)"`).FindStringSubmatch(string(source))
	if list == nil {
		t.Fatal("theme.ts has no list of named colours")
	}
	names := regexp.MustCompile(`\w+`).FindAllString(list[1], -1)
	for _, name := range names {
		for _, kind := range []string{"ink", "stone"} {
			if !strings.Contains(string(css), fmt.Sprintf("--%s-%s:", kind, name)) {
				t.Errorf("style.css has no --%s-%s", kind, name)
			}
		}
	}
	for _, usual := range strings.Fields("red green blue yellow gold orange purple violet brown black white grey gray silver pink cyan teal") {
		if !slices.Contains(names, usual) {
			t.Errorf("%s is missing", usual)
		}
	}
}

// stones is a game in which every player has a stone: white, yellow, black, and one of an invalid colour.
func stones() *game.Rules {
	stone := &game.Kind{Name: "stone", Look: game.Look{Shape: "disc"}}
	bowl := &game.Place{Name: "bowl", Each: true}
	r := parrot()
	r.Name, r.About.Title, r.Seats = "stones", "Stones", game.Exactly(4)
	r.Roles = []game.Role{{Name: "White", Color: "white"}, {Name: "Yellow", Color: "Yellow"}, {Name: "Black", Color: "black"}, {Name: "Odd", Color: "red); x: url(y"}}
	r.Kinds, r.Layout = []*game.Kind{stone}, []game.Layout{bowl}
	r.Setup = func(t *game.Tx) {
		for seat := range game.Seat(4) {
			t.Create(stone, bowl.Of(seat))
		}
	}
	return r
}

// TestRoleColours checks that a role's things have its colour and a rim in both themes. With an invalid colour they have
// the default colour of the seat.
func TestRoleColours(t *testing.T) {
	t.Parallel()
	axe := readAxe(t)
	h := newServer(t, stones())
	match := h.create("stones", wire.Create{Seats: 4})
	if _, err := h.client().Join(t.Context(), "stones", match, wire.Join{Name: "Ada"}); err != nil {
		t.Fatal(err)
	}
	p := newPlayer(t, h, "Zoe", desk)
	p.bypassCSP()
	p.open(matchPath("stones", match))
	for _, s := range []screen{desk, phone.inDark(true)} {
		p.sized(s)
		theme := map[bool]int{false: 0, true: 1}[s.dark]
		palette := paletteOf(t)
		for seat, names := range [][2]string{{"stone-white", "ink-white"}, {"stone-yellow", "ink-yellow"}, {"stone-black", "ink-black"}, {"player-3", "player-3"}} {
			for _, drawn := range []string{fmt.Sprintf(`section.table [data-seat="%d"] .sign`, seat), fmt.Sprintf(`[data-place="bowl/%d"] .card`, seat)} {
				p.waitFor(drawn)
				style := eval[[]string](p, "(({ backgroundColor, borderTopColor }) => [backgroundColor, borderTopColor])(getComputedStyle(document.querySelector("+quoted(drawn)+")))")
				for i, name := range names {
					if want := rgb(palette[name][theme]); style[i] != want {
						t.Errorf("%s theme: %s has the colours %q, but --%s is %s", s.theme(), drawn, style, name, want)
					}
				}
			}
		}
		heads := eval[[]string](p, `[...document.querySelectorAll("section.table .area h2")].map((e) => e.innerText.trim().split(/\s+/).join(" ")).sort()`)
		if want := []string{"Ada White", "Black", "Odd", "Yellow"}; !slices.Equal(heads, want) {
			t.Errorf("the headings of the table are %q", heads)
		}
		p.accessible("stones", axe)
	}
}

// rgb returns a colour as browsers report it.
func rgb(color string) string {
	var r, g, b int
	if _, err := fmt.Sscanf(color, "#%02x%02x%02x", &r, &g, &b); err != nil {
		return err.Error()
	}
	return fmt.Sprintf("rgb(%d, %d, %d)", r, g, b)
}
