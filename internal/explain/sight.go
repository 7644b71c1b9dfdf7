package explain

import (
	"cmp"
	"strings"

	"github.com/plygame/ply/game"
)

// sight describes a game.Sight.
type sight struct {
	By     string      // all, owner, none or rule; empty if the enclosing place decides
	And    []game.Seat // who else sees
	But    []game.Seat // who does not see
	Else   game.Level  // what the others see
	isOpen bool        // everyone sees everything
	rules  *game.Rules
}

func sightOf(r *game.Rules, x game.Sight) sight {
	s := sight{isOpen: x.Open(), rules: r}
	s.By, s.And, s.But, s.Else = x.Info()
	return s
}

// silent reports whether nothing is declared, so that the enclosing place decides.
func (x sight) silent() bool { return x.By == "" && x.And == nil && x.But == nil }

// all reports whether everyone sees the faces, except those in But.
func (x sight) all() bool { return x.By == "" || x.By == "all" }

// seenBy describes who sees something.
type seenBy struct {
	By     string      `json:"by"` // all, owner, none or rule
	And    []game.Seat `json:"and"`
	But    []game.Seat `json:"but"`
	Others string      `json:"others"` // what everyone else sees
	Words  string      `json:"words"`

	hides bool
}

// contents describes who sees the contents of a place; owner is the text for ByOwner.
func (x sight) contents(owner, what string, loose bool) seenBy {
	if loose && x.Else == game.Back {
		x.Else = game.Counted
	}
	s := x.seen(owner, what)
	if x.isOpen || x.By == "rule" {
		return s
	}
	s.Others = x.Else.String()
	switch {
	case x.By == "none" && x.And == nil:
		s.Words += [...]string{game.Unseen: ", nor that there is anything", game.Counted: ", only how many there are",
			game.Back: ", only backs", game.Face: ""}[x.Else]
	case x.all():
		if s.Words += "; "; x.Else == game.Unseen {
			s.Words += joined(x.names(x.But), "and") + " cannot see that there is anything"
		} else {
			s.Words += x.subject(x.But) + strings.TrimPrefix(restWords[x.Else], "see")
		}
	default:
		s.Words += ", others " + restWords[x.Else]
	}
	return s
}

// restWords describes what everyone else sees.
var restWords = [...]string{
	game.Unseen:  "do not see that there is anything",
	game.Counted: "see how many there are",
	game.Back:    "see backs",
	game.Face:    "see it, too",
}

// seen describes who sees something.
func (x sight) seen(owner, what string) seenBy {
	return seenBy{By: cmp.Or(x.By, "all"), And: append([]game.Seat{}, x.And...), But: append([]game.Seat{}, x.But...),
		Words: x.words(owner, what), hides: !x.isOpen}
}

func (x sight) words(owner, what string) string {
	who := x.names(x.And)
	switch {
	case x.isOpen:
		return "everyone sees " + what
	case x.all():
		return "everyone but " + joined(x.names(x.But), "and") + " sees " + what
	case x.By == "rule":
		text := "a rule decides who sees " + what
		if x.And != nil {
			text += "; " + x.subject(x.And) + " it anyway"
		}
		if x.But != nil {
			text += "; " + joined(x.names(x.But), "and") + " never"
		}
		return text
	case x.By == "owner":
		who = append([]string{owner}, who...)
	case who == nil:
		return "nobody sees " + what
	}
	text := joined(who, "and") + " sees " + what
	if len(who) > 1 || who[0] == spectators {
		text = joined(who, "and") + " see " + what
	}
	if x.But != nil {
		text += ", but not " + joined(x.names(x.But), "and")
	}
	return text
}

const spectators = "the spectators"

func (x sight) names(all []game.Seat) (names []string) {
	for _, seat := range all {
		if seat == game.Nobody {
			names = append(names, spectators)
		} else {
			names = append(names, x.rules.SeatName(seat))
		}
	}
	return names
}

// subject returns seats with the verb: sees or see.
func (x sight) subject(all []game.Seat) string {
	names := x.names(all)
	if len(names) == 1 && names[0] != spectators {
		return names[0] + " sees"
	}
	return joined(names, "and") + " see"
}
