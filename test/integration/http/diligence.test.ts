import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { screenOrganizations } from '#indexer/screen/run.ts'
import { createKey } from '#src/access/keys.ts'
import { type DiligenceSummary, diligenceSummary } from '#src/api/a/diligence.ts'
import { charitySection } from '#src/api/a/section/schema.ts'
import { readDiligence } from '#src/organizations/diligence/diligence.ts'
import type { Postgres } from '#src/platform/clients/postgres.ts'
import {
  toOfacFiles,
  toRegistry,
  toReturnFiles,
  toSam,
  writeMonth,
} from '#test/integration/indexer/made-lists.ts'
import { OPERATIONS, readData } from './answers-b.ts'
import { openProfiles, type ProfilesWorld } from './profiles-world.ts'
import { resolveSource } from './resolve-source.ts'

const LISTED = '079009101'
const REVIEWED = '079009102'
const DIVERTED = '079009103'
const OLD = '079009104'
const POSTED = '079009105'
const EXCLUDED = '079009106'
const UNKNOWN = '979009199'

const place = { city: 'Akron', state: 'OH' }
const RETURNS = [
  { ein: LISTED, name: 'Slickrock Relief', ...place, officers: ['Fern Yellowhorse'] },
  { ein: REVIEWED, name: 'Larkspur Aid', ...place, officers: ['Ines Stillwell', 'Tibor Varga'] },
  { ein: DIVERTED, name: 'Quarry Readers', ...place, officers: [], isDiverted: true },
  { ein: OLD, name: 'Fontenoy Singers', ...place, officers: [], year: 2019 },
  { ein: EXCLUDED, name: 'Tansy Supply Depot', ...place, officers: [] },
]
const PARTIES = [
  {
    entry: 990_201,
    name: 'SLICKROCK HOLDINGS',
    remarks: 'Tax ID No. 07-9009101 (United States).',
    place: ['Valletta', 'Malta'] as const,
  },
  { entry: 990_202, name: 'VARGA, Tibor', type: 'individual' as const },
]

const EXCLUSIONS = [
  {
    Classification: 'Firm',
    Name: 'Tansy Supply Depot',
    City: 'Akron',
    'State / Province': 'OH',
    Country: 'USA',
    'Exclusion Program': 'Reciprocal',
    'Exclusion Type': 'Prohibition/Restriction',
    'Additional Comments': 'THE ENTITY IS NOT ITSELF AN EXCLUDED PARTY.',
    'Active Date': '01/31/2020',
    'Termination Date': 'Indefinite',
    'SAM Number': 'S4MR9MADE1',
  },
]

const folder = mkdtempSync(join(tmpdir(), 'diligence-'))
let world: ProfilesWorld
let headers: Record<string, string>

beforeAll(async () => {
  const row = { ein: POSTED, name: 'REGISTRY ONLY CLUB', ...place }
  const lists = { ...toOfacFiles(PARTIES), 'SAM_Exclusions.csv': toSam(EXCLUSIONS) }
  const files = { 'eo1.csv': toRegistry([row]), ...lists, ...toReturnFiles(RETURNS) }
  world = await openProfiles('diligence', [writeMonth(folder, '2026-04', files)])
  const { key } = await createKey(world.postgres, { tier: 'Paid', owner: 'diligence' })
  headers = { 'x-service-api-key': key }
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true })
})

const url = (eins: string) => `/api/v2/charity/diligence-summary?EINs=${encodeURIComponent(eins)}`

async function summarize(...eins: string[]): Promise<DiligenceSummary['Organizations']> {
  const { status, body } = await world.get(url(eins.join(',')), headers)
  expect(status, JSON.stringify(body)).toBe(200)
  return diligenceSummary.parse(body).Organizations
}

