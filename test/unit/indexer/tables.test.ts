import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { readPostcardDate, readRevocationDate } from '#indexer/records/dates.ts'
import { SAM_COLUMNS } from '#indexer/records/sam.ts'
import { postcard } from '#indexer/sources/kinds/postcard.ts'
import { bmf, filingIndex as index, pub78, revocation } from '#indexer/sources/kinds/registry.ts'
import { readLines } from '#indexer/sources/lines.ts'
import { TABULAR_READERS } from '#indexer/sources/readers.ts'
import type {
  RowRejection,
  StagedRow,
  TabularKind,
  TabularReader,
} from '#indexer/sources/source.ts'
import { readBatches } from '#indexer/sources/teos-archives.ts'

async function read(
  reader: TabularReader,
  text: string | Buffer,
  file = 'folder/table.csv',
  // So small that every row is cut somewhere.
  pieceBytes = 7,
) {
  const source = { kind: reader.kind, path: file, asOf: '2026-04', bytes: text.length }
  const rows: (StagedRow | RowRejection)[] = []
  const whole = typeof text === 'string' ? Buffer.from(text) : text
  const starts = Array.from(
    { length: Math.ceil(whole.length / pieceBytes) },
    (_, at) => at * pieceBytes,
  )
  const bytes = Readable.from(starts.map((at) => whole.subarray(at, at + pieceBytes)))
  for await (const row of reader.read(bytes, source)) rows.push(row)
  return rows.map((row) =>
    'code' in row
      ? row
      : Object.fromEntries(reader.columns.map((column, at) => [column, row.values[at]] as const)),
  )
}

const HEADER =
  'EIN,NAME,ICO,STREET,CITY,STATE,ZIP,GROUP,SUBSECTION,AFFILIATION,CLASSIFICATION,RULING,' +
  'DEDUCTIBILITY,FOUNDATION,ACTIVITY,ORGANIZATION,STATUS,TAX_PERIOD,ASSET_CD,INCOME_CD,' +
  'FILING_REQ_CD,PF_FILING_REQ_CD,ACCT_PD,ASSET_AMT,INCOME_AMT,REVENUE_AMT,NTEE_CD,SORT_NAME'
const rowOf = (ein: string, name: string, ico = '', street = '1 ELM ST', amount = '') =>
  `${ein},${name},${ico},${street},AKRON,OH,44301-0000,0000,03,3,1000,198702,1,15,0,1,01,` +
  `202112,0,0,01,0,12,${amount},,,K31Z,`

