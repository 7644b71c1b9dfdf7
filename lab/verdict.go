package lab

import (
	"fmt"
	"slices"
)

// Mark says what a Line of a Verdict means.
type Mark string

// The marks, in the order of the lines.
const (
	Passed  Mark = "ok"
	Left    Mark = "-"    // does not apply
	Unsure  Mark = "?"    // not enough could be checked
	Warning Mark = "note" // may be meant, and may be a mistake
	Failed  Mark = "FAULT"
)

var marks = []Mark{Passed, Left, Unsure, Warning, Failed}

// Line is a line of a Verdict for people.
type Line struct {
	Mark Mark
	Text string
}

// Lines returns the verdict in words: what is well comes first, and what is wrong comes last.
func (v *Verdict) Lines() (all []Line) {
	add := func(mark Mark, text string) { all = append(all, Line{mark, text}) }
	if v.Digest != "" {
		add(Passed, "declarations, digest "+v.Digest)
	}
	for _, t := range v.Trials {
		add(t.mark(), t.String())
	}
	if v.Options > 0 && v.OK {
		add(Passed, fmt.Sprintf("options: each at its limits, %d combinations of options and seats played", v.Options))
	}
	if v.Secrets != nil && v.Secrets.OK {
		few := v.Secrets.Few()
		if len(few) == 0 {
			add(Passed, "secrets: "+v.Secrets.Pairs.String())
		}
		for _, o := range few {
			add(Unsure, fmt.Sprintf("secrets: %s: %s compared, too few to tell whether anything leaks", o.Observer,
				PairWords(o.Compared)))
		}
	}
	for _, text := range v.Warnings {
		add(Warning, text)
	}
	for _, f := range v.Merged() {
		add(Failed, f)
	}
	slices.SortStableFunc(all, func(a, b Line) int { return slices.Index(marks, a.Mark) - slices.Index(marks, b.Mark) })
	return all
}

func (t *Trial) mark() Mark {
	switch {
	case t.Failed():
		return Failed
	case t.unfit:
		return Left
	case t.Skipped != "" || t.Unfinished > 0:
		return Unsure
	}
	return Passed
}
