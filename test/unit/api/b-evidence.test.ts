import { describe, expect, test } from 'vitest'
import type { TopList } from '#mappings/sector.ts'
import { attribute } from '#src/api/b/attribute.ts'
import { type EvidenceRegistry, sourceOf } from '#src/api/b/evidence.ts'
import { presentTopLists, topListsData } from '#src/api/b/top-lists.ts'
import { resolveSource } from '#test/integration/http/resolve-source.ts'
import { cases } from '../cases.ts'

const HOME = '202303199349301234'
const FILING = { form: '990', taxYear: 2022, objectId: HOME } as const

describe('the documented order of sources', () => {
  const evidence: EvidenceRegistry = {
    default: 'f990',
    sources: {},
    fields: { 'people.top_compensation': 'schJ', 'pay.bonus': 'f990' },
  }
  const data = {
    evidence,
    plain: { total: { value: 1 } },
    people: { _src: 'schL', top_compensation: { value: 1 }, other: { value: 2 } },
    pay: { _src: 'schJ', bonus: { value: 3 }, items: [{ total: 4, _src: 'f990' }, { total: 5 }] },
  }

  test.each(cases<[string, string, string]>('sources of fields'))(
    '%s is of %s: %s',
    (path, source) => {
      expect(resolveSource(data, path)).toBe(source)
    },
  )
})

describe('attribution', () => {
  type Sources = { evidence: { sources: object } }
  test.each(cases<[string, object, Sources]>('attributed data'))('%s', (_, given, expected) => {
    const data = attribute(given, FILING)
    expect(data).toEqual(expected)
    const keysOf = ({ evidence }: Sources) => Object.keys(evidence.sources)
    expect(keysOf(data)).toEqual(keysOf(expected))
  })

  test.each(cases<[string, string?]>('schedules of paths'))(
    '%s is of schedule %s',
    (path, schedule) => {
      expect(sourceOf(`990:2022:${HOME}:${path}`)).toEqual({
        form: '990',
        ...(schedule && { schedule }),
        tax_year: 2022,
        object_id: HOME,
      })
    },
  )
})

test('several top lists, each with its own sources, match their schema', () => {
  const listed = (ein: string) => ({
    ...{ ein, name: `Made ${ein}`, nameRef: `bmf:2026-04:${ein}:NAME`, prominence: 1 },
    ...{ score: 70, band: 'Good', scoreRef: `derived:rating:${ein}:2023` },
    ...{ form: '990', latestYear: 2023 },
    revenue: { value: 1, ref: `990:2023:20240319934${ein.slice(2)}:/IRS990/CYTotalRevenueAmt` },
  })
  const list = (key: string, first: number): TopList => {
    const ten = Array.from({ length: 10 }, (_, n) => listed(`0700000${first + n}`))
    return { key, eligible: 10, byRevenue: ten, byProminence: ten }
  }
  const data = presentTopLists({
    release: 'made',
    computedAt: '2026-11-21T00:00:00.000Z',
    lists: [list('B', 10), list('E', 20), list('K', 30)],
  })
  expect(topListsData.safeParse(data).error).toBeUndefined()
  expect(data.lists.map((one) => one._src)).toEqual([undefined, 'f990_2023_11', 'f990_2023_21'])
})
