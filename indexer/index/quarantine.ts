import { breakLines, wrap } from '#src/cli/break-lines.ts'
import { showLine } from '#src/cli/show-text.ts'
import { formatCount as count } from '#src/domain/money.ts'
import type { Session } from '#src/platform/clients/postgres.ts'

/** An organization whose document could not be built, or which the engine rejects. */
export type Refusal = { ein: string; reason: string }

/** A rejected organization that a build leaves out, with its latest filing. */
export type Quarantined = Refusal & { objectId: string | null }

/**
 * Returns how many organizations a build may leave out: a few bad filings must not stop the whole
 * update, but more of them indicate a defect of our own.
 */
export const quarantineLimit = (organizations: number): number =>
  Math.max(10, Math.floor(organizations / 1_000))

// Reasons are stored in the mapping of the index, and some of the engine's reasons quote whole
// terms.
const REASON_LENGTH = 200

/** Returns a refusal with its reason on one line, shortened and safe for a terminal. */
export const toRefusal = (ein: string, reason: string): Refusal => ({
  ein,
  // The cut may leave half of a surrogate pair, which is not valid Unicode.
  reason: showLine(reason).slice(0, REASON_LENGTH).toWellFormed(),
})

/** Adds the latest filing of each organization; sorted by EIN. */
export const readQuarantined = (
  session: Pick<Session, 'query'>,
  refused: Refusal[],
): Promise<Quarantined[]> =>
  session.query<Quarantined>(
    `select ein, latest_object_id as "objectId", reason
     from unnest($1::text[], $2::text[]) as refused (ein, reason) join organization using (ein)
     order by ein`,
    [refused.map(({ ein }) => ein), refused.map(({ reason }) => reason)],
  )

const SHOWN = 10

/** What an operator should do about a rejected document. */
export const ADVICE = 'Load a corrected filing. Then run npm run refresh.'

/**
 * Returns lines of at most 80 columns about the organizations an index leaves out; possibly none.
 */
export function describeQuarantine(quarantined: Quarantined[]): string[] {
  if (quarantined.length === 0) return []
  return [
    quarantined.length === 1
      ? 'The index lacks 1 organization because its document was rejected:'
      : `The index lacks ${count(quarantined.length)} organizations because their documents were rejected:`,
    ...describeFirst(quarantined),
    ...(quarantined.length > SHOWN ? ['  npm run status -- --json lists them all.'] : []),
    ADVICE,
  ]
}

/** Says why a build of so many organizations stopped after too many rejections. */
export const describeTooMany = (refused: Quarantined[], organizations: number): string =>
  [
    wrap(
      `The documents for ${count(refused.length)} of ${count(organizations)} organizations were rejected, so ` +
        `the live index did not change. Expected at most ${count(quarantineLimit(organizations))}, which is 0.1% of ` +
        'all documents or 10, whichever is larger.',
    ),
    ...describeFirst(refused),
    wrap(
      'If all have the same reason, the cause is probably a defect in the service. Please report it.',
    ),
    ADVICE,
  ].join('\n')

const describeFirst = (refused: Quarantined[]): string[] => [
  ...refused.slice(0, SHOWN).flatMap(({ ein, objectId, reason }) => [
    `  EIN ${ein}, ${objectId === null ? 'no filing' : `latest filing ${objectId}`}`,
    ...breakLines(reason, 76, 6)
      .split('\n')
      .map((line) => `    ${line}`),
  ]),
  ...(refused.length > SHOWN ? [`  … and ${count(refused.length - SHOWN)} more`] : []),
]
