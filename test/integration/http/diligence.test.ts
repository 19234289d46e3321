import { describe, expect, test } from 'vitest'
import { readLists } from '#indexer/pipeline/status.ts'
import { screenOrganizations } from '#indexer/screen/run.ts'
import type { DiligenceSummary } from '#src/api/a/diligence.ts'
import type { CharitySection } from '#src/api/a/section/schema.ts'
import { wholeScore } from '#src/rating/rating.ts'
import * as made from '#test/integration/indexer/made-lists.ts'
import { opened } from '#test/integration/opened.ts'
import { expectRecorded } from '#test/recorded.ts'
import { cases } from '#test/unit/cases.ts'
import { ofMonth } from '#test/world/here.ts'
import { codeOf, readA } from './answers-a.ts'
import { openB } from './answers-b.ts'
import { openDemo, openFiles } from './profiles-world.ts'
import { resolveSource } from './resolve-source.ts'
import { keyed } from './sector-world.ts'

const [LISTED, REVIEWED, DIVERTED] = ['079009101', '079009102', '079009103']
const [OLD, POSTED, EXCLUDED, UNKNOWN] = ['079009104', '079009105', '079009106', '979009199']

const world = opened(() => {
  const row = { ein: POSTED, name: 'REGISTRY ONLY CLUB', city: 'Akron', state: 'OH' }
  const rows = <Row>(title: string) => cases<[Row]>(title).flat() as Row[]
  const lists = {
    ...made.toOfacFiles(rows("parties of OFAC's list")),
    'SAM_Exclusions.csv': made.toSam(rows("exclusions of SAM's list")),
  }
  const files = {
    'eo1.csv': made.toRegistry([row]),
    ...lists,
    ...made.toReturnFiles(rows('returns of a check')),
  }
  return openFiles('diligence', ofMonth('2026-04', files))
})

type Summaries = DiligenceSummary['Organizations']
async function summarize(eins: readonly string[], { get, postgres } = world): Promise<Summaries> {
  const url = `/api/v2/charity/diligence-summary?EINs=${encodeURIComponent(eins.join())}`
  const body = await readA<DiligenceSummary>({ get }, url, await keyed(postgres))
  return body.Organizations
}
const readinessOf = async (ein: string, of = world) => (await summarize([ein], of))[0]?.Readiness
const readSummary = (ein: string) => openB(world, ein, 'summary')

/** Returns what both surfaces say about one organization; B returns the same for every filer. */
async function readReasons(ein: string): Promise<string[]> {
  const found = await readinessOf(ein)
  const { readiness } = await readSummary(ein)
  expect([readiness.label, readiness.review_reasons]).toEqual([found?.Label, found?.ReviewReasons])
  return [`${found?.Label} (${found?.RestrictionStatus})`, ...(found?.ReviewReasons ?? [])]
}

const section = (ein: string, ref: string) =>
  `/api/v2/charity/${ein}/sections/MoneyFlow?EvidenceRef=${encodeURIComponent(ref)}`
const open = (ein: string, ref: string, of = world) => readA<CharitySection>(of, section(ein, ref))

