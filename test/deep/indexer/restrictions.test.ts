import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { compareLists, readListNotes, readListState } from '#indexer/load/list-changes.ts'
import { countWarnings, writeRejectReport } from '#indexer/load/reject-report.ts'
import { SAM_COLUMNS } from '#indexer/sources/kinds/sam.ts'
import { openLoads } from '#test/integration/indexer/loads.ts'
import { fc, TAKES_ALL } from '#test/random.ts'
import { expectRecorded } from '#test/recorded.ts'

const made = openLoads('restrictions')
let round = 0
const empty = async () => {
  round += 1
  await made.query(`truncate restricted_party, restricted_name, restricted_address,
    restricted_comment, restricted_extract, restricted_overlap, restricted_unread, load_source, load_slice, reject`)
}
afterEach(empty)

const folderOf = (month: string) => join(made.folder, String(round), month)
/** Writes a file of a month and loads it. */
const load = (month: string, name: string, lines: string[]) =>
  made.count(
    made.write(join(String(round), month, name), lines.map((line) => `${line}\r\n`).join('')),
  )

const party = (entry: number, name: string, remarks = '-0- ') =>
  `${entry},"${name}",-0- ,"DEMO",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,${remarks}`
const alias = (entry: number, number: number, name: string) =>
  `${entry},${number},"aka","${name}",-0- `
const address = (entry: number, number: number, city: string) =>
  `${entry},${number},"1 Elm St","${city}","United States",-0- `
const comment = (entry: number, text: string) => `${entry},"${text}"`

type Current = { entry: string; name: string; as_of: string; [column: string]: unknown }
const current = () => made.query<Current>('select * from restricted_current order by entry')
const sources = async () =>
  (await made.query<{ id: number }>('select id::int from load_source')).map(({ id }) => id)
const notes = async () => readListNotes(made.store.db, await sources())
const listed = async () => (await current()).map(({ entry, name }) => `${entry} ${name}`)

/** Returns the current rows of a table of pieces. */
const counting = (table: string, part: string) =>
  made.query<Record<string, unknown>>(
    `select * from ${table} where source_id not in (
       select source_id from restricted_superseded where part = $1) order by entry`,
    [part],
  )
const namesOf = async (entry: string) =>
  (await counting('restricted_name', 'name'))
    .filter((row) => row.entry === entry)
    .map(({ name }) => name)

describe('the pieces of an entry', () => {
  const REMARKS = `"Tax ID No. 79-00`
  const files: [string, string[]][] = [
    ['sdn.csv', [party(1, 'ELM', `${REMARKS}"`), party(2, 'OAK', `"a.k.a. 'THE OAK'."`)]],
    ['alt.csv', [alias(1, 11, 'ELM FUND')]],
    ['add.csv', [address(1, 21, 'Akron, OH 44301'), '2,22,-0- ,-0- ,-0- ,-0- ']],
    ['sdn_comments.csv', [comment(1, `00001 (United States); a.k.a. 'EF'; Linked To: OAK.`)]],
  ]

  it('have the same result in any order', async () => {
    const anyOrder = fc.shuffledSubarray(files, { minLength: files.length })
    await fc.assert(fc.asyncProperty(anyOrder, hasPieces).afterEach(empty), {
      examples: [[files], [files.toReversed()]],
      numRuns: TAKES_ALL ? 24 : 4,
    })
  })

  async function hasPieces(inOrder: typeof files): Promise<void> {
    for (const [name, lines] of inOrder) await load('2026-04', name, lines)
    const remarks = `Tax ID No. 79-0000001 (United States); a.k.a. 'EF'; Linked To: OAK.`
    expect(await current()).toMatchObject([
      { entry: '1', name: 'ELM', programs: ['DEMO'], remarks, as_of: '2026-04-01' },
      { entry: '2' },
    ])
    expect(await counting('restricted_party', 'party')).toMatchObject([
      { eins: ['790000001'], weak_names: [{ name: 'EF' }], source_file: 'sdn.csv', source_row: 1 },
      { eins: [], weak_names: [{ name: 'THE OAK' }] },
    ])
    expect(await namesOf('1')).toEqual(['ELM FUND'])
    expect(await counting('restricted_address', 'address')).toMatchObject([
      { entry: '1', street: '1 Elm St', city: 'Akron', state: 'OH', zip: '44301', country: 'US' },
      { entry: '2', street: null, city: null, country: null },
    ])
  }

  it('contain no social security number, even one that continues in a comment', async () => {
    await load('2026-04', 'sdn.csv', [party(1, 'ELM', '"DOB 1951; SSN 523-00"')])
    await load('2026-04', 'sdn_comments.csv', [comment(1, '-0000; Linked To: OAK.')])
    const stored = await made.query(
      'select remarks, text from restricted_party, restricted_comment',
    )
    expect(stored).toEqual([{ remarks: 'DOB 1951; SSN withheld', text: '; Linked To: OAK.' }])
  })

  it('say, even in a comment, that only certain dealings are forbidden', async () => {
    const said = 'Executive Order 13662 Directive Determination - Subject to Directive 2.'
    const row = party(1, 'ELM', `"${said.slice(0, 30)}"`).replace('"DEMO"', '"UKRAINE-EO13662"')
    await load('2026-04', 'sdn.csv', [row])
    await load('2026-04', 'sdn_comments.csv', [comment(1, said.slice(30))])
    expect(await counting('restricted_party', 'party')).toMatchObject([{ is_partial: true }])
  })

  it('without the entry itself are not a party', async () => {
    await load('2026-04', 'alt.csv', [alias(1, 11, 'ELM FUND')])
    await load('2026-04', 'add.csv', [address(1, 21, 'Akron, OH')])
    expect(await current()).toEqual([])
  })

  it('are not changed by loading the same file again', async () => {
    const lines = [party(1, 'ELM'), party(2, 'OAK')]
    await load('2026-04', 'sdn.csv', lines)
    const before = await current()
    expect(await load('2026-04', 'sdn.csv', lines)).toMatchObject({ loaded: 0, replaced: 0 })
    expect(await current()).toEqual(before)
  })
})