describe('the Business Master File', () => {
  it('reads rows by header names and omits empty fields', async () => {
    const text = `\uFEFF${HEADER}\r\n${rowOf('070000001', '"ELM, INC"')}\r\n`
    expect(bmf.recognizes(text.slice(1))).toBe(true)
    const [row] = await read(bmf, text)
    expect(row).toMatchObject({
      ein: '070000001',
      name: 'ELM, INC',
      in_care_of: null,
      ntee_code: 'K31Z',
      asset_amount: null,
      as_of: '2026-04-01',
      source_file: 'table.csv',
      source_row: 2,
    })
  })

  it('pads an EIN that lost its leading zero', async () => {
    expect(await read(bmf, `${HEADER}\n${rowOf('70000001', 'ELM')}\n`)).toMatchObject([
      { ein: '070000001' },
    ])
  })

  it('treats NA as empty only in a file that writes it so', async () => {
    const sample = [HEADER, rowOf('070000001', 'NA', 'NA', 'NA'), rowOf('070000002', 'ELM')]
    expect(await read(bmf, sample.join('\n'))).toMatchObject([
      { name: 'NA', in_care_of: null, street: null },
      { name: 'ELM', street: '1 ELM ST' },
    ])
    const extract = [HEADER, rowOf('070000001', 'ELM', '', 'NA')]
    expect(await read(bmf, extract.join('\n'))).toMatchObject([{ street: 'NA' }])
  })

  it('rejects invalid rows with their line and continues to read', async () => {
    const rows = [
      HEADER,
      rowOf('12', 'ELM'),
      '070000001,ELM',
      rowOf('070000002', ''),
      rowOf('070000003', 'ELM', '', '', 'much'),
      rowOf('070000004', 'OAK'),
    ]
    expect(await read(bmf, rows.join('\n'))).toMatchObject([
      { row: 2, code: 'InvalidEin', detail: 'Expected a nine-digit EIN; got "12".' },
      { row: 3, code: 'WrongColumnCount' },
      { row: 4, code: 'NoName' },
      { row: 5, code: 'InvalidAmount' },
      { ein: '070000004' },
    ])
  })

  it('rejects amounts of more than 15 digits and fields too long for names', async () => {
    const amount = (text: string) => rowOf('070000001', 'ELM', '', '', text)
    const rows = [
      HEADER,
      amount('999999999999999'),
      amount('9999999999999999'),
      amount('-99999999999999999999999'),
      rowOf('070000002', 'E'.repeat(201)),
    ]
    expect(await read(bmf, rows.join('\n'))).toMatchObject([
      { asset_amount: '999999999999999' },
      { row: 3, code: 'InvalidAmount' },
      { row: 4, code: 'InvalidAmount' },
      {
        row: 5,
        code: 'TooLong',
        detail: 'NAME has 201 characters; expected at most 200.',
      },
    ])
  })

  it('rejects a line with an unclosed quote, and loses no other', async () => {
    const rows = [
      HEADER,
      rowOf('070000001', '"ELM'),
      rowOf('070000002', 'OAK'),
      rowOf('070000003', '"ASH, THE ""OLD"""'),
      rowOf('070000004', 'THE "FIR" CLUB'),
      rowOf('070000005', 'YEW', '"% A'),
    ]
    expect(await read(bmf, rows.join('\r\n'))).toMatchObject([
      { row: 2, code: 'UnclosedQuote' },
      { ein: '070000002', source_row: 3 },
      { name: 'ASH, THE "OLD"', source_row: 4 },
      { name: 'THE "FIR" CLUB', source_row: 5 },
      { row: 6, code: 'UnclosedQuote' },
    ])
  })

  it('rejects lines that are not UTF-8 text or contain a NUL', async () => {
    const broken = Buffer.concat([
      Buffer.from(`${HEADER}\n${rowOf('070000001', 'CAFÉ')}\n`),
      Buffer.from(`${rowOf('070000003', 'CAFÉ')}\n`, 'latin1'),
      Buffer.from(`${rowOf('070000004', 'E\0LM')}\n${rowOf('070000005', 'OAK')}`),
    ])
    const expected = [
      { name: 'CAFÉ' },
      { row: 3, code: 'NotText', detail: 'Expected text in UTF-8.' },
      { row: 4, code: 'NotText', detail: 'The line contains a NUL character.' },
      { ein: '070000005', source_row: 5 },
    ]
    expect(await read(bmf, broken)).toMatchObject(expected)
    expect(await read(bmf, broken, 'x.csv', broken.length)).toMatchObject(expected)
  })

  it('passes on every row of a file longer than its inspected beginning', async () => {
    const rows = Array.from({ length: 250 }, (_, at) => rowOf(String(70_000_001 + at), 'ELM'))
    const read250 = await read(bmf, [HEADER, ...rows].join('\n'))
    expect(read250.map((row) => 'source_row' in row && row.source_row)).toEqual(
      rows.map((_, at) => at + 2),
    )
  })
})

const card = (ein: string, end = '12-31-2023', name = 'ELM "THE" CLUB') =>
  `${ein}|2023|${name}|T|F|01-01-2023|${end}|www.elm.example|A PERSON|1 ELM ST||AKRON||OH|` +
  '44301|US|1 ELM ST||AKRON||OH|44301|US|ELMS||'

describe('the e-postcard file', () => {
  it('reads a row as a filing identified by its hash, after blank lines at the start', async () => {
    const [row] = await read(postcard, `\n\n${card('070000001')}\r\n`)
    expect(postcard.recognizes(`\n\n${card('070000001')}`)).toBe(true)
    expect(row).toMatchObject({
      ein: '070000001',
      tax_year: 2023,
      tax_period_begin: '2023-01-01',
      tax_period_end: '2023-12-31',
      is_final: false,
      source_row: 3,
    })
    const { object_id, facts, content } = row as Record<string, string>
    expect(object_id).toMatch(/^h-[0-9a-f]{16}$/)
    expect(JSON.parse(facts ?? '')).toMatchObject({
      filerName: { value: 'ELM "THE" CLUB', path: '/IRS990N/OrganizationName' },
      doingBusinessAs: { value: 'ELMS', path: '/IRS990N/DBA1' },
      filerCity: { value: 'AKRON', path: '/IRS990N/OrgCity' },
      grossReceiptsNotOverLimit: { value: true },
    })
    expect(JSON.parse(content ?? '')).not.toHaveProperty('DBA2')
  })

  it('assigns the same ID to equal rows and different IDs to different rows', async () => {
    const texts = [card('070000001'), card('070000001'), card('070000001', '11-30-2023')]
    const rows = await read(postcard, texts.join('\n'))
    const ids = rows.map((row) => 'object_id' in row && row.object_id)
    expect(ids[0]).toBe(ids[1])
    expect(ids[0]).not.toBe(ids[2])
  })

  it.each([
    [card('070000001', '13-31-2023'), 'InvalidDate'],
    [card('7'), 'InvalidEin'],
    [card('070000001', '12-31-2023', ''), 'NoName'],
    [card('070000001', '12-31-2023', 'E'.repeat(201)), 'TooLong'],
    [`${card('070000001')}|more`, 'WrongColumnCount'],
  ])('rejects %s', async (line, code) => {
    expect(await read(postcard, line)).toMatchObject([{ row: 1, code }])
  })
})