describe('diligence of several organizations', () => {
  test('is in request order, and has only the EIN of an unknown organization', async () => {
    const found = await summarize([OLD, UNKNOWN, LISTED])
    expect(found.map(({ EIN }) => EIN)).toEqual([79_009_104, 979_009_199, 79_009_101])
    expect(found[1]).toEqual({ EIN: 979_009_199 })
    expect(found[2]).toMatchObject({
      ...{ Name: 'Slickrock Relief', Location: 'Akron, OH', PrimaryForm: '990' },
      ...{ Revenue: 250_000, Assets: 90_000, LatestYear: 2024 },
    })
    const [posted] = await summarize([POSTED])
    expect(Object.keys(posted ?? {})).toEqual(['EIN', 'Name', 'Location', 'Readiness'])
  })

  test('counts what a list names, and what needs review', async () => {
    const confirmed = { Tone: 'Concern', RestrictionConfirmed: 1, RestrictionReview: 0 }
    expect(await readinessOf(LISTED)).toMatchObject(confirmed)
    expect(await readinessOf(REVIEWED)).toMatchObject({ Tone: 'Caution', RestrictionReview: 1 })
    const data = await readSummary(LISTED)
    const { readiness, evidence } = data
    expect(readiness.restrictions).toMatchObject([
      { list: 'OFAC', entry: '990201', method: 'Identifier', ref: 'sdn:2026-04:990201' },
    ])
    expect(resolveSource(data, 'readiness.restrictions.0')).toBe('sdn')
    const source = { collection: 'restrictions', source: 'sdn', as_of: '2026-04' }
    expect(evidence.sources.sdn).toEqual(source)
  })

  test.each([
    ['is effective on its last day', "ends_on = '2026-11-27'", 'Review'],
    ['has ended', "ends_on = '2026-11-26'", 'Clear'],
    ['begins today', "active_on = '2026-11-27'", 'Review'],
    ['has not begun', "active_on = '2026-11-28'", 'Clear'],
  ])('shows an exclusion by date: one that %s', async (_, change, status) => {
    const set = (what: string) =>
      world.postgres.query(
        `update restricted_party set ${what} where list = 'SAM' and entry = 'S4MR9MADE1'`,
      )
    await set(change)
    const after = [
      (await readinessOf(EXCLUDED))?.RestrictionStatus,
      (await readSummary(EXCLUDED)).readiness.restriction_status,
    ]
    await set("active_on = '2020-01-31', ends_on = null")
    expect(after).toEqual([status, status])
  })
})

describe('Refs of entries', () => {
  test('resolve for every possible target of an entry, whole or by column', async () => {
    const { Section, Data, EvidenceRefs } = await open(LISTED, 'sdn:2026-04:990201')
    // It is not in a return, so it has no form, year, or part.
    expect(Section).toEqual({
      ...{ Id: 'MoneyFlow', Kind: 'Band', SourceTags: [], Pageable: expect.any(Boolean) },
      Title: expect.any(String),
      Summary: expect.stringMatching(/^OFAC .* \(2026-04\), entry 990201\. /),
    })
    expect(Data).toMatchObject({
      EvidenceRef: 'sdn:2026-04:990201',
      Content: { SDN_Name: 'SLICKROCK HOLDINGS', Program: 'TEST] [TEST-EO1' },
    })
    expect(EvidenceRefs[0]).toMatchObject({ Collection: 'restrictions' })
    const column = await open(LISTED, 'sdn:2026-04:990201:SDN_Name')
    expect(column.Data).toMatchObject({ Value: 'SLICKROCK HOLDINGS' })
    expect(column.EvidenceRefs[0]?.Citation).toBe(`${EvidenceRefs[0]?.Citation}: SDN_Name`)
    const [match] = await world.postgres.query<{ ref: string }>(
      'select subject_ref as ref from screening_match where ein = $1',
      [REVIEWED],
    )
    expect(JSON.stringify(await open(REVIEWED, match?.ref ?? ''))).toContain('Tibor Varga')
  })

  test.each([
    ['another organization', OLD, 'sdn:2026-04:990201'],
    ['another month', LISTED, 'sdn:2026-03:990201'],
    ['an unknown column', LISTED, 'sdn:2026-04:990201:constructor'],
    ['an empty column', REVIEWED, 'sdn:2026-04:990202:Remarks'],
    ['another list', LISTED, 'sam:2026-04:990201'],
  ])('are unknown for %s', async (_, ein, ref) => {
    expect(await codeOf(world, section(ein, ref))).toBe('404 EvidenceNotFound')
  })
})

