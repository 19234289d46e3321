import { describe, expect, it, test } from 'vitest'
import { countryOf, toPlace } from '#indexer/records/listed-place.ts'
import { readRemarks, withoutSharedSsn, withoutSsn } from '#indexer/records/ofac.ts'
import type { TabularKind } from '#indexer/sources/source.ts'
import { openCases } from '../cases.ts'
import { outline, readTable } from './read-table.ts'

const cases = openCases(new URL('./restrictions.tsv', import.meta.url))

const party = (entry: string, name: string, type = '-0- ', program = '"CUBA"', remarks = '-0- ') =>
  `${entry},${name},${type},${program},-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,${remarks}`
const read = (...rows: string[]) => readTable('ofac-party', rows.join('\n'))

describe('parties', () => {
  it('are organizations, persons, or things', async () => {
    const text = [
      ...[party('1', '"ELM, S.A."'), party('2', '"ELM, Ada Mae"', '"individual"')],
      ...[party('3', '"ELM STAR"', '"vessel"'), party('4', '"EP-ELM"', '"aircraft"')],
    ]
    expect(await readTable('ofac-party', `${text.join('\r\n')}\r\n\u001a`)).toMatchObject([
      { party: { kind: 'organization', name: 'ELM, S.A.' } },
      { party: { kind: 'person', name: 'ELM, Ada Mae' } },
      { party: { kind: 'other', name: 'ELM STAR' } },
      { party: { kind: 'other', name: 'EP-ELM' } },
    ])
  })

  it('may have several programs, and no remarks', async () => {
    const known = { programs: ['FTO', 'SDGT', 'SDT'], remarks: null, eins: [], weak_names: [] }
    const rows = await read(party('1', '"ELM"', '-0- ', '"FTO] [SDGT] [SDT"'))
    expect(rows).toMatchObject([{ list: 'OFAC', entry: '1', party: known }])
  })

  it('keep the space at the end of remarks that a comment continues', async () => {
    const known = { remarks: 'Linked To: ', takes_comment: true }
    const rows = await read(party('1', '"E"', '-0- ', '"C"', '"Linked To: "'))
    expect(rows).toMatchObject([{ party: known }])
  })

  // A bank may be blocked later by another program.
  it.each(cases<[string, string, boolean]>('programs that forbid only certain dealings'))(
    'of %s with "%s" are forbidden only certain dealings: %s',
    async (program, remarks, is_partial) => {
      const rows = await read(party('1', '"ELM"', '-0- ', `"${program}"`, `"${remarks}"`))
      expect(rows).toMatchObject([{ party: { is_partial } }])
    },
  )
})

describe('remarks', () => {
  it.each(cases<[string, string[]]>('EINs in remarks'))('"%s" have EINs %j', (remarks, eins) => {
    expect(readRemarks(remarks).eins).toEqual(eins)
  })

  // A text may be cut off: the comment has the rest.
  it.each(cases<[string, string[]]>('weak names in remarks'))('"%s" have %j', (remarks, names) => {
    const found = readRemarks(remarks).weak_names.map(({ kind, name }) => `${kind} ${name}`)
    expect(found).toEqual(names)
  })

  it.each([
    ...['SSN 523-00-0000', 'SSN: 523 00 0000', 'SSN 523000000', 'SSN 523 - 00 - 0000'],
    ...['SSN 523\u201300\u20130000', 'SSN XXX-XX-0000', 'SSN 523-'],
  ])('lose the social security number of "%s"', (ssn) => {
    expect(withoutSsn(`DOB 1951; ${ssn}`)).toBe('DOB 1951; SSN withheld')
    const abroad = `DOB 1951; ${ssn} (United States).`
    expect(withoutSsn(abroad)).toBe('DOB 1951; SSN withheld (United States).')
  })

  it.each(cases<[string, string, string]>('numbers of persons in remarks and their comments'))(
    'that end "%s" lose one that continues in a comment',
    (remarks, comment, whole) => {
      const clean = withoutSharedSsn(remarks, comment)
      expect(`${clean?.remarks}${clean?.comment}`).toBe(whole)
      expect(withoutSharedSsn(clean?.remarks ?? '', clean?.comment ?? '')).toBeUndefined()
    },
  )

  it('that only mention the number are unchanged', () => {
    expect(withoutSharedSsn('SSN withheld', '; DOB 1951')).toBeUndefined()
    expect(withoutSsn('no SSN on file; DOB 1951')).toBe('no SSN on file; DOB 1951')
  })
})

