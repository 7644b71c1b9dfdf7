//go:build race

package web_test

// slow is set if the race detector is on.
const slow = true
