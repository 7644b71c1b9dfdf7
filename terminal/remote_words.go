package terminal

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/plygame/ply/client"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/words"
	"github.com/plygame/ply/match"
)

// who is what people call the one in a seat.
func (f *remote) who(seat game.Seat) string {
	if seat < 0 || int(seat) >= len(f.now.Match.Seats) {
		return seat.String()
	}
	name := words.Tame(f.now.Match.Seats[seat].Name)
	for x, s := range f.now.Match.Seats {
		if game.Seat(x) != seat && words.Tame(s.Name) == name {
			return strings.TrimSpace(name + " (" + seat.String() + ")")
		}
	}
	return cmp.Or(name, seat.String())
}

// says puts a line into words, with people by their names: by those they had when it was said.
func (f *remote) says(l match.Line) string {
	return words.Tame(l.Words(func(seat game.Seat, name string) string {
		if now := f.who(seat); name == "" || strings.HasPrefix(now, words.Tame(name)) {
			return now
		}
		return name
	}))
}

// outcome is how the match has ended.
func (f *remote) outcome() string {
	if f.now.Outcome == nil {
		return ""
	}
	text := f.says(f.now.Outcome.Line)
	if f.now.Resigned >= 0 {
		text = f.who(f.now.Resigned) + " has given up, " + text
	}
	return text
}

// waitsFor says whom the match waits for.
func (f *remote) waitsFor() string {
	for x, s := range f.now.Match.Seats {
		if s.Free && slices.Contains(f.now.ToAct, game.Seat(x)) {
			return fmt.Sprintf("Seat %d is free. Who wants to play it types: %s", x, f.invitation())
		}
	}
	var who []string
	for _, x := range f.now.ToAct {
		name := f.who(x)
		if int(x) < len(f.now.Here) && !f.now.Here[x] && f.now.Match.Seats[x].Bot == "" {
			name += ", who is not connected,"
		}
		if x != f.now.Seat {
			who = append(who, name)
		}
	}
	switch len(who) {
	case 0:
		return ""
	case 1:
		return who[0] + " is to move."
	}
	return strings.Join(who[:len(who)-1], ", ") + " and " + who[len(who)-1] + " are to move."
}

// urgent is what must be known before anything else.
func (f *remote) urgent() string {
	switch {
	case !f.now.Connected:
		return "The connection is lost: " + f.lost + ". Trying to come back..."
	case f.now.MustAgree():
		return f.consent()
	}
	return ""
}

// asks says that the others are asked, and who, if that is known already.
func (f *remote) asks() string {
	if f.now.Asked != nil {
		return f.consent()
	}
	return "the others are asked whether it may be taken back"
}

// consent says what is asked of whom.
func (f *remote) consent() string {
	a := f.now.Asked
	why := f.says(a.Why)
	switch {
	case f.now.MustAgree():
		return fmt.Sprintf("%s asks to take back what was played (%s). Type yes or no.", f.who(a.Seat), why)
	case a.Seat == f.now.Seat:
		var who []string
		for _, x := range a.Need {
			who = append(who, f.who(x))
		}
		return fmt.Sprintf("To take it back, %s must agree: %s.", strings.Join(who, " and "), why)
	}
	return f.who(a.Seat) + " asks to take back what was played."
}

// invitation is what somebody else types to come to the match.
func (f *remote) invitation() string { return console.Command() + " join " + f.place.String() }

// onward is what is typed to go on with the next match.
func (f *remote) onward() string {
	if f.now.Seat < 0 {
		return console.Command() + " join " + Place{f.place.Server, f.place.Game, f.now.Next}.String() + " --watch"
	}
	return fmt.Sprintf("%s --again --seat %d", f.invitation(), f.now.Seat)
}

// command is what is typed to come back to the match.
func (f *remote) command() string {
	command := f.invitation()
	if f.watches {
		command += " --watch"
	}
	return command
}

// greeting says how others come to the match, while a seat is free.
func (f *remote) greeting() string {
	switch {
	case !f.now.Match.Open():
		return ""
	case f.beyond() != "":
		return "Others here join with: " + f.invitation() // players says more
	}
	return "Others join with: " + f.invitation()
}

// commitment says what the server has published of the seed, and what for.
func (f *remote) commitment() string {
	return fmt.Sprintf("The commitment to the seed is %s. Note it: by it, %s verify finds out in the end whether the server has chosen cards or dice.", f.promise, console.Command())
}

// beyond says how friends elsewhere come to a server whose address is of this machine only, "" if it is
// not.
func (f *remote) beyond() string {
	host, port, local := f.place.loopback()
	if !local {
		return ""
	}
	return fmt.Sprintf("%s is this machine alone. For others elsewhere, the server must be started with --address 0.0.0.0:%s, and they type the address of this machine instead.", host, port)
}

// remarks are about what is no entry of the log.
func (f *remote) remarks(was *client.Moment, n client.News) (notes []string) {
	switch n.Kind {
	case client.Lost:
		f.lost = words.Tame(n.Why)
		notes = append(notes, f.urgent())
	case client.Back:
		notes = append(notes, "The connection is back.")
	case client.Asked:
		switch {
		case f.now.Asked != nil && (was.Asked == nil || was.MustAgree() != f.now.MustAgree()):
			notes = append(notes, f.consent())
		case f.now.Asked == nil && was.Asked != nil && was.Seq == f.now.Seq:
			notes = append(notes, "The moves are not taken back.")
		}
	case client.Again:
		notes = append(notes, "There is a next match. To join it, leave this one and type: "+f.onward())
	case client.Present:
		if was.Here == nil {
			break // who was here before needs not be said
		}
		for x, here := range f.now.Here {
			if game.Seat(x) != f.now.Seat && x < len(was.Here) && here != was.Here[x] && f.now.Connected {
				notes = append(notes, f.who(game.Seat(x))+map[bool]string{true: " is here.", false: " is not connected."}[here])
			}
		}
	}
	return notes
}

// players says who plays, how to join if a seat is free, and what was published of the seed.
func (f *remote) players() (lines []string) {
	for x, s := range f.now.Match.Seats {
		text := fmt.Sprintf("Seat %d: ", x)
		switch {
		case s.Free:
			text += "free"
		case s.Bot != "":
			text += "a bot"
		default:
			text += words.Tame(s.Name)
			if x < len(f.now.Here) && !f.now.Here[x] {
				text += " (not connected)"
			}
		}
		if game.Seat(x) == f.now.Seat {
			text += ", you"
		}
		lines = append(lines, text)
	}
	if n := f.now.Spectators; n > 0 {
		lines = append(lines, "And "+words.Plural(n, "spectator"))
	}
	if f.now.Match.Open() {
		lines = append(lines, "To join: "+f.invitation())
		if hint := f.beyond(); hint != "" {
			lines = append(lines, hint)
		}
	}
	if f.promise != "" {
		lines = append(lines, f.commitment())
	}
	return lines
}
