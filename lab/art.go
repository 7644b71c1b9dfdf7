package lab

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/words"
)

// The limits of pictures, which players load before they can play.
const (
	maxFile = 200 << 10
	maxArt  = 2 << 20
)

var (
	pictureTypes = []string{".svg", ".png", ".webp"}
	artTypes     = append([]string{".js", ".txt", ".md", ""}, pictureTypes...)
	braced       = regexp.MustCompile(`\{([^{}]*)\}`)
)

// artCheck looks for pictures that are missing, unused or too large.
type artCheck struct {
	rules  *game.Rules
	files  map[string]int64 // sizes, by name
	used   map[string]bool
	module bool // a component may use files that no Look names
	faults []string
}

// artFaults returns what is wrong with the pictures of a game, and the places that name them.
func artFaults(r *game.Rules, places []*game.Place) []string {
	c := &artCheck{rules: r, files: map[string]int64{}, used: map[string]bool{}}
	if r.Art != nil {
		c.list()
	}
	c.names(r, places)
	if r.Art != nil {
		for _, other := range variants(r) {
			c.names(other, placesOf(other))
		}
		c.unused()
	}
	slices.Sort(c.faults)
	return slices.Compact(c.faults)
}

// names looks up every file that the rules name.
func (c *artCheck) names(r *game.Rules, places []*game.Place) {
	c.rules = r
	if p := r.About.Picture; len([]rune(p)) > 2 {
		c.picture("About.Picture", p, nil)
	}
	c.picture("Theme.Back", r.Theme.Back, nil)
	c.picture("Theme.Ground", r.Theme.Ground, nil)
	c.component("Theme.Component", r.Theme.Component)
	for _, k := range r.Kinds {
		c.look(fmt.Sprintf("kind %q", k.Name), k.Look, k)
	}
	for _, p := range places {
		c.look(fmt.Sprintf("place %q", p.Name), p.Look, nil)
	}
}

// variants are the rules with other values of one option: they may need pictures that the default rules do not.
func variants(r *game.Rules) (all []*game.Rules) {
	for _, o := range r.Options {
		values := o.Choices
		switch o.Type {
		case "number":
			values = []string{strconv.Itoa(o.Min), strconv.Itoa(o.Max)}
		case "bool":
			values = []string{"true", "false"}
		}
		for _, v := range values {
			if made, err := r.With(game.Values{o.Name: v}); err == nil && v != o.Value {
				all = append(all, made)
			}
		}
	}
	return all
}

// placesOf returns the declarations of the places, nil if the game cannot be started.
func placesOf(r *game.Rules) (all []*game.Place) {
	s, err := r.Start(r.Seats.Min, game.SeedOf(1))
	if err != nil {
		return nil
	}
	for _, p := range s.Places() {
		if !slices.Contains(all, p) {
			all = append(all, p)
		}
	}
	return all
}

func (c *artCheck) report(format string, args ...any) {
	c.faults = append(c.faults, fmt.Sprintf(format, args...))
}

// list reads which files there are.
func (c *artCheck) list() {
	total, credits := int64(0), false
	err := fs.WalkDir(c.rules.Art, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(d.Name(), ".") {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		c.files[name], total = info.Size(), total+info.Size()
		switch upper := strings.ToUpper(d.Name()); {
		case strings.HasPrefix(upper, "CREDITS") || strings.HasPrefix(upper, "LICENSE"):
			credits, c.used[name] = true, true
		case !slices.Contains(artTypes, path.Ext(name)):
			c.report("Art: %s is not served; use %s", name, strings.Join(pictureTypes, ", ")+" or .js")
			c.used[name] = true
		case info.Size() > maxFile:
			c.report("Art: %s has %d KB; keep files below %d KB", name, info.Size()>>10, maxFile>>10)
		}
		return nil
	})
	switch {
	case err != nil:
		c.report("Art: %v", err)
	case total > maxArt:
		c.report("Art: all files together have %d KB; keep them below %d KB", total>>10, maxArt>>10)
	case !credits && len(c.files) > 0:
		c.report("Art: add a file CREDITS or LICENSE that says who made the pictures and how they may be used")
	}
}

func (c *artCheck) look(what string, l game.Look, k *game.Kind) {
	if len([]rune(l.Picture)) > 2 {
		c.picture(what+": Look.Picture", l.Picture, k)
	}
	c.picture(what+": Look.Over", l.Over, nil)
	c.picture(what+": Look.Back", l.Back, nil)
	c.picture(what+": Look.Ground", l.Ground, nil)
	c.component(what+": Look.Component", l.Component)
	if l.Face != nil {
		c.face(what, l.Face)
	}
}

