import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mapAwards } from '#indexer/awards/run.ts'
import { readMappingStatus } from '#indexer/awards/status.ts'
import { openLoads } from '#test/integration/indexer/loads.ts'
import { toRegistry } from '#test/integration/indexer/made-lists.ts'
import { openCases } from '#test/unit/cases.ts'
import { ofMonth, withFiles } from '#test/world/here.ts'
import { insertAudits, insertAwards, type MadeAudit } from './made-awards.ts'

const KITCHEN = { ein: '079009301', name: 'LARCH ROW KITCHEN', city: 'AKRON', state: 'OH' }
const FIRM = { ein: '079009302', name: 'BIRCH AUDIT PARTNERS', city: 'AKRON', state: 'OH' }
const READERS = { ein: '079009303', name: 'DOGWOOD READERS', city: 'AKRON', state: 'OH' }
const UEI = 'ZZLARCH00001'
const SECOND = 'ZZLARCH00002'

const made = openLoads('awards_mapping')
beforeAll(async () => {
  const files = { 'eo1.csv': toRegistry([KITCHEN, FIRM, READERS]) }
  await withFiles(ofMonth('2026-04', files), made.loadAndResolve)
})
beforeEach(async () => {
  await made.query('truncate audit, audit_identifier, award, uei_mapping, award_state')
})

const kitchen = { uei: UEI, ein: KITCHEN.ein, name: 'Larch Row Kitchen Inc' }

const map = (audits: MadeAudit[], options?: Parameters<typeof mapAwards>[1]) =>
  insertAudits(made.store.db, audits).then(() => mapAwards(made.store.db, options))
const readStatus = () => readMappingStatus(made.store.db)
/** Returns each pair with its score, or the reason it is not used. */
const mapped = async () => {
  const rows = await made.query<{ row: string }>(
    `select concat_ws(' ', uei, ein, case when is_used then score::float::text else reason end) as row
     from uei_mapping order by uei, ein`,
  )
  return rows.map(({ row }) => row)
}
const pair = (uei: string, ein: string, found: string | number) => `${uei} ${ein} ${found}`

describe('a pair from audits', () => {
  test('is mapped with its years, names, and audits', async () => {
    const audits = [{ year: 2022 }, { year: 2023 }, { year: 2023, name: 'LRK' }]
    const result = await map(audits.map((audit) => ({ ...kitchen, ...audit })))
    const { release } = result
    const judged = { used: 1, unused: 0 }
    expect(result).toEqual({ changed: 1, eins: [KITCHEN.ein], judged, release })
    const found = { uei: UEI, ein: KITCHEN.ein, years: [2022, 2023], audits: 3, name_agrees: true }
    const used = { other_eins: [], score: 0.875, is_used: true, reason: null }
    expect(await made.query('select * from uei_mapping')).toEqual([{ ...found, ...used }])
    expect(await made.query('select release from award_state')).toEqual([{ release }])
    const cause = 'select cause from release where id = $1'
    expect(await made.query(cause, [release ?? ''])).toEqual([{ cause: 'resolve' }])
  })

  const cases = openCases(new URL('./mapping.tsv', import.meta.url))
  test.each(cases<[string, MadeAudit[], string[]]>('pairs from audits'))(
    '%s',
    async (_, audits, expected) => {
      await map(audits)
      expect(await mapped()).toEqual(expected)
    },
  )

  const placeholders = ['GSA_MIGRATION', 'XXXXXXXXXXXX', 'NAXXXXXXXXXX', '000000000000']
  const malformed = ['ZZLARCH0001', 'NOTAVAILABLE', 'ZZLARCH-0001']
  test.each(['', null, ...placeholders, ...malformed])('has no UEI %s', async (uei) => {
    const reason = uei ? 'PlaceholderUEI' : 'NoUEI'
    await map([{ ...kitchen, uei }])
    expect(await mapped()).toEqual([])
    expect((await readStatus()).dropped).toEqual({ [reason]: 1 })
  })

  test.each(['000000000', '12345678', '99-99999', null, 'N/A'])('has no EIN %s', async (ein) => {
    await map([{ ...kitchen, ein }])
    expect(await mapped()).toEqual([])
    expect((await readStatus()).dropped).toEqual({ MalformedEIN: 1 })
  })

  test('that is not used is counted, with the awards it withholds', async () => {
    await map([kitchen, { ...kitchen, ein: READERS.ein }])
    await insertAwards(made.store.db, [{ recipient_uei: UEI }])
    const counts = { used: 0, usedAudits: 0, unused: { Contested: 2 }, withheld: 1 }
    expect(await readStatus()).toMatchObject(counts)
  })
})

describe('mapping again', () => {
  test('writes nothing and creates no release if nothing differs', async () => {
    await map([kitchen, { ...kitchen, uei: SECOND, ein: '979009399' }])
    const rows = () => made.query('select xmin::text, uei from uei_mapping order by uei')
    const before = await rows()
    const nothing = { changed: 0, eins: [], judged: { used: 1, unused: 1 }, release: undefined }
    expect(await mapAwards(made.store.db)).toEqual(nothing)
    expect(await rows()).toEqual(before)
  })

  test('creates a release for awards alone', async () => {
    await made.query("insert into due values ('awards', 'ANY')")
    const { release, changed } = await mapAwards(made.store.db)
    expect({ changed, isMinted: release !== undefined }).toEqual({ changed: 0, isMinted: true })
    expect(await made.query('select release from award_state')).toEqual([{ release }])
  })

  test('removes a pair that a later audit contests, and one that is gone', async () => {
    await map([kitchen, { ...kitchen, uei: SECOND }])
    await insertAudits(made.store.db, [{ ...kitchen, ein: READERS.ein, year: 2024 }])
    await made.query('delete from audit where uei = $1', [SECOND])
    const { eins, changed } = await mapAwards(made.store.db)
    expect({ eins, changed }).toEqual({ eins: [KITCHEN.ein, READERS.ein], changed: 3 })
    const contested = [KITCHEN, READERS].map(({ ein }) => pair(UEI, ein, 'Contested'))
    expect(await mapped()).toEqual(contested)
  })

  test('of some organizations evaluates their audits, and leaves the others unchanged', async () => {
    await insertAudits(made.store.db, [kitchen, { ...kitchen, uei: SECOND, ein: READERS.ein }])
    await map([{ uei: SECOND, ein: READERS.ein, auditor: FIRM.ein }])
    await made.query("update uei_mapping set score = 0.1, reason = 'Unknown', is_used = false")
    const rename = (name: string) =>
      made.query('update organization set name = $1 where ein = $2', [name, READERS.ein])
    await rename(kitchen.name)
    const result = await mapAwards(made.store.db, [READERS.ein, FIRM.ein])
    await rename(READERS.name)
    const judged = { used: 1, unused: 0 }
    expect(result).toMatchObject({ changed: 1, eins: [READERS.ein], judged })
    const pairs = [pair(UEI, KITCHEN.ein, 'Unknown'), pair(SECOND, READERS.ein, 0.75)]
    expect(await mapped()).toEqual(pairs)
    const none = { changed: 0, eins: [], judged: { used: 0, unused: 0 }, release: undefined }
    expect(await mapAwards(made.store.db, [])).toEqual(none)
    expect(await mapAwards(made.store.db, ['979009399'])).toEqual(none)
  })

  test('twice at once gives the same result as once', async () => {
    await insertAudits(made.store.db, [kitchen])
    const results = await Promise.all([mapAwards(made.store.db), mapAwards(made.store.db)])
    expect(results.map(({ changed }) => changed).sort()).toEqual([0, 1])
  })
})
