import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mapAwards } from '#indexer/awards/run.ts'
import { screenOrganizations } from '#indexer/screen/run.ts'
import { awardList, subawardList } from '#src/api/a/awards/route.ts'
import type { CharitySection } from '#src/api/a/section/schema.ts'
import {
  insertAudits,
  insertAwards,
  insertSubawards,
  type MadeAudit,
} from '#test/integration/awards/made-awards.ts'
import { toRegistry, toReturnFiles, toSam } from '#test/integration/indexer/made-lists.ts'
import { expectRecorded } from '#test/recorded.ts'
import { cases, testReturns } from '#test/unit/cases.ts'
import { ofMonth } from '#test/world/here.ts'
import { codeOf, refusalOf } from './answers-a.ts'
import { type MoneyWorld, withKey } from './money-world.ts'
import { openFiles } from './profiles-world.ts'

const [KITCHEN, READERS, PRIME, LISTED] = ['079009401', '079009402', '079009403', '079009404']

// cases.tsv has the audits, awards, and subawards. The kitchen has two identifiers, one from one
// audit under another name.
const [UEI, WEAK, CONTESTED] = ['ZZLARCH00001', 'ZZLARCH00002', 'ZZLARCH00003']
const OF_PRIME = 'ZZALDER00001'

const place = { city: 'Akron', state: 'OH' }
const NAMES = { [KITCHEN]: 'Larch Row Kitchen', [READERS]: 'Dogwood Readers' }
const RETURNS = Object.entries({ ...NAMES, [PRIME]: 'Alder Pass-Through Trust' }).map(
  ([ein, name]) => ({ ein, name, ...place, officers: [] }),
)
const named = { uei: UEI, ein: KITCHEN, name: 'LARCH ROW KITCHEN INC' }

const BIG = 'ASST_NON_90ZZ0001_075'
const ODD = 'ASST_AGG_A/7 B:é_075'
const KEYS = [BIG, ODD, 'SUMMED', 'UNKNOWN', 'NEGATIVE']

let world: MoneyWorld
beforeAll(async () => {
  const sam = (Name: string, uei: string, at: number) => ({
    ...{ Classification: 'Firm', Name, 'SAM Number': `S4MR000000${at}` },
    ...{ 'Unique Entity ID': uei, 'Record Status': 'Active' },
  })
  const files = {
    'eo1.csv': toRegistry([{ ein: LISTED, name: 'ELM FRIENDS', ...place }]),
    ...toReturnFiles(RETURNS),
    'sam.csv': toSam([sam('LRK HOLDINGS', UEI, 1), sam('QUINCE LOGISTICS', CONTESTED, 2)]),
  }
  world = await withKey(await openFiles('awards', ofMonth('2026-04', files)))
  const db = world.postgres
  await insertAudits(db, cases<[MadeAudit]>('audits of federal awards').flat())
  await insertAwards(db, cases<[object]>('awards').flat() as Record<string, unknown>[])
  await insertSubawards(db, cases<[object]>('subawards').flat() as Record<string, unknown>[])
  await db.query("insert into due values ('awards', $1)", [UEI])
  const { eins } = await mapAwards(db)
  await screenOrganizations(db, eins)
})
afterAll(() => world.close())

const url = (ein: string, query = '', what = 'awards') =>
  `/api/v2/charity/${ein}/${what}${query && `?${query}`}`
const awards = async (ein: string, query?: string) =>
  awardList.parse(await world.read(url(ein, query)))
const subawards = async (ein: string, query?: string) =>
  subawardList.parse(await world.read(url(ein, query, 'subawards')))

const codeFor = (ein: string, query: string, what?: string) =>
  codeOf(world, url(ein, query, what), world.headers)

