package words

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/plygame/ply/game"
)

// Names returns the names of seats for people: the name of the player if it is known, otherwise the role.
type Names struct {
	Rules *game.Rules
	Sits  func(game.Seat) string // the name of the player in a seat, or ""; may be nil
}

// Of returns the name of a seat within a sentence. If two players have the same name, or a name is also a role, it adds
// the role.
func (n Names) Of(seat game.Seat) string {
	name := n.sits(seat)
	for x := range game.Seat(n.Rules.Seats.Max) {
		if name != "" && x != seat && (strings.EqualFold(n.sits(x), name) || strings.EqualFold(n.Rules.SeatName(x), name)) {
			return name + " (" + Capital(n.Rules.SeatName(seat)) + ")"
		}
	}
	return cmp.Or(name, n.Rules.SeatName(seat))
}

// First is Of at the beginning of a sentence.
func (n Names) First(seat game.Seat) string {
	if n.sits(seat) == "" {
		return Capital(n.Rules.SeatName(seat))
	}
	return n.Of(seat)
}

// Full is First with the role after the name of the player.
func (n Names) Full(seat game.Seat) string {
	name := n.sits(seat)
	if name == "" || int(seat) >= len(n.Rules.Roles) || n.Rules.Roles[seat].Name == "" {
		return n.First(seat)
	}
	return name + " (" + n.Rules.Roles[seat].Name + ")"
}

// All lists seats: Ann, Bob and player 3.
func (n Names) All(seats game.Set[game.Seat]) string {
	var names []string
	for x := range seats.All() {
		names = append(names, n.Of(x))
	}
	return List(names, "and")
}

// line is a sentence with seats among its arguments, such as a match.Line.
type line interface {
	Words(called func(seat game.Seat, name string) string) string
}

// Line returns the text of a line, with the names that players had at the time.
func (n Names) Line(l line) string {
	first, role := true, ""
	text := Tame(l.Words(func(seat game.Seat, name string) string {
		called := n.then(seat, name)
		if first && called == n.Rules.SeatName(seat) {
			role = called
		}
		first = false
		return called
	}))
	if role != "" && strings.HasPrefix(text, role) {
		return Capital(text)
	}
	return text
}

// Within is Line within a sentence.
func (n Names) Within(l line) string { return Tame(l.Words(n.then)) }

// then returns the name of a seat when the player with this name was in it.
func (n Names) then(seat game.Seat, name string) string {
	if name = Tame(name); name != "" && !strings.EqualFold(name, n.sits(seat)) {
		return name
	}
	return n.Of(seat)
}

// Seat parses a seat: its number, counted from 1, its role, or the name of its player.
func (n Names) Seat(text string, seats int) (game.Seat, error) {
	text = strings.TrimSpace(text)
	for x := range game.Seat(seats) {
		for _, name := range []string{n.Rules.SeatName(x), n.Of(x), "player " + strconv.Itoa(int(x)+1),
			strconv.Itoa(int(x) + 1)} {
			if strings.EqualFold(name, text) {
				return x, nil
			}
		}
	}
	var roles []string
	for i, role := range n.Rules.Roles[:min(seats, len(n.Rules.Roles))] {
		if role.Name != "" {
			roles = append(roles, fmt.Sprintf("%d or %s", i+1, role.Name))
		}
	}
	there := fmt.Sprintf("this game has %d", seats)
	if roles != nil {
		there += " (" + strings.Join(roles, ", ") + ")"
	}
	if _, err := strconv.Atoi(text); err != nil {
		text = strconv.Quote(Clip(text))
	}
	return game.Nobody, fmt.Errorf("there is no player %s; %s", text, there)
}

func (n Names) sits(seat game.Seat) string {
	if n.Sits == nil || seat < 0 {
		return ""
	}
	return Tame(n.Sits(seat))
}

// Capital capitalizes the first letter of a text.
func Capital(text string) string {
	r, n := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(r)) + text[n:]
}
