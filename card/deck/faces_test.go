package deck

import (
	"bytes"
	"compress/gzip"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "draw the cards again")

// TestCardsAreDrawnByOneTemplate composes every card from the drawings below, so that all of them look alike, and compares
// it with its file.
func TestCardsAreDrawnByOneTemplate(t *testing.T) {
	for _, suit := range Suits {
		for i, rank := range Ranks {
			name, want := "art/"+strings.ToLower(rank)+"-"+suit+".svg", face(i, suit)
			if *update {
				if err := os.WriteFile(filepath.FromSlash(name), want, 0o644); err != nil {
					t.Fatal(err)
				}
				continue
			}
			if got, err := fs.ReadFile(files, name); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s is not what the template draws; run: go test ./card/deck -update", name)
			}
		}
	}
}

// face is a card of 100 by 140. Drawn small, it has a large index and a single pip, or the head of the court card; drawn
// large, all pips, or the whole court card. The index is in the upper left corner, where a fan shows it.
func face(rank int, suit string) []byte {
	c, root, four := inkOf(suit), "", ""
	if fourth[suit] != "" {
		root, four = ` id="four"`, fmt.Sprintf("svg{color:%s}svg:target{color:%s}", inks[suit].ink, fourth[suit])
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg%s xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 140">`+"\n", root)
	fmt.Fprintf(&b, `<style>%s.s{display:none}.i{fill:none;stroke:%s;stroke-width:3.8;stroke-linecap:round;stroke-linejoin:round}@media(max-width:71px){.l{display:none}.s{display:inline}}</style>`+"\n", four, c)
	fmt.Fprintf(&b, `<defs><g id="p" fill="%s">%s</g><path id="i" class="i" d="%s"/></defs>`+"\n", c, pips[suit], glyphs[rank])
	fmt.Fprintf(&b, `<path d="M0 0H100V140H0Z" fill="#fffdf7"/>`+"\n")
	fmt.Fprintf(&b, `<g class="s">%s%s%s</g>`+"\n", use("i", 23, 27, 1.75), use("p", 23, 64, 1.25), small(rank, suit))
	half := use("i", 11.5, 17, .82) + use("p", 11.5, 36, .62)
	fmt.Fprintf(&b, `<g class="l">%s%s</g>`+"\n", twice(half), large(rank, suit))
	b.WriteString("</svg>\n")
	return b.Bytes()
}

func use(id string, x, y, scale float64) string {
	return fmt.Sprintf(`<use href="#%s" transform="translate(%g %g)scale(%g)"/>`, id, x, y, scale)
}

// twice draws something, and again upside down.
func twice(half string) string { return half + `<g transform="rotate(180 50 70)">` + half + `</g>` }

func small(rank int, suit string) string {
	if rank < 10 {
		return use("p", 66, 104, 2.7)
	}
	return `<g transform="translate(-12 38)scale(1.55)">` + court(rank, suit) + `</g>`
}

func large(rank int, suit string) string {
	switch {
	case rank == 0:
		return use("p", 50, 70, 2.9)
	case rank < 10:
		var b strings.Builder
		for _, at := range spots[rank] {
			scale := .92
			if at[1] > 70 {
				scale = -scale
			}
			b.WriteString(use("p", at[0], at[1], scale))
		}
		return b.String()
	}
	half := `<path d="M22 11H78V70H22Z" fill="` + inks[suit].ground + `"/>` + court(rank, suit)
	return twice(half) + fmt.Sprintf(`<rect x="22" y="11" width="56" height="118" rx="3" fill="none" stroke="%s" stroke-width="1.6"/>`, inkOf(suit))
}

// court is the upper half of a jack, queen or king, between 22 and 78 across and above 70.
func court(rank int, suit string) string {
	c := inks[suit]
	return strings.NewReplacer("INK", "#2b2430", "ROBE", c.robe, "TRIM", c.trim, "HAIR", c.hair).Replace(courts[rank-10])
}

// inks are the colours of a suit: of its pips, and of its court cards.
var inks = map[string]struct{ ink, ground, robe, trim, hair string }{
	"clubs":    {"#1f2a36", "#e9f1e4", "#2f6b4a", "#e8b84a", "#4a3423"},
	"diamonds": {"#c62a2a", "#fbeede", "#d9822b", "#2b6f86", "#8a4b1f"},
	"hearts":   {"#c62a2a", "#fdebea", "#b92f3c", "#f0c35a", "#b98238"},
	"spades":   {"#1f2a36", "#e6ecf5", "#2f4a86", "#d9dfe8", "#26221f"},
}

// fourth are the other colours of suits in a deck of four colours. A page shows them with the address of the picture and
// #four.
var fourth = map[string]string{"clubs": "#1f6b3a", "diamonds": "#1d5fae"}

// inkOf is the colour of the pips of a suit.
func inkOf(suit string) string {
	if fourth[suit] != "" {
		return "currentColor"
	}
	return inks[suit].ink
}

// The deck is small: the page loads it before the first deal.
func TestDeckIsSmall(t *testing.T) {
	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
	each := 0
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(files, name)
		if err == nil {
			_, err = z.Write(text)
		}
		var one bytes.Buffer
		y, _ := gzip.NewWriterLevel(&one, gzip.BestCompression)
		y.Write(text)
		y.Close()
		each += one.Len()
		return err
	})
	if err != nil || z.Close() != nil {
		t.Fatal(err)
	}
	t.Logf("the deck has %d bytes compressed, %d if each picture is compressed alone", b.Len(), each)
	if b.Len() > 40<<10 || each > 40<<10 {
		t.Errorf("the deck has %d bytes compressed, %d if each picture is compressed alone; at most 40 KB", b.Len(), each)
	}
}

