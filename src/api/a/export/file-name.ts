import { createHash } from 'node:crypto'
import { tokenize } from '#src/domain/names.ts'
import { releaseTime } from '#src/domain/release.ts'
import type { ExportQuery } from './schema.ts'

// Enough to recognize a query in a folder of downloads.
const LONGEST_WORDS = 30

/**
 * Returns the file name of an export: the day of its data, words from the query, and a hash of the
 * release and all parameters, so that only identical tables share a name. It contains only letters
 * a-z, digits, dots, and hyphens, so it is safe in a quoted header value (RFC 6266).
 */
export function toFileName(release: string, { Format, ...question }: ExportQuery): string {
  const day = releaseTime(release)?.slice(0, 10) ?? release
  const mark = createHash('sha256')
    .update(JSON.stringify([release, question]))
    .digest('hex')
  const parts = ['organizations', day, toWords(question), mark.slice(0, 8)]
  return `${parts.filter((part) => part !== '').join('-')}.${Format}`
}

/** Words of other scripts are dropped, because browsers treat them differently. */
function toWords({ Query = '', CauseLabel = '', State = '' }: Omit<ExportQuery, 'Format'>): string {
  const words = tokenize(`${Query} ${CauseLabel} ${State}`).filter((word) =>
    /^[a-z0-9]+$/.test(word),
  )
  return words.join('-').slice(0, LONGEST_WORDS).replace(/-$/, '')
}
