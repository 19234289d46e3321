import type { Postgres } from '../platform/clients/postgres.ts'

/** What profiles are read from. */
export type ProfileDeps = { postgres: Postgres }
