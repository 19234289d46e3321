import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { excludeFiling, includeFiling } from '#indexer/load/exclusions.ts'
import {
  forgeEntry,
  forgeText,
  has7z,
  writeDeflate64Zip,
  writeZip,
  type ZipFile,
} from '#test/unit/indexer/zips.ts'
import { createStore, loadInto, type Store } from '#test/world/store.ts'
import { madeFiles, madeObjectId, madeXml } from './made-archives.ts'

const folder = mkdtempSync(join(tmpdir(), 'load-'))
let store: Store

beforeAll(async () => {
  store = await createStore('load_archives')
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await store.drop()
})

const countsOf = async (paths: string[]) => (await loadInto(store, paths)).tally.kinds[0]

describe('archives', () => {
  test('in ZIP64 format and with folders load completely', async () => {
    const path = join(folder, 'zip64.zip')
    await writeZip(path, madeFiles(0, 600), { zip64: true })
    expect(await countsOf([path])).toMatchObject({ loaded: 600, rejected: 0 })
  })

  test('loaded again under another name change nothing and are recognized at once', async () => {
    const path = join(folder, 'renamed.zip')
    await writeZip(path, madeFiles(700, 710))
    await countsOf([path])
    const copy = join(folder, 'deeper', 'copy.zip')
    mkdirSync(join(copy, '..'))
    writeFileSync(copy, readFileSync(path))
    expect(await countsOf([copy])).toMatchObject({ loaded: 0, unchanged: 10, seconds: 0 })
  })

  test('that share returns with others load only new returns', async () => {
    const path = join(folder, 'overlapping.zip')
    await writeZip(path, madeFiles(590, 620))
    expect(await countsOf([path])).toMatchObject({ loaded: 20, unchanged: 10 })
  })

  test.skipIf(!has7z)('packed with Deflate64 load completely (needs 7z)', async () => {
    const files = join(folder, 'files')
    mkdirSync(files)
    for (const { name, bytes } of madeFiles(1_000, 1_040)) {
      writeFileSync(join(files, name.replace('/', '-')), bytes)
    }
    const path = join(folder, 'deflate64.zip')
    writeDeflate64Zip(path, files)
    expect(await countsOf([path])).toMatchObject({ loaded: 40, rejected: 0 })
  })

  test('record the archive and the entry that a return came from', async () => {
    const rows = await store.db.query(
      'select source_archive, source_member from filing where object_id = $1',
      [madeObjectId(5)],
    )
    expect(rows).toEqual([
      { source_archive: 'zip64.zip', source_member: `batch2/${madeObjectId(5)}_public.xml` },
    ])
  })

  test('with a damaged entry reject only that one', async () => {
    const path = join(folder, 'damaged.zip')
    const files = madeFiles(2_000, 2_003)
    await writeZip(
      path,
      files.map((file) => ({ ...file, level: 0 })),
    )
    const bytes = readFileSync(path)
    bytes.write('X', bytes.indexOf('<TaxYr>') + 8)
    writeFileSync(path, bytes)
    expect(await countsOf([path])).toMatchObject({ loaded: 2, rejected: 1 })
    const rejects = await store.db.query(
      "select member, code from reject where code = 'DamagedEntry'",
    )
    expect(rejects).toEqual([{ member: files[0]?.name, code: 'DamagedEntry' }])
  })

  test('with forged entries reject those, and load the others', async () => {
    const path = join(folder, 'forged.zip')
    const files = madeFiles(2_200, 2_206)
    const nameOf = (at: number) => files[at]?.name ?? ''
    await writeZip(path, files)
    forgeEntry(path, 1, 'packed', () => 0xffff_fff0)
    forgeEntry(path, 2, 'size', () => 0xffff_fff0)
    const unsafe = nameOf(3).replace('batch0/', '../evi/')
    forgeText(path, nameOf(3), unsafe)
    forgeText(path, nameOf(4), nameOf(4).replace('batch', 'b\u001b[2J'))
    expect(await countsOf([path])).toMatchObject({ loaded: 3, rejected: 3 })
    const rejects = await store.db.query(
      `select member, code from reject join load_source on load_source.id = source_id
       where path = $1 order by member`,
      [path],
    )
    expect(rejects).toEqual([
      { member: unsafe, code: 'UnsafePath' },
      { member: nameOf(1), code: 'DamagedEntry' },
      { member: nameOf(2), code: 'TooLarge' },
    ])
    const [shown] = await store.db.query<{ member: string }>(
      'select source_member as member from filing where object_id = $1',
      [madeObjectId(2_204)],
    )
    expect(shown?.member).toContain('b\\u001b[2J')
  })

  test('that were damaged are read again when repaired, even if the directory is the same', async () => {
    const path = join(folder, 'mended.zip')
    const files = madeFiles(2_100, 2_104)
    await writeZip(
      path,
      files.map((file) => ({ ...file, level: 0 })),
    )
    const sound = readFileSync(path)
    const damaged = Buffer.from(sound)
    damaged.write('X', damaged.indexOf('<TaxYr>') + 8)
    writeFileSync(path, damaged)
    expect(await countsOf([path])).toMatchObject({ loaded: 3, rejected: 1 })
    expect(await countsOf([path])).toMatchObject({ loaded: 0, unchanged: 3, rejected: 1 })
    writeFileSync(path, sound)
    expect(await countsOf([path])).toMatchObject({ loaded: 1, unchanged: 3, rejected: 0 })
    const known = { loaded: 0, unchanged: 4, rejected: 0, seconds: 0 }
    expect(await countsOf([path]), 'an undamaged archive is recognized at once').toMatchObject(
      known,
    )
  })
})

