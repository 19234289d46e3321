import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toCsv } from '#test/unit/indexer/read-table.ts'
import { writeZip } from '#test/unit/indexer/zips.ts'
import { createStore, loadInto, type Store } from '#test/world/store.ts'

type Row = Record<string, string>

const award = (id: string, row: Row): Row => ({
  assistance_award_unique_key: `ASST_NON_${id}_7530`,
  award_id_fain: id,
  recipient_uei: 'ZZMADE000001',
  recipient_name: 'ELM STREET SHELTER',
  awarding_agency_name: 'Department of Made Things',
  last_modified_date: '2024-01-31',
  total_obligated_amount: '',
  ...row,
})
const keyOf = (id: string, number: number) => `7530_${id}_-NONE-_93.243_${number}`

/** Returns a row of a made-up award, given its id. */
type Made = (id: string) => Row
const transaction =
  (number: number, row: Row = {}): Made =>
  (id) => ({
    ...award(id, {}),
    assistance_transaction_unique_key: keyOf(id, number),
    modification_number: String(number),
    federal_action_obligation: '100.10',
    action_date: `2023-0${number + 1}-15`,
    correction_delete_indicator_code: '',
    ...row,
  })
const deletion =
  (number: number, row: Row = {}): Made =>
  (id) => ({
    ...Object.fromEntries(Object.keys(transaction(0)(id)).map((column) => [column, ''])),
    assistance_transaction_unique_key: keyOf(id, number),
    correction_delete_indicator_code: 'D',
    ...row,
  })
const correction: Made = (id) => ({
  ...transaction(0, { federal_action_obligation: '70.00' })(id),
  correction_delete_indicator_code: 'C',
})
const fullDeletion = transaction(1, { correction_delete_indicator_code: 'D' })
const OBLIGATED = 'total_obligated_amount'

const TRANSACTION = 'assistance_transaction_unique_key'
/** Rows of one file of an award, of one kind, and the file's month. */
type Step = (id: string) => [Row[], string?]

type Case = { says: string; one: Made[]; other: Made[]; amount: number | undefined }
const CASES: Case[] = [
  {
    says: 'sum obligations where no row tells a total',
    one: [transaction(0), transaction(1)],
    other: [transaction(2, { federal_action_obligation: '-50.10' })],
    amount: 150.1,
  },
  {
    says: 'take the total of the row changed last, not of the latest action',
    one: [transaction(0, { [OBLIGATED]: '300.00', last_modified_date: '2024-03-01' })],
    other: [transaction(1, { [OBLIGATED]: '200.00', last_modified_date: '2024-02-01' })],
    amount: 300,
  },
  {
    says: 'lose a transaction by a deletion with only its key',
    one: [transaction(0), transaction(1)],
    other: [deletion(1, { last_modified_date: '2024-05-06' })],
    amount: 100.1,
  },
  {
    says: 'lose a transaction by a deletion without a day',
    one: [transaction(0), transaction(1)],
    other: [deletion(1)],
    amount: 100.1,
  },
  {
    says: 'lose a transaction by a deletion of its own day',
    one: [transaction(0), transaction(1)],
    other: [fullDeletion],
    amount: 100.1,
  },
  {
    says: 'have a deleted transaction back that was changed later',
    one: [deletion(0, { last_modified_date: '2024-02-01' })],
    other: [transaction(0, { last_modified_date: '2024-03-01' })],
    amount: 100.1,
  },
  {
    says: 'count a correction in place of what it corrects',
    one: [transaction(0)],
    other: [correction],
    amount: 70,
  },
  {
    says: 'go when all their transactions are deleted',
    one: [transaction(0), transaction(1)],
    other: [deletion(0), deletion(1)],
    amount: undefined,
  },
  {
    says: 'may be negative in all',
    one: [transaction(0, { federal_action_obligation: '-1000.00' })],
    other: [transaction(1)],
    amount: -899.9,
  },
]

