//go:build !unix

package owner

// Share does nothing: elsewhere, the folder decides who may use a file.
func Share(_, _ string) error { return nil }
