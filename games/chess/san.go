package chess

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/plygame/ply/game"
)

// checks is printed on kings: whether the king of the seat is attacked.
var checks = game.NewTrait[func(game.Reader, game.Seat) bool]("check")

// InCheck reports whether the king of the seat is attacked.
func InCheck(s *game.State, seat game.Seat) bool {
	return checks.Of(s, kings.Of(s, seat))(s, seat)
}

// step is a move on the board by the names of its cells.
type step struct{ from, to, as string }

// stepOf returns the step of a move; ok is false if it is a claim without a move or an offer.
func stepOf(s *game.State, m game.Move) (x step, ok bool) {
	f := strings.Fields(s.Text(m))
	if len(f) < 3 || f[0] != "move" && f[0] != "claim-with" {
		return x, false
	}
	x = step{from: f[1], to: f[2]}
	if len(f) > 3 && f[3] != "-" {
		x.as = f[3]
	}
	return x, true
}

// move returns the move of a step. Whether it is legal is up to the state.
func (x step) move(s *game.State) (game.Move, error) {
	return s.Parse(s.Turn(), strings.TrimSpace("move "+x.from+" "+x.to+" "+x.as))
}

// officers are the names of pieces by their letters.
var officers = map[string]string{"Q": "queen", "R": "rook", "B": "bishop", "N": "knight"}

func officerLetter(name string) string {
	for letter, officer := range officers {
		if name == officer {
			return letter
		}
	}
	return ""
}

// UCI returns a move as chess programs write it, such as e2e4 or e7e8q, and "" for a claim or an offer.
func UCI(s *game.State, m game.Move) string {
	x, _ := stepOf(s, m)
	return x.from + x.to + strings.ToLower(officerLetter(x.as))
}

var uci = regexp.MustCompile(`^([a-h][1-8])([a-h][1-8])([qrbn]?)$`)

// ParseUCI reads a move as UCI writes it. It does not check that the move is legal.
func ParseUCI(s *game.State, text string) (game.Move, error) {
	f := uci.FindStringSubmatch(text)
	if f == nil {
		return game.Move{}, fmt.Errorf("%q is not a move in UCI notation", text)
	}
	x := step{f[1], f[2], officers[strings.ToUpper(f[3])]}
	if w := x.wing(s); w != nil { // chess programs that play Chess960 always name the rook
		x.to = cellName(w.to, int(x.to[1]-'1'))
	}
	return x.move(s)
}

// wing returns the castling of a step in which the king goes to the cell of its own rook, nil for any other step.
func (x step) wing(s *game.State) *wing {
	king, rook := letterOn(s, s.Find(x.from)), letterOn(s, s.Find(x.to))
	if s.Turn() < 0 || king != "Kk"[s.Turn()] || rook != "Rr"[s.Turn()] {
		return nil
	}
	return &wings[x.from[0]-'a'][x.to[0]-'a']
}

// SAN returns a legal move as players write it, such as Nf3, exd6, O-O or e8=Q#, and "" for a claim or an
// offer.
func SAN(s *game.State, m game.Move) (string, error) {
	x, ok := stepOf(s, m)
	if !ok {
		return "", nil
	}
	next, err := s.Play(m)
	if err != nil {
		return "", err
	}
	text, err := x.san(s)
	switch {
	case err != nil:
		return "", err
	case next.Over() && !next.Outcome().Tie:
		text += "#"
	case InCheck(next, 1-s.Turn()):
		text += "+"
	}
	return text, nil
}

// inSAN is SAN for the log.
func inSAN(s *game.State, m game.Move) string {
	text, _ := SAN(s, m)
	return text
}

// san is SAN without the sign for check.
func (x step) san(s *game.State) (string, error) {
	kind := s.Kind(s.Last(s.Find(x.from)))
	takes := ""
	if s.Count(s.Find(x.to)) > 0 || kind.Name == "pawn" && x.from[0] != x.to[0] {
		takes = "x"
	}
	switch {
	case kind.Name == "king" && (x.to[0] == x.from[0]+2 || x.wing(s) != nil && x.to[0] > x.from[0]):
		return "O-O", nil
	case kind.Name == "king" && (x.from[0] == x.to[0]+2 || x.wing(s) != nil):
		return "O-O-O", nil
	case kind.Name == "pawn":
		text := x.to
		if takes != "" {
			text = x.from[:1] + takes + x.to
		}
		if x.as != "" {
			text += "=" + officerLetter(x.as)
		}
		return text, nil
	}
	others, err := legalSteps(s, func(o step) bool {
		return o.to == x.to && o.from != x.from && s.Kind(s.Last(s.Find(o.from))) == kind
	})
	return string(letterOf(kind)) + x.apartFrom(others) + takes + x.to, err
}

// apartFrom returns what tells the step from others to the same cell: nothing, the column, the row, or both.
func (x step) apartFrom(others []step) string {
	column, row := true, true
	for _, o := range others {
		column = column && o.from[0] != x.from[0]
		row = row && o.from[1] != x.from[1]
	}
	switch {
	case len(others) == 0:
		return ""
	case column:
		return x.from[:1]
	case row:
		return x.from[1:]
	}
	return x.from
}

// legalSteps returns the legal moves on the board that fit.
func legalSteps(s *game.State, fits func(step) bool) (all []step, err error) {
	moves, err := s.Moves()
	for _, m := range moves {
		if x, ok := stepOf(s, m); ok && m.Action == "move" && fits(x) {
			all = append(all, x)
		}
	}
	return all, err
}

var san = regexp.MustCompile(`^([KQRBN]?)([a-h]?)([1-8]?)[x:-]?([a-h][1-8])(?:[=/(]?([QRBN])\)?)?$`)

// ParseSAN reads a legal move as SAN writes it. Signs for check and comments such as !? are optional, a cell may be
// given more precisely than necessary to tell pieces apart, and castling may be written with zeros.
func ParseSAN(s *game.State, text string) (game.Move, error) {
	bare := strings.TrimSuffix(strings.TrimRight(text, "+#!?"), "e.p.")
	var fits func(step) bool
	if side := strings.ReplaceAll(bare, "0", "O"); side == "O-O" || side == "O-O-O" {
		fits = func(x step) bool {
			plain, err := x.san(s)
			return err == nil && plain == side
		}
	} else if f := san.FindStringSubmatch(bare); f != nil {
		fits = func(x step) bool {
			kind := letterOf(s.Kind(s.Last(s.Find(x.from))))
			return string(kind) == orPawn(f[1]) && strings.HasPrefix(x.from, f[2]) && strings.HasSuffix(x.from, f[3]) && x.to == f[4] && x.as == officers[f[5]]
		}
	} else {
		return game.Move{}, fmt.Errorf("%q is not a move in algebraic notation", text)
	}
	all, err := legalSteps(s, fits)
	switch {
	case err != nil:
		return game.Move{}, err
	case len(all) == 0:
		return game.Move{}, fmt.Errorf("%s is not a legal move", text)
	case len(all) > 1:
		return game.Move{}, fmt.Errorf("%s can be %s from %s or from %s", text, all[0].to, all[0].from, all[1].from)
	}
	return all[0].move(s)
}

func orPawn(letter string) string {
	if letter == "" {
		return "P"
	}
	return letter
}
