import { describe, expect, onTestFinished, test } from 'vitest'
import { findPrunable, rollBack } from '#indexer/commands/old-indices.ts'
import { completeIndex, createIndex, switchAlias } from '#indexer/index/build/engine-index.ts'
import { deleteIndices, holdReindexLock } from '#indexer/index/catalog.ts'
import { organizationsPart } from '#indexer/index/documents/organizations-part.ts'
import { sectorPart } from '#indexer/index/sector/compute-sector.ts'
import { readIndices, readStatus } from '#indexer/pipeline/status.ts'
import { COMPANION_NAMES, companionIndexFor, indexAlias } from '#mappings/companions.ts'
import type { GrantDocument } from '#mappings/grants.ts'
import { organizationsAlias } from '#mappings/organizations.ts'
import { sectorProperties } from '#mappings/sector.ts'
import { OperatorError } from '#src/platform/errors.ts'
import { buildAllCompanions, metaOf } from '#test/integration/indices/companions.ts'
import { openCutOff } from '#test/integration/indices/cut-off.ts'
import { openIndices } from '#test/integration/indices/open-indices.ts'
import {
  addFilers,
  addPerson,
  addRegistry,
  einOf,
  FIRST_RELEASE,
  giveGrants,
  mintRelease,
  objectOf,
  rateFilers,
  SECOND_RELEASE,
} from '#test/integration/indices/store.ts'
import { TAKES_ALL } from '#test/random.ts'

const indices = openIndices('reindex_deep', async (db) => {
  await addRegistry(db, 1, 5)
  await addFilers(db, 1, 15)
  await addPerson(db, objectOf(1), 'Ann Lee')
  await giveGrants(db, 1, ['Adult literacy'])
})
const { alias, opensearch, prefix, query, reindex, check, liveIndex } = indices
const sector = indexAlias(prefix, 'sector')
const create = (index: string, body: object = {}) =>
  opensearch.run((client) => client.indices.create({ index, body }))
const isFulfilled = (work: Promise<unknown>) =>
  work.then(
    () => true,
    () => false,
  )

describe('reindex', () => {
  test('embeds a text only once, in any build of a release', async () => {
    expect(await reindex()).toMatchObject({ embedded: 0, index: `${alias}-${FIRST_RELEASE}-2` })
    await query('delete from embedding')
    expect((await reindex()).embedded).toBeGreaterThan(15)
  })

  test('of more organizations than one batch reads is equal to the store', async () => {
    await addRegistry(indices.db, 1_001, 2_100)
    await reindex()
    expect(await check()).toMatchObject({ faults: [], isBehind: false })
  })

  test('rejects an empty store', async () => {
    await query('truncate organization, rating, release cascade')
    await expect(reindex()).rejects.toThrow(OperatorError)
  })

  test('runs once if started twice, and not during a rollback or prune', async () => {
    const outcomes = await Promise.all([isFulfilled(reindex()), isFulfilled(reindex())])
    expect(outcomes.sort()).toEqual([false, true])
    await holdReindexLock(indices.db, prefix, async () => {
      await expect(reindex()).rejects.toThrow(OperatorError)
    })
  })

  test('switches under concurrent reads without a failed read', async () => {
    let isDone = false
    const totals = new Set<number>()
    const read = async () => {
      while (!isDone) totals.add((await indices.search({ match_all: {} })).length)
    }
    const readers = Promise.all([read(), read(), read()])
    await addRegistry(indices.db, 6, 8, SECOND_RELEASE)
    await reindex()
    await rollBack(opensearch, prefix)
    isDone = true
    await readers
    expect([...totals].sort()).toEqual([20, 23])
  })

  test('builds only if the live set is not up to date, and says why', async () => {
    const other = { ...indices.embedder, model: 'another@0' }
    expect(await reindex(true)).toMatchObject({ isBuilt: false, documents: 20 })
    expect(await reindex(true, { embedder: other })).toMatchObject({ isBuilt: true })
    await addRegistry(indices.db, 6, 6, SECOND_RELEASE)
    expect(await reindex(true)).toMatchObject({ documents: 21, release: SECOND_RELEASE })
    await deleteIndices(opensearch, await indices.names())
    expect(await reindex(true)).toMatchObject({ isBuilt: true })
    const said = [
      /a different model/,
      new RegExp(`${FIRST_RELEASE}.*${SECOND_RELEASE}`),
      /No index/,
    ]
    expect(indices.notes).toEqual(said.map((one) => expect.stringMatching(one)))
  })

  test.each([
    ['of a form that is no longer the primary one', `update rating set form = '990EZ'`],
    ['without enough data', `update rating set state = 'NotEnoughData', score = null, band = null`],
  ])('shows no rating %s', async (_, change) => {
    await rateFilers(indices.db, [1], 50, SECOND_RELEASE)
    await query(change)
    await reindex()
    const [document] = await indices.search<object>({ term: { ein: einOf(1) } })
    expect(document).not.toHaveProperty('sort.rating')
  })

  test('leaves out grants that a load has replaced until the network has resolved them', async () => {
    await mintRelease(indices.db, SECOND_RELEASE)
    await query('update filed_edge set amount = 7')
    await query("insert into due values ('network', $1)", [einOf(1)])
    await reindex()
    const grants = indexAlias(prefix, 'grants')
    expect(await indices.search<GrantDocument>({ term: { rows: 1 } }, grants)).toEqual([])
    expect((await check()).faults).toEqual([])
  })
})

