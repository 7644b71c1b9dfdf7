//go:build !race

package browser_test

// raceDetector is set if the race detector is on.
const raceDetector = false
