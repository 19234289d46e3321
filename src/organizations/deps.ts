import type { Postgres } from '../platform/clients/postgres.ts'

/** The store that organizations are read from. */
export type ProfileDeps = { postgres: Postgres }
