import { describe, expect, test } from 'vitest'
import type { TopList } from '#mappings/sector.ts'
import { attribute } from '#src/api/b/attribute.ts'
import { type EvidenceRegistry, sourceOf } from '#src/api/b/evidence.ts'
import { presentTopLists, topListsData } from '#src/api/b/top-lists.ts'
import { resolveSource } from '#test/integration/http/resolve-source.ts'
import { openCases } from '../cases.ts'

const cases = openCases(new URL('./cases.tsv', import.meta.url))

const HOME = '202303199349301234'
const FILING = { form: '990', taxYear: 2022, objectId: HOME } as const
const leaf = (path: string) => `990:2022:${HOME}:${path}`
const earlier = (path: string) => `990:2021:202203199349301234:${path}`
const TOTAL = { value: 900, ref: leaf('/IRS990/CYTotalRevenueAmt') }
const PAID = { value: 210_000, ref: leaf('/IRS990ScheduleJ/RltdOrg[1]/TotalAmt') }

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
  const last = earlier('/IRS990/CYTotalRevenueAmt')
  const keysOf = (data: object) => Object.keys(attribute(data, FILING).evidence.sources).join()
  const sources = { f990: { form: '990', tax_year: 2022, object_id: HOME } }

  test('leaves a section and an item with one source unchanged', () => {
    const pay = { first: PAID, list: [{ pay: PAID }] }
    const people = [{ name: TOTAL, more: { total: TOTAL } }]
    const data = attribute({ pay, people }, FILING)
    expect(data.people[0]).toBe(people[0])
    expect(data.pay).toEqual({ ...pay, _src: 'schJ' })
    expect(data.pay.list).toBe(pay.list)
  })

  test('lists the sources of all inputs of a figure, and uses the first', () => {
    const growthOf = (...derived_from: string[]) => {
      return { value: 0.1, ref: 'derived:revenueGrowth:070000001:2022', derived_from }
    }
    expect(keysOf({ growth: [growthOf(PAID.ref, last)] })).toBe('f990,schJ,f990_2021')
    const growth = growthOf(leaf('/IRS990/CYTotalRevenueAmt'), last)
    const data = attribute({ figures: { growth } }, FILING)
    expect(resolveSource(data, 'figures.growth')).toBe('f990')
    expect(Object.keys(data.evidence.sources)).toEqual(['f990', 'f990_2021'])
  })

  test('names the filing itself as default and omits what agrees with it', () => {
    const given = { ein: '070000001', financials: { total: TOTAL } }
    expect(attribute(given, FILING)).toEqual({ ...given, evidence: { default: 'f990', sources } })
  })

  test('states the source of a section, a field, or an item only if it differs', () => {
    const data = attribute(
      {
        financials: { total: TOTAL, paid: PAID },
        pay: { first: PAID, second: PAID, total: TOTAL },
        people: [{ name: TOTAL, schedule: PAID }, { pay: PAID }],
      },
      FILING,
    )
    expect(data.evidence.fields).toEqual({ 'financials.paid': 'schJ', 'pay.total': 'f990' })
    expect(data.pay).toMatchObject({ _src: 'schJ' })
    expect(data.people).toEqual([
      { name: TOTAL, schedule: { ...PAID, _src: 'schJ' } },
      { pay: PAID, _src: 'schJ' },
    ])
    const schJ = { form: '990', schedule: 'J', tax_year: 2022, object_id: HOME }
    expect(data.evidence.sources).toEqual({ ...sources, schJ })
  })

  test('names other years by year, and the registry by its list', () => {
    const data = attribute(
      {
        years: [{ total: { value: 1, ref: last } }],
        pay: { total: { value: 2, ref: earlier('/IRS990ScheduleJ/TotalAmt') } },
        identity: { name: { value: 'Made', ref: 'bmf:2026-04:070000001:NAME' } },
        total: TOTAL,
      },
      FILING,
    )
    expect(data.years).toMatchObject([{ _src: 'f990_2021' }])
    expect(data.pay).toMatchObject({ _src: 'schJ_2021' })
    expect(data.identity).toMatchObject({ _src: 'bmf' })
    const bmf = { collection: 'registry', source: 'bmf', as_of: '2026-04' }
    expect(data.evidence.sources.bmf).toEqual(bmf)
  })

  test('keeps two filings of one form and year apart', () => {
    const other = '990:2021:202203199349309999:/IRS990/CYTotalRevenueAmt'
    expect(keysOf({ years: [{ ref: last }, { ref: other }] })).toBe('f990,f990_2021,f990_2021_2')
  })

  test.each(cases<[string, string?]>('schedules of paths'))(
    '%s is of schedule %s',
    (path, schedule) => {
      expect(sourceOf(leaf(path))).toEqual({
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
