//go:build !unix

package owner

// Share does nothing: on this system, the folder decides who may use a file.
func Share(_, _ string) error { return nil }
