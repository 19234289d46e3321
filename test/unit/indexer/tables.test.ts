import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, it, test } from 'vitest'
import { readPostcardDate, readRevocationDate } from '#indexer/records/row.ts'
import { readLines } from '#indexer/sources/delimited.ts'
import { readBatches } from '#indexer/sources/download.ts'
import { SAM_COLUMNS } from '#indexer/sources/kinds/sam.ts'
import { tabularReader } from '#indexer/sources/readers.ts'
import type { TabularKind } from '#indexer/sources/source.ts'
import { readPacked } from '#src/domain/packed-json.ts'
import { testCases, testReturns } from '../cases.ts'
import { kindsOf, outline, readTable } from './read-table.ts'

const HEADER =
  'EIN,NAME,ICO,STREET,CITY,STATE,ZIP,GROUP,SUBSECTION,AFFILIATION,CLASSIFICATION,RULING,' +
  'DEDUCTIBILITY,FOUNDATION,ACTIVITY,ORGANIZATION,STATUS,TAX_PERIOD,ASSET_CD,INCOME_CD,' +
  'FILING_REQ_CD,PF_FILING_REQ_CD,ACCT_PD,ASSET_AMT,INCOME_AMT,REVENUE_AMT,NTEE_CD,SORT_NAME'
const rowOf = (last: number | string, name: string) =>
  `${typeof last === 'string' ? last : `07000000${last}`},${name},,1 ELM ST,AKRON,OH,44301-0000,` +
  '0000,03,3,1000,198702,1,15,0,1,01,202112,0,0,01,0,12,,,,K31Z,'
const readBmf = (...rows: string[]) => readTable('bmf', [HEADER, ...rows].join('\n'))

const card = (end = '12-31-2023') =>
  `070000001|2023|ELM "THE" CLUB|T|F|01-01-2023|${end}|www.elm.example|A PERSON|` +
  '1 ELM ST||AKRON||OH|44301|US|1 ELM ST||AKRON||OH|44301|US|ELMS||'

const INDEX =
  'RETURN_ID,FILING_TYPE,EIN,TAX_PERIOD,SUB_DATE,TAXPAYER_NAME,RETURN_TYPE,DLN,OBJECT_ID'
const indexed = (name = 'ELM') =>
  `1,EFILE,70000001,201612,1/5/2018,${name},990PF,93491,201713199349102316`
const listed = (name: string, codes: string) => `070000001|${name}|Akron|OH|United States|${codes}`

// A name has at most 200 characters, and NA is empty only in a file that writes it so.
testCases(
  'rows of the lists of the IRS',
  async (kind: TabularKind, text: string, rows: object[]) => {
    const isWhole = !rows.some((row) => 'code' in row)
    if (isWhole) expect(tabularReader(kind).recognizes(text.replace('\uFEFF', ''))).toBe(true)
    expect(await readTable(kind, text)).toMatchObject(rows)
  },
)

describe('the Business Master File', () => {
  it.each([7, 65_536])('loses lines that are not text, in pieces of %i bytes', async (bytes) => {
    const broken = Buffer.concat([
      Buffer.from(`${HEADER}\n${rowOf(1, 'CAFÉ')}\n`),
      Buffer.from(`${rowOf(3, 'CAFÉ')}\n`, 'latin1'),
      Buffer.from(`${rowOf(4, 'E\0LM')}\n${rowOf(5, 'OAK')}`),
    ])
    const rows = await readTable('bmf', broken, bytes)
    expect(outline(rows, 'name')).toEqual(['CAFÉ', '3 NotText', '4 NotText', 'OAK'])
    expect(rows).toMatchObject([{}, {}, { detail: expect.stringContaining('NUL') }, {}])
  })

  it('has every row of a file longer than its inspected beginning', async () => {
    const rows = Array.from({ length: 250 }, (_, at) => rowOf(String(70_000_001 + at), 'ELM'))
    const lines = outline(await readBmf(...rows), 'source_row')
    expect(lines).toEqual(rows.map((_, at) => String(at + 2)))
  })
})

