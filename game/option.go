package game

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Option is something that can be set before a game starts. T is int, bool or string.
type Option[T int | bool | string] struct {
	Name        string
	Label       string
	Description string
	Default     T
	Min, Max    int      // for a number
	Choices     []string // for a string: what may be selected; any text if empty
}

// Setting is an Option with its value in these Rules: see Option.Is.
type Setting struct {
	Name, Label, Description string
	Type                     string // "number", "bool", "select" or "text"
	Default, Value           string
	Min, Max                 int
	Choices                  []string
}

// Preset is a named set of option values.
type Preset struct {
	Name, Label string
	Values      Values
}

// Values are option values by name; missing options have their default.
type Values map[string]string

// Is returns the option set to a value, for Rules.Options.
func (o *Option[T]) Is(v T) Setting {
	f := Setting{Name: o.Name, Label: o.Label, Description: o.Description, Default: fmt.Sprint(o.Default),
		Value: fmt.Sprint(v), Min: o.Min, Max: o.Max, Choices: o.Choices}
	switch any(v).(type) {
	case int:
		f.Type = "number"
	case bool:
		f.Type = "bool"
	default:
		f.Type = "select"
		if len(o.Choices) == 0 {
			f.Type = "text"
		}
	}
	if f.Label == "" {
		f.Label = o.Name
	}
	return f
}

// In returns the value of the option.
func (o *Option[T]) In(v Values) T {
	out := o.Default
	text, set := v[o.Name]
	if !set {
		return out
	}
	switch p := any(&out).(type) {
	case *int:
		*p, _ = strconv.Atoi(text)
	case *bool:
		*p, _ = strconv.ParseBool(text)
	case *string:
		*p = text
	}
	return out
}

// allows returns why the option cannot have this value.
func (f Setting) allows(text string) string {
	switch f.Type {
	case "number":
		n, err := strconv.Atoi(text)
		if err != nil {
			return fmt.Sprintf("option %s must be a whole number, not %q", f.Name, text)
		}
		if strconv.Itoa(n) != text {
			return fmt.Sprintf("option %s must be written %d, not %q", f.Name, n, text)
		}
		if (f.Min != 0 || f.Max != 0) && (n < f.Min || n > f.Max) {
			return fmt.Sprintf("option %s must be from %d to %d, not %d", f.Name, f.Min, f.Max, n)
		}
	case "bool":
		if text != "true" && text != "false" {
			return fmt.Sprintf("option %s must be true or false, not %q", f.Name, text)
		}
	case "select":
		if !slices.Contains(f.Choices, text) {
			return fmt.Sprintf("option %s must be one of %s, not %q", f.Name, strings.Join(f.Choices, ", "), text)
		}
	case "text":
		if len(text) > 1000 || strings.ContainsAny(text, "\r\n") {
			return fmt.Sprintf("option %s must be one line of text", f.Name)
		}
	}
	return ""
}

// With returns the rules for these options, or r itself if nothing differs. Unknown options and values out of
// range are an error that lists them all.
func (r *Rules) With(v Values) (*Rules, error) {
	if err := r.Check(); err != nil {
		return nil, err
	}
	var bad []string
	known := map[string]Setting{}
	var names []string
	for _, f := range r.Options {
		known[f.Name] = f
		names = append(names, f.Name)
	}
	next := r.Values()
	for _, name := range slices.Sorted(maps.Keys(v)) {
		f, ok := known[name]
		switch {
		case !ok && len(names) == 0:
			bad = append(bad, fmt.Sprintf("%s has no options, but %q was set", r.Name, name))
			continue
		case !ok:
			bad = append(bad, fmt.Sprintf("%s has no option %q; it has %s", r.Name, name, strings.Join(names, ", ")))
			continue
		}
		if why := f.allows(v[name]); why != "" {
			bad = append(bad, why)
		}
		next[name] = v[name]
	}
	if bad != nil {
		return nil, refuse(Malformed, "{0}", strings.Join(bad, "; "))
	}
	for name, value := range next {
		if value == known[name].Default {
			delete(next, name)
		}
	}
	if maps.Equal(next, r.Values()) {
		return r, nil
	}
	if why := r.neverFit(next); why != nil {
		return nil, refuse(Malformed, "{0}", why.String())
	}
	made, err := r.make(next)
	if err == nil {
		err = made.Check()
	}
	if err != nil {
		return nil, err
	}
	if !maps.Equal(made.Values(), next) {
		return nil, faults{fmt.Sprintf("Make of %s was called with %v, but the Options of its result have %v", r.Name, next,
			made.Values())}
	}
	return made, nil
}

// neverFit returns why values cannot be played with any number of seats; nil if some number works.
func (r *Rules) neverFit(v Values) (why *Line) {
	for seats := r.Seats.Min; r.Fit != nil && seats <= r.Seats.Max; seats++ {
		no := r.Fit(v, seats)
		if no == nil {
			return nil
		}
		if why == nil {
			why = no
		}
	}
	return why
}

// SeatCounts returns the numbers of seats that can play these rules with their options.
func (r *Rules) SeatCounts() []int {
	all := []int{}
	for n := r.Seats.Min; n <= r.Seats.Max; n++ {
		if r.Unfit(n) == nil {
			all = append(all, n)
		}
	}
	return all
}

// Unfit returns why this many seats cannot play these rules; nil if they can.
func (r *Rules) Unfit(seats int) *Line {
	switch {
	case !r.Seats.valid(seats) && r.Seats.Min == r.Seats.Max:
		return NewLine("{0} is for {1} seats, not {2}", r.Name, r.Seats.Min, seats)
	case !r.Seats.valid(seats):
		return NewLine("{0} is for {1} to {2} seats, not {3}", r.Name, r.Seats.Min, r.Seats.Max, seats)
	case r.Fit != nil:
		return r.Fit(r.Values(), seats)
	}
	return nil
}

// make calls the author's Make; a panic in it is a fault of the definition.
func (r *Rules) make(v Values) (made *Rules, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = faults{fmt.Sprintf("Make of %s panicked: %v", r.Name, p)}
		}
	}()
	return r.Make(v), nil
}

// Values returns the options that differ from their defaults.
func (r *Rules) Values() Values {
	v := Values{}
	for _, o := range r.Options {
		if o.Value != o.Default {
			v[o.Name] = o.Value
		}
	}
	return v
}
