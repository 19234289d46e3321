import { describe, expect, it } from 'vitest'
import { countryOf, toPlace } from '#indexer/records/listed-place.ts'
import { readRemarks, withoutSharedSsn, withoutSsn } from '#indexer/records/ofac.ts'
import { readListed } from './read-listed.ts'

const party = (entry: string, name: string, type = '-0- ', program = '"CUBA"', remarks = '-0- ') =>
  `${entry},${name},${type},${program},-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,${remarks}`

describe('parties', () => {
  it('are organizations, persons, or things', async () => {
    const text = [
      party('1', '"ELM, S.A."'),
      party('2', '"ELM, Ada Mae"', '"individual"'),
      party('3', '"ELM STAR"', '"vessel"'),
      party('4', '"EP-ELM"', '"aircraft"'),
    ]
    const rows = await readListed('ofac-party', `${text.join('\r\n')}\r\n\u001a`)
    expect(rows.map((row) => 'party' in row && [row.party?.kind, row.party?.name])).toEqual([
      ['organization', 'ELM, S.A.'],
      ['person', 'ELM, Ada Mae'],
      ['other', 'ELM STAR'],
      ['other', 'EP-ELM'],
    ])
  })

  it('may have several programs, and no remarks', async () => {
    const [row] = await readListed('ofac-party', party('1', '"ELM"', '-0- ', '"FTO] [SDGT] [SDT"'))
    expect(row).toMatchObject({
      list: 'OFAC',
      entry: '1',
      party: { programs: ['FTO', 'SDGT', 'SDT'], remarks: null, eins: [], weak_names: [] },
    })
  })

  it('keep the space at the end of remarks that a comment continues', async () => {
    const [row] = await readListed('ofac-party', party('1', '"E"', '-0- ', '"C"', '"Linked To: "'))
    expect(row).toMatchObject({ party: { remarks: 'Linked To: ', takes_comment: true } })
  })
})

describe('programs', () => {
  it.each([
    ['NS-PLC', '', true],
    ['CMIC-EO13959', '', true],
    ['561-Related', '', true],
    ['SDGT] [NS-PLC', '', false],
    ['SDGT', '', false],
    [
      'UKRAINE-EO13662',
      'Executive Order 13662 Directive Determination - Subject to Directive 2',
      true,
    ],
    ['UKRAINE-EO13662', 'Secondary sanctions risk', false],
    // A bank that was blocked later.
    ['UKRAINE-EO13662] [RUSSIA-EO14024', 'Executive Order 13662 Directive Determination', false],
    ['CAATSA - RUSSIA', 'CAATSA Section 235 Information: EXPORT SANCTIONS', true],
    [
      'CAATSA - RUSSIA',
      'CAATSA Section 235 Information: FOREIGN EXCHANGE; alt. CAATSA Section 235 Information: BLOCKING',
      false,
    ],
  ])('%s with "%s" forbid only certain dealings: %s', async (program, remarks, isPartial) => {
    const row = party('1', '"ELM"', '-0- ', `"${program}"`, `"${remarks}"`)
    expect(await readListed('ofac-party', row)).toMatchObject([
      { party: { is_partial: isPartial } },
    ])
  })
})