describe('Publication 78 and the revocations', () => {
  it('reads lists of codes', async () => {
    const text = '070000001|Elm "Fund"|Akron|OH|United States|EO,LODGE\n'
    expect(pub78.recognizes(text)).toBe(true)
    expect(await read(pub78, text, 'list.zip')).toMatchObject([
      { ein: '070000001', name: 'Elm "Fund"', deductibility_codes: ['EO', 'LODGE'] },
    ])
    expect(await read(pub78, '070000001|Elm|Akron|OH|United States|12')).toMatchObject([
      { code: 'InvalidCode' },
    ])
  })

  it('reads revocations with and without reinstatement', async () => {
    const of = (revoked: string, reinstated: string) =>
      `070000001|ELM|THE ELM|1 ST|AKRON|OH|44301|US|03|${revoked}|09-NOV-2011|${reinstated}`
    const text = [of('15-NOV-2010', ''), of('15-May-2015', '01-JUN-2016'), of('31-FEB-2015', '')]
    expect(revocation.recognizes(text[0] ?? '')).toBe(true)
    expect(await read(revocation, text.join('\n'))).toMatchObject([
      { revoked_on: '2010-11-15', posted_on: '2011-11-09', reinstated_on: null },
      { revoked_on: '2015-05-15', reinstated_on: '2016-06-01', dba_name: 'THE ELM' },
      { row: 3, code: 'InvalidDate' },
    ])
  })
})

const NINE = 'RETURN_ID,FILING_TYPE,EIN,TAX_PERIOD,SUB_DATE,TAXPAYER_NAME,RETURN_TYPE,DLN,OBJECT_ID'

describe('the index of a year', () => {
  it('reads nine and ten columns and takes the year from the name', async () => {
    const row = '1,EFILE,70000001,201612,1/5/2018,ELM,990PF,93491,201713199349102316'
    expect(await read(index, `${NINE}\n${row}\n`, 'in/index_2018.csv')).toMatchObject([
      { ein: '070000001', form: '990PF', tax_period: '201612', batch: null, index_year: 2018 },
    ])
    const ten = `${NINE},XML_BATCH_ID\n${row},2017_TEOS_XML_05A\n`
    expect(index.recognizes(ten)).toBe(true)
    expect(await read(index, ten, 'renamed.csv')).toMatchObject([
      { batch: '2017_TEOS_XML_05A', index_year: 2026 },
    ])
  })

  it.each([`${NINE},STATE\n`, 'NAME,URL\n', '{"Filings2016":[]}', ''])('is not %o', (head) => {
    expect(index.recognizes(head)).toBe(false)
  })

  it('finds the archives after a row with an unclosed quote', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'index-'))
    const path = join(folder, 'index_2024.csv')
    const rowIn = (name: string, batch: string) =>
      `1,E,70000001,201612,,${name},990,9,201713199349102316,2024_TEOS_XML_${batch}`
    const rows = [rowIn('"ELM', '01A'), rowIn('OAK', '02A'), rowIn('"FIR, A"', '03A')]
    writeFileSync(path, [`${NINE},XML_BATCH_ID`, ...rows].join('\n'))
    expect(await readBatches(path)).toEqual(['2024_TEOS_XML_02A', '2024_TEOS_XML_03A'])
    rmSync(folder, { recursive: true })
  })

  it('rejects an invalid object id or period', async () => {
    const text = `${NINE}\n1,E,70000001,201613,,ELM,990,9,201713199349102316\n1,E,70000001,201612,,ELM,990,9,12\n`
    expect(await read(index, text)).toMatchObject([
      { row: 2, code: 'InvalidPeriod' },
      { row: 3, code: 'InvalidObjectId' },
    ])
  })
})

