import { afterAll, beforeAll, expect, test } from 'vitest'
import { listIndices } from '#indexer/index/catalog.ts'
import { excludeFiling, includeFiling, listExclusions } from '#indexer/load/exclusions.ts'
import { resolveDue } from '#indexer/pipeline/resolve.ts'
import { rateOrganizations } from '#indexer/rate/run.ts'
import { charityFilings } from '#src/api/a/filings.ts'
import { charitySection } from '#src/api/a/section/schema.ts'
import type { Postgres } from '#src/platform/clients/postgres.ts'
import { readA, refusalOf } from '#test/integration/http/answers-a.ts'
import { type EnrichedWorld, openEnriched } from '#test/integration/http/enriched-world.ts'
import { expectRecorded } from '#test/recorded.ts'
import { deriveIn } from '#test/world/store.ts'

const REASON = 'Loaded from a file that was damaged on the way'
// A return amended twice (indexer/demo/README.md).
const AMENDED_TWICE = '190000112'

type Filing = { id: string; ein: string; form: string; year: number }

let world: EnrichedWorld
let db: Postgres
let amended: Filing
let funder: Filing
let recipient: string
/** The only filing of an organization in the registry. */
let postcard: Filing
/** The only filing of an organization on no IRS list. */
let only: Filing

const FILING = 'f.object_id as id, f.ein, f.form, f.tax_year as year'
async function pick(sql: string): Promise<Filing> {
  const [filing] = await db.query<Filing>(`select ${FILING} ${sql} order by f.ein limit 1`)
  return filing ?? expect.fail(`The demo has no such filing: ${sql}`)
}

const SINGLE = `from filing f join bmf using (ein)
  where not exists (
    select from filing other where other.ein = f.ein and other.object_id <> f.object_id)`

/** Does what `npm run refresh` does, without websites. */
async function refresh(): Promise<void> {
  await deriveIn(world.store)
  await resolveDue(db)
  await rateOrganizations(db)
  await world.reindex()
}

beforeAll(async () => {
  world = await openEnriched('exclusions')
  db = world.store.db
  amended = await pick(`from filing f where ein = '${AMENDED_TWICE}' and is_current
    and exists (select from filing other where other.ein = f.ein and other.form = f.form
      and other.tax_period_end = f.tax_period_end and not other.is_current)`)
  funder = await pick(`from filing f join organization o on o.latest_object_id = f.object_id
    where exists (select from money_edge m where m.object_id = f.object_id
      and m.recipient_ein is not null and m.is_counted and m.amount > 0)`)
  const [edge] = await db.query<{ ein: string }>(
    `select recipient_ein as ein from money_edge
     where object_id = $1 and recipient_ein is not null and is_counted and amount > 0`,
    [funder.id],
  )
  recipient = edge?.ein ?? ''
  postcard = await pick(`${SINGLE} and form = '990N'`)
  only = await pick(`${SINGLE} and form <> '990N' and f.ein <> '${funder.ein}'`)
  for (const list of ['bmf', 'bmf_name', 'pub78', 'revocation']) {
    await db.query(`delete from ${list} where ein = $1`, [only.ein])
  }
  await db.query("insert into due values ('resolve', $1)", [only.ein])
  await refresh()
})
afterAll(() => world?.close())

const all = () => [amended, funder, postcard, only]

const TABLES = 'organization organization_name rating rating_input money_edge network_edge'

/** Returns every document and row made from current filings, without the releases. */
async function derivedState(): Promise<Record<string, string[]>> {
  const state: Record<string, string[]> = {}
  for (const table of TABLES.split(' ')) {
    const rows = await db.query<{ row: string }>(
      `select (to_jsonb(t) - 'changed_release')::text as row from ${table} t`,
    )
    state[table] = rows.map(({ row }) => row).sort()
  }
  const { opensearch, indexPrefix } = world.deps
  const indices = await listIndices(opensearch, indexPrefix)
  const live = indices.find(({ isLive }) => isLive)
  const body = { size: 1_000, sort: [{ ein: 'asc' }] }
  const { hits } = await opensearch.search({ index: live?.name ?? '', body })
  state.documents = hits.hits.map(({ _source }) => JSON.stringify(_source))
  return state
}

const validationOf = async ({ ein, form, id }: Filing) => {
  const url = `/api/v2/charity/${ein}/filings?Form=${form}`
  const { Filings } = charityFilings.parse(await readA(world, url))
  return Filings.find(({ Source }) => Source.ObjectID === id)?.Validation
}

/** Returns the message of the API's 404 for the page of an EIN. */
const refusalFor = (ein: string) => refusalOf(world, `/api/v2/charity/${ein}/page`)

