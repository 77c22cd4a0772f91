import type pg from 'pg'

/**
 * Vacuums and analyzes the tables that have changed enough since the last time: the embedded database has no autovacuum, so this is
 * done for it, by the same thresholds. A table at a time, because the only connection waits meanwhile.
 * @returns the names of those tables
 */
export async function vacuumWornTables(pool: pg.Pool): Promise<string[]> {
  // The counters are written when the session is idle, at most once a second; without this the newest changes are not in them.
  await pool.query('select pg_stat_force_next_flush()')
  const { rows } = await pool.query<{ name: string }>(`
    select quote_ident(s.schemaname) || '.' || quote_ident(s.relname) as name
    from pg_stat_user_tables s, pg_class c, greatest(c.reltuples, 0) as size
    where c.oid = s.relid and (
      s.n_dead_tup > 50 + 0.2 * size
      or s.n_ins_since_vacuum > 1000 + 0.2 * size
      or s.n_mod_since_analyze > 50 + 0.1 * size
      or (c.reltuples < 0 and pg_relation_size(c.oid) > 0))`)
  for (const { name } of rows) await pool.query(`vacuum (analyze) ${name}`)
  return rows.map(({ name }) => name)
}
