import { describe, expect, it } from 'vitest'
import { readListings } from '#indexer/records/award-fields.ts'
import { TABULAR_READERS, tabularReader } from '#indexer/sources/readers.ts'
import type { TabularKind } from '#indexer/sources/source.ts'
import { readTable, toCsv } from './read-table.ts'

// Columns by USAspending's published lists; there is no real assistance file with rows to test
// with.
const SUMMARY: Record<string, string> = {
  assistance_award_unique_key: 'ASST_NON_MADE0001_7530',
  award_id_fain: 'MADE0001',
  award_id_uri: '',
  total_obligated_amount: '1250000.50',
  total_outlayed_amount: '-20.25',
  award_latest_action_date: '2024-03-31',
  period_of_performance_start_date: '2022-10-01',
  period_of_performance_current_end_date: '2025-09-30',
  awarding_agency_name: 'Department of Health and Human Services',
  awarding_sub_agency_name: 'Office of Made Things',
  funding_agency_name: 'Department of Health and Human Services',
  funding_sub_agency_name: 'Office of Made Things',
  recipient_uei: 'zzmade000001',
  recipient_duns: '',
  recipient_name: 'ELM STREET SHELTER, INC.',
  recipient_name_raw: 'Elm Street Shelter Inc',
  recipient_parent_uei: 'ZZMADE000009',
  recipient_city_name: 'AKRON',
  recipient_state_code: 'OH',
  primary_place_of_performance_country_code: 'USA',
  primary_place_of_performance_country_name: 'UNITED STATES',
  primary_place_of_performance_city_name: 'AKRON',
  primary_place_of_performance_state_name: 'OHIO',
  cfda_numbers_and_titles: '10.001: BASIC; AND APPLIED RESEARCH; 93.243: OTHER',
  assistance_type_code: '04',
  assistance_type_description: 'PROJECT GRANT (B)',
  prime_award_base_transaction_description: 'BEDS,\nAND "WARM" MEALS',
  usaspending_permalink: 'https://www.usaspending.gov/award/ASST_NON_MADE0001_7530/',
  last_modified_date: '2024-04-05',
}
const COLUMNS = Object.keys(SUMMARY)

const readSummaries = async (text: string | Buffer) =>
  (await readTable('award', text)).map((row) =>
    'award' in row && typeof row.award === 'object' ? { ...row.award, ...row } : row,
  )
const summaries = (rows: Record<string, string>[], columns = COLUMNS, delimiter?: string) =>
  readSummaries(
    toCsv(
      columns,
      rows.map((row) => ({ ...SUMMARY, ...row })),
      delimiter,
    ),
  )