describe('a rejected document', () => {
  const BAD = einOf(3)
  /** Sets the revenue of filings; 1e30 is out of the range of the index's field. */
  const setRevenue = (revenue: string, ...eins: string[]) =>
    query(
      `update filing set facts = jsonb_set(facts, '{totalRevenue,value}', $1) where ein = any($2)`,
      [revenue, eins],
    )
  const find = async (ein: string) => (await indices.search({ term: { ein } })).length

  test('is left out and listed; the rest is published; the next build retries it', async () => {
    await setRevenue('1e30', BAD, einOf(4))
    const reason = expect.stringMatching(/filter\.revenue.*1\.0E30/)
    const quarantined = [3, 4].map((filer) => ({
      ein: einOf(filer),
      objectId: objectOf(filer),
      reason,
    }))
    expect(await reindex()).toMatchObject({ isBuilt: true, documents: 18, quarantined })
    expect(await check()).toMatchObject({ faults: [], quarantined })
    const live = (await readIndices(opensearch, prefix)).filter(({ role }) => role === 'live')
    expect(live).toMatchObject([{ documents: 18, quarantined }])
    // The index metadata that every search reads must stay small.
    expect((await opensearch.readMeta(alias)).meta).not.toHaveProperty('quarantined')

    await setRevenue('3000', BAD)
    expect(await reindex()).toMatchObject({ documents: 19, quarantined: [{ ein: einOf(4) }] })
    expect(await find(BAD)).toBe(1)
    expect(await check()).toMatchObject({ faults: [] })
    await rollBack(opensearch, prefix)
    expect(await find(BAD)).toBe(0)
  })

  test('is also one that cannot be built', async () => {
    await query(`update filing set narrative = '{}' where ein = $1`, [BAD])
    const reason = expect.stringContaining('TypeError')
    expect(await reindex()).toMatchObject({ documents: 19, quarantined: [{ ein: BAD, reason }] })
    expect(await check()).toMatchObject({ faults: [] })
  })

  test('stops the build if there are more than ten; the live index stays', async () => {
    const live = await liveIndex()
    await mintRelease(indices.db, SECOND_RELEASE)
    const eins = Array.from({ length: 11 }, (_, at) => einOf(at + 1))
    await setRevenue('1e30', ...eins)
    const failure = await reindex().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(OperatorError)
    expect(String(failure)).toMatch(/\b11\b.*\b20\b.*\b10\b.*EIN 17\d{7}.*\d{18}\n.*\b1 more/s)
    expect(await liveIndex()).toBe(live)

    await setRevenue('3000', ...eins)
    expect(await reindex()).toMatchObject({ index: `${alias}-${SECOND_RELEASE}` })
    expect(indices.notes, 'the unfinished index is removed').toHaveLength(1)
    expect(await indices.names('organizations')).toHaveLength(2)
  })

  test('stops the build of a companion, and is named', async () => {
    const meta = { index: `${alias}-${FIRST_RELEASE}-2`, release: FIRST_RELEASE }
    const properties = () => ({ ...sectorProperties, taxYear: { type: 'byte' } })
    const part = { ...sectorPart, properties }
    const build = buildAllCompanions(opensearch, indices.db, meta, [part])
    await expect(build).rejects.toThrow(/sector-year-2022 .*\[taxYear\] of type \[byte\]/s)
  })
})

test('verify finds an index that lost its vectors and companions, and a rebuild repairs it', async () => {
  const { index } = await opensearch.readMeta(alias)
  const own = { index: `${alias}-${FIRST_RELEASE}-9`, release: FIRST_RELEASE }
  const bare = metaOf(own, 'organizations', { embeddingModel: indices.embedder.model })
  await createIndex(opensearch, organizationsPart, bare)
  const source = { index, _source: ['ein', 'display', 'query', 'filter', 'sort'] }
  await opensearch.run((client) =>
    client.reindex({ body: { source, dest: { index: bare.index } }, refresh: true }),
  )
  await completeIndex(opensearch, bare)
  await switchAlias(opensearch, prefix, bare.index)
  const { faults, isBehind } = await check()
  expect(isBehind).toBe(false)
  expect(faults.filter((fault) => /Document 17.*differs|vector.*EIN 17/.test(fault))).toHaveLength(
    20,
  )
  for (const companion of COMPANION_NAMES) expect(faults.join()).toContain(companion)
  await reindex()
  expect((await check()).faults).toEqual([])
})

