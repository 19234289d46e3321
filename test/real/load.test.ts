import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { elementsAt, type FilingContents } from '#src/domain/filing-contents.ts'
import { FILING_VERSION } from '#src/organizations/store/read-filing.ts'
import { readParts } from '#src/organizations/store/read-parts.ts'
import { createLoaded } from '#test/world/prepared.ts'
import { createStore, loadInto, type Store } from '#test/world/store.ts'
import { readFiledTotals, TOTALS } from './filed-totals.ts'
import { REAL, REAL_DATA } from './real-data.ts'

const DATA = REAL_DATA
const FILINGS = join(DATA, 'filings')
const VARIANTS = join(DATA, 'filings-variants')

type Fact = { value: number; path: string }
type Filing = {
  ein: string
  form: string
  facts: Record<string, Fact | undefined>
  officers: number
  grants: number
}

// Names from 2013 on, then earlier ones.
const OFFICERS: Record<string, string[]> = {
  '990': ['/IRS990/Form990PartVIISectionAGrp', '/IRS990/Form990PartVIISectionA'],
  '990EZ': ['/IRS990EZ/OfficerDirectorTrusteeEmplGrp', '/IRS990EZ/OfficerDirectorTrusteeKeyEmpl'],
  '990PF': [
    '/IRS990PF/OfficerDirTrstKeyEmplInfoGrp/OfficerDirTrstKeyEmplGrp',
    '/IRS990PF/OfcrDirTrusteesKeyEmployeeInfo/OfcrDirTrusteesOrKeyEmployee',
  ],
}
const grantsOf = (form: string): string =>
  form === '990PF'
    ? '/IRS990PF/SupplementaryInformationGrp/GrantOrContributionPdDurYrGrp'
    : '/IRS990ScheduleI/RecipientTable'

type Stored = Filing & { objectId: string; contents: FilingContents; version: string }

async function readStored({ db }: Store, archive: string): Promise<Filing> {
  const [filing] = await db.query<Stored>(
    `select object_id as "objectId", ein, form, facts, contents,
       ${FILING_VERSION} as version
     from filing f where source_archive = $1`,
    [archive],
  )
  if (filing === undefined) throw new Error(`${archive} is not in the store.`)
  const countRows = async (path: string) => {
    const portions = [{ path, from: 0, to: 100_000 }]
    return elementsAt(await readParts(db, filing, { portions }), path).length
  }
  const officers = await Promise.all((OFFICERS[filing.form] ?? []).map(countRows))
  const grants = await countRows(grantsOf(filing.form))
  return { ...filing, officers: Math.max(0, ...officers), grants }
}

describe.skipIf(!existsSync(FILINGS))('the real filings (../shared/data/filings)', () => {
  let store: Store

  beforeAll(async () => {
    store = await createLoaded('load_real', { paths: [REAL] })
  })
  afterAll(() => store.drop())

  test('load without a reject', async () => {
    const [counts] = await store.db.query(
      `select (select count(*) from filing)::int as loaded,
         (select count(*) from reject)::int as rejected`,
    )
    expect(counts).toEqual({ loaded: 160, rejected: 0 })
  })

  test.each(readdirSync(FILINGS))('%s: totals and rows equal the filed values', async (name) => {
    const filed = readFiledTotals(readFileSync(join(FILINGS, name), 'utf8'))
    const stored = await readStored(store, name)
    const totals = Object.fromEntries(
      TOTALS.flatMap((key) => {
        const fact = filed.form === '990T' ? undefined : stored.facts[key]
        return fact === undefined ? [] : [[key, fact.value]]
      }),
    )
    expect({
      ein: stored.ein,
      form: stored.form,
      totals,
      officers: stored.officers,
      grants: stored.grants,
    }).toEqual(filed)
  })

  test('keep three returns of one period apart, and the latest received is current', async () => {
    const rows = await store.db.query<{ count: number; current: number }>(
      `select count(*), count(*) filter (where is_current) as current
       from filing group by ein, form, tax_period_end`,
    )
    expect(rows.every(({ current }) => current === 1)).toBe(true)
    expect(Math.max(...rows.map(({ count }) => count))).toBe(3)
  })

  test('contain no social security number', async () => {
    const rows = await store.db.query<{ value: string }>(
      `select distinct match[1] as value from filing_block,
         regexp_matches(content::text, 'SSN": ?"([^"]*)"', 'g') as match`,
    )
    expect(rows).toEqual([{ value: '' }])
  })
})

describe.skipIf(!existsSync(VARIANTS))('the variants (../shared/data/filings-variants)', () => {
  let store: Store

  beforeAll(async () => {
    store = await createStore('load_variants')
  })
  afterAll(() => store.drop())

  test('load, with the unreadable ones rejected and explained', async () => {
    const { tally, isStopped } = await loadInto(store, [VARIANTS])
    expect(isStopped).toBe(false)
    const [counts] = tally.kinds
    expect(counts?.rejected).toBe(5)
    const { loaded = 0, unchanged = 0, replaced = 0 } = counts ?? {}
    expect(loaded + unchanged + replaced + 5).toBe(26)
    const rejects = await store.db.query<{ file: string; code: string; place: string }>(
      `select regexp_replace(file, '.*/', '') as file, code, place from reject order by 1`,
    )
    expect(rejects.map(({ code, place }) => [code, place])).toEqual([
      ['NotWellFormed', expect.stringMatching(/^\d+:\d+$/)],
      ['NotWellFormed', expect.stringMatching(/^\d+:\d+$/)],
      ['NotWellFormed', expect.stringMatching(/^\d+:\d+$/)],
      ['NoEin', '/ReturnHeader/Filer/EIN'],
      ['NoEin', '/ReturnHeader/Filer/EIN'],
    ])
  })
})
