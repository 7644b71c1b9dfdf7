package game

import (
	"cmp"
	"strings"
)

// Role is what people call whoever plays a seat, and the colour of what is theirs. Like a Look it is a hint, outside
// rules and hash.
type Role struct {
	Name  string // such as White or Codemaker; without one it is player 1, player 2
	Color string // such as white or red
}

// SeatName returns what people call a seat: the name of its Role, else player 1 for seat 0.
func (r *Rules) SeatName(seat Seat) string {
	return cmp.Or(r.role(seat), player(seat))
}

// role is the name of the seat's Role, if it has one.
func (r *Rules) role(seat Seat) string {
	if seat < 0 || int(seat) >= len(r.Roles) {
		return ""
	}
	return r.Roles[seat].Name
}

// player is what people call a seat without a role, counted from 1.
func player(seat Seat) string {
	if seat < 0 {
		return seat.String()
	}
	return "player " + itoa(int(seat)+1)
}

func checkRoles(r *Rules, report func(string, ...any)) {
	if n := max(r.Seats.Max, 0); len(r.Roles) > n {
		report("there are %d Roles for at most %d seats", len(r.Roles), n)
	}
	seen := map[string]bool{}
	for i, x := range r.Roles {
		switch name := strings.ToLower(x.Name); {
		case name == "":
			continue
		case name != strings.TrimSpace(name) || strings.ContainsAny(name, "\r\n\t{}"):
			report("Roles: %q of seat %d begins or ends with a space, or has a line break, a tab or a brace", x.Name, i)
		case seen[name]:
			report("Roles: two seats are called %q", x.Name)
		default:
			seen[name] = true
		}
	}
}