describe('award summaries of assistance', () => {
  const made = {
    award_key: 'ASST_NON_MADE0001_7530',
    kind: 'assistance',
    award_id: 'MADE0001',
    award_type_code: '04',
    award_type: 'PROJECT GRANT (B)',
    amount: 1_250_000.5,
    outlays: -20.25,
    purpose: 'BEDS,\nAND "WARM" MEALS',
    listings: [
      { number: '10.001', title: 'BASIC; AND APPLIED RESEARCH' },
      { number: '93.243', title: 'OTHER' },
    ],
    place_city: 'AKRON',
    place_state: 'OHIO',
    place_country: 'US',
    start_date: '2022-10-01',
    end_date: '2025-09-30',
    latest_action_date: '2024-03-31',
    recipient_name: 'ELM STREET SHELTER, INC.',
    recipient_uei: 'ZZMADE000001',
    recipient_parent_uei: 'ZZMADE000009',
    permalink: 'https://www.usaspending.gov/award/ASST_NON_MADE0001_7530/',
    last_modified: '2024-04-05',
    as_of: '2026-04-01',
    source_file: 'table.csv',
    source_row: 2,
    warnings: [],
  }

  it.each([',', '\t', '|'])('are read with %j between columns', async (delimiter) => {
    expect(await summaries([{}], COLUMNS, delimiter)).toMatchObject([made])
  })

  it('are read with a byte order mark and columns in another order', async () => {
    const text = `\uFEFF${toCsv(COLUMNS.toReversed(), [SUMMARY])}`
    expect(tabularReader('award').recognizes(text)).toBe(true)
    expect(await readSummaries(text)).toMatchObject([made])
  })

  it('are read by the names that newer schemas have for listings', async () => {
    const columns = COLUMNS.map((name) => name.replace('cfda_', 'assistance_listing_'))
    const rows = [{ assistance_listing_numbers_and_titles: '93.243: OTHER' }]
    expect(await summaries(rows, columns)).toMatchObject([
      { listings: [{ number: '93.243', title: 'OTHER' }] },
    ])
  })

  it('are numbered by the line on which they begin', async () => {
    const rows = await summaries([{}, { assistance_award_unique_key: 'ASST_NON_MADE0002_7530' }])
    expect(rows).toMatchObject([{ source_row: 2 }, { source_row: 4 }])
  })

  it('keep negative values, and have no value for a blank', async () => {
    const row = { total_obligated_amount: '-300.01', total_outlayed_amount: '' }
    expect(await summaries([row])).toMatchObject([{ amount: -300.01, outlays: null }])
    expect(await summaries([{ total_obligated_amount: '' }])).toMatchObject([{ amount: null }])
  })

  it('have the raw name if there is no other, and a country as written if it is unknown', async () => {
    const row = {
      recipient_name: '',
      primary_place_of_performance_country_name: 'Nowhere',
      primary_place_of_performance_country_code: '',
    }
    expect(await summaries([row])).toMatchObject([
      { recipient_name: 'Elm Street Shelter Inc', place_country: 'Nowhere' },
    ])
  })

  it.each<[string, Record<string, string>, Record<string, unknown>]>([
    ['InvalidUei', { recipient_uei: 'GSA_MIGRATION' }, { recipient_uei: null }],
    ['InvalidUei', { recipient_uei: 'NotAvailable' }, { recipient_uei: null }],
    ['InvalidUei', { recipient_uei: 'NAXXXXXXXXXX' }, { recipient_uei: null }],
    ['DunsOnly', { recipient_uei: '', recipient_duns: '070000001' }, { recipient_uei: null }],
    [
      'PermalinkLeftOut',
      { usaspending_permalink: 'https://usaspending.example/' },
      { permalink: null },
    ],
    ['PermalinkLeftOut', { usaspending_permalink: 'javascript:alert(1)' }, { permalink: null }],
    ['DateLeftOut', { period_of_performance_start_date: '2023-02-29' }, { start_date: null }],
    ['AmountLeftOut', { total_outlayed_amount: 'about 5' }, { outlays: null }],
  ])('are stored with the warning %s by %j', async (warning, row, facts) => {
    expect(await summaries([row])).toMatchObject([{ ...facts, warnings: [warning] }])
  })

  it.each<[string, Record<string, string>, string]>([
    [
      'InvalidAmount',
      { total_obligated_amount: '1,000' },
      'total_obligated_amount is "1,000"; expected dollars',
    ],
    ['InvalidAmount', { total_obligated_amount: '1e400' }, 'total_obligated_amount is "1e400"'],
    [
      'InvalidDate',
      { last_modified_date: '04/05/2024' },
      'last_modified_date is "04/05/2024"; expected YYYY-MM-DD',
    ],
    ['NoKey', { assistance_award_unique_key: '' }, 'assistance_award_unique_key is empty'],
    ['InvalidAmount', { total_obligated_amount: '12345678901234.56' }, 'expected dollars'],
    ['TooLong', { assistance_award_unique_key: 'A'.repeat(895) }, 'key has 901 characters'],
    ['TooLong', { assistance_award_unique_key: 'é'.repeat(150) }, 'key has 906 characters'],
  ])(
    'are rejected as %s by %j, with the field and what was expected',
    async (code, row, detail) => {
      expect(await summaries([{}, row])).toMatchObject([
        { award_id: 'MADE0001' },
        { row: 4, code, detail: expect.stringContaining(detail) },
      ])
    },
  )

  it('lose only their own row if columns are missing, and report a cut-off end', async () => {
    const [header = '', first = ''] = [COLUMNS.join(','), COLUMNS.map(() => 'x').join(',')]
    const good = COLUMNS.map((name) => (SUMMARY[name] ?? '').replaceAll(/[,\n"]/g, ' ')).join(',')
    const text = `${header}\n${first},y\n${good}\n${good.slice(0, 40)}`
    expect(await readSummaries(text)).toMatchObject([
      { row: 2, code: 'WrongColumnCount' },
      { award_id: 'MADE0001' },
      { row: 4, code: 'CutShort' },
    ])
  })

  it('are rejected if bytes are not UTF-8', async () => {
    const text = Buffer.from(toCsv(COLUMNS, [{ ...SUMMARY, recipient_name: 'EL\u00d1' }]), 'latin1')
    expect(await readSummaries(text)).toMatchObject([{ row: 2, code: 'NotText' }, {}])
  })
})

const TRANSACTION: Record<string, string> = {
  ...SUMMARY,
  assistance_transaction_unique_key: '7530_made0001_-none-_93.243_0',
  modification_number: '0',
  federal_action_obligation: '-400.75',
  action_date: '2023-01-02',
  cfda_number: '93.243',
  cfda_title: 'OTHER; THINGS',
  cfda_numbers_and_titles: '',
  action_type_code: 'A',
  correction_delete_indicator_code: '',
}
const transactions = (rows: Record<string, string>[]) =>
  readTable(
    'award-transaction',
    toCsv(
      Object.keys(TRANSACTION),
      rows.map((row) => ({ ...TRANSACTION, ...row })),
    ),
  )

describe('transactions of assistance', () => {
  it('describe themselves and their award', async () => {
    expect(await transactions([{}])).toMatchObject([
      {
        transaction_key: '7530_MADE0001_-NONE-_93.243_0',
        award_key: 'ASST_NON_MADE0001_7530',
        modification: '0',
        action_date: '2023-01-02',
        action_type: 'A',
        obligation: -400.75,
        is_deleted: false,
        is_correction: false,
        award: {
          kind: 'assistance',
          amount: 1_250_000.5,
          listings: [{ number: '93.243', title: 'OTHER; THINGS' }],
        },
      },
    ])
  })

  it('are corrections or deletions by their indicator', async () => {
    const [C, D] = ['C', 'd'].map((code) => ({ correction_delete_indicator_code: code }))
    expect(await transactions([C ?? {}, D ?? {}])).toMatchObject([
      { is_correction: true, is_deleted: false },
      { is_correction: false, is_deleted: true },
    ])
  })

  it.each(['X', 'CD', 'Delete'])('are rejected with %j as the indicator', async (letter) => {
    expect(await transactions([{ correction_delete_indicator_code: letter }])).toEqual([
      {
        row: 2,
        code: 'InvalidIndicator',
        detail: `correction_delete_indicator_code is "${letter}"; expected C or D or nothing.`,
      },
    ])
  })

  it('to be deleted may have only the transaction, as in files of changes', async () => {
    const empty = Object.fromEntries(Object.keys(TRANSACTION).map((name) => [name, '']))
    const deletion = {
      ...empty,
      correction_delete_ind: 'D',
      assistance_transaction_unique_key: '7530_MADE0001_-NONE-_93.243_0',
      last_modified_date: '2024-05-06',
    }
    const columns = Object.keys(TRANSACTION).map((name) => name.replace('indicator_code', 'ind'))
    expect(await readTable('award-transaction', toCsv(columns, [deletion]))).toMatchObject([
      { award_key: null, is_deleted: true, last_modified: '2024-05-06', warnings: [] },
    ])
  })

  it('to be deleted are not rejected for fields that they do not need', async () => {
    const deletion = { correction_delete_indicator_code: 'D', assistance_award_unique_key: '' }
    const faults = { federal_action_obligation: '12.5 USD', action_date: '1/2/2023' }
    expect(await transactions([{ ...deletion, ...faults }])).toMatchObject([
      { is_deleted: true, award_key: null, obligation: null, action_date: null, award: {} },
    ])
    expect(await transactions([{ ...deletion, last_modified_date: '1/2/2023' }])).toMatchObject([
      { row: 2, code: 'InvalidDate' },
    ])
  })

  it('without an award are rejected', async () => {
    expect(await transactions([{ assistance_award_unique_key: '' }])).toMatchObject([
      { row: 2, code: 'NoKey' },
    ])
  })
})

const SUBAWARD: Record<string, string> = {
  prime_award_unique_key: 'ASST_NON_MADE0001_7530',
  prime_award_fain: 'MADE0001',
  prime_award_amount: '1250000.50',
  prime_awardee_uei: 'ZZMADE000001',
  prime_awardee_name: 'ELM STREET SHELTER, INC.',
  prime_awardee_dba_name: 'ELM',
  prime_award_cfda_numbers_and_titles: '93.243: OTHER',
  subaward_type: 'sub-grant',
  subaward_sam_report_id: 'R-1',
  subaward_number: 'S/1',
  subaward_amount: '-5.00',
  subaward_action_date: '2024-01-31',
  subawardee_uei: 'ZZMADE000002',
  subawardee_name: 'OAK KITCHEN',
  subawardee_dba_name: 'ELM',
  usaspending_permalink: 'https://www.usaspending.gov/award/ASST_NON_MADE0001_7530/',
  subaward_sam_report_last_modified_date: '2024-05-31 00:00:00+00',
}
const subawards = (rows: Record<string, string>[], toColumn = (name: string) => name) =>
  readTable(
    'subaward',
    toCsv(
      Object.keys(SUBAWARD).map(toColumn),
      rows.map((row) =>
        Object.fromEntries(
          Object.entries({ ...SUBAWARD, ...row }).map(([name, value]) => [toColumn(name), value]),
        ),
      ),
    ),
  )

describe('subawards', () => {
  it.each([
    ['SAM', (name: string) => name],
    ['FSRS', (name: string) => name.replace('_sam_', '_fsrs_')],
  ])('are read with columns of the generation %s', async (report_system, toColumn) => {
    expect(await subawards([{}], toColumn)).toMatchObject([
      {
        prime_award_key: 'ASST_NON_MADE0001_7530',
        report_id: 'R-1',
        report_system,
        prime_amount: 1_250_000.5,
        amount: -5,
        last_modified: '2024-05-31',
        recipient_uei: 'ZZMADE000002',
        listings: [{ number: '93.243', title: 'OTHER' }],
      },
    ])
  })

  const keysOf = async (rows: Record<string, string>[], toColumn?: (name: string) => string) =>
    (await subawards(rows, toColumn)).map((row) => ('subaward_key' in row ? row.subaward_key : ''))

  it('are identified by prime award, number, recipient, and day, in any report', async () => {
    const same = [
      {},
      { subaward_amount: '7.00' },
      { subaward_sam_report_id: 'R-2' },
      { subaward_number: 's/1', subawardee_name: 'Oak Kitchen, Inc.' },
    ]
    const others = [
      { subaward_number: 'S/2' },
      { prime_award_unique_key: 'ASST_NON_MADE0002_7530' },
      { subawardee_uei: 'ZZMADE000003' },
      { subaward_action_date: '2024-02-29' },
    ]
    const keys = await keysOf([...same, ...others])
    expect(new Set(keys.slice(0, same.length)).size).toBe(1)
    expect(new Set(keys).size).toBe(1 + others.length)
    expect(keys[0]).toMatch(/^[0-9a-f]{24}$/)
    const fsrs = await keysOf([{}], (name) => name.replace('_sam_', '_fsrs_'))
    expect(fsrs).toEqual(keys.slice(0, 1))
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
    expect(await subawards([{}, { subawardee_dba_name: 'OAK' }])).toMatchObject([
      { recipient_dba_name: null },
      { recipient_dba_name: 'OAK' },
    ])
  })

  it.each<[string, Record<string, string>]>([
    ['InvalidAmount', { subaward_amount: 'five' }],
    ['InvalidDate', { subaward_action_date: '2024-13-01' }],
    ['NoKey', { prime_award_unique_key: '', prime_award_fain: '' }],
  ])('are rejected as %s by %j', async (code, row) => {
    expect(await subawards([row])).toMatchObject([{ row: 2, code }])
  })
})

describe('listings', () => {
  it.each([
    [
      '10.001: A; 93.243: B; C',
      [
        { number: '10.001', title: 'A' },
        { number: '93.243', title: 'B; C' },
      ],
    ],
    ['10.RD: RESEARCH', [{ number: '10.RD', title: 'RESEARCH' }]],
    ['93.243', [{ number: '93.243' }]],
    ['93.243: ', [{ number: '93.243' }]],
    ['93.243: A; 93.243: A', [{ number: '93.243', title: 'A' }]],
    ['none', []],
    [null, []],
  ])('of %j are %j', (text, listings) => {
    expect(readListings(text)).toEqual(listings)
  })
})

describe('recognition of awards', () => {
  const kindOf = (head: string) =>
    TABULAR_READERS.filter((reader) => reader.recognizes(head)).map(({ kind }) => kind)
  const missingOf = (head: string) =>
    TABULAR_READERS.flatMap((reader) => {
      const { missing, wanted } = reader.missingColumns?.(head) ?? { missing: [], wanted: 0 }
      return missing.length > 0 && missing.length * 2 <= wanted
        ? [{ kind: reader.kind, missing }]
        : []
    })
  const headers: [TabularKind, Record<string, string>][] = [
    ['award', SUMMARY],
    ['award-transaction', TRANSACTION],
    ['subaward', SUBAWARD],
  ]

  it.each(headers)('assigns each of %s to one kind', (kind, row) => {
    expect(kindOf(Object.keys(row).join(','))).toEqual([kind])
    expect(missingOf(Object.keys(row).join(','))).toEqual([])
  })

  it('names the column missing from a file of a kind', () => {
    const without = (row: Record<string, string>, left: string) =>
      Object.keys(row)
        .filter((name) => !name.includes(left))
        .join(',')
    expect(missingOf(without(SUMMARY, 'award_unique_key'))).toMatchObject([{ kind: 'award' }])
    expect(missingOf(without(TRANSACTION, 'transaction_unique_key'))).toEqual([
      {
        kind: 'award-transaction',
        missing: ['assistance_transaction_unique_key or contract_transaction_unique_key'],
      },
    ])
    expect(missingOf(without(SUBAWARD, 'action_date'))).toEqual([
      { kind: 'subaward', missing: ['subaward_action_date'] },
    ])
  })

  it.each<[TabularKind, Record<string, string>, string]>([
    ['award', SUMMARY, 'recipient'],
    ['award-transaction', TRANSACTION, 'recipient'],
    ['subaward', SUBAWARD, 'subawardee'],
  ])('accepts %s with DUNS numbers as UEIs, and none without either', (kind, row, whose) => {
    const [uei, duns] = [`${whose}_uei`, `${whose}_duns`]
    const others = Object.keys(row).filter((name) => ![uei, duns].includes(name))
    expect(kindOf([...others, duns].join(','))).toEqual([kind])
    expect(kindOf(others.join(','))).toEqual([])
    expect(missingOf(others.join(','))).toEqual([{ kind, missing: [`${uei} or ${duns}`] }])
  })

  it('accepts transactions of assistance only with a column for deletions', () => {
    const columns = Object.keys(TRANSACTION)
    const head = columns.filter((name) => !name.startsWith('correction')).join(',')
    expect(kindOf(head)).toEqual([])
    expect(missingOf(head)).toEqual([
      {
        kind: 'award-transaction',
        missing: ['correction_delete_indicator_code or correction_delete_ind'],
      },
    ])
    expect(kindOf(`${head},correction_delete_ind`)).toEqual(['award-transaction'])
    expect(kindOf(head.replaceAll('assistance_', 'contract_'))).toEqual(['award-transaction'])
  })

  it('skips funding by account, which is in the same zip', () => {
    const head =
      'owning_agency_name,award_unique_key,award_id_fain,award_id_piid,recipient_uei,recipient_name,' +
      'awarding_agency_name,transaction_obligated_amount,gross_outlay_amount_FYB_to_period_end,' +
      'usaspending_permalink,last_modified_date'
    expect([kindOf(head), missingOf(head)]).toEqual([[], []])
  })
})