// pips are the signs of the suits, 20 wide around the origin.
var pips = map[string]string{
	"clubs":    `<circle cy="-5.5" r="5"/><circle cx="-5.3" cy="2.6" r="5"/><circle cx="5.3" cy="2.6" r="5"/><path d="M-2-2C-1.2 5-2.5 8.5-4.5 10.5H4.5C2.5 8.5 1.2 5 2-2Z"/>`,
	"diamonds": `<path d="M0-11C2.5-6.5 5.2-3 8.5 0 5.2 3 2.5 6.5 0 11-2.5 6.5-5.2 3-8.5 0-5.2-3-2.5-6.5 0-11Z"/>`,
	"hearts":   `<path d="M0 10.5C-6 5-10.5 1-10.5-4-10.5-8-7.8-9.5-5.2-9.5-2.6-9.5-.8-8 0-6 .8-8 2.6-9.5 5.2-9.5 7.8-9.5 10.5-8 10.5-4 10.5 1 6 5 0 10.5Z"/>`,
	"spades":   `<path d="M0-11C3.5-6 10.5-2 10.5 3.5 10.5 8 5 9 1.7 5.5 1.9 8 2.8 9.5 4.5 10.5H-4.5C-2.8 9.5-1.9 8-1.7 5.5-5 9-10.5 8-10.5 3.5-10.5-2-3.5-6 0-11Z"/>`,
}

