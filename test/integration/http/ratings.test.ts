import { beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { CharityPage } from '#src/api/a/page/route.ts'
import type { RatingData } from '#src/api/a/section/rating.ts'
import type { CharitySection } from '#src/api/a/section/schema.ts'
import type { ratingsRoute } from '#src/api/b/ratings.ts'
import { toSnakeCase } from '#src/api/shared/skin.ts'
import { parseRef } from '#src/domain/evidence.ts'
import { citationOf } from '#src/domain/facts/citation.ts'
import { METRICS } from '#src/rating/metrics.ts'
import { POLICY_VERSION } from '#src/rating/rating.ts'
import { opened } from '#test/integration/opened.ts'
import { SEED, TAKES_ALL } from '#test/random.ts'
import { readA, refusalOf } from './answers-a.ts'
import { expectSources, openB } from './answers-b.ts'
import { openDemo } from './profiles-world.ts'

const world = opened(() => openDemo('ratings'))
type RatingsData = z.output<typeof ratingsRoute.data>
type Stored = { ein: string; form: string; taxYear: number; state: string; score: number | null }
let stored: Stored[]

beforeAll(async () => {
  stored = await world.postgres.query<Stored>(
    'select ein, form, tax_year as "taxYear", state, score from rating order by ein',
  )
})

const url = (ein: string, rest: string) => `/api/v2/charity/${ein}/${rest}`
const openPage = (ein: string, query = '') => readA<CharityPage>(world, url(ein, `page${query}`))
const openSection = (ein: string, query = '') =>
  readA<CharitySection & { Data: RatingData }>(world, url(ein, `sections/Rating${query}`))
/** Returns the target of a Ref, requested from the section. */
const resolve = (ein: string, ref: string) =>
  openSection(ein, `?EvidenceRef=${encodeURIComponent(ref)}`) as Promise<CharitySection>
const openRatings = (ein: string) => openB(world, ein, 'ratings')
const openTrust = async (ein: string) => (await openB(world, ein, 'profile')).trust_spectrum

/** Returns the part of its form that contains a filed figure. */
function partOf(ref: string): string | undefined {
  const evidence = parseRef(ref)
  if (evidence?.kind !== 'filing') return undefined
  return /\), (Part [IVX]+)/.exec(citationOf(evidence))?.[1]
}

/** Returns what both surfaces return for a metric. */
const figures = (data: RatingsData) =>
  data.ratings.map(({ key, value, percentile, score, peers, ref }) =>
    [key, value, percentile, score, peers?.label, peers?.size, ref].join(' | '),
  )
const figuresOfA = ({ Metrics }: RatingData) =>
  Metrics.map(({ Key, Value, Percentile, Score, Peers, EvidenceRef }) => {
    const key = toSnakeCase(`${Key.charAt(0).toLowerCase()}${Key.slice(1)}`)
    return [key, Value, Percentile, Score, Peers?.Label, Peers?.Size, EvidenceRef].join(' | ')
  })

const KEYS = Object.keys(METRICS)
  .map((key) => key.toLowerCase())
  .sort()
const first = (form: string, state: string): Stored => {
  const found = stored.find((one) => one.form === form && one.state === state)
  if (!found) throw new Error(`The demo has no ${form} that is ${state}.`)
  return found
}

test('a rated organization has one score and the same figures on both surfaces, which add up', async () => {
  const some = TAKES_ALL ? stored : stored.filter((_, at) => at % 6 === SEED % 6)
  expect(some.length).toBeGreaterThan(10)
  for (const { ein, state, score } of some) {
    const page = await openPage(ein)
    const { Section, Data, EvidenceRefs } = await openSection(ein)
    const ratings = await openRatings(ein)
    expect(page.Verdict.State, ein).toBe(state)
    const shown = [page.Verdict.Score, Data.Score, Section.Status?.Score, ratings.trust?.score]
    for (const one of [...shown, (await openTrust(ein)).score]) expect(one ?? null).toBe(score)
    expect([Data.Verdict, ratings.trust?.band]).toEqual(Array(2).fill(page.Verdict.Verdict))
    expect(ratings.bottom_line).toBe(page.Verdict.BottomLine)
    expect(figuresOfA(Data), ein).toEqual(figures(ratings))
    expectSources(ratings)
    expectSum(ratings)
    // Every input is shown, or marked as unknown.
    const keys = [...Data.Metrics.map(({ Key }) => Key), ...Data.Missing]
    expect(keys.map((key) => key.toLowerCase()).sort()).toEqual(KEYS)
    // Its tags are the parts of its form that it reads; cross-checks list their own.
    const cited = EvidenceRefs.filter(({ Ref }) => !Ref.startsWith('derived:failedChecks:'))
    const parts = cited.flatMap(({ Ref, DerivedFrom = [Ref] }) =>
      DerivedFrom.flatMap((ref) => partOf(ref) ?? []),
    )
    // An organization without enough data has no cited line.
    expect(parts.length > 0 || cited.length === 0, ein).toBe(true)
    expect(Section.SourceTags, ein).toEqual(expect.arrayContaining(parts))
  }
})

