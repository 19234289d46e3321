import { toRef } from '#src/domain/evidence.ts'
import { sumExactly } from '#src/domain/exact-numbers.ts'
import { citationOf } from '#src/domain/facts/citation.ts'
import { EDGE_CATEGORIES, GRANT_CATEGORIES } from '#src/domain/network.ts'
import { nameAsFiled } from '#src/network/party.ts'
import type { GrantReading } from '#src/search/grants/interpret.ts'
import type { GrantHit, GrantOutcome, GrantSum } from '#src/search/grants/params.ts'
import type { GrantSearchQuery } from '../../shared/grant-search.ts'
import { toFields } from '../fields.ts'
import type { GrantResults } from './schema.ts'

export const presentGrantResults = (
  query: GrantSearchQuery,
  reading: GrantReading | undefined,
  { hits, found, sums, facets, hasNextPage, queryVersion }: GrantOutcome,
): GrantResults => ({
  Query: query.Query,
  Interpretation: reading && presentReading(reading),
  Hits: hits.map(presentGrantHit),
  Found: found,
  Totals: presentTotals(sums),
  Page: query.Cursor,
  QueryVersion: queryVersion,
  Facets:
    facets &&
    Object.fromEntries(
      Object.entries(facets).map(([key, buckets]) => [key, buckets.map((one) => toFields(one))]),
    ),
  NextCursor: hasNextPage ? String(query.Cursor + 1) : undefined,
})

const presentReading = ({ text, phrases, notUnderstood }: GrantReading) =>
  phrases.length + notUnderstood.length === 0
    ? undefined
    : {
        Text: text,
        Phrases: phrases.map(({ phrase, meaning }) => ({ Phrase: phrase, Meaning: meaning })),
        NotUnderstood: notUnderstood.length > 0 ? notUnderstood : undefined,
      }

function presentGrantHit(hit: GrantHit): GrantResults['Hits'][number] {
  const { funder, recipient, form, taxYear, objectId, path, schemaVersion } = hit
  return {
    Funder: { EIN: hit.funderEin, ...toFields(funder) },
    Recipient: {
      EIN: hit.recipientEin,
      ...toFields(recipient),
      Name: nameAsFiled({
        filedName: recipient.name ?? null,
        region: recipient.region ?? null,
      }),
    },
    Amount: hit.amount,
    Purpose: hit.purpose,
    TaxYear: taxYear,
    Form: form,
    Category: hit.category,
    NotCounted: hit.notCounted,
    MatchMethod: hit.matchMethod,
    MatchConfidence: hit.matchConfidence,
    EvidenceRef: toRef({ form, taxYear, objectId, path }),
    Citation: citationOf({ form, taxYear, path, schemaVersion }),
    Match: toFields(hit.match),
  }
}

const GRANTS: ReadonlySet<string> = new Set(GRANT_CATEGORIES)

function presentTotals(sums: readonly GrantSum[]): GrantResults['Totals'] {
  const grants = sums.filter(({ category }) => GRANTS.has(category))
  const other = EDGE_CATEGORIES.flatMap((Category) => {
    const own = sums.filter(({ category }) => category === Category && !GRANTS.has(Category))
    const apart = own.filter(({ isCounted }) => !isCounted)
    if (own.length === 0) return []
    const counted = addSums(own.filter(({ isCounted }) => isCounted))
    return { Category, ...counted, ...(apart.length > 0 && { NotCounted: addSums(apart) }) }
  })
  return {
    ...(grants.length > 0 && { Grants: addSums(grants) }),
    ...(other.length > 0 && { Other: other }),
  }
}

function addSums(sums: readonly GrantSum[]) {
  const total = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
  const filed = sums.flatMap(({ amount }) => amount ?? [])
  return {
    RowCount: total(sums.map(({ rows }) => rows)),
    AmountCount: total(sums.map(({ amounts }) => amounts)),
    TotalAmount: filed.length > 0 ? sumExactly(filed) : undefined,
  }
}
