-- Contain-matching by index; part of PostgreSQL and of the embedded database.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
