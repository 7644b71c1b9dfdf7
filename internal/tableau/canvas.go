package tableau

import (
	"strings"
	"unicode"

	"charm.land/lipgloss/v2"

	"github.com/plygame/ply/game"
)

// Style is the look of a cell of the screen: a colour of the theme, and attributes.
type Style uint16

// The colours of a theme. The colours of seats start at seatColor.
const (
	ColorNone Style = iota
	ColorMark       // what can be chosen
	ColorBad
	ColorFaint
	seatColor
)

// The attributes.
const (
	Bold Style = 1 << (8 + iota)
	faintly
	underlined
	Reversed
)

const (
	seatColors = 8                      // number of seats with a colour
	ownColor   = seatColor + seatColors // the first of the colours for things
)

// Theme maps styles to escape sequences.
type Theme map[Style]string

// palette has each colour for a light and a dark background.
var palette = [...][2]string{
	ColorNone:     {"", ""},
	ColorMark:     {"#00703C", "#7FE08A"},
	ColorBad:      {"#B00020", "#FF8A80"},
	ColorFaint:    {"#6B6B6B", "#8C8C8C"},
	seatColor:     {"#C2185B", "#FF7AA2"},
	seatColor + 1: {"#0B5CAD", "#6CB6FF"},
	seatColor + 2: {"#8A5A00", "#FFC857"},
	seatColor + 3: {"#00695C", "#4DD0C0"},
	seatColor + 4: {"#6A1B9A", "#CE93F8"},
	seatColor + 5: {"#BF360C", "#FF9E66"},
	seatColor + 6: {"#33691E", "#B4E07A"},
	seatColor + 7: {"#37474F", "#B0BEC5"},
	ownColor:      {"#B71C1C", "#FF6B6B"},
	ownColor + 1:  {"#1B7F3B", "#66D17A"},
	ownColor + 2:  {"#1549B8", "#6FA8FF"},
	ownColor + 3:  {"#8A6D00", "#FFE066"},
	ownColor + 4:  {"#B54700", "#FFA94D"},
	ownColor + 5:  {"#6F2DA8", "#C792EA"},
	ownColor + 6:  {"#6D4C41", "#C8A18B"},
	ownColor + 7:  {"#000000", "#9A9A9A"},
	ownColor + 8:  {"#707070", "#FFFFFF"},
	ownColor + 9:  {"#5F6368", "#B8BCC2"},
	ownColor + 10: {"#AD1457", "#FF9EC7"},
	ownColor + 11: {"#00717F", "#5DE0EC"},
}

// ownColors are the colour names for things (Look.Color) and seats (Role.Color).
var ownColors = map[string]Style{
	"red": ownColor, "green": ownColor + 1, "blue": ownColor + 2, "yellow": ownColor + 3, "gold": ownColor + 3,
	"orange": ownColor + 4,
	"purple": ownColor + 5, "violet": ownColor + 5, "brown": ownColor + 6, "black": ownColor + 7, "white": ownColor + 8,
	"grey": ownColor + 9, "gray": ownColor + 9, "silver": ownColor + 9, "pink": ownColor + 10, "cyan": ownColor + 11,
	"teal": ownColor + 11,
}

// ThemeFor returns the theme for a background; without colours, only attributes.
func ThemeFor(dark, colors bool) Theme {
	th := Theme{}
	pick := lipgloss.LightDark(dark)
	for c := range Style(len(palette)) {
		for attrs := range Style(16) {
			s := lipgloss.NewStyle().Bold(attrs&1 != 0).Faint(attrs&2 != 0).Underline(attrs&4 != 0).Reverse(attrs&8 != 0)
			if c != ColorNone && colors {
				s = s.Foreground(pick(lipgloss.Color(palette[c][0]), lipgloss.Color(palette[c][1])))
			}
			before, _, _ := strings.Cut(s.Render("x"), "x")
			th[c|attrs<<8] = before
		}
	}
	return th
}

