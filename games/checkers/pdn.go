package checkers

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
)

// Game is a game as in a file of PDN, the Portable Draughts Notation.
type Game struct {
	Tags   []Tag // such as Event, Black and White
	Start  *game.State
	Moves  []game.Move
	Result string // 1-0 if Black has won, 0-1, 1/2-1/2, or * if that is unknown
}

// Tag says something about a Game.
type Tag struct{ Name, Value string }

// token is one word of PDN: a tag, a comment, or something else.
var token = regexp.MustCompile(`\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]|\{[^}]*\}|;[^\n]*|[()]|[^\s()\[\]{};]+`)

// moveNumber is what precedes a move, notes are what may follow it: see ReadPDN.
var (
	moveNumber = regexp.MustCompile(`^\d+\.+`)
	notes      = regexp.MustCompile(`[!?]+$|^\$\d+$`)
)

// ReadPDN reads the games of a file. Comments and variations are left out. It fails at the first game that is not
// checkers, has an illegal move, or has a result that differs from the one on the board.
func ReadPDN(text string) (games []*Game, err error) {
	var g *reader
	depth := 0
	for _, m := range token.FindAllStringSubmatch(text, -1) {
		word := m[0]
		switch {
		case word[0] == '{' || word[0] == ';':
			continue
		case word == "(":
			depth++
			continue
		case word == ")":
			depth--
			continue
		case depth > 0:
			continue
		}
		if g == nil || m[1] != "" && g.moved {
			if games, err = g.end(games); err != nil {
				return nil, err
			}
			g = &reader{Game: &Game{Result: "*"}}
		}
		if m[1] != "" {
			g.Tags = append(g.Tags, Tag{m[1], unescape.Replace(m[2])})
			continue
		}
		over, err := g.word(word)
		if err != nil {
			return nil, fmt.Errorf("game %d: %w", len(games)+1, err)
		}
		if over {
			if games, err = g.end(games); err != nil {
				return nil, err
			}
			g = nil
		}
	}
	return g.end(games)
}

