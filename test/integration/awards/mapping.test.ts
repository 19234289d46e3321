import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mapAwards } from '#indexer/awards/run.ts'
import { readMappingStatus } from '#indexer/awards/status.ts'
import { resolveLoaded } from '#indexer/pipeline/resolve.ts'
import { toRegistry, writeMonth } from '#test/integration/indexer/made-lists.ts'
import { createStore, loadInto, type Store } from '#test/world/store.ts'
import { insertAudits, insertAwards } from './made-awards.ts'

const KITCHEN = { ein: '079009301', name: 'LARCH ROW KITCHEN', city: 'AKRON', state: 'OH' }
const FIRM = { ein: '079009302', name: 'BIRCH AUDIT PARTNERS', city: 'AKRON', state: 'OH' }
const READERS = { ein: '079009303', name: 'DOGWOOD READERS', city: 'AKRON', state: 'OH' }
const UEI = 'ZZLARCH00001'
const SECOND = 'ZZLARCH00002'

const folder = mkdtempSync(join(tmpdir(), 'mapping-'))
let store: Store
beforeAll(async () => {
  store = await createStore('awards_mapping')
  const files = { 'eo1.csv': toRegistry([KITCHEN, FIRM, READERS]) }
  await loadInto(store, [writeMonth(folder, '2026-04', files)])
  await resolveLoaded(store.db)
})
afterAll(async () => {
  await store.drop()
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  await store.db.query(
    'truncate audit, audit_identifier, award, uei_mapping, award_state, awards_version',
  )
})

const kitchen = { uei: UEI, ein: KITCHEN.ein, name: 'Larch Row Kitchen Inc' }

const mapped = () =>
  store.db.query<Record<string, unknown>>(
    'select uei, ein, score, is_used, reason from uei_mapping order by uei, ein',
  )
const used = (uei: string, ein: string, score: number) => ({
  uei,
  ein,
  score,
  is_used: true,
  reason: null,
})

describe('a pair from audits', () => {
  test('is mapped with its years, names, and audits', async () => {
    await insertAudits(store.db, [
      { ...kitchen, year: 2022 },
      { ...kitchen, year: 2023 },
      { ...kitchen, year: 2023, name: 'LRK' },
    ])
    const { release, changed, eins, judged } = await mapAwards(store.db)
    expect({ changed, eins, judged }).toEqual({
      changed: 1,
      eins: [KITCHEN.ein],
      judged: { used: 1, unused: 0 },
    })
    expect(await store.db.query('select * from uei_mapping')).toEqual([
      {
        uei: UEI,
        ein: KITCHEN.ein,
        years: [2022, 2023],
        audits: 3,
        name_agrees: true,
        other_eins: [],
        score: 0.875,
        is_used: true,
        reason: null,
      },
    ])
    expect(await store.db.query('select release from award_state')).toEqual([{ release }])
    expect(
      await store.db.query('select cause from release where id = $1', [release ?? '']),
    ).toEqual([{ cause: 'resolve' }])
  })

  test('may have a hyphen, lowercase letters, and surrounding spaces', async () => {
    await insertAudits(store.db, [{ ...kitchen, uei: ' zzlarch00001 ', ein: ' 07-9009301' }])
    await mapAwards(store.db)
    expect(await mapped()).toEqual([used(UEI, KITCHEN.ein, 0.75)])
  })

  test('may be one of several UEIs of an EIN: all are used', async () => {
    await insertAudits(store.db, [kitchen, { ...kitchen, uei: SECOND }])
    await mapAwards(store.db)
    expect(await mapped()).toEqual([used(UEI, KITCHEN.ein, 0.75), used(SECOND, KITCHEN.ein, 0.75)])
  })

  test('scores lower if the audit covers further entities, which are not aliases', async () => {
    await insertAudits(store.db, [{ ...kitchen, covers: [SECOND, READERS.ein] }])
    await mapAwards(store.db)
    expect(await mapped()).toEqual([used(UEI, KITCHEN.ein, 0.675)])
  })

  test('scores the same with its own further identifiers, or with none', async () => {
    const covers = ['07-9009301', 'zzlarch00001', 'N/A', '000000000', 'NOTAVAILABLE']
    await insertAudits(store.db, [{ ...kitchen, covers }])
    await mapAwards(store.db)
    expect(await mapped()).toEqual([used(UEI, KITCHEN.ein, 0.75)])
  })
})