// StyleOf returns the colour of a seat: that of its role, or a default.
func StyleOf(r *game.Rules, x game.Seat) Style {
	if x < 0 {
		return ColorNone
	}
	if int(x) < len(r.Roles) {
		if st, is := ownColors[strings.ToLower(r.Roles[x].Color)]; is {
			return st
		}
	}
	return seatColor + Style(int(x)%seatColors)
}

// styleOf returns the colour of a thing, or that of its owner.
func (sc Scene) styleOf(t Thing, owner game.Seat) Style {
	if st, is := ownColors[strings.ToLower(t.color)]; is {
		return st
	}
	return StyleOf(sc.names.Rules, owner)
}

// Canvas is a grid of cells to draw on.
type Canvas struct {
	W, H  int
	cells []glyphCell
}

// glyphCell is one cell; the cell after a wide letter has an empty text.
type glyphCell struct {
	text  string
	style Style
}

// NewCanvas returns an empty canvas.
func NewCanvas(w, h int) *Canvas {
	c := &Canvas{W: max(0, w), H: max(0, h)}
	c.cells = make([]glyphCell, c.W*c.H)
	for i := range c.cells {
		c.cells[i].text = " "
	}
	return c
}

// Put writes a text, clipped to the canvas, and returns the column after it.
func (c *Canvas) Put(x, y int, text string, st Style) int {
	for _, r := range text {
		if unicode.IsControl(r) {
			r = ' '
		}
		letter, wide := string(r), 1
		if r >= 0x80 {
			if wide = lipgloss.Width(letter); wide == 0 {
				if i := y*c.W + x - 1; y >= 0 && y < c.H && x > 0 && x <= c.W {
					c.cells[i].text += letter // combine it with the previous letter
				}
				continue
			}
		}
		if y >= 0 && y < c.H && x >= 0 && x+wide <= c.W {
			c.cells[y*c.W+x] = glyphCell{letter, st}
			if wide == 2 {
				c.cells[y*c.W+x+1] = glyphCell{"", st}
			}
		}
		x += wide
	}
	return x
}

// Blit copies a part of another canvas, clipped to this one.
func (c *Canvas) Blit(x, y int, from *Canvas, fx, fy, w, h int) {
	for dy := range min(h, from.H-fy, c.H-y) {
		n := min(w, from.W-fx, c.W-x)
		if n > 0 && fy+dy >= 0 {
			copy(c.cells[(y+dy)*c.W+x:][:n], from.cells[(fy+dy)*from.W+fx:][:n])
		}
	}
}

// Fill sets the style of a whole line.
func (c *Canvas) Fill(y int, st Style) {
	if y < 0 || y >= c.H {
		return
	}
	for x := range c.W {
		c.cells[y*c.W+x].style |= st
	}
}

// String returns the canvas as text with escape sequences for the styles.
func (c *Canvas) String(th Theme) string {
	var b strings.Builder
	b.Grow(len(c.cells) * 2)
	for y := range c.H {
		if y > 0 {
			b.WriteByte('\n')
		}
		line := c.cells[y*c.W:][:c.W]
		end := len(line)
		for end > 0 && line[end-1] == (glyphCell{" ", 0}) {
			end--
		}
		now := Style(0)
		for _, g := range line[:end] {
			if g.style != now {
				if now != 0 {
					b.WriteString("\x1b[m")
				}
				b.WriteString(th[g.style])
				now = g.style
			}
			b.WriteString(g.text)
		}
		if now != 0 {
			b.WriteString("\x1b[m")
		}
	}
	return b.String()
}

// Wrap splits a text into lines of at most w columns, at spaces if possible.
func Wrap(text string, w int) (lines []string) {
	if w < 1 {
		return nil
	}
	return strings.Split(lipgloss.Wrap(text, w, ""), "\n")
}

// Shorten cuts a text that is too long, and marks it with an ellipsis.
func Shorten(text string, w int) string {
	if lipgloss.Width(text) <= w {
		return text
	}
	r := []rune(text)
	for len(r) > 0 && lipgloss.Width(string(r))+1 > w {
		r = r[:len(r)-1]
	}
	return string(r) + "…"
}