describe('awards and audits of made-up files', () => {
  let store: Store
  let folder: string
  let files = 0

  const write = (text: string, extension = 'csv'): string => {
    files += 1
    const path = join(folder, `made-${files}.${extension}`)
    writeFileSync(path, text)
    return path
  }
  // An extra column makes each file another source, so that the loader does not skip it.
  const tableOf = (rows: Row[]): string => {
    const columns = new Set(rows.flatMap((row) => Object.keys(row)))
    return toCsv([...columns, `file_${files}`], rows)
  }
  const load = (rows: Row[], asOf = '2026-04') => loadInto(store, [write(tableOf(rows))], asOf)
  const rowsOf = (prefix: string, side: 'one' | 'other') =>
    CASES.flatMap((one, at) => one[side].map((made) => made(`${prefix}${at}`)))
  const amountOf = async (id: string) =>
    (
      await store.db.query<{ amount: number }>('select amount from award where award_id = $1', [id])
    )[0]?.amount

  beforeAll(async () => {
    store = await createStore('awards_order')
    folder = mkdtempSync(join(tmpdir(), 'awards-'))
    await load(rowsOf('FIRST', 'one'))
    await load(rowsOf('FIRST', 'other'))
    await load(rowsOf('LAST', 'other'))
    await load(rowsOf('LAST', 'one'))
    await load([
      ...rowsOf('BEFORE', 'one'),
      ...rowsOf('BEFORE', 'other'),
      ...rowsOf('AFTER', 'other'),
      ...rowsOf('AFTER', 'one'),
    ])
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true })
    await store.drop()
  })

  it.each(CASES.map(({ says, amount }, at) => [says, amount, at] as const))(
    'awards %s, in files and rows of either order',
    async (_, amount, at) => {
      for (const prefix of ['FIRST', 'LAST', 'BEFORE', 'AFTER']) {
        expect([prefix, await amountOf(`${prefix}${at}`)]).toEqual([prefix, amount])
      }
    },
  )

  it('do not change when the same rows come again in another file', async () => {
    const state = () =>
      store.db.query('select * from award natural full join award_transaction order by 1, 2')
    const before = await state()
    const { tally } = await load(rowsOf('FIRST', 'one'))
    expect(tally.kinds).toMatchObject([{ loaded: 0, replaced: 0 }])
    expect(await state()).toEqual(before)
  })

  /** Loads the steps of each in this order and in reverse, with as few files as possible. */
  const loadOrders = async (all: Step[][]) => {
    for (const [prefix, inOrder] of [
      ['A', (steps: Step[]) => steps],
      ['B', (steps: Step[]) => steps.toReversed()],
    ] as const) {
      for (let place = 0; place < 4; place += 1) {
        const files = new Map<string, [Row[], string | undefined]>()
        for (const [at, steps] of all.entries()) {
          const [rows, asOf] = inOrder(steps)[place]?.(`ORDER${at}${prefix}`) ?? [[]]
          const isSummary = rows[0]?.[TRANSACTION] === undefined
          const [held] = files.get(`${asOf}${isSummary}`) ?? [[]]
          files.set(`${asOf}${isSummary}`, [[...held, ...rows], asOf])
        }
        for (const [rows, asOf] of files.values()) if (rows.length > 0) await load(rows, asOf)
      }
    }
  }
  const summary =
    (row: Row = {}) =>
    (id: string): [Row[]] => [[award(id, { [OBLIGATED]: '999.00', ...row })]]
  const transactions =
    (row: Row) =>
    (id: string): [Row[]] => [[transaction(0, row)(id)]]
  const OLDER = { last_modified_date: '2023-12-31', [OBLIGATED]: '5.00' }
  const LATER = { last_modified_date: '2025-12-31', [OBLIGATED]: '5.00' }

  const moved = (id: string): [Row[]] => {
    const under = { assistance_award_unique_key: `ASST_NON_${id}_9999`, award_id_fain: `${id}-NEW` }
    return [[transaction(0, { ...under, ...LATER })(id)]]
  }

  const ORDERS: [string, number | undefined, Step[]][] = [
    ['equals the summary', 999, [transactions(OLDER), summary()]],
    ['equals the sum of transactions that changed later', 5, [transactions(LATER), summary()]],
    [
      'equals the summary if later transactions state no total',
      999,
      [transactions({ ...LATER, [OBLIGATED]: '' }), summary()],
    ],
    [
      'equals the summary after the later transaction is deleted',
      999,
      [
        transactions(OLDER),
        (id) => [[transaction(1, LATER)(id)]],
        summary(),
        (id) => [[deletion(1, { last_modified_date: '2026-01-31' })(id)]],
      ],
    ],
    [
      'is absent if the last transaction was deleted after the summary',
      undefined,
      [
        transactions(OLDER),
        summary(),
        (id) => [[deletion(0, { last_modified_date: '2024-02-01' })(id)]],
      ],
    ],
    [
      'is absent after a deletion without a day in the file of a later month',
      undefined,
      [transactions(OLDER), summary(), (id) => [[deletion(0)(id)], '2026-05']],
    ],
    [
      'stays if the last transaction was deleted before the summary',
      999,
      [
        transactions(OLDER),
        summary(),
        (id) => [[deletion(0, { last_modified_date: '2024-01-01' })(id)]],
      ],
    ],
    [
      'counts a transaction from a file later than one that deletes it without a day',
      5,
      [(id) => [[deletion(0)(id)], '2026-03'], transactions(OLDER)],
    ],
    [
      'is removed from the award that its transaction left',
      undefined,
      [transactions(OLDER), moved],
    ],
  ]

  it('awards are the same in either order of files', async () => {
    await loadOrders(ORDERS.map(([, , steps]) => steps))
    const found = []
    for (const [at, [says]] of ORDERS.entries()) {
      found.push([says, await amountOf(`ORDER${at}A`), await amountOf(`ORDER${at}B`)])
    }
    expect(found).toEqual(ORDERS.map(([says, amount]) => [says, amount, amount]))
    const last = ORDERS.length - 1
    expect(await amountOf(`ORDER${last}A-NEW`)).toBe(5)
    expect(await amountOf(`ORDER${last}B-NEW`)).toBe(5)
  })

  it("keep a summary's values that later transactions leave blank, except those of another place", async () => {
    const agency = { awarding_sub_agency_name: 'Office of Made Things' }
    const state = 'primary_place_of_performance_state_name'
    const city = 'primary_place_of_performance_city_name'
    const tells = { total_outlayed_amount: '7.00', cfda_numbers_and_titles: '93.243: A', ...agency }
    const full = { ...tells, recipient_city_name: 'AKRON', [city]: 'AKRON', [state]: 'OHIO' }
    const later: [string, Row][] = [
      ['SAME', {}],
      ['MOVED', { recipient_uei: '', recipient_name: 'OAK KITCHEN', [state]: 'IOWA' }],
    ]
    await load(later.map(([id]) => award(id, { [OBLIGATED]: '999.00', ...full })))
    await load(later.map(([id, row]) => transaction(0, { [state]: '', ...LATER, ...row })(id)))
    const kept = { amount: 5, outlays: 7, listing: '93.243', agency: 'Office of Made Things' }
    expect(
      await store.db.query(`select amount, outlays, listings -> 0 ->> 'number' as listing,
          awarding_sub_agency as agency, recipient_uei as uei, recipient_city, place_city, place_state
        from award where award_id in ('SAME', 'MOVED') order by award_id collate "C" desc`),
    ).toEqual([
      {
        ...kept,
        uei: 'ZZMADE000001',
        recipient_city: 'AKRON',
        place_city: 'AKRON',
        place_state: 'OHIO',
      },
      { ...kept, uei: null, recipient_city: null, place_city: null, place_state: 'IOWA' },
    ])
  })

  it('warn of a deletion without a day whose month is the date of its file', async () => {
    const path = write(tableOf([deletion(0)('DATED'), deletion(1, LATER)('DATED')]))
    expect((await loadInto(store, [path])).tally.kinds).toMatchObject([{ loaded: 2, warned: 1 }])
  })

  it('use the summary changed last, then that of the newest month', async () => {
    const summary = (id: string, amount: string, day: string) =>
      award(id, { [OBLIGATED]: amount, last_modified_date: day })
    await load(
      [summary('NEW1', '1.00', '2024-02-01'), summary('NEW2', '3.00', '2024-02-01')],
      '2026-04',
    )
    await load(
      [summary('NEW1', '2.00', '2024-02-02'), summary('NEW2', '4.00', '2024-02-01')],
      '2026-03',
    )
    expect([await amountOf('NEW1'), await amountOf('NEW2')]).toEqual([2, 3])
  })

  it('count each subaward once, by the report changed last, then by that of SAM', async () => {
    const subaward = (number: string, row: Row): Row => ({
      prime_award_unique_key: 'ASST_NON_MADE0001_7530',
      subaward_number: number,
      subaward_amount: '10.00',
      subaward_action_date: '2024-01-01',
      subawardee_uei: '',
      subawardee_name: 'OAK KITCHEN',
      ...row,
    })
    const report = (system: string, id: string, day: string): Row => ({
      [`subaward_${system}_report_id`]: id,
      [`subaward_${system}_report_last_modified_date`]: day,
    })
    const early = report('fsrs', 'F', '2024-02-01')
    const sam = report('sam', 'S', '2024-02-01')
    const late = { ...report('fsrs', 'L', '2024-03-01'), subaward_amount: '-4.00' }
    await load([subaward('S1', sam), subaward('S2', late)])
    await load([subaward('S1', early), subaward('S2', sam)])
    await load([subaward('S3', early), subaward('S4', sam)])
    await load([subaward('S3', sam), subaward('S4', late)])
    await load(
      ['OAK KITCHEN', 'ELM'].map((subawardee_name) => subaward('N/A', { ...sam, subawardee_name })),
    )
    expect(
      await store.db.query(`select subaward_number, report_id, amount, count(*)::int
        from subaward group by 1, 2, 3 order by subaward_number collate "C"`),
    ).toEqual([
      { subaward_number: 'N/A', report_id: 'S', amount: 10, count: 2 },
      { subaward_number: 'S1', report_id: 'S', amount: 10, count: 1 },
      { subaward_number: 'S2', report_id: 'L', amount: -4, count: 1 },
      { subaward_number: 'S3', report_id: 'S', amount: 10, count: 1 },
      { subaward_number: 'S4', report_id: 'L', amount: -4, count: 1 },
    ])
  })

  it('can share a zip; faults are reported by file, row, and field', async () => {
    const texts = {
      'Assistance_PrimeAwardSummaries_1.csv': tableOf([award('ZIP0', { [OBLIGATED]: '1.00' })]),
      'Assistance_PrimeTransactions_1.csv': tableOf([
        transaction(0)('ZIP1'),
        transaction(1, { federal_action_obligation: '12.5 USD' })('ZIP1'),
      ]),
      'Contracts_PrimeTransactions_1.csv': toCsv(Object.keys(transaction(0)('ZIP2')), []),
      'README.txt': 'About these files',
    }
    const zip = join(folder, 'All_PrimeTransactions.zip')
    const entries = Object.entries(texts)
    await writeZip(
      zip,
      entries.map(([name, text]) => ({ name, bytes: Buffer.from(text) })),
    )
    const { tally } = await loadInto(store, [zip], '2026-04')
    expect(tally.kinds).toMatchObject([
      { kind: 'award', loaded: 1, rejected: 0 },
      { kind: 'award-transaction', loaded: 1, rejected: 1 },
    ])
    expect(await store.db.query('select member, line, code, detail from reject')).toEqual([
      {
        member: 'Assistance_PrimeTransactions_1.csv',
        line: 3,
        code: 'InvalidAmount',
        detail: expect.stringContaining(
          'federal_action_obligation is "12.5 USD"; expected dollars',
        ),
      },
    ])
  })

  it('store audits as filed, only the last accepted, and each further identifier once', async () => {
    const audit = (report: string, name: string, day: string): Row => ({
      report_id: report,
      audit_year: '2023',
      auditee_uei: 'GSA_MIGRATION',
      auditee_ein: '070000001',
      auditor_ein: '070000001',
      auditee_name: name,
      fac_accepted_date: day,
    })
    const json = (rows: Row[]) => write(JSON.stringify(rows), 'json')
    const [early, late] = ['2024-03-01', '2024-04-01']
    await loadInto(store, [json([audit('A', 'ELM', early), audit('B', 'OAK', late)])], '2026-04')
    await load([audit('A', 'OAK', late), audit('B', 'ELM', early)])
    const filed = { uei: 'GSA_MIGRATION', ein: '070000001', auditor_ein: '070000001', name: 'OAK' }
    expect(await store.db.query('select uei, ein, auditor_ein, name from audit')).toEqual([
      filed,
      filed,
    ])
    const identifier = { report_id: 'A', additional_ein: '070000002' }
    await load([identifier, identifier])
    await loadInto(store, [json([identifier])], '2026-03')
    expect(await store.db.query('select kind, value, as_of from audit_identifier')).toEqual([
      { kind: 'ein', value: '070000002', as_of: '2026-04-01' },
    ])
  })
})
