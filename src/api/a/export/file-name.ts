import { createHash } from 'node:crypto'
import { tokenize } from '#src/domain/names.ts'
import { releaseTime } from '#src/domain/release.ts'
import type { ExportQuery } from './schema.ts'

// Enough to recognize a query in a folder of downloads.
const LONGEST_WORDS = 30

/**
 * A name for the file of an export: the day of its data, words of what was asked, and a mark of the
 * release and the whole question, so that only the same table has the same name. Of letters a-z,
 * digits, dots and hyphens alone, it can stand quoted in a header (RFC 6266).
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
