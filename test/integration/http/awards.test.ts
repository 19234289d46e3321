import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mapAwards } from '#indexer/awards/run.ts'
import { screenOrganizations } from '#indexer/screen/run.ts'
import { type AwardList, awardList, subawardList } from '#src/api/a/awards/schema.ts'
import { charitySection } from '#src/api/a/section/schema.ts'
import { extentOf, pageOf } from '#src/network/store/read-attribution.ts'
import {
  insertAudits,
  insertAwards,
  insertSubawards,
} from '#test/integration/awards/made-awards.ts'
import {
  toRegistry,
  toReturnFiles,
  toSam,
  writeMonth,
} from '#test/integration/indexer/made-lists.ts'
import { type MoneyWorld, withKey } from './money-world.ts'
import { openProfiles } from './profiles-world.ts'

const KITCHEN = '079009401'
const READERS = '079009402'
const PRIME = '079009403'
const LISTED = '079009404'
const UNKNOWN = '979009499'

// The kitchen has two identifiers, one from one audit under another name.
const UEI = 'ZZLARCH00001'
const WEAK = 'ZZLARCH00002'
const CONTESTED = 'ZZLARCH00003'
const OF_PRIME = 'ZZALDER00001'

const place = { city: 'Akron', state: 'OH' }
const RETURNS = [
  { ein: KITCHEN, name: 'Larch Row Kitchen', ...place, officers: [] },
  { ein: READERS, name: 'Dogwood Readers', ...place, officers: [] },
  { ein: PRIME, name: 'Alder Pass-Through Trust', ...place, officers: [] },
]
const named = { uei: UEI, ein: KITCHEN, name: 'LARCH ROW KITCHEN INC' }

const BIG = 'ASST_NON_90ZZ0001_075'
const ODD = 'ASST_AGG_A/7 B:é_075'
const KEYS = [BIG, ODD, 'SUMMED', 'UNKNOWN', 'NEGATIVE']

const folder = mkdtempSync(join(tmpdir(), 'awards-'))
let world: MoneyWorld
beforeAll(async () => {
  const listed = { ein: LISTED, name: 'ELM FRIENDS', ...place }
  const sam = { Classification: 'Firm', Name: 'LRK HOLDINGS', 'SAM Number': 'S4MR0000009' }
  const other = { ...sam, Name: 'QUINCE LOGISTICS', 'SAM Number': 'S4MR0000010' }
  const files = {
    'eo1.csv': toRegistry([listed]),
    ...toReturnFiles(RETURNS),
    'sam.csv': toSam([
      { ...sam, 'Unique Entity ID': UEI, 'Record Status': 'Active' },
      { ...other, 'Unique Entity ID': CONTESTED, 'Record Status': 'Active' },
    ]),
  }
  const profiles = await openProfiles('awards', [writeMonth(folder, '2026-04', files)])
  const db = profiles.postgres
  await insertAudits(db, [
    { ...named, year: 2022 },
    { ...named, year: 2023 },
    { uei: WEAK, ein: KITCHEN, name: 'Somebody Else' },
    { uei: CONTESTED, ein: KITCHEN, name: 'Larch Row Kitchen' },
    { uei: CONTESTED, ein: READERS, name: 'Dogwood Readers' },
    { uei: OF_PRIME, ein: PRIME, name: 'Alder Pass-Through Trust' },
  ])
  await insertAwards(db, [
    {
      award_key: BIG,
      award_id: '90ZZ0001',
      award_type: 'PROJECT GRANT (B)',
      amount: 750_000,
      outlays: 500_000.25,
      purpose: 'MEALS FOR FAMILIES',
      awarding_agency: 'Department of Examples',
      funding_agency: 'Department of Examples',
      listings: [
        { number: '93.243', title: 'SUBSTANCE ABUSE' },
        { number: '10.001', title: 'RESEARCH' },
      ],
      place_city: 'AKRON',
      place_state: 'OH',
      place_country: 'US',
      start_date: '2023-01-01',
      end_date: '2025-12-31',
      recipient_name: 'LARCH ROW KITCHEN',
      recipient_uei: UEI,
      permalink: `https://www.usaspending.gov/award/${BIG}/`,
    },
    {
      award_key: ODD,
      recipient_name: 'ALIEN WORKS LLC',
      recipient_uei: WEAK,
      amount: 9_000,
      listings: [{ number: '93.243' }, { number: '10.001', title: 'RESEARCH' }],
    },
    {
      award_key: 'NEGATIVE',
      recipient_name: 'Larch Row Kitchen, Inc.',
      recipient_uei: UEI,
      amount: -50,
    },
    { award_key: 'UNKNOWN', recipient_uei: UEI, amount: null, is_from_transactions: true },
    {
      award_key: 'SUMMED',
      recipient_name: 'LARCH ROW KITCHEN',
      recipient_uei: UEI,
      amount: 500,
      latest_action_date: '2024-02-01',
      is_from_transactions: true,
      is_amount_summed: true,
    },
    { award_key: 'WITHHELD', recipient_name: 'LARCH ROW KITCHEN', recipient_uei: CONTESTED },
    { award_key: 'OF_NOBODY', recipient_name: 'LARCH ROW KITCHEN', recipient_uei: null },
  ])
  await insertSubawards(db, [
    {
      subaward_key: 'S|1',
      recipient_name: 'LRK LLC',
      recipient_dba_name: 'Larch Row Kitchen',
      recipient_uei: UEI,
      prime_amount: 2_000_000,
      prime_award_id: '90ZZ0009',
      prime_recipient_name: 'ALDER PASS-THROUGH TRUST, INC.',
      prime_recipient_uei: OF_PRIME,
      amount: 40_000,
    },
    ...[
      { prime_recipient_name: 'ALDER TRUST', prime_recipient_uei: OF_PRIME },
      { prime_recipient_name: 'LARCH ROW KITCHEN', prime_recipient_uei: WEAK },
      { prime_recipient_name: 'LARCH ROW KITCHEN', prime_recipient_uei: CONTESTED },
      { prime_recipient_uei: OF_PRIME },
    ].map((prime, at) => ({
      subaward_key: `S|${at + 2}`,
      recipient_name: 'OTHERS',
      recipient_uei: UEI,
      ...prime,
    })),
  ])
  const { eins } = await mapAwards(db, { haveAwardsChanged: true })
  await screenOrganizations(db, { eins })
  world = await withKey(profiles, () => rmSync(folder, { recursive: true }))
})
afterAll(() => world.close())

