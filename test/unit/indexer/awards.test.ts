import { describe, expect, it, test } from 'vitest'
import { readListings } from '#indexer/records/award-fields.ts'
import { TABULAR_READERS, tabularReader } from '#indexer/sources/readers.ts'
import type { TabularKind } from '#indexer/sources/source.ts'
import { openCases } from '../cases.ts'
import { kindsOf, readTable, toCsv } from './read-table.ts'

// Columns by USAspending's published lists; there is no real assistance file with rows to test
// with.
const cases = openCases(new URL('./awards.tsv', import.meta.url))
type Texts = Record<string, string>
type Facts = Record<string, unknown>

/** Reads the columns of a made row, and the facts that are read from it. */
function madeOf(what: string): { row: Texts; facts: Facts } {
  const columns = cases<[string, string, string?, unknown?]>(
    `columns of a ${what}, and what is read from them`,
  )
  const read = columns.flatMap(([, , field, value]) => (field ? [[field, value] as const] : []))
  return {
    row: Object.fromEntries(columns.map(([column, text]) => [column, text])),
    facts: Object.fromEntries(read),
  }
}
const SUMMARY = madeOf('summary')
const TRANSACTION = madeOf('transaction')
const SUBAWARD = madeOf('subaward')
const ROWS: Partial<Record<TabularKind, Texts>> = {
  award: SUMMARY.row,
  'award-transaction': { ...SUMMARY.row, ...TRANSACTION.row },
  subaward: SUBAWARD.row,
}

/** Reads a table of the made row of a kind with some texts changed. */
function read(kind: TabularKind, changes: Texts[], rename = (name: string) => name) {
  const rows = changes.map((change) =>
    Object.entries({ ...ROWS[kind], ...change }).map(([name, text]) => [rename(name), text]),
  )
  return readTable(
    kind,
    toCsv(
      Object.keys(ROWS[kind] ?? {}).map(rename),
      rows.map((row) => Object.fromEntries(row)),
    ),
  )
}
const readSummaries = (text: string | Buffer) => readTable('award', text)
const summaries = (changes: Texts[]) => read('award', changes)

test.each(cases<[TabularKind, string, Texts, string]>('rejected rows'))(
  '%s is rejected as %s by %j, with the field',
  async (kind, code, change, detail) => {
    expect(await read(kind, [change])).toMatchObject([
      { row: 2, code, detail: expect.stringContaining(detail) },
    ])
  },
)