describe('a value in audits that is not a pair', () => {
  test.each([
    ['GSA_MIGRATION', 'PlaceholderUEI'],
    ['XXXXXXXXXXXX', 'PlaceholderUEI'],
    ['NAXXXXXXXXXX', 'PlaceholderUEI'],
    ['000000000000', 'PlaceholderUEI'],
    ['ZZLARCH0001', 'PlaceholderUEI'],
    ['NOTAVAILABLE', 'PlaceholderUEI'],
    ['ZZLARCH-0001', 'PlaceholderUEI'],
    ['', 'NoUEI'],
    [null, 'NoUEI'],
  ])('a UEI %s is counted as %s', async (uei, reason) => {
    await insertAudits(store.db, [{ ...kitchen, uei }])
    await mapAwards(store.db)
    expect(await mapped()).toEqual([])
    expect((await readMappingStatus(store.db)).dropped).toEqual({ [reason]: 1 })
  })

  test.each(['000000000', '12345678', '99-99999', null, 'N/A'])(
    'an EIN %s is counted as malformed',
    async (ein) => {
      await insertAudits(store.db, [{ ...kitchen, ein }])
      await mapAwards(store.db)
      expect(await mapped()).toEqual([])
      expect((await readMappingStatus(store.db)).dropped).toEqual({ MalformedEIN: 1 })
    },
  )
})

describe('a pair that is stored but not used', () => {
  const unused = (ein: string, reason: string) =>
    expect.objectContaining({ ein, is_used: false, reason })

  test('has the EIN of the auditor of the same audit', async () => {
    await insertAudits(store.db, [{ ...kitchen, ein: FIRM.ein, auditor: '07-9009302' }])
    await mapAwards(store.db)
    expect(await mapped()).toEqual([unused(FIRM.ein, 'AuditorEIN')])
  })

  test('has the EIN of the auditor of other audits, under another name', async () => {
    await insertAudits(store.db, [
      { ...kitchen, ein: FIRM.ein },
      { uei: SECOND, ein: READERS.ein, auditor: FIRM.ein },
    ])
    await insertAwards(store.db, [{ recipient_uei: UEI }])
    await mapAwards(store.db)
    expect((await mapped())[0]).toEqual(unused(FIRM.ein, 'AuditorEIN'))
    expect((await readMappingStatus(store.db)).withheld).toBe(1)
  })

  test('has an EIN that no organization in the store has', async () => {
    await insertAudits(store.db, [{ ...kitchen, ein: '979009399' }])
    await mapAwards(store.db)
    expect(await mapped()).toEqual([unused('979009399', 'Unknown')])
  })

  test('has one of two EINs of a UEI, without a clear owner', async () => {
    await insertAudits(store.db, [kitchen, { ...kitchen, ein: READERS.ein }])
    await mapAwards(store.db)
    expect(await mapped()).toEqual([
      unused(KITCHEN.ein, 'Contested'),
      unused(READERS.ein, 'Contested'),
    ])
    await insertAwards(store.db, [{ recipient_uei: UEI }])
    expect(await readMappingStatus(store.db)).toMatchObject({
      used: 0,
      usedAudits: 0,
      unused: { Contested: 2 },
      withheld: 1,
    })
  })
})

