import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Folders } from './engine.ts'

/** The port that the program already uses, if it is renewing its lease. */
const port = z.number().optional()

/**
 * The first message of a command. The command then keeps the connection open; the connection is its
 * lease.
 */
export const helloSchema = z.object({
  secret: z.string(),
  version: z.string(),
  pid: z.number(),
  opensearch: z
    .object({
      home: z.string(),
      java: z.object({ home: z.string(), version: z.number() }),
      heapMb: z.number(),
      port,
    })
    .optional(),
  postgres: z.object({ binaries: z.string(), durable: z.boolean(), port }).optional(),
  /** How long to wait for an engine that fails; without it, a failed start fails the lease. */
  waitMs: z.number().optional(),
})
export type Hello = z.output<typeof helloSchema>

/** What the supervisor sends, one line of JSON each. */
export const replySchema = z.discriminatedUnion('kind', [
  // Proves that no other program took a dead supervisor's port.
  z.object({ kind: z.literal('welcome'), id: z.string() }),
  z.object({ kind: z.literal('otherVersion'), version: z.string(), holders: z.array(z.number()) }),
  z.object({ kind: z.literal('step'), text: z.string() }),
  z.object({
    kind: z.literal('ready'),
    opensearchUrl: z.string().optional(),
    databaseUrl: z.string().optional(),
    /** Only with `waitMs`: a sentence for each engine that does not respond. */
    away: z.array(z.string()),
  }),
  z.object({ kind: z.literal('failed'), sentence: z.string() }),
  z.object({
    kind: z.literal('event'),
    part: z.enum(['opensearch', 'postgres']),
    state: z.enum(['lost', 'recovered', 'warning']),
    sentence: z.string(),
    /** Milliseconds until the next attempt to start it. */
    retryMs: z.number().optional(),
  }),
  z.object({ kind: z.literal('stopping'), sentence: z.string() }),
])
export type Reply = z.output<typeof replySchema>

/**
 * Returns a line of JSON if it fits the schema; anyone on the machine may connect and send
 * anything.
 */
export function parseLine<T>(schema: z.ZodType<T>, line: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(line)).data
  } catch {
    return undefined
  }
}

/** Where a supervisor listens, in a file that only its owner may read. */
export const addressSchema = z.object({
  port: z.number(),
  id: z.string(),
  secret: z.string(),
  pid: z.number().optional(),
})
export type Address = z.output<typeof addressSchema>

/** The supervisor's exit code if another one holds the data folder. */
export const EXIT_LOCKED = 3

export const lockFile = (dataDir: string) => join(dataDir, 'engines.lock')
export const addressFile = (dataDir: string) => join(dataDir, 'engines.json')

export const foldersOf = (dataDir: string): Folders => ({
  dataDir,
  logs: join(dataDir, 'logs'),
  postgres: join(dataDir, 'postgres'),
  postgresPassword: join(dataDir, 'postgres.password'),
  opensearch: join(dataDir, 'opensearch'),
})

/** Returns the address of the latest supervisor, which may be gone. */
export function readAddress(dataDir: string): Address | undefined {
  try {
    // Written under another name and then renamed, so the file is always complete.
    return addressSchema.safeParse(JSON.parse(readFileSync(addressFile(dataDir), 'utf8'))).data
  } catch (error) {
    // A supervisor that stops may remove its file at any moment.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Returns the version of this folder's sources: checkouts share a supervisor if they start engines
 * in the same way.
 */
export function roomVersion(): string {
  const folder = import.meta.dirname
  const hash = createHash('sha256')
  for (const name of readdirSync(folder).toSorted()) {
    if (/\.(ts|sh)$/.test(name)) hash.update(readFileSync(join(folder, name)))
  }
  return hash.digest('hex').slice(0, 12)
}
