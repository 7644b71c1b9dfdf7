package game

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// faults is everything that is wrong with a definition.
type faults []string

func (f faults) Error() string {
	return "the rules cannot be played:\n  " + strings.Join(f, "\n  ")
}

// Unwrap returns the faults one by one.
func (f faults) Unwrap() (all []error) {
	for _, words := range f {
		all = append(all, errors.New(words))
	}
	return all
}

// wordsOf returns the text of an error; of joined errors, the text of each.
func wordsOf(err error) (all []string) {
	if several, is := err.(interface{ Unwrap() []error }); is {
		for _, e := range several.Unwrap() {
			all = append(all, wordsOf(e)...)
		}
		return all
	}
	if err != nil {
		all = append(all, err.Error())
	}
	return all
}

// Check reports every fault of a definition at once, by name. The error's Unwrap() []error method returns
// them one by one. From then on the rules are frozen. Start calls Check for rules that have not been checked.
func (r *Rules) Check() error {
	if r == nil {
		return faults{"the *Rules is nil: there is nothing to check"}
	}
	r.once.Do(func() { r.faults = check(r) })
	return r.faults
}

const nameRule = "a name consists of letters, digits, - and _, and begins with a letter"

var nameForm = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]*$`)

func validName(name string) bool { return nameForm.MatchString(name) }

func itoa(n int) string { return strconv.Itoa(n) }

// artFolder returns the folder art of a file system if there is one, so that the file system of //go:embed art can be
// used as it is.
func artFolder(art fs.FS) fs.FS {
	if art == nil {
		return nil
	}
	if at, err := fs.Stat(art, "art"); err != nil || !at.IsDir() {
		return art
	}
	inside, _ := fs.Sub(art, "art") // it fails only for invalid names
	return inside
}

// check compiles the rules into r.c. A panic in a board or other kit is reported as a fault too.
func check(r *Rules) (err error) {
	var found faults
	report := func(format string, args ...any) { found = append(found, fmt.Sprintf(format, args...)) }
	c := &compiled{byName: map[string]ID{}, kindNo: map[*Kind]uint16{}, byAction: map[string]*action{}}
	r.c = c
	defer func() {
		if p := recover(); p != nil {
			report("the check stopped at: %v%s", p, inParentheses(position()))
		}
		if found != nil {
			r.c, err = nil, found
		}
	}()
	r.Art = artFolder(r.Art)
	switch lower := strings.ToLower(r.Name); {
	case !validName(r.Name):
		report("game %q: %s; a game's name must be in lower case", r.Name, nameRule)
	case r.Name != lower:
		report("game %q: a game's name must be in lower case: use %q, and About.Title for players", r.Name, lower)
	}
	if strings.ContainsAny(r.Version, "\r\n") {
		report("version %q has more than one line", r.Version)
	}
	if r.Seats.Min < 1 || r.Seats.Max < r.Seats.Min || r.Seats.Max > maxSeats {
		report("Seats: %d to %d is not possible; a game has 1 to %d seats, such as game.Exactly(2)", r.Seats.Min, r.Seats.Max,
			maxSeats)
	}
	c.maxSeats = max(1, min(r.Seats.Max, maxSeats))
	checkRoles(r, report)
	checkOptions(r, report)
	checkLayout(r, report)
	checkParts(r, report)
	checkKinds(r, report)
	checkDerived(r, report)
	checkEffects(r, report)
	checkFlow(r, report)
	checkActions(r, report)
	flowActions(r, report)
	checkSight(r, report)
	checkSecrets(r, report)
	compileKeys(r, report)
	checkPast(r)
	for _, also := range r.Checks {
		found = append(found, wordsOf(also(r))...)
	}
	c.nameKey = hashText(r.Name)
	if found == nil {
		c.digest = digest(r)
		c.keepConstants()
	}
	return nil
}

// kits matches the runtime names of functions of the kits, which the code of rules calls.
var kits = regexp.MustCompile(`^` + regexp.QuoteMeta(strings.TrimSuffix(kernelPrefix, "game.")) +
	`(board|card|card/deck|unit)\.`)

// position returns the file and line of the rules' code that is running, "" if none is: the innermost call outside the
// kernel, and outside the kits too if there is one.
func position() string {
	pcs := make([]uintptr, 1<<10)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs)])
	at, kit := "", true
	for more := true; more; {
		var f runtime.Frame
		f, more = frames.Next()
		switch {
		case f.Function == "" || strings.HasPrefix(f.Function, "runtime."):
		case !strings.HasPrefix(f.Function, kernelPrefix):
			if at == "" || kit {
				at, kit = fmt.Sprintf("%s:%d", filepath.Base(f.File), f.Line), kits.MatchString(f.Function)
			}
		case at != "": // the kernel called it
			return at
		}
	}
	return ""
}

// inParentheses returns a position as the end of a message.
func inParentheses(at string) string {
	if at == "" {
		return ""
	}
	return " (" + at + ")"
}

func checkOptions(r *Rules, report func(string, ...any)) {
	seen := map[string]bool{}
	for _, o := range r.Options {
		switch {
		case !validName(o.Name):
			report("option %q: %s", o.Name, nameRule)
		case seen[o.Name]:
			report("two options have the name %q", o.Name)
		case o.Min > o.Max:
			report("option %q: Min %d is greater than Max %d", o.Name, o.Min, o.Max)
		}
		seen[o.Name] = true
		if why := o.allows(o.Default); why != "" {
			report("option %q: the default is not allowed: %s", o.Name, why)
		} else if why := o.allows(o.Value); why != "" {
			report("%s", why)
		}
	}
	if len(r.Options) > 0 && r.Make == nil {
		report("there are Options, but no Rules.Make to build the rules for them: add it")
	}
	for _, p := range r.Presets {
		if !validName(p.Name) {
			report("preset %q: %s", p.Name, nameRule)
		}
		for _, name := range slices.Sorted(maps.Keys(p.Values)) {
			i := slices.IndexFunc(r.Options, func(o Setting) bool { return o.Name == name })
			if i < 0 {
				report("preset %q: there is no option %q", p.Name, name)
			} else if why := r.Options[i].allows(p.Values[name]); why != "" {
				report("preset %q: %s", p.Name, why)
			}
		}
	}
}

func checkLayout(r *Rules, report func(string, ...any)) {
	c := r.c
	c.base = []row{{owner: Nobody}, {owner: Nobody, flags: live | lasting}}
	c.names = []string{"?", "table"}
	c.places = []*Place{nil, nil}
	c.byName["table"] = Root
	for x := range c.maxSeats {
		name := "seat/" + itoa(x)
		c.byName[name] = ID(len(c.base))
		c.base = append(c.base, row{parent: Root, owner: Seat(x), flags: live | lasting})
		c.names = append(c.names, name)
		c.places = append(c.places, nil)
	}
	plan := &Plan{rules: r, c: c, report: report}
	for i, l := range r.Layout {
		if l == nil {
			report("Layout: entry %d is nil", i)
			continue
		}
		from := ID(len(c.base))
		l.Lay(plan)
		c.layouts = append(c.layouts, layout{l, from, ID(len(c.base))})
	}
	if len(r.Effects) > 0 {
		place := &Place{Name: "@effects", rules: r, id: ID(len(c.base))}
		c.waiting = place.id
		plan.lay(place, Root, place.Name, "", Nobody)
	}
	c.first = ID(len(c.base))
	c.pileNo = make([]int8, c.first)
	for id, p := range c.places {
		c.pileNo[id] = -1
		if p != nil && p.cells == 0 && c.piles < maxPiles {
			c.pileNo[id] = int8(c.piles)
			c.piles++
		}
	}
	for id, name := range c.names {
		c.keys = append(c.keys, hashText(name))
		if p := c.places[id]; p != nil && (p.Enter != nil || p.Leave != nil) {
			c.hooks = true
		}
		if p := c.places[id]; p != nil && p.Max > 0 {
			c.capped = true
		}
	}
}

func checkKinds(r *Rules, report func(string, ...any)) {
	c := r.c
	seen := map[string]bool{}
	for i, k := range r.Kinds {
		switch {
		case k == nil:
			report("Kinds: entry %d is nil", i)
			continue
		case !validName(k.Name):
			report("kind %q: %s", k.Name, nameRule)
		case seen[k.Name]:
			report("two kinds have the name %q", k.Name)
		}
		seen[k.Name] = true
		c.kinds = append(c.kinds, k)
		c.kindNo[k] = uint16(len(c.kinds))
		c.kindKey = append(c.kindKey, hashText(k.Name))
		for _, w := range k.With {
			if w == nil {
				report("kind %q: With has a nil entry", k.Name)
				continue
			}
			w.on(k, report)
			if p, ok := w.(interface{ column() Column }); ok && !c.has(p.column()) {
				report("kind %q: part %q is not declared: add it to Parts", k.Name, p.column().part().name)
			}
		}
	}
}

// kindOf returns the number of a kind, 0 if the rules do not declare it.
func (c *compiled) kindOf(k *Kind) uint16 {
	if len(c.kinds) <= 4 {
		for i, o := range c.kinds {
			if o == k {
				return uint16(i) + 1
			}
		}
		return 0
	}
	return c.kindNo[k]
}

func checkParts(r *Rules, report func(string, ...any)) {
	c := r.c
	seen := map[string]bool{}
	for i, p := range r.Parts {
		if p == nil {
			report("Parts: entry %d is nil", i)
			continue
		}
		f := p.part()
		name, _, _ := strings.Cut(f.name, "/") // a Private has one Part for each seat
		switch {
		case !validName(name):
			report("part %q: %s", name, nameRule)
		case seen[name]:
			report("two parts have the name %q", name)
		case f.bad != "":
			report("part %q: %s", name, f.bad)
		}
		seen[name] = true
		if private, ok := p.(interface{ each(int) []Column }); ok {
			for _, p := range private.each(c.maxSeats) {
				c.addPart(p, false)
			}
			continue
		}
		c.addPart(p, false)
	}
}

// checkDerived assigns the derived values their slots.
func checkDerived(r *Rules, report func(string, ...any)) {
	c := r.c
	seen := map[string]bool{}
	for _, name := range c.partNames {
		name, _, _ = strings.Cut(name, "/")
		seen[name] = true
	}
	for i, d := range r.Derived {
		if d == nil || reflect.ValueOf(d).IsNil() {
			report("Derived: entry %d is nil", i)
			continue
		}
		f := d.derived()
		switch {
		case !validName(f.name):
			report("derived value %q: %s", f.name, nameRule)
		case seen[f.name]:
			report("two parts or derived values have the name %q", f.name)
		case reflect.ValueOf(f.function).IsNil():
			report("derived value %q has no function", f.name)
		case f.bad != "" && f.isShown():
			report("derived value %q cannot be shown: %s", f.name, f.bad)
		case f.public && f.things:
			report("derived value %q is shown on elements, so it cannot be public: observers have different names for them",
				f.name)
		}
		for _, k := range f.kinds {
			if k == nil {
				report("derived value %q is shown on a kind that is nil", f.name)
			} else if c.kindOf(k) == 0 {
				report("derived value %q is shown on kind %q, which is not declared: add it to Kinds", f.name, k.Name)
			}
		}
		seen[f.name] = true
		for int(f.no) >= len(c.derivedSlots) {
			c.derivedSlots = append(c.derivedSlots, -1)
		}
		c.derivedSlots[f.no] = int16(len(c.derived))
		c.derived = append(c.derived, d)
		c.checkFrom(d, report)
	}
}

// checkEffects assigns the effects their data.
func checkEffects(r *Rules, report func(string, ...any)) {
	if len(r.Effects) == 0 {
		return
	}
	c := r.c
	c.kinds = append(c.kinds, kernelEffect)
	c.kindNo[kernelEffect] = uint16(len(c.kinds))
	c.kindKey = append(c.kindKey, hashText(kernelEffect.Name))
	c.addPart(duePart, false)
	seen := map[string]bool{}
	for i, e := range r.Effects {
		if e == nil || e.missing() {
			report("Effects: entry %d is nil", i)
			continue
		}
		if seen[e.named()] {
			report("two effects have the name %q", e.named())
			continue
		}
		seen[e.named()] = true
		c.addPart(e.compile(r, report), false)
	}
	for _, e := range r.Effects {
		if e != nil && !e.missing() {
			e.link(report)
		}
	}
}

// addPart gives a part its column. Inner parts belong to the kernel.
func (c *compiled) addPart(p Column, inner bool) {
	f := p.part()
	for int(f.no) >= len(c.slots) {
		c.slots = append(c.slots, -1)
	}
	c.slots[f.no] = int16(len(c.parts))
	c.parts = append(c.parts, p)
	c.partNames = append(c.partNames, f.name)
	c.blanks = append(c.blanks, f.blank)
	c.partKey = append(c.partKey, hashText(f.name))
	x := partSecret{inner: inner}
	if d, ok := p.(interface{ secrecy() *secrecy }); ok {
		x.secrecy = *d.secrecy()
		x.sightline = sightlineOf(x.seen, Nobody, false)
	}
	c.secrets = append(c.secrets, x)
}

// has reports whether the rules declare the part.
func (c *compiled) has(p Column) bool {
	no := int(p.part().no)
	return no < len(c.slots) && c.slots[no] >= 0
}

// checkSecrets adds the parts that Show and Hide need, and checks that every hidden value has a source.
func checkSecrets(r *Rules, report func(string, ...any)) {
	c := r.c
	for slot := range c.secrets {
		x := &c.secrets[slot]
		if !x.explicit {
			continue
		}
		if pick, ok := x.pick.(interface{ compiled() *pick }); ok && (pick.compiled() == nil || pick.compiled().rules != r) {
			report("part %q is Chosen by a pick that no action uses: add the pick to an action", c.partNames[slot])
		}
		for _, a := range c.actions {
			for _, ch := range a.Pick {
				if x.pick != nil && ch == x.pick && !a.Secret {
					report("part %q is Chosen by a pick of action %q, which is not secret: set Secret on that action",
						c.partNames[slot], a.Name)
				}
			}
		}
		x.masks = c.parts[slot].part().masks()
		if x.seen.hides() && x.again == nil && r.Guess == nil {
			unguessed(c.partNames[slot], report)
		}
	}
	own := len(c.parts)
	for slot := range own {
		c.maskOf = append(c.maskOf, -1)
		if c.secrets[slot].explicit {
			c.explicit = append(c.explicit, slot)
		}
	}
	if !c.sighted {
		return
	}
	for _, a := range c.actions {
		if a.Notation != nil {
			report("action %q: Notation is for games in which everyone sees everything: use Reads", a.Name)
		}
	}
	for slot := range own {
		if m := c.secrets[slot].masks; m != nil {
			c.addPart(m, true)
			c.maskOf = append(c.maskOf, slot)
		}
	}
	c.maskSlot = len(c.parts)
	c.addPart(sightPart, true)
	c.maskOf = append(c.maskOf, -1)
}

// unguessed reports a hidden part for which a re-deal could not make up values.
func unguessed(part string, report func(string, ...any)) {
	name, seat, private := strings.Cut(part, "/")
	switch {
	case !private:
		report("part %q is hidden (Seen), but a re-deal has no way to make up its values: declare it Rolled or Chosen, or add Rules.Guess", name)
	case seat == "0": // the other seats have the same fault
		report("part %q is Private, but a re-deal has no way to make up its values for the other seats: add Rules.Guess",
			name)
	}
}

func checkActions(r *Rules, report func(string, ...any)) {
	c := r.c
	actions, kernel := inFlow(r)
	if len(actions) == 0 {
		report("there are no actions, so no seat can do anything: add some to Rules.Actions")
	}
	compiledPicks := map[Choice]*pick{}
	for i, a := range actions {
		if a == nil {
			report("Actions: entry %d is nil", i)
			continue
		}
		inAction := func(format string, args ...any) {
			report("action %q: "+format, append([]any{a.Name}, args...)...)
		}
		if !validName(a.Name) {
			inAction("%s", nameRule)
		}
		if c.byAction[a.Name] != nil {
			report("two actions have the name %q", a.Name)
		}
		if a.rules != nil && a.rules != r {
			inAction("it is already used by other Rules; build the rules in a function, so that each has its own")
		}
		a.rules = r
		n := &action{Action: a, no: len(c.actions), ofKernel: i >= len(actions)-kernel}
		names := map[string]bool{}
		for k, ch := range a.Pick {
			if ch == nil {
				inAction("pick %d is nil", k)
				continue
			}
			if only := ch.belongs(); only != nil && only != a {
				inAction("its pick %q is only for the action %q: give each its own", ch.Info().Name, only.Name)
			}
			p := compiledPicks[ch]
			if p == nil {
				p = ch.compile(inAction)
				p.slot, p.rules = c.picks, r
				p.bit = 1 << min(p.slot, 63)
				c.picks++
				compiledPicks[ch] = p
			}
			if names[p.name] {
				inAction("two picks have the name %q", p.name)
			}
			names[p.name] = true
			n.picks = append(n.picks, p)
			n.acts = n.acts || p.then != nil
		}
		if name := n.unreadable(); name != "" {
			inAction("Reads contains {%s}, which is neither {seat} nor one of its picks", name)
		}
		if a.At != nil && len(a.Pick) > 0 {
			inAction("At is for actions without picks; let a pick choose from the place")
		}
		if a.At != nil && !slices.Contains(r.Layout, Layout(a.At)) {
			inAction("At is the place %q, which is not in Rules.Layout", a.At.Name)
		}
		if a.Do == nil && !n.acts && !a.Pass {
			inAction("it does nothing: give it a Do, or set Pass")
		}
		n.plain = len(n.picks) == 1 && n.picks[0].plain && a.If == nil && a.Check == nil
		n.visited, n.chain = n.mustVisit(), n.chains()
		n.pair = len(n.picks) == 2 && n.picks[0].plain && n.picks[1].plain && a.Check == nil
		n.hops = n.chain && len(n.picks) == 2 && n.picks[0].plain && n.picks[1].leaps()
		n.pairs = n.beginsWithPair()
		c.passing = c.passing || a.Pass
		c.actions = append(c.actions, n)
		c.byAction[a.Name] = n
	}
	for _, a := range c.actions {
		a.calm = a.Do != nil && !c.passing && c.nodes == nil && c.waiting == 0 && r.Settle == nil && r.End == nil &&
			!r.Position.says()
	}
	if len(c.actions) == 1 && c.actions[0].pair && c.actions[0].If == nil && c.nodes == nil {
		c.onlyPair = c.actions[0]
	}
	if len(c.actions) == 1 && c.actions[0].plain && c.nodes == nil {
		c.quick = c.actions[0]
	}
}

// mustVisit computes action.visited.
func (a *action) mustVisit() bool {
	for i, p := range a.picks {
		if p.text != nil || p.then != nil && (p.repeat || i < len(a.picks)-1) {
			return true
		}
	}
	return false
}

// beginsWithPair computes action.pairs.
func (a *action) beginsWithPair() bool {
	if len(a.picks) < 2 || !a.picks[0].plain {
		return false
	}
	for _, p := range a.picks[2:] {
		if p.when == nil {
			return false
		}
	}
	p := a.picks[1]
	return p.from != nil && p.when == nil && !p.optional && p.several == nil && p.then == nil && !p.repeat
}
