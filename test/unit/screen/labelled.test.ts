import { describe, expect, it, test } from 'vitest'
import { indexParties } from '#indexer/screen/list-index.ts'
import type { ScreenedOrganization } from '#indexer/screen/listed-party.ts'
import { screen } from '#indexer/screen/screen.ts'
import { MATCH_METHODS, type ScreeningMatch } from '#src/rating/restriction.ts'
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
  }
}

const found = CASES.map((given) => ({ given, matches: screen(index, toOrganization(given)) }))

const describeCase = ({ group, name, officer, place }: LabelledCase): string =>
  `${group}: ${officer ?? name} (${place})`

describe('labelled cases', () => {
  it('are at least 120', () => {
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

  it('is within bounds for each method and status', () => {
    console.table([...byMethod, ...byStatus])
    for (const { precision, recall } of byMethod) {
      expect(precision).toBeGreaterThanOrEqual(0.85)
      expect(recall).toBeGreaterThanOrEqual(0.9)
    }
    expect(byStatus[0]?.precision).toBe(1)
    expect(byStatus[1]?.recall).toBeGreaterThanOrEqual(0.95)
  })
})

describe('a name alone', () => {
  test.each(CASES.map((given) => [describeCase(given), given] as const))(
    'is never confirmed: %s',
    (_, given) => {
      const nowhere = { ...toOrganization(given), ...at(''), ein: '079000000' }
      const statuses = screen(index, nowhere).map(({ status }) => status)
      expect(statuses).not.toContain('Confirmed')
    },
  )

  it('is never confirmed where the place is another', () => {
    for (const party of PARTIES) {
      const elsewhere = { ...at('Anchorville, WA'), names: [], officers: [] }
      const own = { ein: '079000000', name: party.name, nameRef: 'name', ...elsewhere }
      const statuses = screen(index, own).map(({ status }) => status)
      expect(statuses).not.toContain('Confirmed')
    }
  })
})