describe('remarks', () => {
  it.each([
    ['US FEIN 79-0000001; and others', ['790000001']],
    ['NIT # 1 (Colombia); US FEIN 790000001 (United States).', ['790000001']],
    ['Tax ID No. 79-0000001 (United States).', ['790000001']],
    ['US FEIN 79-0000001.', ['790000001']],
    ['US FEIN 79-0000002; US FEIN 79-0000001; US FEIN 79-0000002', ['790000001', '790000002']],
    ['US FEIN CH-660-0-469-982-0 (United States)', []],
    ['US FEIN 000000000 (United States)', []],
    ['Tax ID No. 790000001 (Mexico)', []],
    ['Tax ID No. 790000001', []],
    ['Tax ID No. 7900000011 (United States)', []],
    ['Company Number 79-0000001 (United States)', []],
    ['SSN 790-00-0001 (United States)', []],
  ])('in "%s" give the EINs %j', (remarks, eins) => {
    expect(readRemarks(remarks).eins).toEqual(eins)
  })

  it.each([
    ["a.k.a. 'ELM'.", [['aka', 'ELM']]],
    [
      "DOB 1951; a.k.a. 'ABU-'ELM'; f.k.a. 'DR. E.L.M.'.",
      [
        ['aka', "ABU-'ELM"],
        ['fka', 'DR. E.L.M.'],
      ],
    ],
    // Cut off: the comment has the rest.
    ["a.k.a. 'ELM'; a.k.a. 'OA", [['aka', 'ELM']]],
    ['Linked To: ELM.', []],
  ])('in "%s" give the weak names %j', (remarks, names) => {
    expect(readRemarks(remarks).weak_names.map(({ kind, name }) => [kind, name])).toEqual(names)
  })

  it.each([
    'SSN 523-00-0000',
    'SSN: 523 00 0000',
    'SSN 523000000',
    'SSN 523 - 00 - 0000',
    'SSN 523\u201300\u20130000',
    'SSN XXX-XX-0000',
    'SSN 523-',
  ])('lose the social security number of "%s"', (ssn) => {
    expect(withoutSsn(`DOB 1951; ${ssn}`)).toBe('DOB 1951; SSN withheld')
    expect(withoutSsn(`DOB 1951; ${ssn} (United States).`)).toBe(
      'DOB 1951; SSN withheld (United States).',
    )
  })

  it.each([
    ['DOB 1951; SSN withheld', '-0000; Linked To: OAK.', 'DOB 1951; SSN withheld; Linked To: OAK.'],
    ['DOB 1951; SSN', ' 523-00-0000.', 'DOB 1951; SSN withheld.'],
    ['DOB 1951; SS', 'N: 523-00-0000.', 'DOB 1951; SSN withheld.'],
  ])('that end "%s" lose one that continues in a comment', (remarks, comment, whole) => {
    const clean = withoutSharedSsn(remarks, comment)
    expect(`${clean?.remarks}${clean?.comment}`).toBe(whole)
    expect(withoutSharedSsn(clean?.remarks ?? '', clean?.comment ?? '')).toBeUndefined()
  })

  it('that only mention the number are unchanged', () => {
    expect(withoutSharedSsn('SSN withheld', '; DOB 1951')).toBeUndefined()
    expect(withoutSsn('no SSN on file; DOB 1951')).toBe('no SSN on file; DOB 1951')
  })
})

describe('addresses', () => {
  it.each([
    ['Bridgeview, IL 60455', { city: 'Bridgeview', state: 'IL', zip: '60455' }],
    ['Washington, DC 20001-1234', { city: 'Washington', state: 'DC', zip: '20001-1234' }],
    ['Miami, FL', { city: 'Miami', state: 'FL', zip: null }],
    ['Miami FL 33126', { city: 'Miami', state: 'FL', zip: '33126' }],
    ['OH', { city: null, state: 'OH', zip: null }],
    ['MI 48323, MI 48323', { city: null, state: 'MI', zip: '48323' }],
    ['St. Louis, Saint Louis, MO', { city: 'St. Louis, Saint Louis', state: 'MO', zip: null }],
    ['Miami', { city: 'Miami', state: null, zip: null }],
    ['Elm, XX 12345', { city: 'Elm, XX 12345', state: null, zip: null }],
  ])('in the United States split %s', (text, place) => {
    expect(toPlace(text, 'US')).toEqual({ ...place, country: 'US' })
  })

  it.each([
    ['Havana', 'Havana', null, null],
    ['London EC3N 1DY', 'London', null, 'EC3N 1DY'],
    ['Moscow 123022', 'Moscow', null, '123022'],
    ['Mexico, Distrito Federal C.P. 06030', 'Mexico', 'Distrito Federal', 'C.P. 06030'],
    ['Nieuwkoop, Zuid-Holland 2421 LK', 'Nieuwkoop', 'Zuid-Holland', '2421 LK'],
    ['Kobe, Hyogo 657-0066', 'Kobe', 'Hyogo', '657-0066'],
    ['Mississauga, Ontario L4W 1B2', 'Mississauga', 'Ontario', 'L4W 1B2'],
    ['District 12', 'District 12', null, null],
    ['1097', null, null, '1097'],
  ])('abroad split "%s", as the XML has it', (text, city, state, zip) => {
    expect(toPlace(text, 'CY')).toEqual({ city, state, zip, country: 'CY' })
  })

  it.each([
    ['Korea, North', 'KP'],
    ['Burma', 'MM'],
    ['Region: Gaza', 'PS'],
    ['The Gambia', 'GM'],
    ['Georgia', 'GE'],
    ['USA', 'US'],
    ['MEX', 'MX'],
    ['undetermined', 'undetermined'],
    [null, null],
  ])('are in %s: %s', (text, code) => {
    expect(countryOf(text)).toBe(code)
  })
})

