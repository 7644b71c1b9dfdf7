package lab

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// minContrast is the contrast that people need to read text (WCAG 2, level AA).
const minContrast = 4.5

// pages are the backgrounds of names in the browser, on light and dark pages, and how light a name may be there. The
// client keeps the hue of a seat's colour for its name and changes only the lightness: see web/src/table/theme.ts.
var pages = []struct {
	name   string
	ground rgb
	ink    func(lightness float64) float64
}{
	{"light", rgb{0xe9, 0xe3, 0xd6}, func(l float64) float64 { return min(l, 0.45) }},
	{"dark", rgb{0x2d, 0x31, 0x3b}, func(l float64) float64 { return max(l, 0.82) }},
}

// nameFaults returns on which pages a name in this colour could not be read. It knows only colours of the form #rrggbb.
func nameFaults(what, color string) (all []string) {
	c, ok := parseRGB(color)
	if !ok {
		return nil
	}
	for _, p := range pages {
		if x := contrast(c.lightness(p.ink), p.ground); x < minContrast {
			all = append(all, fmt.Sprintf("%s: a name in the colour %s has a contrast of %.1f on %s pages; at least %.1f is needed", what, color, x, p.name, minContrast))
		}
	}
	return all
}

// The luminances between which a felt is too light for light names in colour, and too dark for dark ones: names are
// black or white there. See inkOn in web/src/table/theme.ts.
const darkFelt, lightFelt = 0.123, 0.331

// feltFaults returns which felts are mid-tones, on which names have no colours. It knows only colours of the form #rrggbb.
func feltFaults(pair string) (all []string) {
	for _, color := range strings.Fields(pair) {
		c, ok := parseRGB(color)
		if light := c.luminance(); ok && light > darkFelt && light < lightFelt {
			all = append(all, fmt.Sprintf("Theme: the felt %s is a mid-tone: no name in the colour of a seat has a contrast of %.1f on it, so names are black or white there; use a colour as dark as #616161 or as light as #9c9c9c", color, minContrast))
		}
	}
	return all
}

// rgb is a colour, from 0 to 255.
type rgb [3]float64

func parseRGB(text string) (c rgb, ok bool) {
	if len(text) == 4 && text[0] == '#' {
		text = string([]byte{'#', text[1], text[1], text[2], text[2], text[3], text[3]})
	}
	if len(text) != 7 || text[0] != '#' {
		return c, false
	}
	for i := range c {
		n, err := strconv.ParseUint(text[1+2*i:3+2*i], 16, 8)
		if err != nil {
			return c, false
		}
		c[i] = float64(n)
	}
	return c, true
}

// linear returns the amounts of light.
func (c rgb) linear() (all [3]float64) {
	for i, v := range c {
		if v /= 255; v <= 0.04045 {
			all[i] = v / 12.92
		} else {
			all[i] = math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	return all
}

// lightness returns the colour with another lightness and the same hue and chroma, in OKLab as in CSS. What a screen
// cannot show is cut off.
func (c rgb) lightness(change func(float64) float64) rgb {
	x := c.linear()
	l := math.Cbrt(0.4122214708*x[0] + 0.5363325363*x[1] + 0.0514459929*x[2])
	m := math.Cbrt(0.2119034982*x[0] + 0.6806995451*x[1] + 0.1073969566*x[2])
	s := math.Cbrt(0.0883024619*x[0] + 0.2817188376*x[1] + 0.6299787005*x[2])
	light := change(0.2104542553*l + 0.7936177850*m - 0.0040720468*s)
	a, b := 1.9779984951*l-2.4285922050*m+0.4505937099*s, 0.0259040371*l+0.7827717662*m-0.8086757660*s
	cube := func(x float64) float64 { return x * x * x }
	l, m, s = cube(light+0.3963377774*a+0.2158037573*b), cube(light-0.1055613458*a-0.0638541728*b),
		cube(light-0.0894841775*a-1.2914855480*b)
	for i, v := range [3]float64{
		4.0767416621*l - 3.3077115913*m + 0.2309699292*s,
		-1.2684380046*l + 2.6097574011*m - 0.3413193965*s,
		-0.0041960863*l - 0.7034186147*m + 1.7076147010*s,
	} {
		if v = min(max(v, 0), 1); v <= 0.0031308 {
			c[i] = 255 * 12.92 * v
		} else {
			c[i] = 255 * (1.055*math.Pow(v, 1/2.4) - 0.055)
		}
	}
	return c
}

// contrast is the contrast of two colours as WCAG 2 defines it, from 1 to 21.
func contrast(a, b rgb) float64 {
	x, y := a.luminance(), b.luminance()
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// luminance is how light a colour is, from 0 to 1, as WCAG 2 defines it.
func (c rgb) luminance() float64 {
	x := c.linear()
	return 0.2126*x[0] + 0.7152*x[1] + 0.0722*x[2]
}
