package game

import (
	"cmp"
	"strings"
)

// Role is the name people see for a seat, and its color. Like a Look it is a hint, not part of rules or hash.
type Role struct {
	Name  string // such as White or Codemaker; by default player 1, player 2
	Color string // a CSS colour, such as white or #7b2d26
}

// SeatName returns the name people see for a seat: the name of its Role, or player 1 for seat 0.
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

// player is the name of a seat without a role, counted from 1.
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
			report("Roles: two seats have the name %q", x.Name)
		default:
			seen[name] = true
		}
	}
}
