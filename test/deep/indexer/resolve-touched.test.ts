import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRandom, type Random } from '#indexer/demo/random.ts'
import { resolveLoaded } from '#indexer/pipeline/resolve.ts'
import { resolveOrganizations } from '#indexer/resolve/organizations.ts'
import { BMF_NAMES } from '#indexer/sources/kinds/registry.ts'
import { madeObjectId } from '#test/integration/indexer/made-archives.ts'
import { SEED, TAKES_ALL } from '#test/random.ts'
import { makeReturn } from '#test/unit/indexer/made-return.ts'
import { createStore, loadInto, type Store } from '#test/world/store.ts'

const ROUNDS = TAKES_ALL ? 16 : 6

// Few of each, so that filings often share periods, object ids, and names.
const EINS = Array.from({ length: 10 }, (_, n) => `07000001${n}`)
const OBJECT_IDS = Array.from({ length: 30 }, (_, n) => madeObjectId(n))
const NAMES = ['Elm Aid', 'ELM AID INC', 'Oak Relief', 'Ash Club', 'Fir Trust']
const YEARS = [2020, 2021, 2022]

const folder = mkdtempSync(join(tmpdir(), 'resolve-touched-'))
let store: Store
beforeAll(async () => {
  store = await createStore('resolve_touched')
})
afterAll(async () => {
  await store.drop()
  rmSync(folder, { recursive: true })
})

function returnOf(ein: string, random: Random): string {
  const year = random.pick(YEARS)
  const header = `<ReturnTs>2023-05-${random.int(10, 28)}T10:11:12-05:00</ReturnTs>
    <TaxPeriodEndDt>${year}-12-31</TaxPeriodEndDt><ReturnTypeCd>990</ReturnTypeCd>
    <TaxPeriodBeginDt>${year}-01-01</TaxPeriodBeginDt>
    <Filer><EIN>${ein}</EIN><BusinessName><BusinessNameLine1Txt>${random.pick(NAMES)}
    </BusinessNameLine1Txt></BusinessName></Filer><TaxYr>${year}</TaxYr>`
  const group = random.chance(0.3) ? '<GroupExemptionNum>1961</GroupExemptionNum>' : ''
  const revenue = `<CYTotalRevenueAmt>${random.int(1, 1_000_000)}</CYTotalRevenueAmt>`
  return makeReturn({ header, data: `<IRS990>${group}${revenue}</IRS990>` })
}

function registryOf(eins: string[], random: Random): string {
  const rows = eins.map((ein) => {
    const name = random.pick(NAMES).toUpperCase()
    const filled: Record<string, string> = { EIN: ein, NAME: name, CITY: 'AKRON', STATE: 'OH' }
    return BMF_NAMES.map((column) => filled[column] ?? '').join(',')
  })
  return [BMF_NAMES.join(','), ...rows, ''].join('\n')
}

const deductibleOf = (eins: string[], random: Random): string =>
  eins.map((ein) => `${ein}|${random.pick(NAMES)}|Akron|OH|United States|PC\n`).join('')

/** Writes files to load: returns, some under an object id that another organization had. */
function writeFiles(round: string, random: Random): string {
  const here = join(folder, round)
  const month = join(here, `2026-0${random.int(1, 6)}`)
  mkdirSync(month, { recursive: true })
  for (const id of random.sample(OBJECT_IDS, random.int(1, 6))) {
    writeFileSync(join(here, `${id}_public.xml`), returnOf(random.pick(EINS), random))
  }
  const some = () => random.sample(EINS, random.int(1, 6))
  if (random.chance(0.3)) {
    writeFileSync(join(month, `eo${random.int(1, 2)}.csv`), registryOf(some(), random))
  }
  if (random.chance(0.2)) writeFileSync(join(month, 'pub78.txt'), deductibleOf(some(), random))
  return here
}

/** Loads and resolves as the command does. */
async function loadAndResolve(path: string, asOf?: string): Promise<string | undefined> {
  const { touched } = await loadInto(store, [path], asOf, { mayReplaceOthers: true })
  return (await resolveLoaded(store.db, touched))?.release
}

