import { describe, expect, it } from 'vitest'
import { indexParties } from '#indexer/screen/list-index.ts'
import type { ScreenedOrganization } from '#indexer/screen/listed-party.ts'
import { screen } from '#indexer/screen/match.ts'
import { readTsv } from '#src/domain/tsv.ts'
import { MATCH_METHODS, type MatchMethod, type ScreeningMatch } from '#src/rating/restriction.ts'
import { fc } from '#test/random.ts'
import { at, LISTED_NAMES, makeOrganization, PARTIES } from './labelled-lists.ts'

const index = indexParties(PARTIES)

/** A made-up organization, and what screening should find. */
type LabelledCase = {
  title: string
  expected: ScreeningMatch['status'] | 'Clear'
  /** The expected match; undefined if there should be none. */
  method: MatchMethod | undefined
  own: ScreenedOrganization
  /** True for another organization that screening cannot distinguish, which costs a review. */
  isOther: boolean
}

// The cases for measuring precision and recall, in groups of one kind.
const CASES: readonly LabelledCase[] = readTsv(
  new URL('./labelled-cases.tsv', import.meta.url),
).map(([group, expected, method, named, officer, place = '', ein, former, alias, other]) => {
  const name = named || 'Quillfeather Choral Guild'
  return {
    title: `${group}: ${officer || name} (${place})`,
    expected: expected as LabelledCase['expected'],
    method: (method || undefined) as MatchMethod | undefined,
    own: makeOrganization({
      ...{ name, ...at(place), ...(ein && { ein }) },
      names: [
        ...(former ? [{ name: former, kind: 'former' as const, ref: 'former' }] : []),
        ...(alias ? [{ name: alias, kind: 'doing-business-as' as const, ref: 'dba' }] : []),
      ],
      officers: officer ? [{ name: officer, ref: 'officer' }] : [],
    }),
    isOther: other === 'yes',
  }
})

const found = CASES.map((given) => ({ given, matches: screen(index, given.own) }))

describe('labeled cases', () => {
  it('number at least 120', () => {
    expect(CASES.length).toBeGreaterThanOrEqual(120)
  })

  it.each(found.map((one) => [one.given.title, one] as const))('%s', (_, { given, matches }) => {
    expect(matches.map(({ status, method }) => ({ status, method }))).toEqual(
      given.expected === 'Clear' ? [] : [{ status: given.expected, method: given.method }],
    )
  })
})

describe('precision and recall', () => {
  const flagged = found.flatMap(({ given, matches }) => matches.map((match) => ({ given, match })))
  const share = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole)

  function measure(
    isFound: (match: ScreeningMatch) => boolean,
    isMeant: (of: LabelledCase) => boolean,
  ) {
    const hits = flagged.filter(({ match }) => isFound(match))
    const meant = found.filter(({ given }) => isMeant(given))
    return {
      cases: meant.length,
      precision: share(hits.filter(({ given }) => isMeant(given)).length, hits.length),
      recall: share(meant.filter(({ matches }) => matches.some(isFound)).length, meant.length),
    }
  }

  const byMethod = MATCH_METHODS.map((method) => ({
    what: method as string,
    ...measure(
      (match) => match.method === method,
      (given) => given.method === method && !given.isOther,
    ),
  }))
  const byStatus = (['Confirmed', 'Review'] as const).map((status) => ({
    what: status as string,
    ...measure(
      (match) => match.status === status,
      (given) => given.expected === status && !given.isOther,
    ),
  }))

  it('are within bounds for each method and status', () => {
    console.table([...byMethod, ...byStatus])
    for (const { precision, recall } of byMethod) {
      expect(precision).toBeGreaterThanOrEqual(0.85)
      expect(recall).toBeGreaterThanOrEqual(0.9)
    }
    expect(byStatus[0]?.precision).toBe(1)
    expect(byStatus[1]?.recall).toBeGreaterThanOrEqual(0.95)
  })
})

describe('a name without other matches', () => {
  // Streets, cities, and ZIP codes of the lists in states without any of them.
  const elsewhere = fc.record({
    street: fc.constantFrom('12 Marble Street', '1500 Ledger Way', '100 Main St', null),
    city: fc.constantFrom('Chicago', 'Dearborn', 'Zarqa', 'Springfield', null),
    zip: fc.constantFrom('48126', '77401', '62701', null),
    state: fc.constantFrom('WA', 'AK', 'VT', null),
    country: fc.constantFrom('US', 'NZ', null),
  })
  // In a state of the lists, at one of their streets, and in another town.
  const nextTown = fc.record({
    street: fc.constantFrom('12 Marble Street', '1500 Ledger Way', '100 Main St'),
    city: fc.constantFrom('Anchorville', null),
    zip: fc.constantFrom('00001', null),
    state: fc.constantFrom('MI', 'TX', 'IL', 'OH'),
    country: fc.constant('US'),
  })
  const names = fc.uniqueArray(
    fc.record({
      name: fc.constantFrom(...LISTED_NAMES),
      kind: fc.constantFrom('legal' as const, 'former' as const, 'doing-business-as' as const),
      ref: fc.constant('other'),
    }),
    { maxLength: 3 },
  )
  const people = fc.array(
    fc.record({ name: fc.constantFrom(...LISTED_NAMES), ref: fc.constant('officer') }),
    { maxLength: 3 },
  )

  it('is never confirmed at another place, with any combination of names', () => {
    const place = fc.oneof(elsewhere, nextTown)
    const own = fc.tuple(fc.constantFrom(...LISTED_NAMES), names, people, place)
    fc.assert(
      fc.property(own, ([name, names, officers, at]) => {
        const matches = screen(index, makeOrganization({ name, names, officers, ...at }))
        expect(matches.map(({ status }) => status)).not.toContain('Confirmed')
      }),
      { numRuns: 2_000 },
    )
  })

  it('needs review if OFAC lists it as a name that is not weak', () => {
    const parties = PARTIES.filter(({ list, kind }) => list === 'OFAC' && kind === 'organization')
    for (const party of parties) {
      const strong = party.otherNames.filter(({ isWeak }) => !isWeak)
      for (const { name } of [party, ...strong]) {
        const matches = screen(index, makeOrganization({ name }))
        const found = matches.map(({ entry, status }) => ({ entry, status }))
        expect(found, name).toContainEqual({ entry: party.entry, status: 'Review' })
      }
    }
  })
})
