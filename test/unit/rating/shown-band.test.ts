import { expect, test } from 'vitest'
import { findRatingPeers } from '#src/search/rating-peers.ts'
import type { SearchDeps } from '#src/search/search.ts'
import { showBandOn } from '#src/search/search.ts'
import { readFront, readSectorTopLists, type SectorDeps } from '#src/sector/read-sector.ts'

const TODAY = '2026-11-21'
const now = () => new Date(`${TODAY}T23:59:59Z`)
const [RECENT, OLD] = ['2023-11-21', '2023-11-20']
const hitOf = (rating: object | undefined, latestPeriodEnd: string | null = RECENT) => ({
  ein: '070000001',
  display: { name: 'A', revenue: { value: 100 }, latestPeriodEnd, rating },
})
const rated = (periodEnd?: string | null) => ({ score: 78.4, band: 'Good', periodEnd })
const answer = (...sources: object[]) => ({
  hits: { hits: sources.map((_source) => ({ _source })) },
})
/** What an engine finds, whatever the search. */
const finding = (...sources: object[]) => ({
  ...{ now, indexPrefix: 'x-' },
  opensearch: {
    search: async () => answer(...sources),
    msearch: async () => [answer(...sources), answer()],
  },
})

test.each([
  ['on the last day of three years', rated(RECENT), OLD, 'Good'],
  ['on the day after three years', rated(OLD), RECENT, undefined],
  ['by the latest return if the rated one has no date', rated(null), OLD, undefined],
  ['by the latest return of an older index', rated(), RECENT, 'Good'],
  ['without any date', rated(), null, 'Good'],
])('a band is shown or left out %s', (_, rating, latest, band) => {
  const { display } = showBandOn(TODAY)(hitOf(rating, latest) as never) as ReturnType<typeof hitOf>
  expect(display).toEqual({ ...hitOf({ ...rating, band }, latest).display })
})

test('a hit without a rating stays as it is', () => {
  const hit = hitOf(undefined, OLD) as never
  expect(showBandOn(TODAY)(hit)).toBe(hit)
})

test.each([
  [RECENT, 'Good'],
  [OLD, undefined],
])('peers and listed organizations rated until %s have the band %s', async (end, band) => {
  const deps = finding(hitOf(rated(end))) as unknown as SearchDeps
  const peers = await findRatingPeers(deps, { ein: '1', form: '990', revenue: 100 }, 5)
  expect(peers.map(({ display }) => [display.rating.score, display.rating.band])).toEqual([
    [78.4, band],
  ])

  const one = { ein: '070000001', band: 'Good', periodEnd: end }
  const sector = finding(
    { kind: 'top-lists', body: { lists: [{ byProminence: [one] }] } },
    { kind: 'front', body: { featured: one } },
  ) as unknown as SectorDeps
  const { lists } = await readSectorTopLists(sector)
  expect(lists[0]?.byProminence[0]).toEqual({ ...one, band })
  expect((await readFront(sector)).featured).toEqual({ ...one, band })
})