/** Expects the categories to add up to the score, and metrics to their category. */
function expectSum({ trust, categories, ratings }: RatingsData): void {
  const sum = categories.reduce((total, { weight, score = 0 }) => total + weight * score, 0)
  // Rounded to two decimals.
  if (trust) expect(Math.abs(trust.score - sum)).toBeLessThan(0.00501)
  expect(categories.map(({ weight }) => weight)).toEqual([40, 30, 20, 5, 5])
  for (const { key, score, members } of categories) {
    const own = ratings.filter(({ category }) => category === key)
    expect(own.map((metric) => metric.key)).toEqual(members)
    const mean = own.reduce((total, metric) => total + metric.score, 0) / own.length
    if (score === undefined) expect(own).toEqual([])
    else expect(score).toBeCloseTo(mean, 9)
  }
}

describe('a scored Form 990', () => {
  test('of an earlier year has the score, and no section', async () => {
    const [found] = await world.postgres.query<{ ein: string; year: number; rated: number }>(
      `select r.ein, min(f.tax_year) as year, max(r.tax_year) as rated from rating r join filing f
         on f.ein = r.ein and f.form = r.form and f.is_current
       where r.state = 'Scored' and r.form = '990' group by r.ein
       having min(f.tax_year) < max(f.tax_year) order by 1 limit 1`,
    )
    const { ein = '', year, rated } = found ?? {}
    const { Verdict, Sections } = await openPage(ein, `?Year=${year}`)
    expect(Verdict).toMatchObject({
      State: 'Scored',
      BottomLine: expect.stringContaining(`${year}`),
    })
    expect(Sections.map(({ Id }) => Id)).not.toContain('Rating')
    const refusal = await refusalOf(world, url(ein, `sections/Rating?Year=${year}`))
    expect(refusal).toMatch(new RegExp(`^404 SectionNotFound: .* ${rated}\\.`))
  })

  test('is in the summary with its score', async () => {
    const { ein, score } = first('990', 'Scored')
    const { decision_summary } = await openB(world, ein, 'summary')
    const sentence = decision_summary.find(({ topic }) => topic === 'rating')
    expect(sentence?.text).toBe((await openPage(ein)).Verdict.BottomLine)
    expect(sentence?.figures).toMatchObject([{ label: 'Rating', value: score }])
    const ref = parseRef(sentence?.figures[0]?.ref ?? '')
    expect(ref).toMatchObject({ kind: 'derived', key: 'rating' })
  })
})

test('a score has its standing among the filers of the form, and the date of the cohort', async () => {
  const rated = await world.postgres.query<{ ein: string; score: number; peers: number }>(
    `select ein, score, count(*) over () as peers from rating where form = '990' and score is not null
     order by score desc`,
  )
  for (const { ein, score, peers } of rated.filter((_, at) => at % 4 === 0)) {
    const { Verdict } = await openPage(ein)
    const { trust, cohort_date: date } = await openRatings(ein)
    expect(Verdict.CohortDate).toBe(date)
    expect(date).toMatch(/^20\d\d-\d\d-\d\d$/)
    expect(trust?.standing?.percentile).toBe(Verdict.Standing?.Percentile)
    const equal = rated.filter((one) => one.score === score).length
    const below = rated.length - rated.findIndex((one) => one.score === score) - equal
    expect(Verdict.Standing).toEqual(
      Verdict.Verdict && { Percentile: (below + equal / 2) / peers, Peers: peers, Form: '990' },
    )
  }
})