describe('diligence of several organizations', () => {
  test('is in request order, and has only the EIN of an unknown organization', async () => {
    const found = await summarize(OLD, UNKNOWN, LISTED)
    expect(found.map(({ EIN }) => EIN)).toEqual([79_009_104, 979_009_199, 79_009_101])
    expect(found[1]).toEqual({ EIN: 979_009_199 })
    expect(found[2]).toMatchObject({
      Name: 'Slickrock Relief',
      Location: 'Akron, OH',
      PrimaryForm: '990',
      Revenue: 250_000,
      Assets: 90_000,
      LatestYear: 2024,
    })
  })

  test('flags an organization that a list names', async () => {
    const [listed] = await summarize(LISTED)
    expect(listed?.Readiness).toMatchObject({
      Label: 'Compliance issue flagged',
      Tone: 'Concern',
      RestrictionStatus: 'Confirmed',
      RestrictionConfirmed: 1,
      RestrictionReview: 0,
    })
    expect(listed?.Readiness?.ReviewReasons[0]).toBe(
      '"Slickrock Relief" is "SLICKROCK HOLDINGS" on the OFAC sanctions lists of April 2026 (entry 990201, TEST, TEST-EO1): EIN matches.',
    )
  })

  test('needs review for an officer whose name is on a list', async () => {
    const [reviewed] = await summarize(REVIEWED)
    expect(reviewed?.Readiness).toMatchObject({
      Label: 'Needs review',
      Tone: 'Caution',
      RestrictionStatus: 'Review',
      RestrictionReview: 1,
    })
    expect(reviewed?.Readiness?.ReviewReasons[0]).toBe(
      'Tibor Varga, listed on its return as an officer, director, or employee, may be "VARGA, Tibor" on the OFAC sanctions lists of April 2026 (entry 990202, TEST, TEST-EO1): only the name matches.',
    )
  })

  test('shows the line of a diversion, and the age of an old return', async () => {
    const [diverted, old] = await summarize(DIVERTED, OLD)
    expect(diverted?.Readiness?.Label).toBe('Needs review')
    expect(diverted?.Readiness?.ReviewReasons.join(' ')).toContain(
      'Form 990 (tax year 2024), Part VI, Section A, line 5',
    )
    expect(old?.Readiness?.ReviewReasons.join(' ')).toContain(
      'The tax period ended on December 31, 2019',
    )
  })

  test('leaves out figures that no return has', async () => {
    const [posted] = await summarize(POSTED)
    expect(Object.keys(posted ?? {})).toEqual(['EIN', 'Name', 'Location', 'Readiness'])
    expect(posted?.Readiness).toMatchObject({
      Label: 'Needs review',
      ReviewReasons: [
        'The service has no filings from this organization, only entries in IRS lists.',
      ],
    })
  })

  const today = "(now() at time zone 'utc')::date"
  test.each([
    ['is effective on its last day', `ends_on = ${today}`, 'Review'],
    ['has ended', `ends_on = ${today} - 1`, 'Clear'],
    ['begins today', `active_on = ${today}`, 'Review'],
    ['has not begun', `active_on = ${today} + 1`, 'Clear'],
  ])('shows an exclusion by date: one that %s', async (_, change, status) => {
    const entry = "list = 'SAM' and entry = 'S4MR9MADE1'"
    const [before] = await summarize(EXCLUDED)
    expect(before?.Readiness?.ReviewReasons[0]).toMatch(
      /on the SAM\.gov exclusions list of April 2026 \(entry S4MR9MADE1, Reciprocal, Prohibition\/Restriction, from January 31, 2020\): the name, .* match. The entry says that the party itself is not excluded\.$/,
    )
    await world.postgres.query(`update restricted_party set ${change} where ${entry}`)
    const [after] = await summarize(EXCLUDED)
    const url = `/api/v2/charity/${EXCLUDED}/summary`
    const { readiness } = readData(await world.get(url), OPERATIONS.summary)
    const reset = "update restricted_party set active_on = '2020-01-31', ends_on = null"
    await world.postgres.query(`${reset} where ${entry}`)
    expect(after?.Readiness?.RestrictionStatus).toBe(status)
    expect(readiness.restriction_status).toBe(status)
  })

  test('needs one round trip for 25', async () => {
    const asked: string[] = []
    const postgres = {
      ...world.postgres,
      query: async (sql, values) => {
        asked.push(sql)
        return await world.postgres.query(sql, values)
      },
    } as Postgres
    const eins = Array.from({ length: 25 }, (_, n) => String(79_009_100 + n).padStart(9, '0'))
    const entries = await readDiligence({ postgres }, eins, '2026-11-21')
    expect(entries.map(({ ein }) => ein)).toEqual(eins)
    expect(asked).toHaveLength(1)
  })
})

describe("a summary's readiness", () => {
  test('lists the entries, with the source of each', async () => {
    const data = readData(await world.get(`/api/v2/charity/${LISTED}/summary`), OPERATIONS.summary)
    expect(data.readiness).toMatchObject({
      label: 'Compliance issue flagged',
      restriction_status: 'Confirmed',
    })
    expect(data.readiness.restrictions).toMatchObject([
      {
        list: 'OFAC',
        entry: '990201',
        method: 'Identifier',
        ref: 'sdn:2026-04:990201',
      },
    ])
    expect(resolveSource(data, 'readiness.restrictions.0')).toBe('sdn')
    expect(data.evidence.sources.sdn).toEqual({
      collection: 'restrictions',
      source: 'sdn',
      as_of: '2026-04',
    })
  })
})