// glyphs are the ranks, as strokes around the origin.
var glyphs = [...]string{
	"M-7.5 10L0-10 7.5 10M-4.8 4H4.8",
	"M-6.5-4.5C-6.5-12 6.5-12 6.5-4.5 6.5 1-6 4-6.5 10H7",
	"M-6.5-7.5C-4-12 6-11 6-5.5 6-1 2-.8-1-.8 3-.8 7 .5 7 5 7 11-4.5 12-7 7",
	"M3 10V-10L-7.5 4.5H7.5",
	"M5.5-10H-5L-5.8-1.5C-1-4 7-3 7 3.5 7 11-4 12-7 7",
	"M5-9.5C-4-11-7-3-6.8 3.5-6.5 12 7 12 7 4 7-3.5-5-4-6.8 3.5",
	"M-7-10H7C2-4-.5 3-1.5 10",
	"M0-10C-7-10-7-.8 0-.8S7-10 0-10ZM0-.8C-9-.8-9 10 0 10S9-.8 0-.8Z",
	"M-5 9.5C4 11 7 3 6.8-3.5 6.5-12-7-12-7-4-7 3.5 5 4 6.8-3.5",
	"M-9.5-6.5L-5.5-10V10M4.5-10C-1.5-10-1.5 10 4.5 10S10.5-10 4.5-10Z",
	"M4-10V4C4 11-6 11.5-7 4.5",
	"M0-10C-9.5-10-9.5 10 0 10S9.5-10 0-10ZM2.5 4L8 11",
	"M-6-10V10M7-10L-6 3M-1.5-1.5L7.5 10",
}

var spots = [...][][2]float64{
	1: {{50, 28}, {50, 112}},
	2: {{50, 28}, {50, 70}, {50, 112}},
	3: {{36, 28}, {64, 28}, {36, 112}, {64, 112}},
	4: {{36, 28}, {64, 28}, {50, 70}, {36, 112}, {64, 112}},
	5: {{36, 28}, {64, 28}, {36, 70}, {64, 70}, {36, 112}, {64, 112}},
	6: {{36, 28}, {64, 28}, {50, 49}, {36, 70}, {64, 70}, {36, 112}, {64, 112}},
	7: {{36, 28}, {64, 28}, {50, 49}, {36, 70}, {64, 70}, {50, 91}, {36, 112}, {64, 112}},
	8: {{36, 26}, {64, 26}, {36, 55}, {64, 55}, {50, 70}, {36, 85}, {64, 85}, {36, 114}, {64, 114}},
	9: {{36, 26}, {64, 26}, {50, 40.5}, {36, 55}, {64, 55}, {36, 85}, {64, 85}, {50, 99.5}, {36, 114}, {64, 114}},
}