describe('the awards of an organization', () => {
  test('are those of all its identifiers, highest amount first, with their row', async () => {
    const { EIN, Awards, AwardCount, AttributionWarnings, NextCursor } = await awards(KITCHEN)
    expect({ EIN, AwardCount, NextCursor }).toEqual({ EIN: 79009401, AwardCount: 5 })
    expect(Awards.map(({ UniqueKey }) => UniqueKey)).toEqual(KEYS)
    expect(AttributionWarnings, 'ALIEN WORKS and the one without a name').toBe(2)
    const AssistanceListing = { Number: '93.243', Title: 'SUBSTANCE ABUSE' }
    expect(Awards[0]).toMatchObject({
      ...{ AwardID: '90ZZ0001', Kind: 'Assistance', Type: 'PROJECT GRANT (B)', UEI },
      ...{ Amount: 750_000, Outlays: 500_000.25, ObligationTotalFrom: 'Summary' },
      ...{ AssistanceListing, AssistanceListings: [AssistanceListing, { Number: '10.001' }] },
      ...{ PlaceOfPerformance: { City: 'AKRON', State: 'OH' }, StartDate: '2023-01-01' },
      ...{ NameMatches: true, MappingConfidence: 0.875 },
      Mapping: { Years: [2022, 2023], Audits: 2, NameAgrees: true },
      Source: { Dataset: 'USAspending', AsOf: '2026-05', File: 'made.csv', Row: 2 },
      EvidenceRef: { Ref: `award:${BIG}`, SourceDocument: 'row 2 of made.csv' },
    })
  })

  test('have a warning under another name, no amount (not 0) if none is stated, and show sums', async () => {
    const { Awards } = await awards(KITCHEN)
    const byKey = (key: string) => Awards.find(({ UniqueKey }) => UniqueKey === key)
    const weak = { NameMatches: false, MappingConfidence: 0.25, UEI: WEAK }
    expect(byKey(ODD)).toMatchObject(weak)
    expect(byKey('UNKNOWN')).toMatchObject({ ObligationTotalFrom: 'Transactions' })
    for (const name of ['Amount', 'EvidenceRefs']) expect(byKey('UNKNOWN')).not.toHaveProperty(name)
    expect(byKey('SUMMED')).toMatchObject({
      ...{ Amount: 500, ObligationTotalFrom: 'SumOfTransactions' },
      AmountFormula: expect.stringContaining('federal_action_obligation'),
      EvidenceRefs: { Amount: 'award:SUMMED' },
    })
    expect(Awards.filter(({ AmountFormula }) => AmountFormula !== undefined)).toHaveLength(1)
  })

  test('have no count if an identifier is contested, and 0 if a known one has none', async () => {
    const EIN = 79009402
    expect(await awards(READERS)).toEqual({ EIN, Awards: [], AttributionWarnings: 0 })
    expect(await subawards(READERS)).toEqual({ EIN, Subawards: [], AttributionWarnings: 0 })
    expect(await awards(PRIME)).toMatchObject({ Awards: [], AwardCount: 0 })
    expect(await subawards(PRIME)).toMatchObject({ Subawards: [], SubawardCount: 0 })
  })
})

test('subawards match by trade name, and give the prime an EIN only if audits and row agree', async () => {
  const { Subawards, ...rest } = await subawards(KITCHEN)
  expect(rest).toEqual({ EIN: 79009401, SubawardCount: 5, AttributionWarnings: 4 })
  expect(Subawards[0]).toMatchObject({
    ...{ UniqueKey: 'S|1', Amount: 40_000, NameMatches: true },
    PrimeAward: { AwardID: '90ZZ0009', UniqueKey: 'ASST_NON_PRIME_1', Amount: 2_000_000 },
    PrimeRecipient: { UEI: OF_PRIME, EIN: PRIME, MappingConfidence: 0.75 },
    EvidenceRef: { Ref: 'subaward:S%7C1', Collection: 'subawards' },
  })
  expect(Subawards.slice(1).map(({ PrimeRecipient }) => PrimeRecipient)).toEqual([
    { Name: 'ALDER TRUST', UEI: OF_PRIME },
    { Name: 'LARCH ROW KITCHEN', UEI: WEAK },
    { Name: 'LARCH ROW KITCHEN', UEI: CONTESTED },
    { UEI: OF_PRIME },
  ])
})

