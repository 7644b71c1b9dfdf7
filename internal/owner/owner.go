// Package owner gives files to the user who needs them: a file that the administrator creates for a server must be
// accessible to the server, which runs as another user.
package owner
