import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { countUnrated } from '#indexer/rate/due.ts'
import { type RateProgress, rateOrganizations } from '#indexer/rate/run.ts'
import { POLICY_VERSION } from '#src/rating/rating.ts'
import { openLoads } from '#test/integration/indexer/loads.ts'
import { createLoaded, demoFolder } from '#test/world/prepared.ts'
import { copyRated } from './copy-rated.ts'

// More than one batch, so that a run has a middle.
const COPIES = 600

const made = openLoads('rate_runs', async () =>
  createLoaded('rate_runs', { paths: [await demoFolder()] }),
)
let total: number

beforeAll(async () => {
  await copyRated(made.store.db, COPIES, 4)
  const count = "select count(*) from organization where primary_form in ('990', '990EZ')"
  total = (await made.queryOne<{ count: number }>(count)).count
})

const forget = () => made.query('truncate rating, rating_input')

/** Returns all ratings and inputs as stored, without their release. */
async function stateOf(): Promise<unknown> {
  return await made.query(
    `select (select md5(string_agg((to_jsonb(r) - 'changed_release')::text, ',' order by ein))
         from rating r) as ratings,
       (select md5(string_agg(i::text, ',' order by ein)) from rating_input i) as inputs`,
  )
}

const releases = () => made.query<{ id: string }>('select id from release order by id')
const pick = async (offset: number, count: number): Promise<string[]> => {
  const rows = await made.query<{ ein: string }>(
    `select ein from organization where primary_form = '990' and ein like '79%'
     order by ein offset $1 limit $2`,
    [offset, count],
  )
  return rows.map(({ ein }) => ein)
}

const setForm = (form: string, eins: string[]) =>
  made.query('update organization set primary_form = $1 where ein = any($2)', [form, eins])

describe('a run after changes', () => {
  beforeEach(async () => {
    await forget()
    await rateOrganizations(made.store.db)
  })

  test('reads changes and stores the same as a full run against the same cohort', async () => {
    const [latest, older, cause, gone, far] = await Promise.all(
      [0, 20, 40, 60, 80].map((offset) => pick(offset, 15)),
    )
    const touch = "content_sha256 = sha256(content_sha256), facts = facts - 'functionalExpenses'"
    await made.query(
      `update filing f set ${touch} from organization o
       where o.latest_object_id = f.object_id and o.ein = any($1)`,
      [latest],
    )
    // Returns of three years before, which growth is measured against; a load may add them any day.
    await made.query(
      `delete from filing f using organization o
       where o.ein = f.ein and f.tax_year = o.latest_tax_year - 3 and o.ein = any($1)`,
      [older],
    )
    await made.query(
      `update organization set ntee_code = case when ntee_code like 'Q%' then 'R20' else 'Q33' end
       where ein = any($1)`,
      [cause],
    )
    await setForm('990PF', gone ?? [])
    // Too old for any comparison.
    await made.query(
      `update filing f set tax_period_end = tax_period_end - interval '9 years', ${touch}
       from organization o
       where o.ein = f.ein and f.tax_year = o.latest_tax_year - 3 and o.ein = any($1)
         and not o.ein = any($2)`,
      [far, older],
    )
    const run = await rateOrganizations(made.store.db)
    expect(run.read).toBe(15 * 4)
    expect(run.removed).toBe(15)
    const incremental = await stateOf()
    await forget()
    expect((await rateOrganizations(made.store.db)).read).toBe(total - 15)
    expect(await stateOf()).toEqual(incremental)
    await setForm('990', gone ?? [])
  })

  test('assigns its release only to organizations with a visible change', async () => {
    const read = () =>
      made.query<{ ein: string; score: number | null; metrics: string; release: string }>(
        'select ein, score, metrics::text, changed_release as release from rating order by ein',
      )
    const before = await read()
    const [ein = ''] = await pick(100, 1)
    await made.query(
      `update filing f set content_sha256 = sha256(content_sha256),
         facts = jsonb_set(facts, '{functionalProgramExpenses,value}', '1')
       from organization o where o.latest_object_id = f.object_id and o.ein = $1`,
      [ein],
    )
    const { release, changed } = await rateOrganizations(made.store.db)
    const after = await read()
    // It is ranked against the stored cohort, so its peers do not move.
    const moved = after.filter(({ score }, at) => score !== before[at]?.score)
    const ranked = after.filter(({ metrics }, at) => metrics !== before[at]?.metrics)
    const released = after.filter((row) => row.release === release)
    for (const rows of [moved, ranked, released]) expect(rows.map((row) => row.ein)).toEqual([ein])
    expect(changed).toBe(1)
  })
})

