import type { GrantDocument } from '#mappings/grants.ts'
import { cutAtWord } from '#src/domain/description.ts'
import { cutShort, SHOWN_NAME_LENGTH } from '#src/domain/filed-text.ts'
import { toAmountBand, toPurposeKey } from '#src/domain/grant-purpose.ts'
import { normalizeName } from '#src/domain/names.ts'
import { withKnown } from '../documents/organization-document.ts'
import type { GrantRow } from './grant-row.ts'

/** A purpose is a sentence or two; a few filers paste whole agreements. */
const PURPOSE_LENGTH = 1_000

/** Returns the index document of one row. Unknown facts are absent, never null or 0. */
export function toGrantDocument(row: GrantRow): GrantDocument {
  const { amount, recipientEin: recipient, state, schemaVersion } = row
  const purpose = row.purpose ? cutAtWord(row.purpose, PURPOSE_LENGTH) : undefined
  const names = { funder: textOf(row.funderName), recipient: textOf(row.name) }
  return withKnown(
    {
      ein: row.funderEin,
      rows: 1 as const,
      row: toGrantId(row),
      display: {
        funder: toParty(names.funder, row.funderCity, row.funderState, row.funderCountry),
        recipient: withKnown(toParty(names.recipient, row.city, row.state, row.country), {
          region: textOf(row.region),
        }),
        ...withKnown({}, { purpose, notCounted: notCountedOf(row), schemaVersion }),
        matchMethod: row.matchMethod,
        matchConfidence: row.matchConfidence,
        form: row.form,
        objectId: row.objectId,
        path: row.path,
      },
      query: withKnown(
        {},
        {
          purpose,
          funder: names.funder && normalizeName(names.funder),
          recipient: names.recipient && normalizeName(names.recipient),
        },
      ),
      filter: withKnown(
        {
          year: row.taxYear,
          amountBand: toAmountBand(amount ?? undefined),
          category: row.category,
          isCounted: row.isCounted,
        },
        { recipient, state, amount },
      ),
    },
    { purpose: purpose && toPurposeKey(purpose) },
  )
}

const toParty = (
  name: string | undefined,
  city: string | null,
  state: string | null,
  country: string | null,
) => withKnown({}, { name, city: textOf(city), state: textOf(state), country: textOf(country) })

/** Returns the id of a row: a return numbers its rows from 1. */
const toGrantId = ({ objectId, ordinal }: Pick<GrantRow, 'objectId' | 'ordinal'>): string =>
  `${objectId}-${String(ordinal).padStart(6, '0')}`

const notCountedOf = ({ category, uncounted }: GrantRow): string | undefined =>
  category === 'FoundationApproved' ? 'ApprovedForLater' : (uncounted ?? undefined)

const textOf = (filed: string | null): string | undefined =>
  filed ? cutShort(filed, SHOWN_NAME_LENGTH) : undefined