const page = async (path: string) =>
  (await world.app.inject({ url: path, remoteAddress: '10.9.9.9' })).body

/** Returns what the recipient received from the funder, over all years. */
async function receivedFrom({ ein }: Filing): Promise<number | undefined> {
  type Funders = { Funders: { EIN: number; Amount: number }[] }
  const { body } = await world.get<Funders>(`/api/v2/charity/${recipient}/funders`, world.keyed)
  return body.Funders.find(({ EIN }) => EIN === Number(ein))?.Amount
}

test('excluded filings leave every figure, edge, rating, and document, and return completely', async () => {
  const before = await derivedState()
  const received = (await receivedFrom(funder)) ?? 0
  const [given] = await db.query<{ amount: number }>(
    `select sum(amount)::float8 as amount from money_edge
     where object_id = $1 and recipient_ein = $2 and is_counted`,
    [funder.id, recipient],
  )
  for (const { id } of all()) {
    const { filing, replaced } = await excludeFiling(db, id, REASON)
    expect([filing === undefined, replaced]).toEqual([false, null])
  }
  for (const { ein } of [postcard, only]) {
    expect(await page(`/charity/${ein}`)).toContain(`Excluded: ${REASON}`)
    expect(await refusalFor(ein)).toMatch(new RegExp(`${REASON}.*/${ein}/profile`))
  }
  await refresh()
  const without = await derivedState()
  for (const [name, rows] of Object.entries(without)) {
    const left = rows.filter((row) => all().some(({ id }) => row.includes(id)))
    expect(left, name).toEqual([])
  }
  expect(without.documents).toHaveLength((before.documents?.length ?? 0) - 1)
  expect((await receivedFrom(funder)) ?? 0).toBe(received - (given?.amount ?? 0))

  expect(await validationOf(amended)).toMatchObject({
    ...{ Status: 'Excluded', Warnings: [`Excluded: ${REASON}`] },
    SupersededBy: expect.not.stringContaining(amended.id),
  })
  const filings = await page(`/charity/${amended.ein}/filings`)
  expect(filings).toContain(`<td>Excluded: ${REASON}</td>`)
  const manifest = await world.get(`/api/v2/charity/${amended.ein}/blocks`, world.keyed)
  expect(JSON.stringify(manifest.body)).toContain(`"exclusion":"${REASON}"`)

  const ref = encodeURIComponent(`${only.form}:${only.year}:${only.id}:/ReturnHeader`)
  for (const path of ['', '/filings', `/evidence?Ref=${ref}`]) {
    expect(await page(`/charity/${only.ein}${path}`), path).toContain(REASON)
  }
  await expectRecorded('exclusions', {
    'on no list': (await refusalFor(only.ein)).replaceAll(only.ein, '123456789'),
    'in the registry': (await refusalFor(postcard.ein)).replaceAll(postcard.ein, '123456789'),
  })

  for (const { id } of all()) {
    expect((await includeFiling(db, id)).filing?.current).toBe(id)
  }
  await refresh()
  expect(await derivedState()).toEqual(before)
  expect(await validationOf(amended)).toMatchObject({ Status: 'Current', Warnings: [] })
})

test('an excluded filing opens by its Refs, which say that it is excluded and why', async () => {
  await excludeFiling(db, amended.id, REASON)
  await refresh()
  const ref = `${amended.form}:${amended.year}:${amended.id}:/IRS990/CYTotalRevenueAmt`
  const { Section } = charitySection.parse(
    await readA(world, `/api/v2/charity/${amended.ein}/sections/MoneyFlow?EvidenceRef=${ref}`),
  )
  expect(Section.Status?.Label).toMatch(/^Excluded/)
  expect(Section.Summary).toContain(REASON)
  const evidence = await page(`/charity/${amended.ein}/evidence?Ref=${encodeURIComponent(ref)}`)
  expect(evidence).toContain(REASON)
  await includeFiling(db, amended.id)
})

test('an exclusion can precede its filing, change its reason, and be removed once', async () => {
  const unknown = '202399999999999999'
  const filing = undefined
  expect(await excludeFiling(db, unknown, 'First')).toEqual({ filing, replaced: null })
  expect(await excludeFiling(db, unknown, 'Second')).toEqual({ filing, replaced: 'First' })
  expect(await listExclusions(db)).toMatchObject([
    { objectId: unknown, reason: 'Second', ein: null, form: null },
  ])
  expect(await includeFiling(db, unknown)).toEqual({ isFound: true, filing: undefined })
  expect(await includeFiling(db, unknown)).toEqual({ isFound: false, filing: undefined })
})