describe('damaged tables', () => {
  const good = party('1', '"ELM"')

  it.each([
    ['WrongColumnCount', '2,"OAK",-0- '],
    ['InvalidNumber', party('two', '"OAK"')],
    ['NoName', party('2', '-0- ')],
    ['InvalidType', party('2', '"OAK"', '"tree"')],
    ['UnclosedQuote', party('2', '"OAK"', '-0- ', '"CUBA"', '"Linked To: ')],
    ['NotText', party('2', '"O\0K"')],
    ['TooLong', party('2', `"${'OAK '.repeat(200)}"`)],
  ])('lose only the row: %s', async (code, bad) => {
    const rows = await readListed('ofac-party', [good, bad, party('3', '"ASH"')].join('\n'))
    expect(rows.map((row) => ('code' in row ? [row.row, row.code] : row.entry))).toEqual([
      '1',
      [2, code],
      '3',
    ])
  })

  it.each([
    ['WrongColumnCount', '2,"OAK",-0- '],
    ['NoName', party('2', '-0- ')],
    ['UnclosedQuote', party('2', '"OAK"', '-0- ', '"CUBA"', '"Linked To: ')],
    ['NotText', Buffer.from(party('2', '"JOS\xc9"'), 'latin1')],
  ])('report whose row is %s', async (code, bad) => {
    const text = Buffer.concat([Buffer.from(bad), Buffer.from(`\n${good}`)])
    expect(await readListed('ofac-party', text)).toMatchObject([
      { code, entry: { list: 'OFAC', entry: '2' } },
      { entry: '1' },
    ])
  })

  it.each([
    [3, 'within the bound'],
    [49, 'at the bound'],
  ])('with a comment of %i lines are complete', async (count) => {
    const text = Array.from({ length: count }, (_, at) => `Line ${at}, of OAK`).join('\r\n')
    const rows = await readListed('ofac-comment', `1,"${text}"\r\n2,"Linked To: ELM"\r\n`)
    expect(rows).toMatchObject([
      { row: 1, entry: '1', comment: text.replaceAll('\r\n', '\n') },
      { row: count + 1, entry: '2' },
    ])
  })

  it('lose no row after an unclosed quotation mark', async () => {
    const rows = await readListed('ofac-comment', `1,"Linked To\n2,"Linked To: ELM"\n3,"OAK"\n`)
    expect(rows.map((row) => ('code' in row ? row.code : row.entry))).toEqual([
      'UnclosedQuote',
      '2',
      '3',
    ])
  })

  it('report the column, its value, the expected value, and what to do', async () => {
    const [row] = await readListed('ofac-party', party('two', '"OAK"'))
    expect(row).toMatchObject({
      row: 1,
      code: 'InvalidNumber',
      detail:
        'Column 1 (ent_num) is "two"; expected an entry number. ' +
        'Correct the row or download the file again.',
    })
  })

  it.each([
    ['within a quotation', party('2', '"OA')],
    ['between fields', '2,"OAK",-0- ,'],
  ])('cut %s report it at their last row', async (_, cut) => {
    const rows = await readListed('ofac-party', `${good}\n${cut}`)
    expect(rows[1]).toMatchObject({ row: 2, code: 'CutShort' })
  })

  it.each([
    ['ofac-alias', 'x,1,"aka","ELM",-0- ', 'InvalidNumber'],
    ['ofac-alias', '1,x,"aka","ELM",-0- ', 'InvalidNumber'],
    ['ofac-alias', '1,1,"dba","ELM",-0- ', 'InvalidType'],
    ['ofac-alias', '1,1,"aka",-0- ,-0- ', 'NoName'],
    ['ofac-address', '1,,-0- ,"Havana","Cuba",-0- ', 'InvalidNumber'],
    ['ofac-comment', 'x,"Linked To: ELM"', 'InvalidNumber'],
    ['ofac-comment', '1,-0- ', 'NoText'],
  ] as const)('of %s reject %s as %s', async (kind, line, code) => {
    expect(await readListed(kind, line)).toMatchObject([{ row: 1, code }])
  })

  it('of one line of 100 MB use no memory for it', async () => {
    const text = Buffer.alloc(100 << 20, 'x')
    const before = process.memoryUsage().rss
    expect(await readListed('ofac-party', text, 1 << 20)).toMatchObject([{ code: 'TooLong' }])
    expect(process.memoryUsage().rss - before).toBeLessThan(60 << 20)
  })
})
