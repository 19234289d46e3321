import type { GrantDocument } from '#mappings/grants.ts'
import { cutAtWord } from '#src/domain/description.ts'
import { cutShort, SHOWN_NAME_LENGTH } from '#src/domain/filed-text.ts'
import { toAmountBand, toPurposeKey } from '#src/domain/grant-purpose.ts'
import { normalizeName } from '#src/domain/names.ts'
import type { GrantRow } from './grant-row.ts'

/** A purpose is a sentence or two; a few filers paste whole agreements. */
const PURPOSE_LENGTH = 1_000

/** Returns the index document of one row. Unknown facts are absent, never null or 0. */
export function toGrantDocument(row: GrantRow): GrantDocument {
  const amount = row.amount ?? undefined
  const purpose = row.purpose ? cutAtWord(row.purpose, PURPOSE_LENGTH) : undefined
  const funder = textOf(row.funderName)
  const recipient = textOf(row.name)
  return compact({
    ein: row.funderEin,
    rows: 1 as const,
    row: toGrantId(row),
    purpose: purpose && toPurposeKey(purpose),
    display: {
      funder: compact({
        name: funder,
        city: textOf(row.funderCity),
        state: textOf(row.funderState),
        country: textOf(row.funderCountry),
      }),
      recipient: compact({
        name: recipient,
        city: textOf(row.city),
        state: textOf(row.state),
        country: textOf(row.country),
        region: textOf(row.region),
      }),
      ...compact({ purpose, notCounted: notCountedOf(row) }),
      matchMethod: row.matchMethod,
      matchConfidence: row.matchConfidence,
      form: row.form,
      objectId: row.objectId,
      path: row.path,
      ...compact({ schemaVersion: row.schemaVersion ?? undefined }),
    },
    query: compact({
      purpose,
      funder: funder && normalizeName(funder),
      recipient: recipient && normalizeName(recipient),
    }),
    filter: {
      year: row.taxYear,
      amountBand: toAmountBand(amount),
      category: row.category,
      isCounted: row.isCounted,
      ...compact({
        recipient: row.recipientEin ?? undefined,
        state: row.state ?? undefined,
        amount,
      }),
    },
  })
}

/** Returns the id of a row: a return numbers its rows from 1. */
const toGrantId = ({ objectId, ordinal }: Pick<GrantRow, 'objectId' | 'ordinal'>): string =>
  `${objectId}-${String(ordinal).padStart(6, '0')}`

const notCountedOf = ({ category, uncounted }: GrantRow): string | undefined =>
  category === 'FoundationApproved' ? 'ApprovedForLater' : (uncounted ?? undefined)

const textOf = (filed: string | null): string | undefined =>
  filed ? cutShort(filed, SHOWN_NAME_LENGTH) : undefined

type Known<Fields> = {
  [Key in keyof Fields as undefined extends Fields[Key] ? never : Key]: Fields[Key]
} & {
  [Key in keyof Fields as undefined extends Fields[Key] ? Key : never]?: NonNullable<Fields[Key]>
}

/** Removes undefined fields, in place, because there are millions of calls. */
function compact<Fields extends object>(fields: Fields): Known<Fields> {
  for (const key in fields) if (fields[key] === undefined) delete fields[key]
  return fields as Known<Fields>
}
