package store

// Exec does something with the connection that writes.
func (s *SQLite) Exec(query string) error {
	_, err := s.write.Exec(query)
	return err
}
