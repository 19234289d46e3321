import type { Guarded } from './guard.ts'

/** An engine that answers. */
export type Engine = { url: string; port: number; process: Guarded }

/** Where the engines of one data folder keep things. */
export type Folders = {
  dataDir: string
  logs: string
  postgres: string
  postgresPassword: string
  opensearch: string
}
