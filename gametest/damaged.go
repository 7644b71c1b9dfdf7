package gametest

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"

	"github.com/plygame/ply/game"
)

// damagedIsRefused: damaged saves, records and changes give a state or a Refusal, never a panic.
func damagedIsRefused(c *checker, g *trail) *breach {
	r := rand.New(rand.NewPCG(g.setup.Seed, 13))
	h := c.history(g.states[0], 0)
	for _, m := range g.moves {
		if playIn(h, m) != nil {
			break
		}
	}
	record := []byte(h.Record().String())
	for _, i := range c.moments(g, 4) {
		save := c.save(g.states[i])
		for n := range c.Inputs/c.Games/40 + 1 {
			c.tally.inputs++
			if n%2 == 1 {
				save = seals.ReplaceAll(save, nil)
			}
			if why := c.damaged(g, i, garble(r, save), garble(r, record), r); why != "" {
				return broken(i, "%s", why)
			}
			if c.late() {
				return nil
			}
		}
	}
	return nil
}

// seals are the hash and the check at the end of a save; without them damage must be found in other ways.
var seals = regexp.MustCompile(`,"(hash|check)":"[0-9a-f]*"`)

func (c *checker) damaged(g *trail, i int, save, record []byte, r *rand.Rand) (why string) {
	what, data := "save", save
	defer func() {
		if p := recover(); p != nil {
			why = fmt.Sprintf("a damaged %s makes it panic: %v\n%s", what, p, data)
		}
	}()
	if s, err := c.load(g.rules, save); err == nil {
		c.hash(s)
		if why := checkElements(c.look(s)); why != "" {
			return fmt.Sprintf("a damaged save is loaded, and gives a broken state: %s\n%s", why, save)
		}
		if why := c.isSaved(g.rules, c.save(s), c.hash(s)); why != "" {
			return fmt.Sprintf("a damaged save is loaded, and of the state it gives %s\n%s", why, save)
		}
		c.askEverything(s)
	} else if why := improperRefusal(err); why != "" {
		return fmt.Sprintf("a damaged save: %s\n%s", why, save)
	}
	what, data = "record", record
	if rec, err := c.read(record); err == nil {
		if _, err := c.replay(g.rules, rec, -1); err != nil && improperRefusal(err) != "" {
			return fmt.Sprintf("a damaged record: %s\n%s", improperRefusal(err), record)
		}
	} else if why := improperRefusal(err); why != "" {
		return fmt.Sprintf("a damaged record: %s\n%s", why, record)
	}
	what = "list of changes"
	return c.damagedChanges(g, i, r)
}

// askEverything asks a state everything that does not depend on the rules; it may answer anything, but not panic.
func (c *checker) askEverything(s *game.State) {
	c.toAct(s)
	c.where(s)
	s.FlowText()
	for seat := range game.Seat(s.Seats()) {
		c.progress(s, seat)
	}
}

func (c *checker) damagedChanges(g *trail, i int, r *rand.Rand) string {
	changes := slices.Clone(c.diff(g.states[i], g.last()))
	if len(changes) == 0 {
		return ""
	}
	ch := &changes[r.IntN(len(changes))]
	field := []*string{&ch.Of, &ch.Field, &ch.Was, &ch.Is}[r.IntN(4)]
	*field = string(garble(r, []byte(*field)))
	s, err := c.apply(g.states[i], changes)
	if err != nil {
		if why := improperRefusal(err); why != "" {
			return fmt.Sprintf("damaged changes: %s\n%v", why, changes)
		}
		return ""
	}
	if why := checkElements(c.look(s)); why != "" {
		return fmt.Sprintf("damaged changes are applied, and give a broken state: %s\n%v", why, changes)
	}
	if why := c.isSaved(g.rules, c.save(s), c.hash(s)); why != "" {
		return fmt.Sprintf("damaged changes are applied, and of the state they give %s\n%v", why, changes)
	}
	c.askEverything(s)
	return ""
}
