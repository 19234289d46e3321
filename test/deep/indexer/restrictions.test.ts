import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { countWarnings, writeRejectReport } from '#indexer/load/reject-report.ts'
import { readListNotes } from '#indexer/pipeline/load.ts'
import { readLists } from '#indexer/pipeline/status.ts'
import { SAM_COLUMNS } from '#indexer/sources/kinds/sam.ts'
import { readListMonths } from '#src/organizations/store/read-checked-lists.ts'
import { openLoads } from '#test/integration/indexer/loads.ts'
import { fc, TAKES_ALL } from '#test/random.ts'
import { expectRecorded } from '#test/recorded.ts'

const made = openLoads('restrictions')
let round = 0
const empty = async () => {
  round += 1
  await made.query(`truncate restricted_party, restricted_name, restricted_address,
    restricted_comment, restricted_list, load_source, load_slice, reject`)
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

const rowsOf = (table: string) =>
  made.query<Record<string, unknown>>(`select * from ${table} order by entry`)
const namesOf = async (entry: string) =>
  (await rowsOf('restricted_name')).filter((row) => row.entry === entry).map(({ name }) => name)

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
    expect(await rowsOf('restricted_party')).toMatchObject([
      { eins: ['790000001'], weak_names: [{ name: 'EF' }], source_file: 'sdn.csv', source_row: 1 },
      { eins: [], weak_names: [{ name: 'THE OAK' }] },
    ])
    expect(await namesOf('1')).toEqual(['ELM FUND'])
    expect(await rowsOf('restricted_address')).toMatchObject([
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
    expect(await rowsOf('restricted_party')).toMatchObject([{ is_partial: true }])
  })

  it('without the entry itself are not a party', async () => {
    await load('2026-04', 'alt.csv', [alias(1, 11, 'ELM FUND')])
    await load('2026-04', 'add.csv', [address(1, 21, 'Akron, OH')])
    expect(await current()).toEqual([])
  })

  it('are removed with the list of their month, and come back with files of the new one', async () => {
    for (const [name, lines] of files) await load('2026-04', name, lines)
    await load('2026-05', 'sdn.csv', [party(1, 'ELM'), party(2, 'OAK')])
    expect(await namesOf('1')).toEqual([])
    expect(await rowsOf('restricted_address')).toEqual([])
    expect(await rowsOf('restricted_comment')).toEqual([])
    const months = await readListMonths(made.store.db)
    expect(months).toEqual([{ list: 'OFAC', asOf: '2026-05', entries: 2 }])
    await load('2026-04', 'alt.csv', [alias(1, 11, 'ELM FUND'), alias(1, 12, 'ELM TRUST')])
    expect(await namesOf('1')).toEqual([])
    await load('2026-05', 'alt.csv', [alias(1, 11, 'ELM FUND')])
    expect(await namesOf('1')).toEqual(['ELM FUND'])
  })
})

