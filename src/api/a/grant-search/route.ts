import { z } from 'zod'
import { toRef } from '#src/domain/evidence.ts'
import { citationOf } from '#src/domain/facts/citation.ts'
import { FORMS } from '#src/domain/form.ts'
import { NOT_COUNTED } from '#src/domain/network.ts'
import { nameAsFiled } from '#src/domain/recipients.ts'
import type { GrantReading } from '#src/search/grants/interpret.ts'
import { type GrantHit, type GrantSum, searchGrants } from '#src/search/grants/search-grants.ts'
import type { SearchDeps } from '#src/search/search.ts'
import { grantSearchQuery, readGrantQuery, toGrantSearch } from '../../shared/grant-search.ts'
import { splitTotals, sumOf, sumRows } from '../../shared/grant-totals.ts'
import { component, optionalObject } from '../../shared/schemas.ts'
import { someOf } from '../../shared/sections.ts'
import type { OnA } from '../../shared/skin.ts'
import { edgeCategory, facetCounts, nextCursor, nextPage } from '../fields.ts'
import { matchShape } from '../money-network.ts'
import { readOperation } from '../operation.ts'

export const text = z.string().optional()

const sum = {
  rowCount: z.int().min(0),
  amountCount: z.int().min(0),
  totalAmount: z.number().optional(),
}

const grantHit = z
  .looseObject({
    funder: z.looseObject({
      ein: z.string().regex(/^\d{9}$/),
      name: text,
      state: text,
      city: text,
      country: text,
    }),
    recipient: z.looseObject({
      ein: text,
      name: z.string(),
      city: text,
      state: text,
      country: text,
      region: text,
    }),
    amount: z.number().optional(),
    purpose: text,
    taxYear: z.int(),
    form: z.enum(FORMS),
    category: edgeCategory,
    notCounted: z.enum(NOT_COUNTED).optional(),
    ...matchShape,
    evidenceRef: z.string(),
    citation: z.string(),
    match: z.looseObject({
      kind: z.enum(['EIN', 'Words', 'Meaning', 'Filter']),
      field: z.enum(['FunderEIN', 'RecipientEIN', 'Purpose', 'RecipientName', 'Filters']),
      similarity: z.number().optional(),
    }),
  })
  .meta({ id: 'GrantHit' })

/** What every response to a search of grants says besides its rows. */
export const searched = {
  query: text,
  interpretation: component('GrantInterpretation', {
    text: z.string(),
    phrases: z.array(z.strictObject({ phrase: z.string(), meaning: z.string() })),
    notUnderstood: z.array(z.string()).optional(),
  }).optional(),
  totals: z
    .strictObject({
      grants: optionalObject(sum),
      other: z
        .array(
          z.strictObject({
            category: edgeCategory,
            ...sum,
            notCounted: optionalObject(sum),
          }),
        )
        .optional(),
    })
    .meta({ id: 'GrantSums' }),
  page: z.int().min(1),
  queryVersion: z.string(),
  facets: facetCounts,
  nextCursor: nextCursor,
}

const { query, interpretation, ...paged } = searched
const response = component('GrantResults', {
  ...{ query, interpretation },
  hits: z.array(grantHit),
  found: z.int().min(0),
  ...paged,
})
export type GrantResults = z.output<OnA<typeof response>>

export const toReading = ({ text, phrases, notUnderstood }: GrantReading) =>
  phrases.length + notUnderstood.length === 0
    ? undefined
    : { text, phrases, notUnderstood: someOf(notUnderstood) }

export function toHit({ funderEin, recipientEin, funder, recipient, ...hit }: GrantHit) {
  const { name: filedName = null, region = null } = recipient
  return {
    ...hit,
    funder: { ...funder, ein: funderEin },
    recipient: { ...recipient, ein: recipientEin, name: nameAsFiled({ filedName, region }) },
    evidenceRef: toRef(hit),
    citation: citationOf(hit),
  }
}

export function toTotals(sums: readonly GrantSum[]) {
  const { grants, other } = splitTotals(sums)
  return {
    grants: grants.length > 0 ? addSums(grants) : undefined,
    other: someOf(
      other.map(({ category, counted, apart }) => ({
        ...{ category, ...addSums(counted) },
        notCounted: apart.length > 0 ? addSums(apart) : undefined,
      })),
    ),
  }
}

const addSums = (sums: readonly GrantSum[]) => ({
  ...sumRows(sums),
  amountCount: sumOf(sums.map(({ amounts }) => amounts)),
})

export const searchGrantsRoute = readOperation(
  '/api/v2/grants',
  {
    operationId: 'searchGrants',
    group: 'Network',
    summary: 'Search the grants of all funders by purpose, funder, recipient, amount, and year',
    description:
      'Query matches words of the purpose or of the recipient’s name, and purposes with the same meaning. Pages reach the 10,000th row; to see more, add a filter.',
    terms: { access: 'keyed', costs: 'Data', slot: 'index' },
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
    response,
  },
  async (deps: SearchDeps, { query }) => {
    const reading = await readGrantQuery(deps, query)
    const outcome = await searchGrants(deps, toGrantSearch(query, reading))
    return {
      ...outcome,
      query: query.Query,
      interpretation: reading && toReading(reading),
      hits: outcome.hits.map(toHit),
      totals: toTotals(outcome.sums),
      page: query.Cursor,
      nextCursor: nextPage({ ...outcome, page: query.Cursor }),
    }
  },
)