func (c *artCheck) face(what string, p *game.Print) {
	shown := func(field string, v interface{ Info() game.ValueInfo }) {
		if v == nil {
			return
		}
		x := v.Info()
		declared := x.Trait || slices.ContainsFunc(c.rules.Parts, func(p game.Column) bool {
			return p.Info().Name == x.Name
		}) ||
			slices.ContainsFunc(c.rules.Derived, func(d game.AnyDerived) bool { return d.Info().Name == x.Name })
		if !declared {
			c.report("%s: Look.Face.%s shows %q, which is neither a Trait nor in Rules.Parts or Rules.Derived", what, field,
				x.Name)
		}
	}
	shown("Title", p.Title)
	shown("Corner", p.Corner)
	shown("Text", p.Text)
	shown("Turned", p.Turned)
	for _, b := range p.Badges {
		shown("Badges", b.Of)
		shown("Badges", b.Max)
		c.picture(what+": Badge.Picture", b.Picture, nil)
		if !slices.Contains(badgeSpots, b.At) {
			c.report("%s: Badge.At %q is unknown; use %s", what, b.At, strings.Join(badgeSpots, ", "))
		}
	}
}

// component marks a module as used.
func (c *artCheck) component(what, name string) {
	if name == "" {
		return
	}
	c.module = true
	if path.Ext(name) != ".js" {
		c.report("%s %q is not an ES module; its name must end in .js", what, name)
	}
	c.file(what, name)
}

// picture marks the files that a template names as used. K is the kind that has the picture, nil if there is none.
func (c *artCheck) picture(what, template string, k *game.Kind) {
	if template == "" {
		return
	}
	if !slices.Contains(pictureTypes, path.Ext(template)) {
		c.report("%s %q is neither one or two characters nor the name of a picture: %s", what, template,
			strings.Join(pictureTypes, ", "))
		return
	}
	names := []string{template}
	for _, word := range braced.FindAllStringSubmatch(template, -1) {
		values, why := c.values(word[1], k)
		if why != "" {
			c.report("%s %q: %s", what, template, why)
			return
		}
		var next []string
		for _, name := range names {
			for _, v := range values {
				next = append(next, strings.ReplaceAll(name, word[0], v))
			}
		}
		names = slices.Compact(next)
	}
	for _, name := range names {
		c.file(what, name)
	}
}

// values returns what a word in the name of a picture can stand for.
func (c *artCheck) values(word string, k *game.Kind) (all []string, why string) {
	switch {
	case word == "kind" && k != nil:
		return []string{k.Name}, ""
	case word == "owner" && k != nil:
		return ownerWords(c.rules), ""
	}
	for _, p := range c.rules.Parts {
		if x := p.Info(); x.Name == word {
			switch {
			case len(x.Look.Words) > 0:
				return fileWords(x.Look.Words), ""
			case x.Type.Sort == "yes-no":
				return []string{"true", "false"}, ""
			}
			return nil, fmt.Sprintf("the Part %q is neither a bool nor has Look.Words, so its values cannot be listed", word)
		}
	}
	for _, d := range c.rules.Derived {
		if x := d.Info(); x.Name == word && len(x.Look.Words) > 0 {
			return fileWords(x.Look.Words), ""
		}
	}
	if k != nil {
		for _, w := range k.With {
			if x := w.Info(); x.Trait && x.Name == word && x.Value != "" {
				return []string{x.Value}, ""
			}
		}
	}
	return nil, fmt.Sprintf("{%s} is unknown; use {kind}, {owner}, a Trait of the kind, or a Part that is a bool or has Look.Words", word)
}

// fileWord is a word as it appears in the names of pictures.
func fileWord(word string) string { return strings.ReplaceAll(strings.ToLower(word), " ", "-") }

func fileWords(from []string) (all []string) {
	for _, word := range from {
		if word != "" {
			all = append(all, fileWord(word))
		}
	}
	return all
}

// ownerWords are what {owner} stands for, by seat.
func ownerWords(r *game.Rules) (all []string) {
	for seat := range r.Seats.Max {
		word := strconv.Itoa(seat + 1)
		if seat < len(r.Roles) {
			word = cmp.Or(fileWord(r.Roles[seat].Name), word)
		}
		all = append(all, word)
	}
	return all
}

func (c *artCheck) file(what, name string) {
	c.used[name] = true
	if c.rules.Art == nil {
		c.report("%s: there is no %s, because Rules.Art is not set", what, name)
		return
	}
	if _, exists := c.files[name]; exists {
		return
	}
	near := ""
	if best := words.Nearest(name, slices.Sorted(maps.Keys(c.files))); best != "" {
		near = fmt.Sprintf(" (did you mean %q?)", best)
	}
	c.report("%s: there is no %s in Rules.Art%s", what, name, near)
}

// unused reports files that nothing names. A component may use any file.
func (c *artCheck) unused() {
	if c.module {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(c.files)) {
		nobody := strings.Contains(name, "nobody") // the picture of things without an owner
		if !c.used[name] && !nobody {
			c.report("Art: nothing names %s", name)
		}
	}
}
