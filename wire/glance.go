package wire

import (
	"encoding/json"
	"strings"

	"github.com/plygame/ply/game"
)

// Glance is what a program that measures a server looks at in a message.
type Glance struct {
	Type   string
	Seq    int
	Over   bool
	ToAct  []game.Seat
	Stages []struct{ Changes []game.Change }
}

// GlanceAt reads a message. Of an update it need not be more than its beginning: then ToAct and Stages are not filled in.
// It does not look at the events of an update and what follows them.
func GlanceAt(text []byte, beginning bool) (g Glance, err error) {
	read := text
	if beginning {
		read = text[:min(len(text), 200)] // which is enough to say where the match is
	}
	s := scanner{string(read)}
	if s.is(`{"type":"presence",`) && strings.HasSuffix(s.rest, "}") {
		return Glance{Type: "presence"}, nil
	}
	if g, ok := s.answer(); ok {
		return g, nil
	}
	if g, ok := s.update(beginning); ok && (beginning || strings.HasSuffix(s.rest, "}")) {
		return g, nil
	}
	return g, json.Unmarshal(text, &g)
}

// answer reads an answer that says nothing but how many entries there are.
func (s *scanner) answer() (g Glance, ok bool) {
	if _, ok = s.number(`{"type":"answer","re":`); !ok {
		return g, false
	}
	g.Type = "answer"
	g.Seq, ok = s.number(`,"seq":`)
	return g, ok && s.rest == "}"
}

// update reads an update with one stage, as a Message is encoded.
func (s *scanner) update(beginning bool) (g Glance, ok bool) {
	g.Type = "update"
	if g.Seq, ok = s.number(`{"type":"update","seq":`); !ok || beginning {
		g.Over = ok && strings.Contains(s.rest, `"over":true`)
		return g, ok
	}
	if _, ok = s.number(`,"from":`); !ok || !s.is(`,"mark":`) {
		return g, false
	}
	if _, ok = s.text(); !ok || !s.is(`,"toAct":[`) {
		return g, false
	}
	for !s.is(`]`) {
		seat, ok := s.number("")
		if !ok || !s.is(`,`) && !strings.HasPrefix(s.rest, `]`) {
			return g, false
		}
		g.ToAct = append(g.ToAct, game.Seat(seat))
	}
	if !s.is(`,"over":false,"stages":[{"changes":[`) {
		return g, false
	}
	changes := make([]game.Change, 0, 16)
	for {
		c, ok := s.change()
		if !ok {
			return g, false
		}
		if changes = append(changes, c); s.is(`]`) {
			break
		}
		if !s.is(`,`) {
			return g, false
		}
	}
	g.Stages = []struct{ Changes []game.Change }{{changes}}
	return g, s.is(`}],"events":`) || s.is(`,"labels":{`) && s.labels() && s.is(`}],"events":`)
}

func (s *scanner) change() (c game.Change, ok bool) {
	field := func(key string, to *string) bool {
		if ok = s.is(key); ok {
			*to, ok = s.text()
		}
		return ok
	}
	if !s.is(`{`) || field(`"of":`, &c.Of) && !s.is(`,`) || !field(`"field":`, &c.Field) {
		return c, false
	}
	field(`,"was":`, &c.Was)
	field(`,"is":`, &c.Is)
	return c, s.is(`}`)
}

// labels skips the rest of an object whose values are texts.
func (s *scanner) labels() bool {
	for {
		if _, ok := s.text(); !ok || !s.is(`:`) {
			return false
		}
		if _, ok := s.text(); !ok {
			return false
		}
		if s.is(`}`) {
			return true
		}
		if !s.is(`,`) {
			return false
		}
	}
}
