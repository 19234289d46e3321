import { z } from 'zod'
import { toRef } from '#src/domain/evidence.ts'
import { sumExactly } from '#src/domain/exact-numbers.ts'
import { citationOf } from '#src/domain/facts/citation.ts'
import { FORMS } from '#src/domain/form.ts'
import { EDGE_CATEGORIES, GRANT_CATEGORIES, NOT_COUNTED } from '#src/domain/network.ts'
import { nameAsFiled } from '#src/network/party.ts'
import type { GrantReading } from '#src/search/grants/interpret.ts'
import type { GrantHit, GrantOutcome, GrantSum } from '#src/search/grants/params.ts'
import { searchGrants } from '#src/search/grants/search-grants.ts'
import type { SearchDeps } from '#src/search/search.ts'
import {
  type GrantSearchQuery,
  grantSearchQuery,
  readGrantQuery,
  toGrantSearch,
} from '../../shared/grant-search.ts'
import { component, optional, optionalObject, required } from '../../shared/schemas.ts'
import { skin } from '../../shared/skin.ts'
import { facetCounts, nextCursor, presentFacets, toFields } from '../fields.ts'
import { matchShape } from '../money-network.ts'
import { getOperation } from '../operation.ts'

const text = z.string().optional()

const sum = {
  RowCount: z.int().min(0),
  AmountCount: required.count('Number of rows that state an amount.'),
  TotalAmount: optional.number(
    'Sum of these amounts in US dollars. Absent if no row states an amount.',
  ),
}

const grantHit = z
  .looseObject({
    Funder: z.looseObject({ EIN: z.string().regex(/^\d{9}$/), Name: text, State: text }),
    Recipient: z
      .looseObject({
        EIN: text.describe('Absent if the recipient was not identified.'),
        Name: z.string(),
        City: text,
        State: text,
        Country: text,
        Region: text,
      })
      .describe('Name and place as filed in the row.'),
    Amount: optional.number(
      'Cash and noncash amounts in US dollars. Absent if no amount was filed.',
    ),
    Purpose: text,
    TaxYear: z.int(),
    Form: z.enum(FORMS),
    Category: z.enum(EDGE_CATEGORIES),
    NotCounted: optional.enum(
      NOT_COUNTED,
      'Why totals leave the row out. Absent if they include it.',
    ),
    ...skin(z.object(matchShape), 'A').shape,
    EvidenceRef: required.string(
      'Ref of the row. To get the evidence, send it as EvidenceRef to a section.',
    ),
    Citation: required.string('Citation for readers: form, tax year, part, and line.'),
    Match: z
      .looseObject({
        Kind: z.enum(['EIN', 'Words', 'Meaning', 'Filter']),
        Field: z.enum(['FunderEIN', 'RecipientEIN', 'Purpose', 'RecipientName', 'Filters']),
        Similarity: z.number().optional(),
      })
      .describe(
        'Why the row is here: a word of Query is in the purpose or in the name of the recipient, or the purpose means the same (with the similarity, 0 to 1).',
      ),
  })
  .meta({ id: 'GrantHit' })

const grantResults = component('GrantResults', {
  Query: text,
  Interpretation: optional.object(
    'How Query was understood. Absent if all of it was searched as words.',
    {
      Text: required.string('Words of the purpose that were searched.'),
      Phrases: z.array(z.strictObject({ Phrase: z.string(), Meaning: z.string() })),
      NotUnderstood: z.array(z.string()).optional(),
    },
  ),
  Hits: z.array(grantHit),
  Found: required.count('Number of matching rows on all pages.'),
  Totals: required.object(
    'Totals of all matching rows: of grants, and of each other category. Rows with NotCounted are separate.',
    {
      Grants: optionalObject(sum),
      Other: z
        .array(
          z.strictObject({
            Category: z.enum(EDGE_CATEGORIES),
            ...sum,
            NotCounted: optionalObject(sum),
          }),
        )
        .optional(),
    },
  ),
  Page: z.int().min(1),
  QueryVersion: z.string(),
  Facets: facetCounts.describe(
    'Counts by State, Year, AmountBand, and Category. Each ignores its own filter and obeys the others.',
  ),
  NextCursor: nextCursor,
})
export type GrantResults = z.output<typeof grantResults>

const presentGrantResults = (
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
  Facets: facets && presentFacets(facets),
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
    ...toFields(hit, 'amount', 'purpose', 'taxYear', 'form', 'category', 'notCounted'),
    ...toFields(hit, 'matchMethod', 'matchConfidence'),
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

export const searchGrantsRoute = getOperation(
  '/api/v2/grants',
  {
    operationId: 'searchGrants',
    group: 'Network',
    summary: 'Search the grants of all funders by purpose, funder, recipient, amount, and year',
    description:
      'Searches the rows of current returns that report money given. Query matches words of the purpose or of the recipient’s name, and purposes with the same meaning. Pages reach the 10,000th row; to see more, add a filter.',
    terms: { access: 'keyed', costs: 'Data', slot: 'shared' },
    examples: [
      {
        name: 'InPlainWords',
        summary: 'Grants for youth programs in Ohio over $10,000',
        query: { Query: 'youth programs in Ohio over $10,000', Limit: 1 },
      },
      {
        name: 'Largest',
        summary: 'The largest grant since tax year 2022, with facets',
        query: { MinYear: 2022, Sort: 'Amount', Facets: true, Limit: 1 },
      },
    ],
    request: { querystring: grantSearchQuery },
    response: grantResults,
  },
  async (deps: SearchDeps, { query }) => {
    const reading = readGrantQuery(query)
    const outcome = await searchGrants(deps, toGrantSearch(query, reading))
    return presentGrantResults(query, reading, outcome)
  },
)
