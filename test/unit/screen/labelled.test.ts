import { describe, expect, it } from 'vitest'
import { indexParties } from '#indexer/screen/list-index.ts'
import type { ScreenedOrganization } from '#indexer/screen/listed-party.ts'
import { screen } from '#indexer/screen/match.ts'
import { MATCH_METHODS, type ScreeningMatch } from '#src/rating/restriction.ts'
import { fc } from '#test/random.ts'
import { CASES, type LabelledCase } from './labelled-cases.ts'
import { at, PARTIES } from './labelled-lists.ts'

const index = indexParties(PARTIES)

function toOrganization(given: LabelledCase): ScreenedOrganization {
  const { name, place, ein = '079000000', formerName, doingBusinessAs, officer } = given
  return {
    ein,
    name,
    nameRef: `bmf:2026-04:${ein}:NAME`,
    names: [
      ...(formerName ? [{ name: formerName, kind: 'former' as const, ref: 'former' }] : []),
      ...(doingBusinessAs
        ? [{ name: doingBusinessAs, kind: 'doing-business-as' as const, ref: 'dba' }]
        : []),
    ],
    ...at(place),
    officers: officer ? [{ name: officer, ref: 'officer' }] : [],
    ueis: [],
  }
}

const found = CASES.map((given) => ({ given, matches: screen(index, toOrganization(given)) }))

const describeCase = ({ group, name, officer, place }: LabelledCase): string =>
  `${group}: ${officer ?? name} (${place})`

describe('labeled cases', () => {
  it('number at least 120', () => {
    expect(CASES.length).toBeGreaterThanOrEqual(120)
  })

  it.each(found.map((one) => [describeCase(one.given), one] as const))(
    '%s',
    (_, { given, matches }) => {
      expect(matches.map(({ status, method }) => ({ status, method }))).toEqual(
        given.expected === 'Clear' ? [] : [{ status: given.expected, method: given.method }],
      )
    },
  )
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
  const written = PARTIES.flatMap(({ name, otherNames }) => [
    name,
    ...otherNames.map((other) => other.name),
  ])
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
      name: fc.constantFrom(...written),
      kind: fc.constantFrom('legal' as const, 'former' as const, 'doing-business-as' as const),
      ref: fc.constant('other'),
    }),
    { maxLength: 3 },
  )
  const people = fc.array(
    fc.record({ name: fc.constantFrom(...written), ref: fc.constant('officer') }),
    { maxLength: 3 },
  )

  it('is never confirmed at another place, with any combination of names', () => {
    const place = fc.oneof(elsewhere, nextTown)
    fc.assert(
      fc.property(
        fc.constantFrom(...written),
        names,
        people,
        place,
        (name, others, officers, at) => {
          const own = {
            ein: '079000000',
            name,
            nameRef: 'name',
            names: others,
            officers,
            ueis: [],
            ...at,
          }
          const statuses = screen(index, own).map(({ status }) => status)
          expect(statuses).not.toContain('Confirmed')
        },
      ),
      { numRuns: 2_000 },
    )
  })

  it('needs review if OFAC lists it as a name that is not weak', () => {
    const parties = PARTIES.filter(({ list, kind }) => list === 'OFAC' && kind === 'organization')
    for (const party of parties) {
      const strong = party.otherNames.filter(({ isWeak }) => !isWeak)
      for (const { name } of [party, ...strong]) {
        const own = {
          ein: '079000000',
          name,
          nameRef: 'name',
          names: [],
          officers: [],
          ueis: [],
          ...at(''),
        }
        const found = screen(index, own).map(({ entry, status }) => ({ entry, status }))
        expect(found, name).toContainEqual({ entry: party.entry, status: 'Review' })
      }
    }
  })
})
