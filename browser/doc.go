// Package browser has no code: its tests play in real browsers with the client in package web. They take longest, and a
// package of this name is among the first that go test runs, so that others run beside it.
package browser