test('cuts between any calls leave the live set complete; the next build removes the rest', async () => {
  const live = await liveIndex()
  // Sampled, unless all are wanted.
  const step = TAKES_ALL ? 1 : 9
  for (let calls = 0, isDone = false; !isDone; calls += step) {
    const { client, close } = await openCutOff(calls)
    isDone = await isFulfilled(reindex(false, { opensearch: client }))
    await close()
    expect((await indices.liveSet()) !== live).toBe(isDone)
    if (calls < 9) expect(isDone).toBe(false)
  }
  // Each remaining index has its companions.
  const left = await indices.names('organizations')
  const expected = left.map((name) => companionIndexFor(name, 'sector') ?? '')
  expect(await indices.names('sector')).toEqual(expected.sort())
})

describe('rollback and prune', () => {
  test('rollback returns to the previous set; prune keeps both', async () => {
    const first = await liveIndex()
    const { index: second } = await reindex()
    const { index: third } = await reindex()
    expect(await findPrunable(opensearch, prefix)).toEqual([first])
    expect(await rollBack(opensearch, prefix)).toEqual({ from: third, to: second })
    expect(await indices.liveSet()).toBe(second)
    expect(await findPrunable(opensearch, prefix)).toEqual([third])
    await deleteIndices(opensearch, [third, third, first])
    expect(await indices.names('sector')).toEqual([companionIndexFor(second, 'sector')])
    await expect(rollBack(opensearch, prefix)).rejects.toThrow(OperatorError)
    expect(await opensearch.count(alias)).toBe(20)
  })

  test("prune deletes no other service's index, nor one that another mapping version's API reads", async () => {
    const neighbour = `${organizationsAlias(`other-${prefix}`)}-${FIRST_RELEASE}`
    const older = `${prefix}organizations-m1-${FIRST_RELEASE}`
    const abandoned = `${prefix}organizations-m1-${SECOND_RELEASE}`
    onTestFinished(() => deleteIndices(opensearch, [neighbour]))
    await create(neighbour)
    await create(`${alias}-notes`)
    await create(older, { aliases: { [`${prefix}organizations-m1`]: {} } })
    await create(abandoned, { aliases: { notes: {} } })
    expect(await findPrunable(opensearch, prefix)).toEqual([abandoned])
    const status = await readStatus(indices.db, await readIndices(opensearch, prefix))
    expect(status.indices.map(({ role }) => role)).toEqual(['served', 'unfinished', 'live'])
    // A release indexed with another mapping version gets a new name.
    await deleteIndices(opensearch, [`${alias}-${FIRST_RELEASE}`])
    expect(await reindex()).toMatchObject({ index: `${alias}-${FIRST_RELEASE}-2` })
  })

  test('a companion without its index is removed by prune, and by the next build', async () => {
    const orphan = `${sector}-${SECOND_RELEASE}`
    await create(orphan)
    expect(await findPrunable(opensearch, prefix)).toEqual([orphan])
    await reindex()
    expect(indices.notes.join()).toContain(orphan)
    expect(await indices.names('sector')).not.toContain(orphan)
  })
})

test('an index without a companion is found, and due for a build', async () => {
  const live = await indices.liveSet()
  await deleteIndices(opensearch, [companionIndexFor(live, 'people') ?? ''])
  expect((await check()).faults).toEqual([expect.stringContaining('people')])
  const people = indexAlias(prefix, 'people')
  await expect(opensearch.count(people)).rejects.toMatchObject({ code: 'IndexNotReady' })
  expect(await reindex(true)).toMatchObject({ isBuilt: true })
  expect(indices.notes).toEqual([expect.stringContaining('people')])
  await indices.liveSet()
  // A rollback to the index without it leaves none of another set live.
  await rollBack(opensearch, prefix)
  expect(await liveIndex()).toBe(live)
  await expect(opensearch.count(people)).rejects.toMatchObject({ code: 'IndexNotReady' })
})

test('status counts the store, the indices, and what is due', async () => {
  await addRegistry(indices.db, 6, 9, SECOND_RELEASE)
  await query(
    `insert into filing_index (object_id, ein, form, tax_period, index_year)
     values ('${objectOf(1)}', '${einOf(1)}', '990', '202212', 2023),
            ('${objectOf(99)}', '${einOf(99)}', '990', '202212', 2023)`,
  )
  expect(await readStatus(indices.db, await readIndices(opensearch, prefix))).toMatchObject({
    newestRelease: SECOND_RELEASE,
    organizations: 24,
    filingsByForm: { '990': 15 },
    restrictionLists: [{ list: 'SDN' }, { list: 'consolidated' }, { list: 'SAM' }],
    missingFilings: [{ year: 2023, listed: 2, missing: 1 }],
    indices: [{ name: await liveIndex(), role: 'live', documents: 20, release: FIRST_RELEASE }],
  })
})