const url = (ein: string, query = '', what = 'awards') =>
  `/api/v2/charity/${ein}/${what}${query && `?${query}`}`
const awards = async (ein: string, query?: string) =>
  awardList.parse(await world.read(url(ein, query)))
const subawards = async (ein: string, query?: string) =>
  subawardList.parse(await world.read(url(ein, query, 'subawards')))

describe('the awards of an organization', () => {
  test('are those of all its identifiers, highest amount first, with their row', async () => {
    const { EIN, Awards, AwardCount, AttributionWarnings, NextCursor } = await awards(KITCHEN)
    expect({ EIN, AwardCount, NextCursor }).toEqual({ EIN: 79009401, AwardCount: 5 })
    expect(Awards.map(({ UniqueKey }) => UniqueKey)).toEqual(KEYS)
    expect(AttributionWarnings, 'ALIEN WORKS and the one without a name').toBe(2)
    expect(Awards[0]).toEqual({
      AwardID: '90ZZ0001',
      Kind: 'Assistance',
      UniqueKey: BIG,
      Type: 'PROJECT GRANT (B)',
      Amount: 750_000,
      Outlays: 500_000.25,
      Purpose: 'MEALS FOR FAMILIES',
      AwardingAgency: 'Department of Examples',
      FundingAgency: 'Department of Examples',
      AssistanceListing: { Number: '93.243', Title: 'SUBSTANCE ABUSE' },
      AssistanceListings: [
        { Number: '93.243', Title: 'SUBSTANCE ABUSE' },
        { Number: '10.001', Title: 'RESEARCH' },
      ],
      PlaceOfPerformance: { City: 'AKRON', State: 'OH', Country: 'US' },
      StartDate: '2023-01-01',
      EndDate: '2025-12-31',
      ObligationTotalFrom: 'Summary',
      RecipientName: 'LARCH ROW KITCHEN',
      UEI,
      NameMatches: true,
      MappingConfidence: 0.875,
      Mapping: { Years: [2022, 2023], Audits: 2, NameAgrees: true },
      Source: { Dataset: 'USAspending', AsOf: '2026-05', File: 'made.csv', Row: 2 },
      Permalink: `https://www.usaspending.gov/award/${BIG}/`,
      EvidenceRef: {
        Ref: `award:${BIG}`,
        Collection: 'awards',
        SourceDocument: 'row 2 of made.csv',
        Citation: `USAspending, award ${BIG} (as of 2026-05)`,
      },
      EvidenceRefs: {
        Amount: `award:${BIG}:total_obligated_amount`,
        Outlays: `award:${BIG}:total_outlayed_amount`,
      },
    })
  })

  test('of an identifier that audits list under another name have a warning', async () => {
    const { Awards } = await awards(KITCHEN)
    const odd = Awards.find(({ UniqueKey }) => UniqueKey === ODD)
    expect(odd).toMatchObject({ NameMatches: false, MappingConfidence: 0.25, UEI: WEAK })
  })

  test('have no amount, not 0, if none is stated', async () => {
    const unknown = (await awards(KITCHEN)).Awards.find(({ UniqueKey }) => UniqueKey === 'UNKNOWN')
    expect(unknown).toMatchObject({ ObligationTotalFrom: 'Transactions' })
    expect(unknown).not.toHaveProperty('Amount')
    expect(unknown).not.toHaveProperty('EvidenceRefs')
  })

  test('with a summed amount show that it is a sum, and of what', async () => {
    const { Awards } = await awards(KITCHEN)
    const summed = Awards.filter(({ AmountFormula }) => AmountFormula !== undefined)
    expect(summed.map(({ UniqueKey }) => UniqueKey)).toEqual(['SUMMED'])
    expect(summed[0]).toMatchObject({
      Amount: 500,
      ObligationTotalFrom: 'SumOfTransactions',
      AmountFormula: expect.stringContaining('Sum of federal_action_obligation'),
      EvidenceRefs: { Amount: 'award:SUMMED' },
    })
  })

  test('of a contested identifier belong to no organization, and the count is absent, not 0', async () => {
    const EIN = 79009402
    expect(await awards(READERS)).toEqual({ EIN, Awards: [], AttributionWarnings: 0 })
    expect(await subawards(READERS)).toEqual({ EIN, Subawards: [], AttributionWarnings: 0 })
  })

  test('are counted as 0 if an identifier is known and has none', async () => {
    expect(await awards(PRIME)).toMatchObject({ Awards: [], AwardCount: 0 })
    expect(await subawards(PRIME)).toMatchObject({ Subawards: [], SubawardCount: 0 })
  })

  test.each([1, 2, 3, 4, 5])('appear once each on pages of %i', async (limit) => {
    const keys: string[] = []
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const page: AwardList = await awards(
        KITCHEN,
        `Limit=${limit}${cursor && `&Cursor=${cursor}`}`,
      )
      keys.push(...page.Awards.map(({ UniqueKey }) => UniqueKey))
      cursor = page.NextCursor
    }
    expect(keys).toEqual(KEYS)
  })
})

