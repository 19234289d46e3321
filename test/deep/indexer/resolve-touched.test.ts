import { join } from 'node:path'
import { expect, test } from 'vitest'
import { resolveDue } from '#indexer/pipeline/resolve.ts'
import { resolveOrganizations } from '#indexer/resolve/organizations.ts'
import { openLoads } from '#test/integration/indexer/loads.ts'
import { madeObjectId } from '#test/integration/indexer/made-archives.ts'
import { toHeader, toRegistry } from '#test/integration/indexer/made-lists.ts'
import { createRandom, type Random, SEED, TAKES_ALL } from '#test/random.ts'
import { makeReturn } from '#test/unit/indexer/made-return.ts'

const ROUNDS = TAKES_ALL ? 16 : 6

// Few of each, so that filings often share periods, object ids, and names.
const EINS = Array.from({ length: 10 }, (_, n) => `07000001${n}`)
const OBJECT_IDS = Array.from({ length: 30 }, (_, n) => madeObjectId(n))
const NAMES = ['Elm Aid', 'ELM AID INC', 'Oak Relief', 'Ash Club', 'Fir Trust']
const YEARS = [2020, 2021, 2022]

const made = openLoads('resolve_touched')

function returnOf(ein: string, random: Random): string {
  const received = `05-${random.int(10, 28)}`
  const header = toHeader({ ein, name: random.pick(NAMES), year: random.pick(YEARS), received })
  const group = random.chance(0.3) ? '<GroupExemptionNum>1961</GroupExemptionNum>' : ''
  const revenue = `<CYTotalRevenueAmt>${random.int(1, 1_000_000)}</CYTotalRevenueAmt>`
  return makeReturn({ header, data: `<IRS990>${group}${revenue}</IRS990>` })
}

const registryOf = (eins: string[], random: Random): string =>
  toRegistry(eins.map((ein) => ({ ein, name: random.pick(NAMES).toUpperCase() })))

const deductibleOf = (eins: string[], random: Random): string =>
  eins.map((ein) => `${ein}|${random.pick(NAMES)}|Akron|OH|United States|PC\n`).join('')

/** Writes files to load: returns, some under an object id that another organization had. */
function writeFiles(round: string, random: Random): string {
  const month = `${round}/2026-0${random.int(1, 6)}`
  for (const id of random.sample(OBJECT_IDS, random.int(1, 6))) {
    made.write(`${round}/${id}_public.xml`, returnOf(random.pick(EINS), random))
  }
  const some = () => random.sample(EINS, random.int(1, 6))
  if (random.chance(0.3)) {
    made.write(`${month}/eo${random.int(1, 2)}.csv`, registryOf(some(), random))
  }
  if (random.chance(0.2)) made.write(`${month}/pub78.txt`, deductibleOf(some(), random))
  return join(made.folder, round)
}

const resolveAll = () => resolveOrganizations(made.store.db)
const rename = (eins: string) =>
  made.query(`update organization set name = 'Unseen' where ein like '${eins}'`)

async function namesOf(...eins: string[]): Promise<string[]> {
  const sql = 'select name from organization where ein = any($1) order by ein'
  return (await made.query<{ name: string }>(sql, [eins])).map(({ name }) => name)
}

test('parts loaded and resolved one by one leave nothing to change for a full run', async () => {
  for (let round = 1; round <= ROUNDS; round++) {
    const about = `TEST_SEED=${SEED}, round ${round}`
    const path = writeFiles(`round-${round}`, createRandom(`${SEED} ${round}`))
    expect((await made.loadAndResolve(path))?.release, about).toBeDefined()
    expect(await resolveAll(), about).toMatchObject({ changed: 0, removed: 0 })
  }
})

test('a load of returns resolves only their organizations, and a load of a table resolves all', async () => {
  const random = createRandom('alone')
  const [one = '', other = '', third = ''] = ['070000021', '070000022', '070000023']
  const list = made.write('first.txt', deductibleOf([one, other, third], random))
  await made.loadAndResolve(list, '2026-01')
  await rename('07000002%')
  const moved = `${madeObjectId(100)}_public.xml`
  await made.loadAndResolve(made.write(moved, returnOf(one, random)))
  expect(await namesOf(one, other, third)).toEqual([expect.any(String), 'Unseen', 'Unseen'])
  expect(await namesOf(one)).not.toEqual(['Unseen'])
  // The same object id now belongs to another organization, so both have changed.
  await rename(one)
  await made.loadAndResolve(made.write(moved, returnOf(other, random)))
  expect(await namesOf(third)).toEqual(['Unseen'])
  expect(await namesOf(one, other)).not.toContain('Unseen')
  await made.loadAndResolve(made.write('later.txt', deductibleOf([other], random)), '2026-02')
  expect(await namesOf(third)).not.toEqual(['Unseen'])
})

test('a table is resolved as far as an interrupted load got, and again when it is finished', async () => {
  const [first, second] = ['070000041', '070000042'] as const
  const path = made.write('eo4.csv', registryOf([first, second], createRandom('broken')))
  await made.load(path, '2026-03')
  await made.query(
    `update load_slice set done_at = null, position = 1
     where source_id = (select max(id) from load_source)`,
  )
  await made.query(`delete from bmf where ein = '${second}'`)
  expect(await resolveDue(made.store.db)).toBeDefined()
  expect(await resolveDue(made.store.db)).toBeUndefined()
  expect(await namesOf(first, second)).toHaveLength(1)
  await made.loadAndResolve(path, '2026-03')
  expect(await namesOf(first, second)).toHaveLength(2)
})

test('an older registry whose organizations are all known still adds their former names', async () => {
  for (const [month, name] of [
    ['2026-04', 'NEW NAME'],
    ['2020-04', 'OLD NAME'],
  ] as const) {
    const text = toRegistry([{ ein: '070000051', name }])
    await made.loadAndResolve(made.write(`former-${month}/eo3.csv`, text), month)
  }
  const sql = `select kind, name from organization_name where ein = '070000051'`
  expect(await made.query(sql)).toEqual([{ kind: 'former', name: 'OLD NAME' }])
})