describe('names that are too long', () => {
  const long = 'E'.repeat(201)
  it.each([
    ['pub78', pub78, `070000001|${long}|Akron|OH|United States|PC`],
    ['revocation', revocation, `070000001|${long}||1 ST|A|OH|44301|US|03|15-NOV-2010||`],
    ['index', index, `${NINE}\n1,E,70000001,201612,,${long},990,9,201713199349102316`],
  ])('are rejected in %s', async (_kind, reader, text) => {
    expect(await read(reader, text)).toMatchObject([{ code: 'TooLong' }])
  })
})

describe('an endless line', () => {
  const MIB = 1 << 20
  const text = Buffer.from(
    ['070000001|Elm|Akron|OH||PC', 'x'.repeat(3 * MIB), '070000002|Oak|Akron|OH||PC'].join('\n'),
  )
  const rejected = (row: number, bytes: number) => ({
    row,
    code: 'TooLong',
    detail: `The line has ${bytes} bytes; expected at most ${MIB}.`,
  })

  it.each([1_000, 65_536, text.length])(
    'is rejected, and the next is read, in pieces of %i bytes',
    async (pieceBytes) => {
      expect(await read(pub78, text, 'list.txt', pieceBytes)).toMatchObject([
        { ein: '070000001', source_row: 1 },
        rejected(2, 3 * MIB),
        { ein: '070000002', source_row: 3 },
      ])
    },
  )

  it('is rejected at the end of a file', async () => {
    expect(await read(pub78, 'x'.repeat(MIB + 1), 'list.txt', 65_536)).toEqual([
      rejected(1, MIB + 1),
    ])
  })

  it('begins beyond the limit, counted in bytes', async () => {
    const [longest, short] = ['é'.repeat(MIB / 2), 'y']
    const lines: unknown[] = []
    const bytes = Buffer.from(`${longest}\n${longest}x\n${short}`)
    for await (const line of readLines(Readable.from([bytes]))) lines.push(line)
    expect(lines).toEqual([
      { row: 1, line: longest },
      rejected(2, MIB + 1),
      { row: 3, line: short },
    ])
  })
})

describe('recognition', () => {
  it('assigns each header to at most one kind', () => {
    const heads: Record<TabularKind, string> = {
      bmf: HEADER,
      postcard: card('070000001'),
      pub78: '070000001|Elm|Akron|OH|United States|PC',
      revocation: '070000001|ELM||1 ST|AKRON|OH|44301|US|03|15-NOV-2010|09-NOV-2011|',
      index: NINE,
      'ofac-party': '36,"ELM",-0- ,"CUBA",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ',
      'ofac-alias': '36,12,"aka","ELM",-0- ',
      'ofac-address': '36,25,-0- ,"Havana","Cuba",-0- ',
      'ofac-comment': '36,"; Linked To: ELM."',
      'ofac-xml': '<?xml version="1.0"?><s:sdnList xmlns:s="any"><s:sdnEntry/></s:sdnList>',
      sam: SAM_COLUMNS.join(','),
      award:
        'assistance_award_unique_key,award_id_fain,total_obligated_amount,recipient_uei,recipient_name,' +
        'awarding_agency_name',
      'award-transaction':
        'contract_transaction_unique_key,contract_award_unique_key,award_id_piid,total_dollars_obligated,' +
        'federal_action_obligation,action_date,recipient_uei,recipient_name,awarding_agency_name',
      subaward:
        'prime_award_unique_key,subaward_fsrs_report_id,subaward_number,subaward_amount,' +
        'subaward_action_date,subawardee_uei,subawardee_name',
      audit:
        '[{"report_id":"2023-06-GSAFAC-0000000001","audit_year":"2023","auditee_uei":"ZZ0000000001",' +
        '"auditee_ein":"070000001","auditor_ein":"070000002","auditee_name":"ELM"}]',
      'audit-identifier': 'report_id,additional_ein',
    }
    for (const [kind, head] of Object.entries(heads)) {
      const taken = TABULAR_READERS.filter((one) => one.recognizes(head))
      expect(taken.map((one) => one.kind)).toEqual([kind])
    }
  })
})

describe('dates of the lists', () => {
  it.each([
    ['02-29-2024', '2024-02-29'],
    ['02-29-2023', undefined],
    ['2023-01-01', undefined],
    ['00-10-2023', undefined],
  ])('reads the postcard date %s as %s', (text, date) => {
    expect(readPostcardDate(text)).toBe(date)
  })

  it.each([
    ['15-NOV-2010', '2010-11-15'],
    ['15-nov-2010', '2010-11-15'],
    ['31-APR-2010', undefined],
    ['15-XXX-2010', undefined],
  ])('reads the revocation date %s as %s', (text, date) => {
    expect(readRevocationDate(text)).toBe(date)
  })
})