describe('the subawards of an organization', () => {
  test('have the prime award and its recipient, and also match by trade name', async () => {
    const { Subawards, ...rest } = await subawards(KITCHEN)
    expect(rest).toEqual({ EIN: 79009401, SubawardCount: 5, AttributionWarnings: 4 })
    expect(Subawards[0]).toMatchObject({
      UniqueKey: 'S|1',
      Amount: 40_000,
      NameMatches: true,
      PrimeAward: { AwardID: '90ZZ0009', UniqueKey: 'ASST_NON_PRIME_1', Amount: 2_000_000 },
      PrimeRecipient: { UEI: OF_PRIME, EIN: PRIME, MappingConfidence: 0.75 },
      EvidenceRef: { Ref: 'subaward:S%7C1', Collection: 'subawards' },
    })
  })

  test('give the prime recipient no EIN unless audits and the row agree on a name', async () => {
    const [, ...others] = (await subawards(KITCHEN)).Subawards
    expect(others.map(({ PrimeRecipient }) => PrimeRecipient)).toEqual([
      { Name: 'ALDER TRUST', UEI: OF_PRIME },
      { Name: 'LARCH ROW KITCHEN', UEI: WEAK },
      { Name: 'LARCH ROW KITCHEN', UEI: CONTESTED },
      { UEI: OF_PRIME },
    ])
  })
})