describe('the cohort', () => {
  // Peers that a first load of a small part of the sector lacks.
  const refile = (from: string, to: string, last = '799999999') =>
    made.query(
      `update organization set primary_form = $2
       where primary_form = $1 and ein between '792500000' and $3`,
      [from, to, last],
    )
  const scores = () =>
    made.query<{ ein: string; score: number | null; metrics: unknown }>(
      "select ein, score, metrics from rating where ein < '792500000' order by ein",
    )
  const cohort = () => made.query('select release, returns from rating_cohort')

  beforeEach(async () => {
    await made.query('truncate rating, rating_input, rating_cohort')
    await refile('990', '990T')
  })
  afterEach(() => refile('990T', '990'))

  test('keeps every score when other organizations are loaded, until a new one is requested', async () => {
    await rateOrganizations(made.store.db)
    const [before, first] = [await scores(), await cohort()]
    await refile('990T', '990', '794000000')
    const loaded = await rateOrganizations(made.store.db)
    expect(loaded.read).toBeGreaterThan(50)
    expect(loaded.cohort).not.toHaveProperty('reason')
    expect(await scores()).toEqual(before)
    expect(await cohort()).toEqual(first)

    const asked = await rateOrganizations(made.store.db, { isNewCohort: true })
    expect(asked).toMatchObject({ read: 0, cohort: { reason: 'asked', release: asked.release } })
    const after = await scores()
    const moved = after.filter(({ score }, at) => score !== before[at]?.score)
    expect(moved.length).toBeGreaterThan(after.length / 2)
  })

  test('is made by the first run, when the returns have doubled, and for another policy', async () => {
    const first = await rateOrganizations(made.store.db)
    expect(first.cohort).toEqual({
      release: first.release,
      policyVersion: POLICY_VERSION,
      returns: first.scored + first.notEnoughData,
      reason: 'none',
    })
    await made.query('update rating_cohort set returns = returns / 2')
    expect((await rateOrganizations(made.store.db)).cohort?.reason).toBe('doubled')
    await made.query("update rating_cohort set policy_version = 'rating-1'")
    const again = await rateOrganizations(made.store.db)
    expect(again).toMatchObject({ read: 0, changed: 0, cohort: { reason: 'policy' } })
    expect(again.cohort?.returns).toBe(first.cohort?.returns)
    expect((await releases()).at(-1)).toEqual({ id: again.release })
  })

  test('has the distribution of the scores of each form', async () => {
    await rateOrganizations(made.store.db)
    const found = await made.query<{ form: string; size: number; scores: number[] }>(
      `select peer_group as form, size, value as scores from rating_distribution
       where metric = 'score' order by form`,
    )
    const rated = await made.query<{ form: string; size: number }>(
      `select form, count(score) as size from rating group by form having count(score) >= 30
       order by form`,
    )
    expect(found.map(({ form, size }) => ({ form, size }))).toEqual(rated)
    expect(found.length).toBeGreaterThan(0)
    for (const { scores } of found) expect(scores).toEqual(scores.toSorted((a, b) => a - b))
  })
})

test('status counts organizations whose latest return or cause is not rated', async () => {
  const unrated = () => countUnrated(made.store.db)
  const inEins = (sql: string, eins: string[]) => made.query(sql, [eins])
  await forget()
  expect(await unrated()).toBe(total)
  await rateOrganizations(made.store.db)
  expect(await unrated()).toBe(0)
  const gone = await pick(0, 2)
  await setForm('990PF', gone)
  expect(await unrated()).toBe(2)
  await setForm('990', gone)

  const one = gone.slice(0, 1)
  const recode = (code: string) =>
    inEins(`update organization set ntee_code = '${code}' where ein = any($1)`, one)
  await recode('X20')
  await rateOrganizations(made.store.db)
  await recode('X21')
  expect(await unrated(), 'the same cause').toBe(0)
  await recode('Y20')
  expect(await unrated()).toBe(1)
  // A run killed before it scored leaves inputs without a rating.
  await inEins("update rating set input_fingerprint = '' where ein = any($1)", one)
  await inEins("update rating_input set major_group = 'Y' where ein = any($1)", one)
  expect(await unrated()).toBe(1)
  await inEins('delete from rating_input where ein = any($1)', one)
  await rateOrganizations(made.store.db)
  expect(await unrated()).toBe(0)
})

test('the cause that peers share is the first letter of the code; Z, Unknown, is not a cause', async () => {
  const causes = {
    ...{ P20: 'P', k31z: 'K', ' T31': 'T', Y99: 'Y' },
    ...{ Z99: null, z: null, '': null, '  ': null, '3A': null },
  }
  const eins = await pick(10, Object.keys(causes).length)
  const codes = Object.keys(causes).map((code, at) => ({ ein: eins[at], code }))
  await made.query(
    `update organization set ntee_code = code
     from json_to_recordset($1) as made(ein text, code text) where made.ein = organization.ein`,
    [JSON.stringify(codes)],
  )
  await rateOrganizations(made.store.db)
  const rows = await made.query<{ code: string; group: string | null }>(
    `select o.ntee_code as code, input.major_group as "group"
     from organization o join rating_input input using (ein) where ein = any($1)`,
    [eins],
  )
  expect(Object.fromEntries(rows.map(({ code, group }) => [code, group]))).toEqual(causes)
})

test.each(['read', 'score'])(
  'a run that stops in the step %s leaves the ratings unchanged, and the next one continues',
  async (step) => {
    await forget()
    await rateOrganizations(made.store.db)
    const undisturbed = await stateOf()
    await forget()
    const onProgress = (progress: RateProgress) => {
      if (progress.step === step && progress.done > 500) throw new Error('stopped')
    }
    await expect(rateOrganizations(made.store.db, { onProgress })).rejects.toThrow('stopped')
    // The first batch is stored while the second is read.
    const read = step === 'read' ? 500 : total
    const count = async () => (await made.query('select from rating_input')).length
    await vi.waitFor(async () => expect(await count()).toBe(read))
    expect(await made.query('select from rating')).toEqual([])
    expect((await rateOrganizations(made.store.db)).read).toBe(total - read)
    expect(await stateOf()).toEqual(undisturbed)
  },
)

test('of two runs at once, the second waits and then has nothing to do', async () => {
  await forget()
  const runs = await Promise.all([
    rateOrganizations(made.store.db),
    rateOrganizations(made.store.db),
  ])
  expect(runs.map(({ read }) => read).sort((a, b) => a - b)).toEqual([0, total])
  expect(runs.filter(({ release }) => release !== undefined)).toHaveLength(1)
})