describe('a newer extract', () => {
  const parties = (names: Record<number, string>) =>
    Object.entries(names).map(([entry, name]) => party(Number(entry), name))
  // Four of five entries are enough to recognize a list.
  const OLD = parties({ 1: 'ELM', 2: 'OAK', 3: 'ASH', 4: 'YEW', 6: 'BAY' })
  const NEW = parties({ 1: 'ELM', 2: 'OAK TREE', 3: 'ASH', 5: 'FIR', 6: 'BAY' })
  const AFTER_NEW = ['1 ELM', '2 OAK TREE', '3 ASH', '5 FIR', '6 BAY']
  const AFTER_OLD = ['1 ELM', '2 OAK', '3 ASH', '4 YEW', '6 BAY']
  const UNREAD = [...NEW.slice(0, 3), party(4, '-0- ').replace('"-0- "', '-0- '), ...NEW.slice(3)]
  const LISTS = {
    OLD,
    NEW,
    UNREAD,
    CUT: [...NEW.slice(0, 3), '5,"FI'],
    FOUR: NEW.slice(0, 4),
    THREE: NEW.slice(0, 3),
    BYTES: [...NEW, '8,"O\0K",-0- '],
    OTHER: parties({ 7: 'PINE', 8: 'LIME' }),
  }
  type List = keyof typeof LISTS

  it.each<[says: string, expected: string, notes: number, ...loads: [month: number, List][]]>([
    ['removes entries it does not list', 'NEW', 0, [3, 'OLD'], [4, 'NEW']],
    ['removes them if the older one is loaded later', 'NEW', 0, [4, 'NEW'], [3, 'OLD']],
    ['counts despite bytes that are not text', 'NEW', 0, [3, 'OLD'], [4, 'BYTES']],
    ['removes no entry if it was cut short', '1 2+ 3 4 6', 1, [3, 'OLD'], [4, 'CUT']],
    ['replaces one cut short', 'NEW', 1, [3, 'OLD'], [4, 'CUT'], [5, 'NEW']],
    ['may have four fifths of the rows', '1 2+ 3 5', 0, [4, 'NEW'], [5, 'FOUR']],
    ['removes no entry if it has fewer', '1 2+ 3 4 6', 1, [3, 'OLD'], [4, 'THREE']],
    ['keeps the entry of an unreadable row', '1 2+ 3 4 5 6', 0, [3, 'OLD'], [4, 'UNREAD']],
    ['keeps that entry of a later load', '1 2+ 3 4 5 6', 0, [4, 'UNREAD'], [3, 'OLD']],
    ['removes that entry later', 'NEW', 0, [3, 'OLD'], [4, 'UNREAD'], [5, 'NEW']],
    ['of another list removes no entry', '1 2 3 4 6 7 8', 0, [3, 'OLD'], [4, 'OTHER']],
  ])('%s', async (_, expected, noted, ...loads) => {
    for (const [month, list] of loads) await load(`2026-0${month}`, 'sdn.csv', LISTS[list])
    const found = await listed()
    const entries = found.map((one) => one.replace(' OAK TREE', '+').replace(/ .*/, '')).join(' ')
    expect(entries).toBe(expected.replace('NEW', '1 2+ 3 5 6'))
    expect(await notes()).toHaveLength(noted)
  })

  it('that is incomplete is reported', async () => {
    await load('2026-03', 'older.csv', OLD)
    await load('2026-04', 'short.csv', LISTS.THREE)
    await load('2026-05', 'cut.csv', LISTS.CUT)
    await expectRecorded('list-notes', {
      'Incomplete lists': (await notes()).map((note) => note.replaceAll(folderOf(''), '/')).sort(),
    })
  })

  it('reports how many entries it added and removed', async () => {
    await load('2026-03', 'sdn.csv', OLD)
    const before = await readListState(made.store.db)
    await load('2026-04', 'sdn.csv', NEW)
    const changes = compareLists(before, await readListState(made.store.db))
    expect(changes.lists).toEqual([{ list: 'OFAC', added: 1, removed: 1, entries: 5 }])
  })

  it('of the same month that was wrong is undone by loading the right one again', async () => {
    await load('2026-04', 'sdn.csv', OLD)
    expect(await load('2026-04', 'wrong.csv', NEW)).toMatchObject({ loaded: 1, replaced: 4 })
    expect(await listed()).toEqual(AFTER_NEW)
    expect(await load('2026-04', 'sdn.csv', OLD)).toMatchObject({ replaced: 5, unchanged: 0 })
    expect(await listed()).toEqual(AFTER_OLD)
    expect(await load('2026-04', 'sdn.csv', OLD), 'and nothing else').toMatchObject({ replaced: 0 })
    await load('2026-04', 'wrong.csv', NEW)
    await load('2026-04', 'sdn.csv', OLD)
    expect(await listed()).toEqual(AFTER_OLD)
  })

  it('changes nothing when a folder with both is loaded again, even as a later month', async () => {
    await load('2026-04', 'a.csv', OLD)
    await load('2026-04', 'b.csv', NEW)
    const before = await current()
    expect(await made.count(folderOf('2026-04'))).toMatchObject({ loaded: 0, replaced: 0 })
    expect(await current()).toEqual(before)
    await load('2026-05', 'b.csv', NEW)
    expect(await load('2026-04', 'a.csv', OLD)).toMatchObject({ replaced: 0 })
    expect(await listed()).toEqual(AFTER_NEW)
  })

  it('removes aliases, too', async () => {
    await load('2026-03', 'sdn.csv', OLD)
    const others = [13, 14, 15].map((number) => alias(2, number, `O${number}`))
    await load('2026-03', 'alt.csv', [alias(1, 11, 'EF'), alias(1, 12, 'ELF'), ...others])
    await load('2026-04', 'alt.csv', [alias(1, 11, 'EF'), ...others])
    expect(await namesOf('1')).toEqual(['EF'])
  })

  it('without an entry that could not be read leaves the older one with its date', async () => {
    await load('2026-03', 'sdn.csv', OLD)
    expect(await load('2026-04', 'sdn.csv', UNREAD)).toMatchObject({ rejected: 1 })
    expect((await current())[3]).toMatchObject({ entry: '4', as_of: '2026-03-01' })
  })

  it('may be the same list in another format', async () => {
    await load('2026-03', 'sdn.csv', [party(1, 'ELM', `"a.k.a. 'EF'."`), ...OLD.slice(1)])
    await load('2026-03', 'alt.csv', [alias(1, 11, 'ELM FUND')])
    const entry = (uid: number, name: string, akas = '') =>
      `<sdnEntry><uid>${uid}</uid><lastName>${name}</lastName><sdnType>Entity</sdnType>${akas}</sdnEntry>`
    const aka = '<aka><uid>11</uid><type>a.k.a.</type><lastName>ELM FUND INC</lastName></aka>'
    await load('2026-04', 'SDN.XML', [
      '<sdnList><publshInformation><Publish_Date>04/17/2026</Publish_Date></publshInformation>',
      entry(1, 'ELM', `<akaList>${aka}</akaList>`),
      entry(2, 'OAK'),
      entry(6, 'BAY'),
      `${entry(4, 'YEW')}</sdnList>`,
    ])
    expect(await listed()).toEqual(['1 ELM', '2 OAK', '4 YEW', '6 BAY'])
    expect(await namesOf('1')).toEqual(['ELM FUND INC'])
    expect((await current())[0]).toMatchObject({ published_on: '2026-04-17' })
  })
})