const resolveAll = () => resolveOrganizations(store.db, { cause: 'resolve' })

async function namesOf(eins: string[]): Promise<string[]> {
  const rows = await store.db.query<{ name: string }>(
    'select name from organization where ein = any($1) order by ein',
    [eins],
  )
  return rows.map(({ name }) => name)
}

test('parts loaded and resolved one by one leave nothing to change for a full run', async () => {
  for (let round = 1; round <= ROUNDS; round++) {
    const about = `TEST_SEED=${SEED}, round ${round}`
    const path = writeFiles(`round-${round}`, createRandom(`${SEED} ${round}`))
    expect(await loadAndResolve(path), about).toBeDefined()
    expect(await resolveAll(), about).toMatchObject({ changed: 0, removed: 0 })
  }
})

test('a load of returns resolves only their organizations, and a load of a table resolves all', async () => {
  const random = createRandom('alone')
  const [one = '', other = '', third = ''] = ['070000021', '070000022', '070000023']
  const write = (name: string, text: string) => {
    const path = join(folder, name)
    writeFileSync(path, text)
    return path
  }
  await loadAndResolve(write('first.txt', deductibleOf([one, other, third], random)), '2026-01')
  await store.db.query("update organization set name = 'Unseen' where ein like '07000002%'")
  const moved = `${madeObjectId(100)}_public.xml`
  await loadAndResolve(write(moved, returnOf(one, random)))
  expect(await namesOf([one, other, third])).toEqual([expect.any(String), 'Unseen', 'Unseen'])
  expect(await namesOf([one])).not.toEqual(['Unseen'])
  // The same object id now belongs to another organization, so both have changed.
  await store.db.query(`update organization set name = 'Unseen' where ein = '${one}'`)
  await loadAndResolve(write(moved, returnOf(other, random)))
  expect(await namesOf([third])).toEqual(['Unseen'])
  expect(await namesOf([one, other])).not.toContain('Unseen')
  await loadAndResolve(write('later.txt', deductibleOf([other], random)), '2026-02')
  expect(await namesOf([third])).not.toEqual(['Unseen'])
})

test('returns that an earlier load left unresolved make the next load resolve all', async () => {
  const random = createRandom('left')
  const write = (n: number, ein: string) => {
    const path = join(folder, `${madeObjectId(n)}_public.xml`)
    writeFileSync(path, returnOf(ein, random))
    return path
  }
  await loadInto(store, [write(201, '070000031')])
  await loadAndResolve(write(202, '070000032'))
  expect(await namesOf(['070000031', '070000032'])).toHaveLength(2)
})

test('a table is resolved as far as an interrupted load got, and again when it is finished', async () => {
  const path = join(folder, 'eo4.csv')
  writeFileSync(path, registryOf(['070000041', '070000042'], createRandom('broken')))
  await loadInto(store, [path], '2026-03')
  await store.db.query(
    `update load_slice set done_at = null, position = 1
     where source_id = (select max(id) from load_source)`,
  )
  await store.db.query(`delete from bmf where ein = '070000042'`)
  expect(await resolveLoaded(store.db)).toBeDefined()
  expect(await resolveLoaded(store.db)).toBeUndefined()
  expect(await namesOf(['070000041', '070000042'])).toHaveLength(1)
  await loadAndResolve(path, '2026-03')
  expect(await namesOf(['070000041', '070000042'])).toHaveLength(2)
})

test('an older registry whose organizations are all known still adds their former names', async () => {
  const write = (month: string, name: string) => {
    const here = join(folder, `former-${month}`)
    mkdirSync(here)
    const path = join(here, 'eo3.csv')
    writeFileSync(
      path,
      registryOf(['070000051'], createRandom('former')).replace(/,[A-Z]+ [A-Z ]+,/, `,${name},`),
    )
    return path
  }
  await loadAndResolve(write('2026-04', 'NEW NAME'), '2026-04')
  await loadAndResolve(write('2020-04', 'OLD NAME'), '2020-04')
  expect(
    await store.db.query(`select kind, name from organization_name where ein = '070000051'`),
  ).toEqual([{ kind: 'former', name: 'OLD NAME' }])
})
