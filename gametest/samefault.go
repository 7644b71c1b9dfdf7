package gametest

import "strings"

// alreadyReported reports whether a law is broken by a fault already reported for another law, and records that.
func (c *checker) alreadyReported(name string, b *breach) bool {
	for i := range c.report.Breaches {
		told := &c.report.Breaches[i]
		if told.fault != nil && strings.Contains(b.words, told.fault.Why) {
			told.Also = append(told.Also, name)
			return true
		}
	}
	return false
}

// reportOtherLaws reports which other laws are broken by a fault reported once.
func (c *checker) reportOtherLaws() {
	c.t.Helper()
	for _, b := range c.report.Breaches {
		if len(b.Also) > 0 {
			c.t.Logf("the fault that breaks law %q also breaks: %s", b.Law, strings.Join(b.Also, ", "))
		}
	}
}