describe('of two XML files of one month', () => {
  const xml = (day: number, names: Record<number, string>) => [
    `<sdnList><publshInformation><Publish_Date>04/${day}/2026</Publish_Date></publshInformation>`,
    ...Object.entries(names).map(
      ([uid, name]) =>
        `<sdnEntry><uid>${uid}</uid><lastName>${name}</lastName><sdnType>Entity</sdnType>` +
        `<akaList><aka><uid>${uid}1</uid><type>a.k.a.</type><lastName>${name} OF ${day}</lastName>` +
        '</aka></akaList></sdnEntry>',
    ),
    '</sdnList>',
  ]
  const OLD = xml(17, { 1: 'ELM', 2: 'OAK', 3: 'ASH', 4: 'YEW', 6: 'BAY' })
  const NEW = xml(20, { 1: 'ELM', 2: 'OAK TREE', 3: 'ASH', 5: 'FIR', 6: 'BAY' })
  const LISTED = ['1 ELM', '2 OAK TREE', '3 ASH', '5 FIR', '6 BAY']

  it('the one published later counts, in any order of loading', async () => {
    await load('a', 'new.xml', NEW)
    expect(await load('b', 'old.xml', OLD)).toMatchObject({ loaded: 1, replaced: 0, unchanged: 4 })
    expect(await listed()).toEqual(LISTED)
    expect(await namesOf('1')).toEqual(['ELM OF 20'])
  })

  it('neither is newer than a table loaded between them', async () => {
    await load('a', 'new.xml', NEW)
    const rows = [party(1, 'ELM'), party(2, 'OAK WOOD'), party(3, 'ASH'), party(5, 'FIR')]
    await load('2026-04', 'sdn.csv', [...rows, party(6, 'BAY')])
    await load('b', 'old.xml', OLD)
    expect(await listed()).toEqual(LISTED.map((entry) => entry.replace('TREE', 'WOOD')))
  })
})

