import type { Postgres } from '#src/platform/clients/postgres.ts'

// What autovacuum analyzes, too, but up to a minute later.
const CHANGED = `
  select format('%I', relname) as name from pg_stat_user_tables
  where schemaname = current_schema and n_mod_since_analyze > 1000 + 0.1 * n_live_tup`

/**
 * Analyzes the tables of which more than a tenth changed. Without statistics, the planner reads
 * a new store several times slower. Throws ApiError StoreUnavailable.
 */
export async function analyzeChanged(db: Postgres): Promise<void> {
  const tables = await db.query<{ name: string }>(CHANGED)
  if (tables.length > 0) await db.query(`analyze ${tables.map(({ name }) => name).join(', ')}`)
}
