import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { analyzeChanged } from '#indexer/store/analyze.ts'
import { readPacked } from '#src/domain/packed-json.ts'
import { makeReturn } from '#test/unit/indexer/made-return.ts'
import { forgeEntry, forgeText, writeZip, type ZipFile } from '#test/unit/indexer/zips.ts'
import { openLoads } from './loads.ts'
import { madeEin, madeFiles, madeHeader, madeObjectId, madeXml } from './made-archives.ts'

const made = openLoads('load_archives')
const zip = async (name: string, files: ZipFile[], options?: { zip64: boolean }) => {
  const path = made.write(name, '')
  await writeZip(path, files, options)
  return path
}

describe('archives', () => {
  test('in ZIP64 format and with folders load completely, and are cited by their returns', async () => {
    const path = await zip('zip64.zip', madeFiles(0, 300), { zip64: true })
    expect(await made.count(path)).toMatchObject({ loaded: 300, rejected: 0 })
    const sql = 'select source_archive, source_member from filing where object_id = $1'
    const source_member = `batch2/${madeObjectId(5)}_public.xml`
    const source = { source_archive: 'zip64.zip', source_member }
    expect(await made.queryOne(sql, [madeObjectId(5)])).toEqual(source)
    const copy = made.write('deeper/copy.zip', readFileSync(path))
    expect(await made.count(copy)).toMatchObject({ loaded: 0, unchanged: 300, seconds: 0 })
    const overlapping = await zip('overlapping.zip', madeFiles(290, 320))
    expect(await made.count(overlapping)).toMatchObject({ loaded: 20, unchanged: 10 })
  })

  test('with forged entries reject those, and load the others', async () => {
    const files = madeFiles(2_200, 2_206)
    const nameOf = (at: number) => files[at]?.name ?? ''
    const path = await zip('forged.zip', files)
    forgeEntry(path, 1, 'packed', () => 0xffff_fff0)
    forgeEntry(path, 2, 'size', () => 0xffff_fff0)
    const unsafe = nameOf(3).replace('batch0/', '../evi/')
    forgeText(path, nameOf(3), unsafe)
    forgeText(path, nameOf(4), nameOf(4).replace('batch', 'b\u001b[2J'))
    expect(await made.count(path)).toMatchObject({ loaded: 3, rejected: 3 })
    const rejects = await made.query<{ reject: string }>(
      `select concat(code, ' ', member) as reject from reject
         join load_source on load_source.id = source_id where path = $1 order by member`,
      [path],
    )
    expect(rejects.map(({ reject }) => reject)).toEqual([
      ...[`UnsafePath ${unsafe}`, `DamagedEntry ${nameOf(1)}`, `TooLarge ${nameOf(2)}`],
    ])
    const sql = 'select source_member as member from filing where object_id = $1'
    const shown = await made.queryOne<{ member: string }>(sql, [madeObjectId(2_204)])
    expect(shown.member).toContain('b\\u001b[2J')
  })

  test('with a damaged entry reject it until repaired, even if the directory is the same', async () => {
    const files = madeFiles(2_100, 2_104).map((file) => ({ ...file, level: 0 }))
    const path = await zip('mended.zip', files)
    const sound = readFileSync(path)
    const damaged = Buffer.from(sound)
    damaged.write('X', damaged.indexOf('<TaxYr>') + 8)
    writeFileSync(path, damaged)
    expect(await made.count(path)).toMatchObject({ loaded: 3, rejected: 1 })
    const reject = { member: files[0]?.name, code: 'DamagedEntry' }
    const sql = `select member, code from reject where member = $1`
    expect(await made.query(sql, [files[0]?.name ?? ''])).toEqual([reject])
    expect(await made.count(path)).toMatchObject({ loaded: 0, unchanged: 3, rejected: 1 })
    writeFileSync(path, sound)
    expect(await made.count(path)).toMatchObject({ loaded: 1, unchanged: 3, rejected: 0 })
    const atOnce = { loaded: 0, unchanged: 4, rejected: 0, seconds: 0 }
    expect(await made.count(path), 'an undamaged archive').toMatchObject(atOnce)
  })

  // Their parts are larger than what the loader sends at once.
  test('of several slices at once keep each text with its return', async () => {
    const textOf = (n: number) => `${n} `.repeat(n % 3 === 0 ? 20_000 : 2_000)
    const files = Array.from({ length: 12 }, (_, at) => {
      const n = 8_000 + at
      const texts = Array.from({ length: 60 }, (_, row) => `<E${row}>${textOf(n)}</E${row}>`)
      const data = `<IRS990/><IRS990ScheduleO>${texts.join('')}</IRS990ScheduleO>`
      const bytes = Buffer.from(makeReturn({ header: madeHeader(n), data }))
      return { name: `${madeObjectId(n)}_public.xml`, bytes }
    })
    const slices = [0, 3, 6, 9].map((at) => zip(`slice-${at}.zip`, files.slice(at, at + 3)))
    expect(await made.count(await Promise.all(slices))).toMatchObject({ loaded: 12, rejected: 0 })
    const rows = await made.query<{ ein: string; content: Buffer }>(
      `select ein, content from filing join filing_block using (object_id)
         where block = 'IRS990ScheduleO' and ein like '0700080%' order by ein`,
    )
    const textIn = (content: Buffer) =>
      [...new Set(Object.values(readPacked<Record<string, string>>(content)))].join().trim()
    expect(rows.map(({ ein, content }) => ({ ein, text: textIn(content) }))).toEqual(
      files.map((_, at) => ({ ein: madeEin(8_000 + at), text: textOf(8_000 + at).trim() })),
    )
  })

  test('with too many rejects stop a load, which keeps what was loaded', async () => {
    const bad = Array.from({ length: 60 }, (_, n) => ({
      name: `${madeObjectId(5_000 + n)}_public.xml`,
      bytes: Buffer.from('<Return>'),
    }))
    const result = await made.load(await zip('rejects.zip', [...madeFiles(4_000, 4_256), ...bad]))
    expect(result.isStopped).toBe(true)
    expect(result.tally.kinds[0]).toMatchObject({ loaded: 256, rejected: 60 })
  })
})