describe("SAM's exclusions", () => {
  const row = (number: string, name: string, until: string) => {
    const filled: Record<string, string> = {
      ...{ 'SAM NUMBER': number, NAME: name, CLASSIFICATION: 'Firm', 'TERMINATION DATE': until },
    }
    return SAM_COLUMNS.map((column) => filled[column] ?? '').join(',')
  }

  it('keep their end date, and are removed by the newest extract in any file name', async () => {
    const lines = [
      SAM_COLUMNS.join(','),
      ...[row('S1', 'ELM', 'Indefinite'), row('S2', 'OAK', '01/31/2020')],
      ...[row('S3', 'YEW', ''), row('S4', 'FIR', ''), row('S5', 'ASH', '')],
    ]
    await load('2026-03', 'SAM_Exclusions_Public_Extract_V2_26060.CSV', lines)
    await load('2026-04', 'SAM_Exclusions_Public_Extract_V2_26091.CSV', lines.slice(0, 5))
    expect(await current()).toMatchObject([
      { list: 'SAM', entry: 'S1', name: 'ELM', ends_on: null },
      { list: 'SAM', entry: 'S2', name: 'OAK', ends_on: '2020-01-31' },
      { entry: 'S3' },
      { entry: 'S4' },
    ])
  })

  it('are stored if a date cannot be read, and counted as warnings', async () => {
    const lines = [SAM_COLUMNS.join(','), row('S1', 'ELM', '2027-01-01')]
    expect(await load('2026-04', 'sam.csv', lines)).toMatchObject({ loaded: 1, warned: 1 })
    expect(await current()).toMatchObject([{ entry: 'S1', ends_on: null }])
    const ids = await sources()
    expect(await countWarnings(made.store.db, ids)).toEqual([{ code: 'InvalidDate', count: 1 }])
    const none = { rejected: [], unknown: [] }
    const report = await writeRejectReport(made.store.db, ids, none, made.folder)
    expect(readFileSync(report, 'utf8')).toContain('sam.csv,,2,InvalidDate,')
  })
})

describe('a load killed between two batches', () => {
  it('continues, and counts its rows once', async () => {
    const count = 25_000
    const lines = Array.from({ length: count }, (_, at) => party(at + 1, `ELM ${at}`))
    await load('2026-04', 'sdn.csv', lines)
    const digest = `select md5(string_agg(name, ',' order by entry)) as digest from restricted_current`
    const [before] = await made.query<{ digest: string }>(digest)
    // The state after the second batch of 20,000 was rolled back.
    await made.query('delete from restricted_party where source_row > 20000')
    await made.query('update restricted_extract set rows = 20000, is_whole = false')
    await made.query('update load_slice set position = 20000, loaded = 20000, done_at = null')
    await made.query('update load_source set finished_at = null')
    expect(await load('2026-04', 'sdn.csv', lines)).toMatchObject({ loaded: count })
    expect((await made.query<{ digest: string }>(digest))[0]).toEqual(before)
    const [extract] = await made.query('select rows, is_whole from restricted_extract')
    expect(extract).toEqual({ rows: count, is_whole: true })
  })
})