var (
	unescape = strings.NewReplacer(`\"`, `"`, `\\`, `\`)
	escape   = strings.NewReplacer(`"`, `\"`, `\`, `\\`)
)

// reader is a Game that is being read.
type reader struct {
	*Game
	now   *game.State
	moved bool // the moves have begun
}

// word reads a word of the moves, and reports whether the game ends with it.
func (g *reader) word(word string) (over bool, err error) {
	if err := g.begin(); err != nil {
		return false, err
	}
	switch word {
	case "1-0", "0-1", "1/2-1/2", "*":
		if g.Result == "*" {
			g.Result = word
		}
		return true, nil
	}
	word = notes.ReplaceAllString(moveNumber.ReplaceAllString(word, ""), "")
	if word == "" {
		return false, nil
	}
	m, err := parseMove(g.now, word)
	if err == nil {
		g.now, err = g.now.Play(m)
	}
	if err != nil {
		return false, fmt.Errorf("move %d (%s): %w", len(g.Moves)+1, word, err)
	}
	g.Moves = append(g.Moves, m)
	return false, nil
}

// begin sets up the position that the game starts from.
func (g *reader) begin() (err error) {
	if g.moved {
		return nil
	}
	g.moved = true
	if result := g.tag("Result"); result != "" {
		g.Result = result
	}
	if kind := g.tag("GameType"); kind != "" && kind != "21" && !strings.HasPrefix(kind, "21,") {
		return fmt.Errorf("it is another kind of draughts: its GameType is %s, not 21", kind)
	}
	if fen := g.tag("FEN"); fen != "" {
		g.Start, err = New().StartAt(2, game.SeedOf(0), fen)
	} else {
		g.Start, err = New().Start(2, game.SeedOf(0))
	}
	g.now = g.Start
	return err
}

// tag returns the value of a tag, "" if there is none.
func (g *Game) tag(name string) string {
	for _, t := range g.Tags {
		if t.Name == name {
			return t.Value
		}
	}
	return ""
}

// end adds the game to the others. A game that has ended on the board must have the result it has there.
func (g *reader) end(games []*Game) ([]*Game, error) {
	if g == nil {
		return games, nil
	}
	err := g.begin()
	if err == nil && g.now.Over() {
		if is := result(g.now); g.Result == "*" {
			g.Result = is
		} else if g.Result != is {
			err = fmt.Errorf("its result is %s, but it ends with %s", g.Result, is)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("game %d: %w", len(games)+1, err)
	}
	return append(games, g.Game), nil
}

// result returns the result of a game as PDN writes it.
func result(s *game.State) string {
	switch {
	case s.Won(0):
		return "1-0"
	case s.Won(1):
		return "0-1"
	case s.Tied():
		return "1/2-1/2"
	}
	return "*"
}

// parseMove returns the legal move that is meant by numbers of cells: 11-15, 11x18x25, or 11x25 if that leads over
// the same pieces whichever way it is done.
func parseMove(s *game.State, text string) (game.Move, error) {
	var cells []int
	for _, number := range strings.FieldsFunc(text, func(r rune) bool { return r == '-' || r == 'x' || r == 'X' }) {
		n, err := strconv.Atoi(number)
		if err != nil {
			return game.Move{}, fmt.Errorf("%q is not a move, such as 11-15 or 11x18", text)
		}
		cells = append(cells, n)
	}
	legal, err := s.Moves()
	if err != nil {
		return game.Move{}, err
	}
	var meant []game.Move
	for _, m := range legal {
		path := pathOf(s, m)
		if slices.Equal(path, cells) {
			return m, nil
		}
		if len(cells) == 2 && len(path) > 0 && path[0] == cells[0] && path[len(path)-1] == cells[1] {
			meant = append(meant, m)
		}
	}
	switch {
	case len(meant) == 0:
		return game.Move{}, fmt.Errorf("it is not legal in %s", FEN(s))
	case len(meant) > 1 && !alike(s, meant):
		return game.Move{}, fmt.Errorf("it can be done in several ways in %s: name every cell", FEN(s))
	}
	return meant[0], nil
}

// pathOf returns the numbers of the cells that a move leads over.
func pathOf(s *game.State, m game.Move) (cells []int) {
	b := s.Rules().Layout[0].(*board.Grid)
	for _, pick := range m.Picks {
		for _, v := range pick {
			cells = append(cells, numberOf(b, game.ID(v.N)))
		}
	}
	return cells
}

// alike reports whether the moves lead to the same position.
func alike(s *game.State, moves []game.Move) bool {
	var first string
	for _, m := range moves {
		next, err := s.Play(m)
		if err != nil {
			return false
		}
		if text := FEN(next); first == "" {
			first = text
		} else if text != first {
			return false
		}
	}
	return true
}

// PDN returns the game as PDN.
func (g *Game) PDN() string {
	var b strings.Builder
	tags := slices.DeleteFunc(slices.Clone(g.Tags), func(t Tag) bool { return t.Name == "Result" || t.Name == "SetUp" || t.Name == "FEN" })
	tags = append(tags, Tag{"Result", g.Result})
	if fen := FEN(g.Start); fen != usual {
		tags = append(tags, Tag{"SetUp", "1"}, Tag{"FEN", fen})
	}
	for _, t := range tags {
		fmt.Fprintf(&b, "[%s \"%s\"]\n", t.Name, escape.Replace(t.Value))
	}
	line := 0
	for _, word := range append(g.words(), g.Result) {
		if line += len(word) + 1; line > 80 || line == len(word)+1 {
			b.WriteByte('\n')
			line = len(word) + 1
		} else {
			b.WriteByte(' ')
		}
		b.WriteString(word)
	}
	return b.String() + "\n"
}

// usual is the position that games start with, unless they say otherwise.
const usual = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"

// words returns the moves with their numbers.
func (g *Game) words() (words []string) {
	second := int(g.Start.Turn())
	moves := slices.DeleteFunc(slices.Clone(g.Moves), func(m game.Move) bool { return len(m.Picks) == 0 }) // draw offers
	for i, m := range moves {
		switch n := i + max(second, 0); {
		case n%2 == 0:
			words = append(words, strconv.Itoa(n/2+1)+".")
		case i == 0:
			words = append(words, "1...")
		}
		sign := "-"
		if m.Action == "jump" {
			sign = "x"
		}
		var cells []string
		for _, n := range pathOf(g.Start, m) {
			cells = append(cells, strconv.Itoa(n))
		}
		words = append(words, strings.Join(cells, sign))
	}
	return words
}