describe('the e-postcard file', () => {
  it('has rows that are filings, after blank lines at the start', async () => {
    expect(tabularReader('postcard').recognizes(`\n\n${card()}`)).toBe(true)
    const [row] = await readTable('postcard', `\n\n${card()}\r\n`)
    expect(row).toMatchObject({
      ...{ ein: '070000001', tax_year: 2023, source_row: 3, is_final: false },
      ...{ tax_period_begin: '2023-01-01', tax_period_end: '2023-12-31' },
    })
    const { facts, content } = row as Record<string, string>
    expect(JSON.parse(facts ?? '')).toMatchObject({
      filerName: { value: 'ELM "THE" CLUB', path: '/IRS990N/OrganizationName' },
      doingBusinessAs: { value: 'ELMS', path: '/IRS990N/DBA1' },
      filerCity: { value: 'AKRON', path: '/IRS990N/OrgCity' },
      grossReceiptsNotOverLimit: { value: true },
    })
    expect(readPacked(content as unknown as Buffer)).not.toHaveProperty('DBA2')
  })

  it('gives the same ID, a hash, only to equal rows', async () => {
    const texts = [card(), card(), card('11-30-2023')]
    const ids = outline(await readTable('postcard', texts.join('\n')), 'object_id')
    expect(ids[0]).toMatch(/^h-[0-9a-f]{16}$/)
    expect([ids[1] === ids[0], ids[2] === ids[0]]).toEqual([true, false])
  })
})

describe('the index of a year', () => {
  it('has nine columns, and its year in its name', async () => {
    const nine = await readTable('index', `${INDEX}\n${indexed()}\n`, 7, 'in/index_2018.csv')
    const period = { ein: '070000001', form: '990PF', tax_period: '201612' }
    expect(nine).toMatchObject([{ ...period, batch: null, index_year: 2018 }])
  })

  it.each([`${INDEX},STATE\n`, 'NAME,URL\n', '{"Filings2016":[]}', ''])('is not %o', (head) => {
    expect(tabularReader('index').recognizes(head)).toBe(false)
  })

  it('has its archives after a row with an unclosed quote', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'index-'))
    const path = join(folder, 'index_2024.csv')
    const rows = ['"ELM', 'OAK', '"FIR, A"'].map(
      (name, at) => `${indexed(name)},2024_TEOS_XML_0${at + 1}A`,
    )
    writeFileSync(path, [`${INDEX},XML_BATCH_ID`, ...rows].join('\n'))
    expect(await readBatches(path)).toEqual(['2024_TEOS_XML_02A', '2024_TEOS_XML_03A'])
    rmSync(folder, { recursive: true })
  })
})

describe('a line of more than a mebibyte', () => {
  const MIB = 1 << 20
  const lines = [listed('Elm', 'PC'), 'x'.repeat(3 * MIB), listed('Oak', 'PC')]
  const text = Buffer.from(lines.join('\n'))
  const rejected = (row: number, bytes: number) => ({
    ...{ row, code: 'TooLong', detail: `The line has ${bytes} bytes; expected at most ${MIB}.` },
  })

  it.each([1_000, 65_536, text.length])('is skipped in pieces of %i bytes', async (pieceBytes) => {
    const rows = await readTable('pub78', text, pieceBytes)
    expect(outline(rows, 'name')).toEqual(['Elm', '2 TooLong', 'Oak'])
    expect(rows).toMatchObject([{}, rejected(2, 3 * MIB), { source_row: 3 }])
  })

  it('is rejected as the last of a file', async () => {
    expect(await readTable('pub78', 'x'.repeat(MIB + 1), 65_536)).toEqual([rejected(1, MIB + 1)])
  })

  it('begins beyond the limit, counted in bytes', async () => {
    const [longest, short] = ['é'.repeat(MIB / 2), 'y']
    const bytes = Buffer.from(`${longest}\n${longest}x\n${short}`)
    const lines: unknown[] = []
    for await (const line of readLines(Readable.from([bytes]))) lines.push(line)
    const expected = [{ row: 1, line: longest }, rejected(2, MIB + 1), { row: 3, line: short }]
    expect(lines).toEqual(expected)
  })
})

const HEADS: Record<TabularKind, string> = {
  ...{ bmf: HEADER, postcard: card(), pub78: listed('Elm', 'PC'), index: INDEX },
  revocation: '070000001|ELM||1 ST|AKRON|OH|44301|US|03|15-NOV-2010|09-NOV-2011|',
  'ofac-party': '36,"ELM",-0- ,"CUBA",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ',
  'ofac-alias': '36,12,"aka","ELM",-0- ',
  'ofac-address': '36,25,-0- ,"Havana","Cuba",-0- ',
  'ofac-comment': '36,"; Linked To: ELM."',
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
  audit: 'report_id,audit_year,auditee_uei,auditee_ein,auditor_ein,auditee_name',
  'audit-identifier': 'report_id,additional_ein',
}
test.each(Object.entries(HEADS))('the head of %s belongs to no other kind', (kind, head) => {
  expect(kindsOf(head)).toEqual([kind])
})

const DATES = { postcard: readPostcardDate, revocation: readRevocationDate }

testReturns({
  'dates of the lists of the IRS': (kind: keyof typeof DATES, text: string) => DATES[kind](text),
})