test('a return newer than the rated one is not rated yet, and the score links to its own', async () => {
  const ein = stored.findLast((one) => one.form === '990' && one.state === 'Scored')?.ein ?? ''
  const before = await openRatings(ein)
  await amend(ein)
  const after = await openRatings(ein)
  expect(after.bottom_line).toMatch(/^(.*) Its newer Form 990 for tax year \d{4} has not been/)
  expect(after.bottom_line.startsWith(before.bottom_line)).toBe(true)
  expect((await openPage(ein)).Verdict.BottomLine.startsWith(before.bottom_line)).toBe(true)
  expect(after.trust).toEqual(before.trust)
  const { Data, EvidenceRefs } = await resolve(ein, after.trust?.ref ?? '')
  expect(Data).toMatchObject({ Value: before.trust?.score })
  expect(EvidenceRefs[0]?.DerivedFrom).toEqual(before.trust?.derived_from)
})

const COPIED = `ein, form, tax_period_begin, tax_period_end, tax_year, schema_version, received_on,
  facts, other_facts, narrative, contents, row_facts, derived_version, source_archive, content_sha256`

/** Loads another return of the rated year, which is not rated yet. */
async function amend(ein: string): Promise<void> {
  const { query } = world.postgres
  const rated = 'select object_id from rating where ein = $1'
  const id = "'h-00000000a3e4d3d0'"
  await query(`update filing set is_current = false where object_id in (${rated})`, [ein])
  await query(
    `insert into filing (object_id, is_amended, ${COPIED})
     select ${id}, true, ${COPIED} from filing where object_id in (${rated})`,
    [ein],
  )
  await query(`update organization set latest_object_id = ${id} where ein = $1`, [ein])
}

describe('an organization without a score', () => {
  test('with too little data shows what is known, and the rule that it fails', async () => {
    const [, , { ein } = first('990', 'Scored')] = stored.filter(({ form }) => form === '990')
    // Without Financial Efficiency, as the model would store it.
    await world.postgres.query(
      `update rating set state = 'NotEnoughData', score = null, band = null,
         metrics = (select jsonb_agg(m) from jsonb_array_elements(metrics) m
           where m->>'key' not in ('programRatio', 'administrativeRatio', 'fundraisingRatio',
             'missionDeploymentRate')),
         categories = (select jsonb_agg(case when c->>'key' = 'financialEfficiency'
             then jsonb_set(c - 'score', '{members}', '[]') else c end)
           from jsonb_array_elements(categories) c)
       where ein = $1`,
      [ein],
    )
    const { Verdict, Sections } = await openPage(ein)
    expect(Verdict).toEqual({
      ...{ State: 'NotEnoughData', PolicyVersion: POLICY_VERSION },
      BottomLine: expect.stringContaining('Financial Efficiency'),
    })
    expect(Sections.find(({ Id }) => Id === 'Rating')?.Status).toMatchObject({ Tone: 'Neutral' })
    const { Data } = await openSection(ein)
    expect(Data).not.toHaveProperty('Score')
    expect(Data.Metrics.length).toBeGreaterThan(0)
    expect(Data.Missing).toContain('ProgramRatio')
    const ratings = await openRatings(ein)
    expect(ratings).not.toHaveProperty('trust')
    expect(ratings).toMatchObject({ state: 'not_enough_data', policy_version: POLICY_VERSION })
    expect(figuresOfA(Data)).toEqual(figures(ratings))
    const trust = await openTrust(ein)
    expect([trust.state, trust.score]).toEqual(['not_enough_data', undefined])
  })

  test.each(['990PF', '990N', '990T'])(
    'that files Form %s is not rated, on B with 200',
    async (form) => {
      const [found] = await world.postgres.query<{ ein: string }>(
        'select ein from organization where primary_form = $1 order by ein limit 1',
        [form],
      )
      const ein = found?.ein ?? ''
      const { Verdict, Sections } = await openPage(ein)
      const BottomLine = expect.any(String)
      expect(Verdict).toEqual({ State: 'NotRatedHere', PolicyVersion: POLICY_VERSION, BottomLine })
      expect(Sections.map(({ Id }) => Id)).not.toContain('Rating')
      const ratings = await openRatings(ein)
      const none = { state: 'not_rated_here', categories: [], ratings: [] }
      expect(ratings).toMatchObject({ ...none, bottom_line: Verdict.BottomLine })
      expect(ratings).not.toHaveProperty('trust')
      expect((await openTrust(ein)).state).toBe('not_rated_here')
    },
  )

  test('before any rating run has no rating', async () => {
    const [{ ein } = first('990', 'Scored')] = stored
    await world.postgres.query('delete from rating where ein = $1', [ein])
    const unrated = { State: 'NotEnoughData', PolicyVersion: 'none' }
    expect((await openPage(ein)).Verdict).toMatchObject(unrated)
    expect(await openRatings(ein)).toMatchObject({ state: 'not_enough_data', ratings: [] })
  })
})
