import type { Clock } from '#src/domain/days.ts'
import type { Postgres } from '../platform/clients/postgres.ts'

/** The store that organizations are read from. */
export type ProfileDeps = Clock & { postgres: Postgres }