describe('a Ref of an award', () => {
  const section = (ein: string, ref: string) =>
    `/api/v2/charity/${ein}/sections/MoneyFlow?EvidenceRef=${encodeURIComponent(ref)}`
  const open = async (ein: string, ref: string) =>
    charitySection.parse(await world.read(section(ein, ref)))

  test('resolves to each shown figure', async () => {
    const lists = [...(await awards(KITCHEN)).Awards, ...(await subawards(KITCHEN)).Subawards]
    let opened = 0
    for (const one of lists) {
      const { PrimeAward } = one as { PrimeAward?: { Amount?: number } }
      const shown: Record<string, unknown> = { ...one, PrimeAwardAmount: PrimeAward?.Amount }
      for (const [field, ref] of Object.entries(one.EvidenceRefs ?? {})) {
        expect((await open(KITCHEN, ref)).Data, ref).toMatchObject(
          one.UniqueKey === 'SUMMED'
            ? { Content: { 'sum of federal_action_obligation': `${shown[field]}` } }
            : { Value: shown[field], Unit: 'USD' },
        )
        opened += 1
      }
      const { Data, EvidenceRefs } = await open(KITCHEN, one.EvidenceRef.Ref)
      expect(EvidenceRefs).toEqual([one.EvidenceRef])
      expect(Object.values((Data as { Content: object }).Content)).toContain(
        one.UniqueKey.split('|')[0] === 'S' ? UEI : one.UniqueKey,
      )
    }
    expect(opened).toBe(11)
  })

  test('has a citation for people', async () => {
    const { EvidenceRefs } = await open(KITCHEN, `award:${BIG}:total_obligated_amount`)
    expect(EvidenceRefs).toEqual([
      {
        Ref: `award:${BIG}:total_obligated_amount`,
        Collection: 'awards',
        SourcePath: 'total_obligated_amount',
        SourceDocument: 'row 2 of made.csv',
        Citation: `USAspending, award ${BIG} (as of 2026-05), total_obligated_amount`,
      },
    ])
  })

  test('shows several listings as filed', async () => {
    const { Data } = await open(KITCHEN, `award:${BIG}:cfda_numbers_and_titles`)
    expect(Data).toMatchObject({ Value: '93.243: SUBSTANCE ABUSE; 10.001: RESEARCH' })
    const odd = await open(KITCHEN, `award:${encodeURIComponent(ODD)}:cfda_numbers_and_titles`)
    expect(odd.Data).toMatchObject({ Value: '93.243; 10.001: RESEARCH' })
  })

  test.each([
    ['of another organization', READERS, `award:${BIG}`],
    ['of a contested identifier', KITCHEN, 'award:WITHHELD'],
    ['of no recipient', KITCHEN, 'award:OF_NOBODY'],
    ['that does not exist', KITCHEN, 'award:NONE'],
    ['of a column that does not exist', KITCHEN, `award:${BIG}:constructor`],
    ['of a column that is not shown', KITCHEN, `award:${BIG}:recipient_parent_uei`],
    ['of a total without a column', KITCHEN, 'award:SUMMED:total_obligated_amount'],
    ['of a day without a column', KITCHEN, 'award:SUMMED:award_latest_action_date'],
    ['of a subaward, requested as an award', KITCHEN, 'award:S%7C1'],
  ])('%s is not found', async (_, ein, ref) => {
    const { status, detail } = await world.refuse(section(ein, ref))
    expect({ status, detail }).toMatchObject({
      status: 404,
      detail: { ErrorCode: 'EvidenceNotFound' },
    })
  })

  test('is rejected if malformed', async () => {
    for (const ref of ['award:', 'award:A%00', 'award:A B']) {
      const { status, detail } = await world.refuse(section(KITCHEN, ref))
      expect({ status, detail }).toMatchObject({
        status: 400,
        detail: { ErrorCode: 'InvalidEvidenceRef' },
      })
    }
  })
})

describe('errors', () => {
  test.each([['Cursor=nonsense', 400]])('%s is %i', async (query, status) => {
    expect((await world.refuse(url(KITCHEN, query))).status).toBe(status)
    expect((await world.refuse(url(KITCHEN, query, 'subawards'))).status).toBe(status)
  })

  test('an EIN that no source has, or only the registry', async () => {
    for (const ein of [UNKNOWN, LISTED]) {
      for (const what of ['awards', 'subawards']) {
        const { status, detail } = await world.refuse(url(ein, '', what))
        expect({ status, detail }).toMatchObject({
          status: 404,
          detail: { ErrorCode: 'ProfileNotFound' },
        })
      }
    }
  })

  test.each(['awards', 'subawards', 'grantees', 'funders', 'grants?Format=csv'])(
    'the message about %s of an EIN that only the registry has says where to find its funders',
    async (what) => {
      const { detail } = await world.refuse(url(LISTED, '', what))
      expect(detail).toMatchObject({
        Message: expect.stringMatching(
          `^Elm Friends .* is listed in .* no filing of this organization is available\\. .*For this organization's funders, request .*EINs=${LISTED}\\.`,
        ),
      })
    },
  )

  test('a cursor of another organization or of subawards', async () => {
    const { NextCursor } = await awards(KITCHEN, 'Limit=1')
    for (const other of [
      url(READERS, `Cursor=${NextCursor}`),
      url(KITCHEN, `Cursor=${NextCursor}`, 'subawards'),
    ]) {
      expect(await world.refuse(other)).toMatchObject({
        status: 400,
        detail: { ErrorCode: 'InvalidCursor' },
      })
    }
  })
})

