import { createHash } from 'node:crypto'
import type { CapturedFields } from '#src/domain/enrichment.ts'

/**
 * What tells one content of a website from another: 16 hex digits of the SHA-256 of its fields as
 * JSON, whose keys are in the order of the alphabet at every depth.
 */
export const contentIdOf = (fields: CapturedFields): string =>
  createHash('sha256').update(JSON.stringify(fields, inOrder)).digest('hex').slice(0, 16)

const inOrder = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value

/** SHA-256 in hex. */
export const sha256Of = (content: Buffer): string =>
  createHash('sha256').update(content).digest('hex')