describe('mapping again', () => {
  test('writes nothing and creates no release if nothing differs', async () => {
    await insertAudits(store.db, [kitchen, { ...kitchen, uei: SECOND, ein: '979009399' }])
    await mapAwards(store.db)
    const rows = () => store.db.query('select xmin::text, uei from uei_mapping order by uei')
    const before = await rows()
    expect(await mapAwards(store.db)).toEqual({
      changed: 0,
      eins: [],
      judged: { used: 1, unused: 1 },
      release: undefined,
    })
    expect(await rows()).toEqual(before)
  })

  test('creates a release for awards alone', async () => {
    const { release, changed } = await mapAwards(store.db, { haveAwardsChanged: true })
    expect({ changed, isMinted: release !== undefined }).toEqual({ changed: 0, isMinted: true })
    expect(await store.db.query('select release from award_state')).toEqual([{ release }])
  })

  test('assigns its release only to organizations whose identifiers changed', async () => {
    const released = () =>
      store.db.query('select ein, release from awards_version order by release, ein')
    await insertAudits(store.db, [kitchen, { ...kitchen, uei: SECOND, ein: '079009399' }])
    const { release: first } = await mapAwards(store.db)
    expect(await released()).toEqual([{ ein: KITCHEN.ein, release: first }])
    await insertAudits(store.db, [
      { uei: SECOND, ein: READERS.ein, name: READERS.name, year: 2024 },
    ])
    const { release: second } = await mapAwards(store.db)
    expect(await released()).toEqual([
      { ein: KITCHEN.ein, release: first },
      { ein: READERS.ein, release: second },
    ])
    // An organization that loses them has changed, too.
    await store.db.query('delete from audit where ein = $1', [KITCHEN.ein])
    const { release: third } = await mapAwards(store.db)
    expect(await released()).toEqual([
      { ein: READERS.ein, release: second },
      { ein: KITCHEN.ein, release: third },
    ])
  })

  test('removes a pair that a later audit contests, and one that is gone', async () => {
    await insertAudits(store.db, [kitchen, { ...kitchen, uei: SECOND }])
    await mapAwards(store.db)
    await insertAudits(store.db, [{ ...kitchen, ein: READERS.ein, year: 2024 }])
    await store.db.query('delete from audit where uei = $1', [SECOND])
    const { eins, changed } = await mapAwards(store.db)
    expect({ eins, changed }).toEqual({ eins: [KITCHEN.ein, READERS.ein], changed: 3 })
    expect((await mapped()).map(({ is_used }) => is_used)).toEqual([false, false])
  })

  test('of some organizations evaluates their audits, and leaves the others unchanged', async () => {
    await insertAudits(store.db, [kitchen, { ...kitchen, uei: SECOND, ein: READERS.ein }])
    await insertAudits(store.db, [{ uei: SECOND, ein: READERS.ein, auditor: FIRM.ein }])
    await mapAwards(store.db)
    await store.db.query("update uei_mapping set score = 0.1, reason = 'Unknown', is_used = false")
    const rename = (name: string) =>
      store.db.query('update organization set name = $1 where ein = $2', [name, READERS.ein])
    await rename(kitchen.name)
    const result = await mapAwards(store.db, { eins: [READERS.ein, FIRM.ein] })
    await rename(READERS.name)
    expect(result).toMatchObject({
      changed: 1,
      eins: [READERS.ein],
      judged: { used: 1, unused: 0 },
    })
    expect(await mapped()).toEqual([
      { ...used(UEI, KITCHEN.ein, 0.1), is_used: false, reason: 'Unknown' },
      used(SECOND, READERS.ein, 0.75),
    ])
    const none = { changed: 0, eins: [], judged: { used: 0, unused: 0 }, release: undefined }
    expect(await mapAwards(store.db, { eins: [] })).toEqual(none)
    expect(await mapAwards(store.db, { eins: ['979009399'] })).toEqual(none)
  })

  test('twice at once gives the same result as once', async () => {
    await insertAudits(store.db, [kitchen])
    const results = await Promise.all([mapAwards(store.db), mapAwards(store.db)])
    expect(results.map(({ changed }) => changed).sort()).toEqual([0, 1])
  })
})