test('an identifier on an exclusion list confirms a certain match, and asks for review of a contested one', async () => {
  const summary = await world.read(`/api/v2/charity/diligence-summary?EINs=${KITCHEN},${READERS}`)
  expect((summary as { Organizations: unknown[] }).Organizations).toMatchObject([
    {
      Readiness: {
        RestrictionStatus: 'Confirmed',
        ReviewReasons: expect.arrayContaining([
          expect.stringContaining('the UEI from federal audits matches'),
        ]),
      },
    },
    { Readiness: { RestrictionStatus: 'Review' } },
  ])
})

test('pages are read only through indexes', async () => {
  const { postgres: db } = world
  await db.query(`insert into award (award_key, kind, award_id, amount, recipient_uei,
      is_from_transactions, as_of, source_file, source_row, source_id)
    select 'MANY_' || n, 'assistance', n, n, 'ZZMANY' || lpad((n % 500)::text, 6, '0'), false,
      '2026-05-01', 'made.csv', n, 1 from generate_series(1, 20000) as n`)
  await db.query('vacuum analyze award')
  const rows = await db.query<{ 'QUERY PLAN': string }>(
    `explain ${pageOf('award', 'one.award_key', true)}`,
    [['ZZMANY000001', 'ZZMANY000002'], 50, 9_000, 'MANY_9000'],
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toMatch(/Index (Only )?Scan using award_by_recipient/)
  expect(plan).not.toContain('Seq Scan')
  const extent = await db.query<{ 'QUERY PLAN': string }>(`explain ${extentOf('award')}`, [
    ['ZZMANY000001', 'ZZMANY000002'],
  ])
  // Whether the heap is visited, too, depends on what vacuum could mark as visible.
  const extentPlan = extent.map((row) => row['QUERY PLAN']).join('\n')
  expect(extentPlan).toMatch(/Index (Only )?Scan (using|on) award_by_recipient/)
  expect(extentPlan).not.toContain('Seq Scan')
})

test('a cursor is stale once a load has changed awards or their mapping', async () => {
  const stale = { status: 400, detail: { ErrorCode: 'StaleCursor' } }
  const { NextCursor: before } = await awards(KITCHEN, 'Limit=1')
  // A load that is still running and not yet resolved.
  await insertAwards(world.postgres, [{ award_key: 'NEW', recipient_uei: UEI, source_id: 2 }])
  expect(await world.refuse(url(KITCHEN, `Cursor=${before}`))).toMatchObject(stale)

  // The same load replaces its own rows: by a later line, or another sum of the same line.
  for (const change of ['source_row = source_row + 1', 'amount = amount + 1']) {
    const { NextCursor: begun } = await awards(KITCHEN, 'Limit=1')
    await world.postgres.query(`update award set ${change} where award_key = 'NEW'`)
    expect(await world.refuse(url(KITCHEN, `Cursor=${begun}`))).toMatchObject(stale)
  }

  const { NextCursor: loading } = await awards(KITCHEN, 'Limit=1')
  await mapAwards(world.postgres, { haveAwardsChanged: true })
  expect(await world.refuse(url(KITCHEN, `Cursor=${loading}`))).toMatchObject(stale)

  const { NextCursor: mapped } = await awards(KITCHEN, 'Limit=1')
  await insertAudits(world.postgres, [{ ...named, year: 2024 }])
  await mapAwards(world.postgres)
  expect(await world.refuse(url(KITCHEN, `Cursor=${mapped}`))).toMatchObject(stale)
  expect((await awards(KITCHEN)).Awards[0]?.MappingConfidence).toBe(0.9375)
})