describe('a list that is loaded', () => {
  const parties = (names: Record<number, string>) =>
    Object.entries(names).map(([entry, name]) => party(Number(entry), name))
  const OLD = parties({ 1: 'ELM', 2: 'OAK', 3: 'ASH', 4: 'YEW', 6: 'BAY' })
  const NEW = parties({ 1: 'ELM', 2: 'OAK TREE', 3: 'ASH', 5: 'FIR', 6: 'BAY' })
  const UNREAD = [...NEW.slice(0, 3), party(4, '-0- ').replace('"-0- "', '-0- '), ...NEW.slice(3)]
  const LISTS = {
    OLD,
    NEW,
    UNREAD,
    CUT: [...NEW.slice(0, 3), '5,"FI'],
    THREE: NEW.slice(0, 3),
    TWO: NEW.slice(0, 2),
    BYTES: [...NEW, '8,"O\0K",-0- '],
    // OFAC's two lists share a few entries.
    CONS: parties({ 1: 'ELM', 7: 'PINE', 8: 'LIME' }),
    CONS_LATER: parties({ 7: 'PINE', 8: 'LIME' }),
  }
  it('has its own month, so that one of two OFAC lists can be seen to be old', async () => {
    await load('2026-04', 'cons_prim.csv', LISTS.CONS)
    await load('2026-05', 'sdn.csv', OLD)
    expect(await readLists(made.store.db)).toEqual([
      { list: 'SDN', loaded: { month: '2026-05', parties: 5 } },
      { list: 'consolidated', loaded: { month: '2026-04', parties: 3 } },
      { list: 'SAM' },
    ])
  })

  type List = keyof typeof LISTS
  const fileOf = (list: List) => (list.startsWith('CONS') ? 'cons_prim.csv' : 'sdn.csv')

  it.each<[says: string, expected: string, refusal: string, ...loads: [month: number, List][]]>([
    ['replaces the one before it', 'NEW', '', [3, 'OLD'], [4, 'NEW']],
    ['replaces one of its own month', 'OLD', '', [4, 'NEW'], [4, 'OLD']],
    ['changes nothing if it is of an earlier month', 'NEW', '', [4, 'NEW'], [3, 'OLD']],
    ['counts despite bytes that are not text', 'NEW', '', [3, 'OLD'], [4, 'BYTES']],
    ['changes nothing if it was cut short', 'OLD', 'Incomplete', [3, 'OLD'], [4, 'CUT']],
    ['may be half as long', '1 2+ 3', '', [4, 'NEW'], [5, 'THREE']],
    ['changes nothing if it is shorter', 'NEW', 'TooShort', [4, 'NEW'], [5, 'TWO']],
    ['keeps the entry of an unreadable row', '1 2+ 3 4 5 6', '', [3, 'OLD'], [4, 'UNREAD']],
    ['removes that entry later', 'NEW', '', [3, 'OLD'], [4, 'UNREAD'], [5, 'NEW']],
    ['leaves the other list', '1 2 3 4 6 7 8', '', [3, 'OLD'], [4, 'CONS']],
    [
      'keeps what the other list still has',
      '1 2 3 4 6 7 8',
      '',
      [4, 'CONS'],
      [3, 'OLD'],
      [5, 'CONS_LATER'],
    ],
  ])('%s', async (_, expected, refusal, ...loads) => {
    for (const [month, list] of loads) await load(`2026-0${month}`, fileOf(list), LISTS[list])
    const entries = (await listed())
      .map((one) => one.replace(' OAK TREE', '+').replace(/ .*/, ''))
      .join(' ')
    expect(entries).toBe(expected.replace('NEW', '1 2+ 3 5 6').replace('OLD', '1 2 3 4 6'))
    const codes = await made.query<{ code: string }>(
      "select code from reject where code like 'List%'",
    )
    expect(codes.map(({ code }) => code)).toEqual(refusal === '' ? [] : [`List${refusal}`])
    expect(await notes()).toHaveLength(codes.length)
  })

  it('that is refused says why', async () => {
    await load('2026-03', 'sdn.csv', OLD)
    await load('2026-04', 'sdn.csv', LISTS.TWO)
    await load('2026-05', 'sdn.csv', LISTS.CUT)
    await load('2026-06', 'sdn.csv', [party(1, '-0- ').replace('"-0- "', '-0- ')])
    await expectRecorded('list-notes', { 'Lists that replace nothing': await notes() })
    const path = join(folderOf('2026-04'), 'sdn.csv')
    await made.load(path, '2026-04', { mayReplaceOthers: true })
    expect(await listed(), 'with --replace').toEqual(['1 ELM', '2 OAK TREE'])
  })

  it('undoes a wrong one of the same month when it is loaded again', async () => {
    await load('2026-04', 'sdn.csv', OLD)
    expect(await load('2026-04', 'wrong.csv', NEW)).toMatchObject({ loaded: 1, replaced: 4 })
    expect(await load('2026-04', 'sdn.csv', OLD)).toMatchObject({ loaded: 1, replaced: 4 })
    const entries = await listed()
    expect(entries).toEqual(['1 ELM', '2 OAK', '3 ASH', '4 YEW', '6 BAY'])
    const again = await load('2026-04', 'sdn.csv', OLD)
    expect(again, 'nothing the next time').toMatchObject({ loaded: 0, replaced: 0 })
    const both = await made.count(folderOf('2026-04'))
    expect(both, 'a folder with both').toMatchObject({ loaded: 0, replaced: 0 })
    expect(await listed()).toEqual(entries)
  })

  it('leaves an entry that could not be read with its date', async () => {
    await load('2026-03', 'sdn.csv', OLD)
    expect(await load('2026-04', 'sdn.csv', UNREAD)).toMatchObject({ rejected: 1 })
    expect((await current())[3]).toMatchObject({ entry: '4', as_of: '2026-03-01' })
  })

  it('removes aliases, too', async () => {
    await load('2026-03', 'sdn.csv', OLD)
    await load('2026-03', 'alt.csv', [alias(1, 11, 'EF'), alias(1, 12, 'ELF')])
    await load('2026-04', 'alt.csv', [alias(1, 11, 'EF')])
    expect(await namesOf('1')).toEqual(['EF'])
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