describe('a return that is loaded again', () => {
  const put = (name: string, xml: string) => {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    const path = join(folder, name)
    writeFileSync(path, xml)
    return path
  }
  const revenueOf = (id: string) =>
    store.db.query<{ value: number; current: boolean }>(
      `select facts->'totalRevenue'->'value' as value, is_current as current
       from filing where object_id = $1`,
      [id],
    )

  test('with other content replaces the earlier', async () => {
    const id = madeObjectId(3_000)
    await countsOf([put(`first/${id}_public.xml`, madeXml(3_000, 1))])
    expect(await countsOf([put(`second/${id}_public.xml`, madeXml(3_000, 2))])).toMatchObject({
      loaded: 0,
      replaced: 1,
    })
    expect(await revenueOf(id)).toEqual([{ value: 2, current: true }])
  })

  test('with unreadable content leaves the earlier unchanged', async () => {
    const id = madeObjectId(3_001)
    await countsOf([put(`first/${id}_public.xml`, madeXml(3_001, 1))])
    const broken = put(`second/${id}_public.xml`, madeXml(3_001, 2).slice(0, 300))
    expect(await countsOf([broken])).toMatchObject({ replaced: 0, rejected: 1 })
    expect(await revenueOf(id)).toEqual([{ value: 1, current: true }])
  })

  test('twice in one load is stored once', async () => {
    const id = madeObjectId(3_002)
    const paths = ['one', 'two', 'three'].map((name, revenue) =>
      put(`${name}/${id}_public.xml`, madeXml(3_002, revenue)),
    )
    expect(await countsOf(paths)).toMatchObject({ loaded: 1, replaced: 2 })
    expect(await revenueOf(id)).toEqual([{ value: 2, current: true }])
  })

  test('under a later object id is current, and the earlier one is history', async () => {
    const [early, late] = ['202310109999999901', '202310119999999900']
    const paths = [late, early].map((id) => put(`amended/${id}_public.xml`, madeXml(3_003)))
    for (const path of paths) await countsOf([path])
    expect((await revenueOf(late))[0]?.current).toBe(true)
    expect((await revenueOf(early))[0]?.current).toBe(false)
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
    const zip = async (name: string, files: ZipFile[]) => {
      const path = join(folder, name)
      await writeZip(path, files)
      return path
    }
    const einOf = async (id: string) => {
      const rows = await store.db.query<{ ein: string }>(
        'select ein from filing where object_id = $1',
        [id],
      )
      return rows.map(({ ein }) => ein)
    }
    const rejectsOf = (id: string) =>
      store.db.query<{ code: string; detail: string }>(
        'select code, detail from reject where detail like $1',
        [`%${id}%`],
      )

    test('is rejected, and replaces the stored filing on request', async () => {
      const { id, mine, others } = pair(3_010)
      const first = await zip('mine.zip', [mine])
      await countsOf([first])
      const path = await zip('others.zip', [others])
      expect(await countsOf([path])).toMatchObject({ loaded: 0, replaced: 0, rejected: 1 })
      expect(await einOf(id)).toEqual(['070003010'])
      expect(await rejectsOf(id)).toEqual([
        {
          code: 'ObjectIdOfAnotherFiler',
          detail: expect.stringMatching(/is stored for EIN 070003010.* EIN 070003011/),
        },
      ])
      const again = await loadInto(store, [path], undefined, { mayReplaceOthers: true })
      expect(again.tally.kinds[0]).toMatchObject({ replaced: 1, rejected: 0 })
      expect(await einOf(id)).toEqual(['070003011'])
      expect(again.touched.eins).toEqual(new Set(['070003010', '070003011']))

      await excludeFiling(store.db, id, 'Of another filer.')
      const back = await loadInto(store, [first], undefined, { mayReplaceOthers: true })
      expect(back.tally.kinds[0]).toMatchObject({ replaced: 1, warned: 1 })
      expect(await einOf(id)).toEqual(['070003010'])
      await includeFiling(store.db, id)
    })

    test('in one slice is rejected, and a newer one of the first filer replaces it', async () => {
      const { id, mine, others } = pair(3_020)
      const newer = {
        ...mine,
        name: `newer/${id}_public.xml`,
        bytes: Buffer.from(madeXml(3_020, 9)),
      }
      const counts = await countsOf([await zip('slice.zip', [mine, others, newer])])
      expect(counts).toMatchObject({ loaded: 1, replaced: 1, rejected: 1 })
      expect(await einOf(id)).toEqual(['070003020'])
      expect(await revenueOf(id)).toEqual([{ value: 9, current: true }])
    })

    test('in two slices at once is rejected in one of them', async () => {
      const { id, mine, others } = pair(3_030)
      // A slice has 256 returns, so each of the two has one of the pair.
      const files = [mine, ...madeFiles(6_000, 6_255), others, ...madeFiles(6_255, 6_510)]
      const counts = await countsOf([await zip('slices.zip', files)])
      expect(counts).toMatchObject({ loaded: 511, replaced: 0, rejected: 1 })
      expect(['070003030', '070003031']).toContain((await einOf(id))[0])
      expect(await rejectsOf(id)).toHaveLength(1)
    })
  })

  test('without an object id in its name is identified by its content', async () => {
    const path = put('nameless/return.xml', madeXml(3_004))
    expect(await countsOf([path])).toMatchObject({ loaded: 1 })
    expect(await countsOf([put('nameless/other.xml', madeXml(3_004))])).toMatchObject({
      loaded: 0,
      unchanged: 1,
    })
    const rows = await store.db.query<{ id: string }>(
      "select object_id as id from filing where ein = '070003004'",
    )
    expect(rows).toEqual([{ id: expect.stringMatching(/^h-[0-9a-f]{16}$/) }])
  })
})

describe('a load with too many rejects', () => {
  test('stops, and keeps what was loaded', async () => {
    const bad = Array.from({ length: 60 }, (_, n) => ({
      name: `${madeObjectId(5_000 + n)}_public.xml`,
      bytes: Buffer.from('<Return>'),
    }))
    const path = join(folder, 'rejects.zip')
    await writeZip(path, [...madeFiles(4_000, 4_256), ...bad])
    const result = await loadInto(store, [path])
    expect(result.isStopped).toBe(true)
    expect(result.tally.kinds[0]).toMatchObject({ loaded: 256, rejected: 60 })
  })
})
