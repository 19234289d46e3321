import type { Postgres } from '../clients/postgres.ts'

/** What profiles are read from. */
export type ProfileDeps = { postgres: Postgres }
