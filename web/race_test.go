//go:build race

package web_test

// raceDetector is set if the race detector is on.
const raceDetector = true
