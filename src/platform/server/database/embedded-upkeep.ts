import type pg from 'pg'

/** Vacuums and analyzes worn tables like autovacuum, which the embedded database lacks. Blocks all requests, seconds for a large table. */
export async function vacuumWornTables(pool: pg.Pool): Promise<string[]> {
  // The counters are written when the session is idle, at most once a second: flush them.
  await pool.query('select pg_stat_force_next_flush()')
  const { rows } = await pool.query<{ name: string; isWorn: boolean }>(`
    select * from (
      select quote_ident(s.schemaname) || '.' || quote_ident(s.relname) as name,
        s.n_dead_tup > 50 + 0.2 * size or s.n_ins_since_vacuum > 1000 + 0.2 * size as "isWorn",
        s.n_mod_since_analyze > 50 + 0.1 * size or (c.reltuples < 0 and pg_relation_size(c.oid) > 0) as "isUnknown"
      from pg_stat_user_tables s, pg_class c, greatest(c.reltuples, 0) as size
      where c.oid = s.relid) judged
    where "isWorn" or "isUnknown"`)
  for (const { name, isWorn } of rows) await pool.query(`${isWorn ? 'vacuum (analyze)' : 'analyze'} ${name}`)
  return rows.map(({ name }) => name)
}