type Address = [string, string, string | null, string | null, string | null]
test.each(cases<Address>('addresses: text, country, city, state, ZIP code'))(
  'the address "%s" in %s is split as in the XML',
  (text, country, city, state, zip) => {
    expect(toPlace(text, country)).toEqual({ city, state, zip, country })
  },
)

test.each(cases<[string | null, string | null]>('countries'))('%s is %s', (text, code) => {
  expect(countryOf(text)).toBe(code)
})

describe('damaged tables', () => {
  const [good, whose] = [party('1', '"ELM"'), { list: 'OFAC', entry: '2' }]
  const unclosed = party('2', '"OAK"', '-0- ', '"CUBA"', '"Linked To: ')

  it.each<[string, string, boolean]>([
    ['WrongColumnCount', '2,"OAK",-0- ', true],
    ['InvalidNumber', party('two', '"OAK"'), false],
    ['NoName', party('2', '-0- '), true],
    ['InvalidType', party('2', '"OAK"', '"tree"'), true],
    ['UnclosedQuote', unclosed, true],
    ['NotText', party('2', '"O\0K"'), true],
    ['TooLong', party('2', `"${'OAK '.repeat(200)}"`), true],
  ])('lose only the row: %s', async (code, bad, isKnown) => {
    const rows = await read(good, bad, party('3', '"ASH"'))
    expect(outline(rows, 'entry')).toEqual(['1', `2 ${code}`, '3'])
    expect(rows[1]).toMatchObject({ code, ...(isKnown && { entry: whose }) })
  })

  it('report whose row is not in UTF-8', async () => {
    const bad = Buffer.from(party('2', '"JOS\xc9"'), 'latin1')
    const rows = await readTable('ofac-party', Buffer.concat([bad, Buffer.from(`\n${good}`)]))
    expect(rows).toMatchObject([{ code: 'NotText', entry: whose }, { entry: '1' }])
  })

  it.each([3, 49])('with a comment of %i lines, at most 49, are complete', async (count) => {
    const text = Array.from({ length: count }, (_, at) => `Line ${at}, of OAK`).join('\r\n')
    const rows = await readTable('ofac-comment', `1,"${text}"\r\n2,"Linked To: ELM"\r\n`)
    expect(rows).toMatchObject([
      { row: 1, entry: '1', comment: text.replaceAll('\r\n', '\n') },
      { row: count + 1, entry: '2' },
    ])
  })

  it('lose no row after an unclosed quotation mark', async () => {
    const rows = await readTable('ofac-comment', `1,"Linked To\n2,"Linked To: ELM"\n3,"OAK"\n`)
    expect(outline(rows, 'entry')).toEqual(['1 UnclosedQuote', '2', '3'])
  })

  it('report the column and its value', async () => {
    const detail = expect.stringContaining('(ent_num) is "two"')
    expect(await read(party('two', '"OAK"'))).toMatchObject([{ row: 1, detail }])
  })

  it.each([party('2', '"OA'), '2,"OAK",-0- ,'])('report a cut at the last row: %s', async (cut) => {
    expect(outline(await read(good, cut), 'entry')).toEqual(['1', '2 CutShort'])
  })

  it.each(cases<[TabularKind, string, string]>('rejected rows of other tables'))(
    'of %s reject %s as %s',
    async (kind, line, code) => {
      expect(outline(await readTable(kind, line), 'entry')).toEqual([`1 ${code}`])
    },
  )

  it('of one line of 100 MB use no memory for it', async () => {
    const text = Buffer.alloc(100 << 20, 'x')
    const before = process.memoryUsage().rss
    expect(outline(await readTable('ofac-party', text, 1 << 20), 'entry')).toEqual(['1 TooLong'])
    expect(process.memoryUsage().rss - before).toBeLessThan(60 << 20)
  })
})