describe('a return that is loaded again', () => {
  const put = (name: string, xml: string) => made.write(name, xml)
  const revenueOf = (id: string) =>
    made.query<{ value: number; current: boolean }>(
      `select facts->'totalRevenue'->'value' as value, is_current as current
       from filing where object_id = $1`,
      [id],
    )

  test('replaces the earlier if it has other content that can be read', async () => {
    const id = madeObjectId(3_000)
    await made.count(put(`first/${id}_public.xml`, madeXml(3_000, 1)))
    const broken = put(`broken/${id}_public.xml`, madeXml(3_000, 2).slice(0, 300))
    expect(await made.count(broken)).toMatchObject({ replaced: 0, rejected: 1 })
    expect(await revenueOf(id)).toEqual([{ value: 1, current: true }])
    const second = put(`second/${id}_public.xml`, madeXml(3_000, 2))
    expect(await made.count(second)).toMatchObject({ loaded: 0, replaced: 1 })
    expect(await revenueOf(id)).toEqual([{ value: 2, current: true }])
  })

  test('twice in one load is stored once, also without an object id in its name', async () => {
    const nameless = ['return', 'other'].map((name) => put(`${name}.xml`, madeXml(3_004)))
    expect(await made.count(nameless)).toMatchObject({ loaded: 1, unchanged: 1 })
    const id = madeObjectId(3_002)
    const paths = ['one', 'two', 'three'].map((name, revenue) =>
      put(`${name}/${id}_public.xml`, madeXml(3_002, revenue)),
    )
    expect(await made.count(paths)).toMatchObject({ loaded: 1, replaced: 2 })
    expect(await revenueOf(id)).toEqual([{ value: 2, current: true }])
  })

  // test/integration/http/sections.test.ts reads such rows page by page.
  test('without its 300 rows of Schedule R removes those that were stored apart', async () => {
    const id = madeObjectId(3_050)
    const related = Array.from(
      { length: 300 },
      (_, row) =>
        `<IdRelatedTaxExemptOrgGrp><EIN>${170_000_001 + row}</EIN><PrimaryActivitiesTxt>` +
        `${'Health care. '.repeat(20)}</PrimaryActivitiesTxt></IdRelatedTaxExemptOrgGrp>`,
    )
    const readCut = async (schedule: string) => {
      const data = `<IRS990/>${schedule}`
      const xml = makeReturn({ header: madeHeader(3_050), data })
      expect(await made.count(put(`${id}_public.xml`, xml))).toMatchObject({ rejected: 0 })
      const sql = "select contents -> 'cut' as cut from filing where object_id = $1"
      return await made.queryOne(sql, [id])
    }
    const path = '/IRS990ScheduleR/IdRelatedTaxExemptOrgGrp'
    const schedule = `<IRS990ScheduleR>${related.join('')}</IRS990ScheduleR>`
    expect(await readCut(schedule)).toEqual({ cut: [path] })
    const sql = 'select path, related_ein as ein from related_reference where object_id = $1'
    const named = await made.query(sql, [id])
    expect(named).toHaveLength(300)
    expect(named).toContainEqual({ path: `${path}[237]`, ein: '170000237' })
    expect(await readCut('')).toEqual({ cut: [] })
    for (const table of ['filing_rows', 'related_reference']) {
      expect(await made.query(`select from ${table} where object_id = $1`, [id])).toEqual([])
    }
  })

  test('under a later object id is current, and the earlier one is history', async () => {
    const [early, late] = ['202310109999999901', '202310119999999900']
    for (const id of [late, early]) {
      await made.count(put(`amended/${id}_public.xml`, madeXml(3_003)))
    }
    expect(await revenueOf(late)).toMatchObject([{ current: true }])
    expect(await revenueOf(early)).toMatchObject([{ current: false }])
  })

  describe('with the EIN of another filer', () => {
    // Two organizations whose returns have the object id of the first.
    const pair = (n: number) => {
      const name = `${madeObjectId(n)}_public.xml`
      return {
        id: madeObjectId(n),
        mine: { name, bytes: Buffer.from(madeXml(n)) },
        others: { name: `other/${name}`, bytes: Buffer.from(madeXml(n + 1)) },
      }
    }
    const einOf = (id: string) => made.query('select ein from filing where object_id = $1', [id])
    const rejectsOf = (id: string) =>
      made.query<{ code: string; detail: string }>(
        'select code, detail from reject where detail like $1',
        [`%${id}%`],
      )

    test('is rejected, and replaces the stored filing on request', async () => {
      const { id, mine, others } = pair(3_010)
      const first = await zip('mine.zip', [mine])
      await made.count(first)
      const path = await zip('others.zip', [others])
      expect(await made.count(path)).toMatchObject({ loaded: 0, replaced: 0, rejected: 1 })
      expect(await einOf(id)).toEqual([{ ein: '070003010' }])
      const detail = expect.stringMatching(/070003010.*070003011/)
      expect(await rejectsOf(id)).toEqual([{ code: 'ObjectIdOfAnotherFiler', detail }])
      const replace = { mayReplaceOthers: true }
      const again = await made.load(path, undefined, replace)
      expect(again.tally.kinds[0]).toMatchObject({ replaced: 1, rejected: 0 })
      expect(await einOf(id)).toEqual([{ ein: '070003011' }])
      const due = "select distinct key from due where step = 'resolve' and key like '07000301_'"
      expect(await made.query(due)).toHaveLength(2)

      const back = await made.load(first, undefined, replace)
      expect(back.tally.kinds[0]).toMatchObject({ replaced: 1 })
      expect(await einOf(id)).toEqual([{ ein: '070003010' }])
    })

    test('in one slice is rejected, and a newer one of the first filer replaces it', async () => {
      const { id, mine, others } = pair(3_020)
      const newer = { name: `newer/${mine.name}`, bytes: Buffer.from(madeXml(3_020, 9)) }
      const path = await zip('slice.zip', [mine, others, newer])
      expect(await made.count(path)).toMatchObject({ loaded: 1, replaced: 1, rejected: 1 })
      expect(await einOf(id)).toEqual([{ ein: '070003020' }])
      expect(await revenueOf(id)).toEqual([{ value: 9, current: true }])
    })

    test('in slices of two threads is rejected in one of them', async () => {
      const { id, mine, others } = pair(3_030)
      // A slice has 256 returns, so each of the two has one of the pair. They are larger than what
      // the calling thread loads, so that two threads do.
      const comment = Buffer.from(`<!--${'x'.repeat(5_000)}-->`)
      const files = [mine, ...madeFiles(6_000, 6_255), others, ...madeFiles(6_255, 6_510)].map(
        (file) => ({ ...file, bytes: Buffer.concat([file.bytes, comment]), level: 0 }),
      )
      const counts = await made.count(await zip('slices.zip', files))
      expect(counts).toMatchObject({ loaded: 511, replaced: 0, rejected: 1 })
      expect([[{ ein: '070003030' }], [{ ein: '070003031' }]]).toContainEqual(await einOf(id))
      expect(await rejectsOf(id)).toHaveLength(1)
    })
  })
})

test('a table that a load fills has statistics before the steps that read it', async () => {
  await made.store.db.session(async (session) => {
    await session.query("insert into due select 'made', n from generate_series(1, 5000) n")
    // Otherwise, counts of changed rows appear up to a second later.
    await session.query('select pg_stat_force_next_flush()')
  })
  await analyzeChanged(made.store.db)
  const sql = "select count(*) as columns from pg_stats where tablename = 'due'"
  expect(await made.queryOne(sql)).toEqual({ columns: 2 })
  await made.query("delete from due where step = 'made'")
})
