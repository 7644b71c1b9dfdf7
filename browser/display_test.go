package browser_test

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// TestDisplaySettings checks that players can change how pages look, and what the style sheet makes of it.
func TestDisplaySettings(t *testing.T) {
	t.Parallel()
	h := newServer(t)
	p := newPlayer(t, h, "Ann", phone.inMotion())
	p.open("/")
	p.checkAnimatedProperties()
	p.click(`[data-do="display"]`)
	settings := `[popover]:popover-open `
	for _, choice := range []string{`[value="dark"]`, `[value="larger"]`, `[name="contrast"]`, `[name="palette"]`, `[name="calm"]`} {
		p.click(settings + choice)
	}
	look := func() []string {
		return eval[[]string](p, `(({ fontSize, backgroundColor }) => [fontSize, backgroundColor])(getComputedStyle(document.documentElement))`)
	}
	if got, want := look(), []string{"20px", "rgb(0, 0, 0)"}; !slices.Equal(got, want) {
		t.Errorf("the page has the look %q, want %q", got, want)
	}
	p.checkWidth()
	p.click(settings + `[name="contrast"]`)
	p.key("\x1b")
	p.waitWithout(settings)
	if got, want := look(), []string{"20px", rgb("#15171c")}; !slices.Equal(got, want) {
		t.Errorf("without high contrast the page has the look %q, want %q", got, want)
	}
}

// TestForcedColours checks that the table uses the colours of the system where it forces them, and that what can be chosen
// has a border in the colour of the selection.
func TestForcedColours(t *testing.T) {
	t.Parallel()
	h := newServer(t)
	p := newPlayer(t, h, "Ann", desk)
	for _, game := range []string{"tictactoe", "market"} {
		h.show(p, game, 1)
		p.waitFor("path.open[role=gridcell], .own button.open")
		p.forceColours()
		p.waitIdle()
		wrong := eval[[]string](p, `(() => {
			const probe = document.body.appendChild(document.createElement("i"));
			const system = (name) => { probe.style.setProperty("color", name); return getComputedStyle(probe).color; };
			const [canvas, text, highlight] = ["Canvas", "CanvasText", "Highlight"].map(system);
			const wrong = [];
			const check = (selector, property, want) => {
				const e = document.querySelector(selector);
				const is = e && getComputedStyle(e)[property];
				if (is !== want) wrong.push(selector + " has the " + property + " " + is + ", not " + want);
			};
			check("section.table", "backgroundColor", canvas);
			check("[data-panel] h2", "color", text);
			if (document.querySelector("[role=gridcell]")) check("path.open[role=gridcell]", "stroke", highlight);
			else check(".own button.open", "outlineColor", highlight);
			probe.remove();
			return wrong;
		})()`)
		for _, line := range wrong {
			t.Errorf("%s: %s", game, line)
		}
	}
}

// forceColours emulates a system that forces its own colours.
func (p *player) forceColours() {
	p.t.Helper()
	media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "forced-colors", Value: "active"}, {Name: "prefers-reduced-motion", Value: "reduce"}}}
	if _, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, media); err != nil {
		p.t.Fatal(err)
	}
}

// animated are the properties that may change gradually: the browser draws them without computing a layout or painting.
var animated = []string{"transform", "opacity", "translate", "scale", "rotate", "none"}

