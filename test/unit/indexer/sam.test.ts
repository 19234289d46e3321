import { describe, expect, it } from 'vitest'
import { tabularReader } from '#indexer/sources/readers.ts'
import { readListed } from './read-listed.ts'

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

const FIRM: Record<string, string> = {
  Classification: 'Firm',
  Name: 'Elm & Sons, Inc.',
  'Address 1': '1 Elm St',
  'Address 2': 'Suite 2',
  City: 'Akron',
  'State / Province': 'OH',
  Country: 'USA',
  'Zip Code': '44301',
  'Unique Entity ID': 'MADEUPELM001',
  'Exclusion Program': 'Reciprocal',
  'Excluding Agency': 'HHS',
  'Exclusion Type': 'Prohibition/Restriction',
  'Active Date': '02/29/2024',
  'Termination Date': 'Indefinite',
  'Record Status': 'Active',
  'SAM Number': 'S4MRELM1',
}
const rowOf = (header: string, row: Record<string, string>) =>
  header
    .split(',')
    .map((name) => `"${row[name] ?? ''}"`)
    .join(',')
const read = (row: Record<string, string>, header = V2) =>
  readListed('sam', `${header}\r\n${rowOf(header, row)}\r\n`)

describe("SAM's exclusions", () => {
  it.each([
    [31, V2, 'MADEUPELM001'],
    [28, OLD, null],
  ])('are read in the layout of %i columns', async (columns, header, uei) => {
    expect(header.split(',')).toHaveLength(columns)
    expect(tabularReader('sam').recognizes(`${header}\r\n`)).toBe(true)
    expect(await read(FIRM, header)).toMatchObject([
      {
        row: 2,
        list: 'SAM',
        entry: 'S4MRELM1',
        party: {
          kind: 'organization',
          name: 'Elm & Sons, Inc.',
          programs: ['Reciprocal'],
          exclusion_type: 'Prohibition/Restriction',
          remarks: null,
          written: { Name: 'Elm & Sons, Inc.', Excluding_Agency: 'HHS', State_Province: 'OH' },
          is_partial: false,
          uei,
          active_on: '2024-02-29',
          ends_on: null,
        },
        addresses: [
          { street: '1 Elm St, Suite 2', city: 'Akron', state: 'OH', zip: '44301', country: 'US' },
        ],
      },
    ])
  })

  it.each([
    ['Individual', 'person'],
    ['Firm', 'organization'],
    ['Special Entity Designation', 'organization'],
    ['Vessel', 'other'],
  ])('of %s are of the kind %s', async (Classification, kind) => {
    expect(await read({ ...FIRM, Classification })).toMatchObject([{ party: { kind } }])
  })

  it('name persons as OFAC does', async () => {
    const person = { First: 'Ada', Middle: 'Mae', Last: 'Elm', Suffix: 'Jr' }
    const row = { ...FIRM, Classification: 'Individual', Name: '', ...person }
    expect(await read(row)).toMatchObject([{ party: { name: 'Elm, Ada Mae Jr' } }])
  })

  it.each([
    ['Active', 'Indefinite', null],
    ['Active', '', null],
    ['Active', '12/31/2030', '2030-12-31'],
    ['Active', '12/31/2020', '2020-12-31'],
    ['Inactive', '12/31/2020', '2020-12-31'],
    // Ended at the latest with the month of the extract, 2026-04.
    ['Inactive', 'Indefinite', '2026-04-01'],
    ['Inactive', '12/31/2030', '2026-04-01'],
  ])('that are %s until "%s" end on %s', async (status, until, ends) => {
    const row = { ...FIRM, 'Record Status': status, 'Termination Date': until }
    expect(await read(row)).toMatchObject([{ party: { ends_on: ends } }])
  })

  it.each([
    ['Section 889 of the NDAA; the entity is not itself excluded.', true],
    ['The named entity is NOT EXCLUDED.', true],
    ['This entity is not itself an excluded party.', true],
    ['The owners are not themselves excluded.', true],
    ['Excluded. Providers not excluded may not bill for the services.', false],
    ['Excluded by the Department.', false],
    ['', false],
  ])('with the comment "%s" are partial: %s', async (comment, isPartial) => {
    const row = { ...FIRM, 'Additional Comments': comment }
    expect(await read(row)).toMatchObject([{ party: { is_partial: isPartial } }])
  })

  it('without a number keep one identity over their lifetime', async () => {
    const entry = async (changed: Record<string, string>) => {
      const [row] = await read({ ...FIRM, 'SAM Number': '', ...changed })
      return row && 'entry' in row ? row.entry : undefined
    }
    const first = await entry({})
    expect(first).toMatch(/^h-[0-9a-f]{16}$/)
    expect(await entry({ 'Termination Date': '01/01/2026', 'Record Status': 'Inactive' })).toBe(
      first,
    )
    expect(await entry({ City: 'Dayton' })).not.toBe(first)
  })

  it.each([
    ['InvalidDate', 'Active Date', '02/30/2024', { active_on: null }],
    ['InvalidDate', 'Termination Date', '2027-01-01', { ends_on: null }],
    ['InvalidDate', 'Termination Date', '1/2/2027', { ends_on: null }],
    ['UnknownClassification', 'Classification', 'Tree', { kind: 'organization' }],
  ])('are stored with a warning %s for the %s "%s"', async (code, column, value, party) => {
    expect(await read({ ...FIRM, [column]: value })).toMatchObject([{ warnings: [code], party }])
  })

  it('of an unknown classification are persons if they have the columns of their names', async () => {
    const row = { ...FIRM, Classification: 'Tree', Name: '', First: 'Ada', Last: 'Elm' }
    expect(await read(row)).toMatchObject([{ party: { kind: 'person', name: 'Elm, Ada' } }])
  })

  it('with comments over several lines are one row', async () => {
    const row = { ...FIRM, 'Additional Comments': 'Excluded,\r\nsince 2024,\r\n\r\nby HHS.' }
    const text = `${V2}\r\n${rowOf(V2, row)}\r\n${rowOf(V2, FIRM)}\r\n`
    expect(await readListed('sam', text)).toMatchObject([
      { row: 2, party: { written: { Additional_Comments: 'Excluded,\nsince 2024,\n\nby HHS.' } } },
      { row: 6, entry: 'S4MRELM1' },
    ])
  })

  it('that are not UTF-8 report whose row they are', async () => {
    const text = Buffer.from(`${V2}\n${rowOf(V2, { ...FIRM, Name: 'Jos\xe9' })}\n`, 'latin1')
    expect(await readListed('sam', text)).toMatchObject([
      { code: 'NotText', entry: { list: 'SAM', entry: 'S4MRELM1' } },
    ])
  })

  it.each([
    ['NoName', { Name: '' }, 'Name is empty'],
    ['TooLong', { Name: 'Elm '.repeat(200) }, 'Name is "Elm'],
  ])('reject %s of %j', async (code, changed, beginning) => {
    const [row] = await read({ ...FIRM, ...changed } as Record<string, string>)
    expect(row).toMatchObject({ row: 2, code, entry: { list: 'SAM', entry: 'S4MRELM1' } })
    expect(row && 'detail' in row && row.detail.startsWith(beginning)).toBe(true)
  })

  it('cut within the last row report it', async () => {
    const text = `${V2}\r\n${rowOf(V2, FIRM)}\r\n${rowOf(V2, FIRM).slice(0, 40)}`
    const rows = await readListed('sam', text)
    expect(rows[1]).toMatchObject({ row: 3, code: 'CutShort' })
  })
})