describe('award summaries of assistance', () => {
  const COLUMNS = Object.keys(SUMMARY.row)
  const made = {
    ...{ ...SUMMARY.facts, kind: 'assistance', as_of: '2026-04-01' },
    ...{ source_file: 'table.csv', source_row: 2, warnings: [] },
  }

  it.each([',', '\t', '|'])('are read with %j between columns', async (delimiter) => {
    expect(await readSummaries(toCsv(COLUMNS, [SUMMARY.row], delimiter))).toMatchObject([made])
  })

  it('are read with a byte order mark and columns in another order', async () => {
    const text = `\uFEFF${toCsv(COLUMNS.toReversed(), [SUMMARY.row])}`
    expect(tabularReader('award').recognizes(text)).toBe(true)
    expect(await readSummaries(text)).toMatchObject([made])
  })

  it('are read by the names that newer schemas have for listings', async () => {
    const rename = (name: string) => name.replace('cfda_', 'assistance_listing_')
    const [row] = await read('award', [{ cfda_numbers_and_titles: '93.243: OTHER' }], rename)
    expect(row).toMatchObject({ listings: [{ number: '93.243', title: 'OTHER' }] })
  })

  it('are numbered by the line on which they begin', async () => {
    const rows = await summaries([{}, { assistance_award_unique_key: 'ASST_NON_MADE0002_7530' }])
    expect(rows).toMatchObject([{ source_row: 2 }, { source_row: 4 }])
  })

  it.each(cases<[Texts, Facts]>('values of summaries'))('with %j have %j', async (row, facts) => {
    expect(await summaries([row])).toMatchObject([facts])
  })

  it.each([
    ['A'.repeat(895), 901],
    ['é'.repeat(150), 906],
  ])('are rejected if the key is too long: %.2s', async (key, length) => {
    const rows = await summaries([{}, { assistance_award_unique_key: key }])
    expect(rows).toMatchObject([
      { award_id: 'MADE0001' },
      { row: 4, code: 'TooLong', detail: expect.stringContaining(`key has ${length} characters`) },
    ])
  })

  it('lose only their own row if columns are missing, and report a cut-off end', async () => {
    const good = COLUMNS.map((name) => (SUMMARY.row[name] ?? '').replaceAll(/[,\n"]/g, ' '))
    const wide = COLUMNS.map(() => 'x').concat('y')
    const lines = [COLUMNS, wide, good].map((cells) => cells.join(','))
    const text = `${lines.join('\n')}\n${good.join(',').slice(0, 40)}`
    expect(await readSummaries(text)).toMatchObject([
      { row: 2, code: 'WrongColumnCount' },
      { award_id: 'MADE0001' },
      { row: 4, code: 'CutShort' },
    ])
  })

  it('are rejected if bytes are not UTF-8', async () => {
    const csv = toCsv(COLUMNS, [{ ...SUMMARY.row, recipient_name: 'EL\u00d1' }])
    const rows = await readSummaries(Buffer.from(csv, 'latin1'))
    expect(rows).toMatchObject([{ row: 2, code: 'NotText' }, {}])
  })
})

describe('transactions of assistance', () => {
  it('describe themselves and their award', async () => {
    const listings = [{ number: '93.243', title: 'OTHER; THINGS' }]
    const award = { kind: 'assistance', amount: 1_250_000.5, listings }
    const state = { is_deleted: false, is_correction: false }
    expect(await read('award-transaction', [{}])).toMatchObject([
      { ...TRANSACTION.facts, ...state, award_key: SUMMARY.facts.award_key, ...award },
    ])
  })

  it.each(cases<[Texts, Facts]>('values of transactions'))(
    'with %j have %j',
    async (row, facts) => {
      expect(await read('award-transaction', [row])).toMatchObject([facts])
    },
  )

  it('to be deleted may have only the transaction, as in files of changes', async () => {
    const names = Object.keys(ROWS['award-transaction'] ?? {})
    const columns = names.map((name) => name.replace('indicator_code', 'ind'))
    const deletion = {
      ...{ correction_delete_ind: 'D', last_modified_date: '2024-05-06' },
      assistance_transaction_unique_key: '7530_MADE0001_-NONE-_93.243_0',
    }
    expect(await readTable('award-transaction', toCsv(columns, [deletion]))).toMatchObject([
      { award_key: null, is_deleted: true, last_modified: '2024-05-06', warnings: [] },
    ])
  })
})

describe('subawards', () => {
  const toFsrs = (name: string) => name.replace('_sam_', '_fsrs_')

  it.each([
    ['SAM', (name: string) => name],
    ['FSRS', toFsrs],
  ])('are read with columns of the generation %s', async (report_system, rename) => {
    const rows = await read('subaward', [{}], rename)
    expect(rows).toMatchObject([{ ...SUBAWARD.facts, report_system }])
  })

  const keysOf = async (rows: Texts[], rename?: (name: string) => string) =>
    (await read('subaward', rows, rename)).map((row) =>
      'subaward_key' in row ? row.subaward_key : '',
    )

  it('are identified by prime award, number, recipient, and day, in any report', async () => {
    const renamed = { subaward_number: 's/1', subawardee_name: 'Oak Kitchen, Inc.' }
    const same = [{}, { subaward_amount: '7.00' }, { subaward_sam_report_id: 'R-2' }, renamed]
    const others: Texts[] = [
      ...[{ subaward_number: 'S/2' }, { subaward_action_date: '2024-02-29' }],
      ...[{ prime_award_unique_key: 'ASST_NON_MADE0002_7530' }, { subawardee_uei: 'ZZMADE000003' }],
    ]
    const keys = await keysOf([...same, ...others])
    expect(new Set(keys.slice(0, same.length)).size).toBe(1)
    expect(new Set(keys).size).toBe(1 + others.length)
    expect(keys[0]).toMatch(/^[0-9a-f]{24}$/)
    expect(await keysOf([{}], toFsrs)).toEqual(keys.slice(0, 1))
  })

  it('without a UEI are distinguished by names as they are compared', async () => {
    const named = (subawardee_name: string) => ({ subawardee_uei: '', subawardee_name })
    const [one, same, other] = await keysOf(['OAK KITCHEN INC', 'Oak Kitchen', 'ELM'].map(named))
    expect(same).toBe(one)
    expect(other).not.toBe(one)
  })

  it.each(['', 'N/A', 'na', 'None', '0', '000', '-', 'TBD'])(
    'with %j as the number are distinguished by amount and description',
    async (subaward_number) => {
      const row = { subaward_number }
      const keys = await keysOf([row, { ...row, subaward_amount: '7.00' }, row])
      expect(keys[0]).not.toBe(keys[1])
      expect(keys[0]).toBe(keys[2])
    },
  )

  it("do not have the prime recipient's name", async () => {
    const rows = await read('subaward', [{}, { subawardee_dba_name: 'OAK' }])
    expect(rows).toMatchObject([{ recipient_dba_name: null }, { recipient_dba_name: 'OAK' }])
  })
})

test.each(cases<[string | null, unknown]>('listings'))('the listings of %j', (text, listings) => {
  expect(readListings(text)).toEqual(listings)
})

describe('recognition of awards', () => {
  const missingOf = (head: string) =>
    TABULAR_READERS.flatMap((reader) => {
      const { missing, wanted } = reader.missingColumns?.(head) ?? { missing: [], wanted: 0 }
      const isNear = missing.length > 0 && missing.length * 2 <= wanted
      return isNear ? [{ kind: reader.kind, missing }] : []
    })

  it.each(Object.entries(ROWS))('assigns the columns of %s to one kind', (kind, row) => {
    const names = Object.keys(row)
    expect([kindsOf(names.join(',')), missingOf(names.join(','))]).toEqual([[kind], []])
    // DUNS numbers take the place of UEIs.
    const duns = names.filter((name) => !/^(?:recipient|subawardee)_uei$/.test(name))
    const whose = kind === 'subaward' ? 'subawardee' : 'recipient'
    expect(kindsOf([...duns, `${whose}_duns`].join(','))).toEqual([kind])
  })

  it.each(cases<[TabularKind, string, string | null]>('columns required of each kind'))(
    'names the column missing from %s without %s',
    (kind, left, missing) => {
      const names = Object.keys(ROWS[kind] ?? {}).filter((name) => !name.match(left))
      expect(kindsOf(names.join(','))).toEqual([])
      expect(missingOf(names.join(','))).toMatchObject([
        { kind, ...(missing && { missing: [missing] }) },
      ])
    },
  )

  it('accepts transactions with the other column for deletions, or those of contracts', () => {
    const columns = Object.keys(ROWS['award-transaction'] ?? {})
    const head = columns.filter((name) => !name.startsWith('correction')).join(',')
    expect(kindsOf(`${head},correction_delete_ind`)).toEqual(['award-transaction'])
    expect(kindsOf(head.replaceAll('assistance_', 'contract_'))).toEqual(['award-transaction'])
  })

  it('skips funding by account, which is in the same zip', () => {
    const head =
      'owning_agency_name,award_unique_key,award_id_fain,award_id_piid,recipient_uei,recipient_name,' +
      'awarding_agency_name,transaction_obligated_amount,gross_outlay_amount_FYB_to_period_end,' +
      'usaspending_permalink,last_modified_date'
    expect([kindsOf(head), missingOf(head)]).toEqual([[], []])
  })
})