describe('Refs of entries', () => {
  const section = (ein: string, ref: string) =>
    world.get(`/api/v2/charity/${ein}/sections/MoneyFlow?EvidenceRef=${encodeURIComponent(ref)}`)

  test('resolve for every possible target of an entry, whole or by column', async () => {
    const whole = await section(LISTED, 'sdn:2026-04:990201')
    expect(whole.status, JSON.stringify(whole.body)).toBe(200)
    const { Section, Data, EvidenceRefs } = charitySection.parse(whole.body)
    // It is not in a return, so it has no form, year, or part.
    expect(Section).toEqual({
      Id: 'MoneyFlow',
      Kind: 'Band',
      Title: expect.any(String),
      Summary: expect.stringMatching(
        /^OFAC sanctions lists \(2026-04\), entry 990201\. .* is not from a return/,
      ),
      SourceTags: [],
      Pageable: expect.any(Boolean),
    })
    expect(Data).toMatchObject({
      EvidenceRef: 'sdn:2026-04:990201',
      Content: { SDN_Name: 'SLICKROCK HOLDINGS', Program: 'TEST] [TEST-EO1' },
    })
    expect(EvidenceRefs[0]).toMatchObject({
      Collection: 'restrictions',
      Citation: 'OFAC sanctions lists (2026-04), entry 990201',
    })
    const column = await section(LISTED, 'sdn:2026-04:990201:SDN_Name')
    expect(charitySection.parse(column.body)).toMatchObject({
      Data: { Value: 'SLICKROCK HOLDINGS' },
      EvidenceRefs: [{ Citation: 'OFAC sanctions lists (2026-04), entry 990201: SDN_Name' }],
    })
  })

  test('resolve to the officer of the return that was found', async () => {
    const [match] = await world.postgres.query<{ ref: string }>(
      'select subject_ref as ref from screening_match where ein = $1',
      [REVIEWED],
    )
    const found = await section(REVIEWED, match?.ref ?? '')
    expect(found.status).toBe(200)
    expect(JSON.stringify(found.body)).toContain('Tibor Varga')
  })

  test.each([
    ['another organization', OLD, 'sdn:2026-04:990201'],
    ['another month', LISTED, 'sdn:2026-03:990201'],
    ['an unknown column', LISTED, 'sdn:2026-04:990201:constructor'],
    ['an empty column', REVIEWED, 'sdn:2026-04:990202:Remarks'],
    ['another list', LISTED, 'sam:2026-04:990201'],
  ])('are unknown for %s', async (_, ein, ref) => {
    const { status, body } = await section(ein, ref)
    expect(status).toBe(404)
    expect(body).toMatchObject({ detail: { ErrorCode: 'EvidenceNotFound' } })
  })
})

test('a changed screening makes cached pages stale', async () => {
  const page = async () => (await world.get(`/api/v2/charity/${LISTED}/page`)).headers.etag
  const before = await page()
  await world.postgres.query('delete from restricted_party where entry = $1', ['990202'])
  expect((await screenOrganizations(world.postgres)).changed).toBe(1)
  expect(await page()).not.toBe(before)
  const [reviewed] = await summarize(REVIEWED)
  expect(reviewed?.Readiness?.RestrictionStatus).toBe('Clear')
})

describe('an unknown entry', () => {
  /** Returns what both surfaces say about one organization; B returns the same for every filer. */
  async function readReasons(ein: string): Promise<string[]> {
    const [found] = await summarize(ein)
    const { readiness } = readData(
      await world.get(`/api/v2/charity/${ein}/summary`),
      OPERATIONS.summary,
    )
    expect(readiness.review_reasons).toEqual(found?.Readiness?.ReviewReasons)
    expect(readiness.label).toBe(found?.Readiness?.Label)
    return readiness.review_reasons
  }

  test('is the rating of the latest return if another return is rated', async () => {
    const ofLatest =
      'It has no rating: there is not enough data to rate its Form 990 (tax year 2024).'
    expect(await readReasons(DIVERTED)).toContain(ofLatest)
    await world.postgres.query("update rating set object_id = 'earlier' where ein = $1", [DIVERTED])
    expect(await readReasons(DIVERTED)).toContain(
      'It has no rating: its Form 990 (tax year 2024) has not been rated yet.',
    )
  })

  test('is a return with rows that are not summed yet', async () => {
    await world.postgres.query('update filing set row_facts = null where ein = $1', [EXCLUDED])
    expect(await readReasons(EXCLUDED)).toContainEqual(
      expect.stringMatching(
        /Form 990 \(tax year 2024\), is still being processed after an update, .*officers/,
      ),
    )
  })

  test('is the age of the newest filing', async () => {
    await world.postgres.query(
      `insert into filing (object_id, ein, form, tax_year, tax_period_end, is_current, is_amended,
         is_initial, is_final, is_group_return, facts, warnings, source_archive, content_sha256)
       values ('made-postcard', $1, '990N', 2025, '2025-12-31', true, false, false, true, false,
         '{}', '{}', 'made', '')`,
      [OLD],
    )
    const reasons = (await readReasons(OLD)).join(' ')
    expect(reasons).not.toContain('three years old')
    expect(reasons).toContain(
      'Form 990-N (tax year 2025), says that the organization has terminated.',
    )
  })

  test('is a list that is not loaded, or all of them', async () => {
    await world.postgres.query("delete from restricted_party where list = 'SAM'")
    expect(await readReasons(REVIEWED)).toContain(
      'Not screened against the SAM.gov exclusions list, which is not loaded.',
    )
    await world.postgres.query('delete from restricted_party')
    expect(await readReasons(LISTED)).toContain('Not screened: no restriction list is loaded.')
    const [listed] = await summarize(LISTED)
    expect(Object.keys(listed?.Readiness ?? {})).toEqual(['Label', 'Tone', 'ReviewReasons'])
  })
})