var courts = [...]string{
	// Jack: a cap with a feather, a bob and a ruff.
	`<g stroke="INK" stroke-width="1.2" stroke-linejoin="round"><path d="M22 70V63C24 54 36 51 43 49H57C64 51 76 54 78 63V70Z" fill="ROBE"/><path d="M50 52L38 70H62Z" fill="TRIM"/>
<path d="M35 26C33 36 33 42 35 46 38 48 41 46 42 42V26ZM65 26C67 36 67 42 65 46 62 48 59 46 58 42V26Z" fill="HAIR"/>
<path d="M39.5 25H60.5V36C60.5 44 56 49.5 50 49.5S39.5 44 39.5 36Z" fill="#f6d7b6"/>
<path d="M38 50C42 46 58 46 62 50 62 54 57 56 50 56S38 54 38 50Z" fill="#fff"/>
<path d="M33 25C33 14 46 11 56 13 64 14 68 19 67 25 56 28 44 28 33 25Z" fill="ROBE"/><path d="M33 25C44 22 56 22 67 25 67 28 66 29 64 29 54 26.5 46 26.5 36 29 34 29 33 28 33 25Z" fill="TRIM"/>
<path d="M60 23C64 13 72 11 76 15 76 21 70 25 60 23Z" fill="#fff"/></g><path d="M63 21C67 17 71 16 74 16" fill="none" stroke="INK"/>
<g fill="INK"><circle cx="45.5" cy="35" r="1.4"/><circle cx="54.5" cy="35" r="1.4"/></g><path d="M47 43.5C49 45 51 45 53 43.5M50 36V39.5" fill="none" stroke="#8a4a30" stroke-width="1.2" stroke-linecap="round"/>
<g fill="#fff"><circle cx="50" cy="60" r="1.5"/><circle cx="50" cy="66" r="1.5"/></g>`,
	// Queen: long hair, a crown of pearls, a necklace and a flower.
	`<g stroke="INK" stroke-width="1.2" stroke-linejoin="round"><path d="M36 24C29 36 30 52 34 60H66C70 52 71 36 64 24Z" fill="HAIR"/>
<path d="M22 70V64C25 56 36 54 42 51L50 58 58 51C64 54 75 56 78 64V70Z" fill="ROBE"/><path d="M42 51L50 62 58 51C56 49 55 48 54.5 46H45.5C45 48 44 49 42 51Z" fill="#f6d7b6"/><path d="M38 53L50 70 62 53 65 54.5 54 70H46L35 54.5Z" fill="TRIM"/>
<path d="M40 25H60V36C60 44 55.5 49 50 49S40 44 40 36Z" fill="#f6d7b6"/><path d="M40 36C39 29 44 27 50 26 56 27 61 29 60 36 63 30 62 24 60 22H40C38 24 37 30 40 36Z" fill="HAIR"/>
<path d="M37 24L35 15 43 19 50 12 57 19 65 15 63 24C54 22 46 22 37 24Z" fill="TRIM"/><g fill="#fff"><circle cx="35" cy="14.5" r="2"/><circle cx="50" cy="12.5" r="2.3"/><circle cx="65" cy="14.5" r="2"/></g></g>
<g fill="INK"><circle cx="45.5" cy="36" r="1.4"/><circle cx="54.5" cy="36" r="1.4"/></g><path d="M47.5 43.5C49 45 51 45 52.5 43.5 51 42.5 49 42.5 47.5 43.5Z" fill="#c0392b"/><path d="M50 37V40" stroke="#8a4a30" stroke-linecap="round"/>
<path d="M27 70C28 66 29 63 30 61" stroke="#3f7a46" stroke-width="1.6" fill="none"/><g fill="#fff" stroke="INK" stroke-width=".8"><circle cx="30" cy="55" r="2.6"/><circle cx="33.5" cy="58" r="2.6"/><circle cx="32" cy="62" r="2.6"/><circle cx="28" cy="62" r="2.6"/><circle cx="26.5" cy="58" r="2.6"/></g><circle cx="30" cy="59" r="2" fill="#f0b429"/>`,
	// King: a high crown, a beard and an ermine collar.
	`<g stroke="INK" stroke-width="1.2" stroke-linejoin="round"><path d="M22 70V62C24 53 35 50 42 48H58C65 50 76 53 78 62V70Z" fill="ROBE"/><path d="M46 54H54V70H46Z" fill="TRIM"/>
<path d="M33 52C37 48 40 47 43 46H57C60 47 63 48 67 52 66 58 58 62 50 62S34 58 33 52Z" fill="#fff"/>
<path d="M36 25C34 33 34 40 36 45L41 42V25ZM64 25C66 33 66 40 64 45L59 42V25Z" fill="HAIR"/>
<path d="M39.5 25H60.5V38C60.5 45 56 50 50 50S39.5 45 39.5 38Z" fill="#f6d7b6"/>
<path d="M39.5 36C38 48 42 58 50 58S62 48 60.5 36C58 40 54 40.5 50 40.5S42 40 39.5 36Z" fill="HAIR"/>
<path d="M35 26L32 12 42 18 50 8 58 18 68 12 65 26C55 23 45 23 35 26Z" fill="TRIM"/><path d="M35 26C45 23 55 23 65 26L64.5 29C55 26.5 45 26.5 35.5 29Z" fill="ROBE"/></g>
<g fill="INK"><circle cx="45.5" cy="34" r="1.4"/><circle cx="54.5" cy="34" r="1.4"/><path d="M37 54l1.5 2.5-3 0ZM63 54l1.5 2.5-3 0ZM42 58.5l1.2 2-2.4 0ZM58 58.5l1.2 2-2.4 0Z"/></g><path d="M47 44.5C49 45.7 51 45.7 53 44.5" fill="none" stroke="#fff" stroke-width="1.2" stroke-linecap="round"/><path d="M50 35V38" stroke="#8a4a30" stroke-linecap="round"/>`,
}
