import { describe, expect, it } from 'vitest'
import { tabularReader } from '#indexer/sources/readers.ts'
import { openCases } from '../cases.ts'
import { readTable } from './read-table.ts'

const cases = openCases(new URL('./restrictions.tsv', import.meta.url))

// The layouts as SAM.gov describes them; there is no real file to test with.
const V2 =
  'Classification,Name,Prefix,First,Middle,Last,Suffix,Address 1,Address 2,Address 3,Address 4,' +
  'City,State / Province,Country,Zip Code,Open Data Flag,Blank (Deprecated),Unique Entity ID,' +
  'Exclusion Program,Excluding Agency,CT Code,Exclusion Type,Additional Comments,Active Date,' +
  'Termination Date,Record Status,Cross-Reference,SAM Number,CAGE,NPI,Creation_Date'
const OLD = V2.replace('Open Data Flag,Blank (Deprecated),Unique Entity ID', 'DUNS').replace(
  ',Creation_Date',
  '',
)
type Cells = Record<string, string>
const FIRM: Cells = {
  ...{ Classification: 'Firm', Name: 'Elm & Sons, Inc.', City: 'Akron', 'Zip Code': '44301' },
  ...{ 'Address 1': '1 Elm St', 'Address 2': 'Suite 2', 'State / Province': 'OH', Country: 'USA' },
  ...{ 'Unique Entity ID': 'MADEUPELM001', 'SAM Number': 'S4MRELM1', 'Record Status': 'Active' },
  ...{ 'Exclusion Program': 'Reciprocal', 'Excluding Agency': 'HHS' },
  ...{ 'Exclusion Type': 'Prohibition/Restriction' },
  ...{ 'Active Date': '02/29/2024', 'Termination Date': 'Indefinite' },
}
const rowOf = (changed: Cells = {}, header = V2) =>
  header
    .split(',')
    .map((name) => `"${{ ...FIRM, ...changed }[name] ?? ''}"`)
    .join(',')
const read = (changed: Cells = {}, header = V2) =>
  readTable('sam', `${header}\r\n${rowOf(changed, header)}\r\n`)

describe("SAM's exclusions", () => {
  it.each([
    [31, V2, 'MADEUPELM001'],
    [28, OLD, null],
  ])('are read in the layout of %i columns', async (columns, header, uei) => {
    expect(header.split(',')).toHaveLength(columns)
    expect(tabularReader('sam').recognizes(`${header}\r\n`)).toBe(true)
    const party = {
      ...{ kind: 'organization', name: 'Elm & Sons, Inc.', programs: ['Reciprocal'], uei },
      ...{ exclusion_type: 'Prohibition/Restriction', remarks: null, is_partial: false },
      written: { Name: 'Elm & Sons, Inc.', Excluding_Agency: 'HHS', State_Province: 'OH' },
      ...{ active_on: '2024-02-29', ends_on: null },
    }
    const place = { city: 'Akron', state: 'OH', zip: '44301', country: 'US' }
    const addresses = [{ ...place, street: '1 Elm St, Suite 2' }]
    const expected = { row: 2, list: 'SAM', entry: 'S4MRELM1', party, addresses }
    expect(await read({}, header)).toMatchObject([expected])
  })

  // An inactive exclusion ended at the latest with the month of the extract, 2026-04.
  it.each(cases<[Cells, object]>('exclusions: changed cells, and what is read'))(
    'with %j have %j',
    async (changed, expected) => expect(await read(changed)).toMatchObject([expected]),
  )

  it('without a number keep one identity over their lifetime', async () => {
    const entryOf = async (changed: Cells) => {
      const [row] = await read({ 'SAM Number': '', ...changed })
      return row && 'entry' in row ? row.entry : undefined
    }
    const ended = { 'Termination Date': '01/01/2026', 'Record Status': 'Inactive' }
    const first = await entryOf({})
    expect(first).toMatch(/^h-[0-9a-f]{16}$/)
    expect(await entryOf(ended)).toBe(first)
    expect(await entryOf({ City: 'Dayton' })).not.toBe(first)
  })

  it('with comments over several lines are one row', async () => {
    const row = rowOf({ 'Additional Comments': 'Excluded,\r\nsince 2024,\r\n\r\nby HHS.' })
    expect(await readTable('sam', `${V2}\r\n${row}\r\n${rowOf()}\r\n`)).toMatchObject([
      { row: 2, party: { written: { Additional_Comments: 'Excluded,\nsince 2024,\n\nby HHS.' } } },
      { row: 6, entry: 'S4MRELM1' },
    ])
  })

  it.each([
    ['NoName', { Name: '' }, /^Name is empty/],
    ['TooLong', { Name: 'Elm '.repeat(200) }, /^Name is "Elm/],
    ['NotText', { Name: 'Jos\xe9' }, /./],
  ])('are rejected as %s, with their entry', async (code, changed, detail) => {
    const rows = await readTable('sam', Buffer.from(`${V2}\n${rowOf(changed)}\n`, 'latin1'))
    const entry = { list: 'SAM', entry: 'S4MRELM1' }
    const rejection = { row: 2, code, entry, detail: expect.stringMatching(detail) }
    expect(rows).toMatchObject([rejection])
  })

  it('cut within the last row report it', async () => {
    const rows = await readTable('sam', `${V2}\r\n${rowOf()}\r\n${rowOf().slice(0, 40)}`)
    expect(rows[1]).toMatchObject({ row: 3, code: 'CutShort' })
  })
})
