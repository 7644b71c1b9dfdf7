package store

import "context"

// Set does something with the connection that writes, which is given up when something fails.
func (s *SQLite) Set(pragma string) error {
	return s.submit(context.Background(), func(st *statements) error {
		_, err := st.exec(pragma)
		return err
	})
}
