import type { Postgres } from '../clients/postgres.ts'

/** What sources and freshness are read from. */
export type SourcesDeps = { postgres: Postgres }