// checkAnimatedProperties checks that no style sheet animates anything but transform and opacity.
func (p *player) checkAnimatedProperties() {
	p.t.Helper()
	scripts, err := filepath.Glob("../web/dist/assets/*.js") // which have the styles of their components
	if err != nil {
		p.t.Fatal(err)
	}
	for _, script := range scripts {
		eval[any](p, "import("+quoted("/assets/"+filepath.Base(script))+").then(() => null)")
	}
	rules := eval[[]string](p, `[...document.styleSheets, ...document.adoptedStyleSheets].flatMap(function each(sheet) {
		return [...sheet.cssRules].flatMap((rule) => {
			if (rule instanceof CSSKeyframesRule) return [...rule.cssRules].map((k) => "@keyframes " + rule.name + ": " + [...k.style].join(" "));
			const own = rule.style?.transitionProperty ? [rule.selectorText + ": " + rule.style.transitionProperty.replaceAll(",", " ")] : [];
			return rule.cssRules ? [...own, ...each(rule)] : own;
		});
	})`)
	for _, rule := range rules {
		where, properties, _ := strings.Cut(rule, ": ")
		for _, property := range strings.Fields(properties) {
			if !slices.Contains(animated, property) && !strings.HasPrefix(property, "animation-") {
				p.t.Errorf("%s animates %s", where, property)
			}
		}
	}
	if len(rules) < 10 {
		p.t.Errorf("found only the rules %q", rules)
	}
}

// TestDistinctPalette checks that the colours for colour-blind players are legible and differ for every kind of colour blindness.
func TestDistinctPalette(t *testing.T) {
	css, err := os.ReadFile("../web/src/display.css")
	if err != nil {
		t.Fatal(err)
	}
	grounds, palette := paletteOf(t), paletteIn(string(css))
	var seats []string
	for name, color := range palette {
		kind, _, _ := strings.Cut(name, "-")
		if kind != "player" && kind != "ink" || name == "ink" {
			continue
		}
		if kind == "player" {
			seats = append(seats, name)
		}
		for _, ground := range []string{"ground", "surface", "raised", "tint", "felt", "cell"} {
			for theme := range 2 {
				if c := contrast(color[theme], grounds[ground][theme]); c < 4.5 {
					t.Errorf("--%s on --%s: the contrast of %s is %.2f", name, ground, color[theme], c)
				}
			}
		}
	}
	if len(seats) != 6 {
		t.Fatalf("found the colours %q", seats)
	}
	slices.Sort(seats)
	for i, a := range seats {
		for _, b := range seats[i+1:] {
			for theme := range 2 {
				for sight, matrix := range blindness {
					if d := distance(matrix, palette[a][theme], palette[b][theme]); d < 20 {
						t.Errorf("--%s %s and --%s %s differ by %.0f with %s", a, palette[a][theme], b, palette[b][theme], d, sight)
					}
				}
			}
		}
	}
}

// blindness are the kinds of colour blindness, as what becomes of linear red, green and blue (Machado, Oliveira and Fernandes 2009).
var blindness = map[string][3][3]float64{
	"protanopia":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"tritanopia":   {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

// distance is how far two colours are apart for eyes with a kind of colour blindness: the Euclidean distance in CIELAB.
func distance(sight [3][3]float64, a, b string) float64 {
	p, q := lab(sight, a), lab(sight, b)
	return math.Sqrt((p[0]-q[0])*(p[0]-q[0]) + (p[1]-q[1])*(p[1]-q[1]) + (p[2]-q[2])*(p[2]-q[2]))
}

func lab(sight [3][3]float64, color string) (out [3]float64) {
	rgb := linear(color)
	var seen [3]float64
	for i, row := range sight {
		seen[i] = min(max(row[0]*rgb[0]+row[1]*rgb[1]+row[2]*rgb[2], 0), 1)
	}
	x := (0.4124*seen[0] + 0.3576*seen[1] + 0.1805*seen[2]) / 0.9505
	y := 0.2126*seen[0] + 0.7152*seen[1] + 0.0722*seen[2]
	z := (0.0193*seen[0] + 0.1192*seen[1] + 0.9505*seen[2]) / 1.089
	f := func(t float64) float64 {
		if t > 0.008856 {
			return math.Cbrt(t)
		}
		return 7.787*t + 16.0/116
	}
	return [3]float64{116*f(y) - 16, 500 * (f(x) - f(y)), 200 * (f(y) - f(z))}
}