test('every readiness has its reasons, on both surfaces, which change with the store', async () => {
  const { postgres: db } = world
  const texts: Record<string, string[]> = {
    'named by a list': await readReasons(LISTED),
    'an officer with a listed name': await readReasons(REVIEWED),
    'a diversion, and a latest return without a rating': await readReasons(DIVERTED),
    'an old return': await readReasons(OLD),
    'an exclusion of another party': await readReasons(EXCLUDED),
    'only in the registry': (await readinessOf(POSTED))?.ReviewReasons ?? [],
  }
  const changed = async (title: string, ein: string, sql: string) => {
    await db.query(sql, sql.includes('$1') ? [ein] : [])
    texts[title] = await readReasons(ein)
  }
  const unrated = "update rating set object_id = 'earlier' where ein = $1"
  await changed('another return is rated', DIVERTED, unrated)
  const unsummed = 'update filing set row_facts = null where ein = $1'
  await changed('rows that are not summed yet', EXCLUDED, unsummed)
  await changed(
    'a newer postcard, which is final',
    OLD,
    `insert into filing (object_id, ein, form, tax_year, tax_period_end, is_current, is_amended,
       is_initial, is_final, is_group_return, facts, warnings, source_archive, content_sha256)
     values ('made-postcard', $1, '990N', 2025, '2025-12-31', true, false, false, true, false,
       '{}', '{}', 'made', '')`,
  )
  const party = "delete from restricted_party where list = 'SAM'"
  await changed('a list that is not loaded', REVIEWED, party)

  // A changed screening makes cached pages stale.
  const tag = async () => (await world.get(`/api/v2/charity/${LISTED}/page`)).headers.etag
  const before = await tag()
  await db.query('delete from restricted_party where entry = $1', ['990202'])
  expect((await screenOrganizations(db)).changed).toBeGreaterThan(0)
  expect(await tag()).not.toBe(before)
  texts['a listed name that was removed'] = await readReasons(REVIEWED)

  await changed('no list', LISTED, 'delete from restricted_party')
  const known = Object.keys((await readinessOf(LISTED)) ?? {})
  expect(known).toEqual(['Label', 'Tone', 'ReviewReasons'])
  await expectRecorded('diligence-reasons', texts)
})

describe('the demo', () => {
  const demo = opened(() => openDemo('diligence_demo'))

  test('has lists that match exactly the intended organizations', async () => {
    const found = await demo.postgres.query<Record<string, string>>(
      'select ein, subject, entry, method, status from screening_match order by ein',
    )
    expect(found.map((one) => Object.values(one).join(' '))).toEqual([
      '080000172 organization 990001 ExactName Confirmed',
      '280000113 organization 990003 Alias Review',
      '790000142 organization 990002 Identifier Confirmed',
      '790000143 officer S4MR9DEMO1 ExactName Review',
    ])
    const lists = await readLists(demo.postgres)
    const loaded = { month: '2026-04', parties: expect.any(Number) }
    expect(lists.map((one) => one.loaded)).toEqual([loaded, undefined, loaded])
  })

  test("says whose other name matches, and that an officer's organization is in the same place", async () => {
    const texts: Record<string, string[]> = {}
    for (const ein of ['280000113', '790000143']) {
      texts[`EIN ${ein}`] = (await readinessOf(ein, demo))?.ReviewReasons ?? []
    }
    await expectRecorded('diligence-matches', texts)
  })

  test('has a readiness with reasons for every organization, and whole scores', async () => {
    const all = await demo.postgres.query<{ ein: string; score: number | null }>(
      'select ein, score from organization left join rating using (ein) order by ein',
    )
    const tones = new Set<string>()
    for (let from = 0; from < all.length; from += 25) {
      const some = all.slice(from, from + 25)
      const eins = some.map(({ ein }) => ein)
      for (const [at, { Rating, Readiness }] of (await summarize(eins, demo)).entries()) {
        const { ein, score } = some[at] ?? {}
        expect(Rating?.Score, ein).toBe(score ? wholeScore(score) : undefined)
        const { Tone = '', ReviewReasons = [] } = Readiness ?? {}
        tones.add(Tone)
        expect(ReviewReasons.length > 0, ein).toBe(Tone !== 'Good')
      }
    }
    expect([...tones].sort()).toEqual(['Caution', 'Concern', 'Good'])
  })
})