describe('a Ref of an award', () => {
  const section = (ein: string, ref: string) =>
    `/api/v2/charity/${ein}/sections/MoneyFlow?EvidenceRef=${encodeURIComponent(ref)}`
  const open = async (ref: string) =>
    (await world.read(section(KITCHEN, ref))) as CharitySection & { Data: { Content: object } }

  test('resolves to each shown figure', async () => {
    const lists = [...(await awards(KITCHEN)).Awards, ...(await subawards(KITCHEN)).Subawards]
    let opened = 0
    for (const one of lists) {
      const { PrimeAward } = one as { PrimeAward?: { Amount?: number } }
      const shown: Record<string, unknown> = { ...one, PrimeAwardAmount: PrimeAward?.Amount }
      for (const [field, ref] of Object.entries(one.EvidenceRefs ?? {})) {
        expect((await open(ref)).Data, ref).toMatchObject(
          one.UniqueKey === 'SUMMED'
            ? { Content: { 'sum of federal_action_obligation': `${shown[field]}` } }
            : { Value: shown[field], Unit: 'USD' },
        )
        opened += 1
      }
      const { Data, EvidenceRefs } = await open(one.EvidenceRef.Ref)
      expect(EvidenceRefs).toEqual([one.EvidenceRef])
      const own = one.UniqueKey.startsWith('S|') ? UEI : one.UniqueKey
      expect(Object.values(Data.Content)).toContain(own)
    }
    expect(opened).toBe(11)
  })

  test('has a citation, and shows several listings as filed', async () => {
    const { EvidenceRefs } = await open(`award:${BIG}:total_obligated_amount`)
    const Citation = 'USAspending, award 90ZZ0001, 2023 (as of 2026-05), total obligated amount'
    expect(EvidenceRefs).toMatchObject([{ Collection: 'awards', Citation }])
    const { Data } = await open(`award:${encodeURIComponent(ODD)}:cfda_numbers_and_titles`)
    expect(Data).toMatchObject({ Value: '93.243; 10.001: RESEARCH' })
  })

  testReturns({
    'Refs of awards that do not open': (ein: string, ref: string) =>
      codeOf(world, section(ein, ref), world.headers),
  })
})

test('the message about an EIN that only the registry has says where to find its funders', async () => {
  const said = new Set<string>()
  for (const what of ['awards', 'subawards', 'grantees', 'funders', 'grants?Format=csv']) {
    said.add(await refusalOf(world, url(LISTED, '', what), world.headers))
  }
  await expectRecorded('awards-refusals', { 'only in the registry': [...said] })
})

test('an identifier on an exclusion list confirms a certain match, and asks for review of a contested one', async () => {
  const summary = await world.read(`/api/v2/charity/diligence-summary?EINs=${KITCHEN},${READERS}`)
  const Readiness = { RestrictionStatus: 'Confirmed' }
  expect(summary).toMatchObject({
    Organizations: [{ Readiness }, { Readiness: { RestrictionStatus: 'Review' } }],
  })
  expect(JSON.stringify(summary)).toContain(' UEI ')
})

test('a cursor is stale once a load has changed awards or their mapping', async () => {
  const { postgres: db } = world
  const change = (what: string) => () =>
    db.query(`update award set ${what} where award_key = 'NEW'`)
  for (const work of [
    // A load that is still running and not yet resolved, which replaces its own rows: by a later
    // line, or another sum of the same line.
    () => insertAwards(db, [{ award_key: 'NEW', recipient_uei: UEI, source_id: 2 }]),
    change('source_row = source_row + 1'),
    change('amount = amount + 1'),
    async () => {
      await db.query("insert into due values ('awards', $1)", [UEI])
      await mapAwards(db)
    },
    async () => {
      await insertAudits(db, [{ ...named, year: 2024 }])
      await mapAwards(db)
    },
  ]) {
    const { NextCursor } = await awards(KITCHEN, 'Limit=1')
    await work()
    expect(await codeFor(KITCHEN, `Cursor=${NextCursor}`)).toBe('400 StaleCursor')
  }
  expect((await awards(KITCHEN)).Awards[0]?.MappingConfidence).toBe(0.9375)
})
