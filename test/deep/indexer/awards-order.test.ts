import { beforeAll, expect, test } from 'vitest'
import { openLoads } from '#test/integration/indexer/loads.ts'
import { openCases } from '#test/unit/cases.ts'
import { toCsv } from '#test/unit/indexer/read-table.ts'
import { writeZip } from '#test/unit/indexer/zips.ts'

type Row = Record<string, string>

const made = openLoads('awards_order')
let files = 0

const write = (text: string): string => {
  files += 1
  return made.write(`made-${files}.csv`, text)
}
// An extra column makes each file another source, so that the loader does not skip it.
const tableOf = (rows: Row[]): string => {
  const columns = new Set(rows.flatMap((row) => Object.keys(row)))
  return toCsv([...columns, `file_${files}`], rows)
}
const load = (rows: Row[], asOf = '2026-04') => made.load(write(tableOf(rows)), asOf)
const amountOf = async (id: string) =>
  (await made.query<{ amount: number }>('select amount from award where award_id = $1', [id]))[0]
    ?.amount

const TOTAL = 'total_obligated_amount'
const DAY = 'last_modified_date'
const KEY = 'assistance_transaction_unique_key'
const DELETED = 'correction_delete_indicator_code'

const award = (id: string, row: Row): Row => ({
  assistance_award_unique_key: `ASST_NON_${id}_7530`,
  award_id_fain: id,
  recipient_uei: 'ZZMADE000001',
  recipient_name: 'ELM STREET SHELTER',
  awarding_agency_name: 'Department of Made Things',
  [DAY]: '2024-01-31',
  [TOTAL]: '',
  ...row,
})

/** Returns a row of a made-up award, given its id. */
type Made = (id: string) => Row
const transaction =
  (number: number | string, row: Row = {}): Made =>
  (id) => ({
    ...award(id, {}),
    [KEY]: `7530_${id}_-NONE-_93.243_${number}`,
    modification_number: String(number),
    federal_action_obligation: '100.10',
    action_date: `2023-0${Number(number) + 1}-15`,
    [DELETED]: '',
    ...row,
  })
/** A deletion that states only its key, and a day if given. */
const deletion =
  (number: number | string, day = ''): Made =>
  (id) => {
    const deleted = transaction(number)(id)
    const empty = Object.fromEntries(Object.keys(deleted).map((column) => [column, '']))
    return { ...empty, [KEY]: deleted[KEY] ?? '', [DELETED]: 'D', [DAY]: day }
  }
const LATER = { [DAY]: '2025-12-31', [TOTAL]: '5.00' }
const moved: Made = (id) => {
  const under = { assistance_award_unique_key: `ASST_NON_${id}_9999`, award_id_fain: `${id}-NEW` }
  return transaction(0, { ...under, ...LATER })(id)
}

const TRANSACTION = /^t(\d)(?::([-\d.]+))?(?:=([\d.]*))?(?:@([\d-]+))?(?:!([CD]))?$/

/** Reads a row: `t1:OBLIGATION=TOTAL@DAY!CODE`, `d1@DAY`, `summary`, or `moved`. */
function toMade(text: string): Made {
  if (text === 'moved') return moved
  if (text === 'summary') return (id) => award(id, { [TOTAL]: '999.00' })
  const [, deleted, on] = /^d(\d)(?:@([\d-]+))?$/.exec(text) ?? []
  if (deleted) return deletion(deleted, on)
  const [, number = expect.fail(text), dollars, total, day, code] = TRANSACTION.exec(text) ?? []
  return transaction(number, {
    ...(dollars && { federal_action_obligation: dollars }),
    ...(total && { [TOTAL]: total }),
    ...(day && { [DAY]: day }),
    ...(code && { [DELETED]: code }),
  })
}

/** The rows of one file, and its month if that matters. */
type Step = { month: string | undefined; rows: Made[] }
const CASES = openCases(new URL('./awards-order.tsv', import.meta.url))<
  [says: string, amount: number | null, ...steps: string[]]
>('amounts').map(([says, amount, ...steps]) => ({
  says,
  amount: amount ?? undefined,
  leavesTo: steps.includes('moved'),
  steps: steps.map((step): Step => {
    const rows = step.split(' ')
    const month = rows[0]?.startsWith('2026-') ? rows.shift() : undefined
    return { month, rows: rows.map(toMade) }
  }),
}))

/** Loads the steps of all cases, those of one place, month and table in one file. */
async function loadSteps(prefix: string, inOrder: (steps: Step[]) => Step[]): Promise<void> {
  for (let place = 0; place < 4; place += 1) {
    const tables = new Map<string, [rows: Row[], month: string | undefined]>()
    for (const [at, { steps }] of CASES.entries()) {
      const { month, rows = [] } = inOrder(steps)[place] ?? {}
      for (const make of rows) {
        const row = make(`${prefix}${at}`)
        const key = `${month} ${KEY in row}`
        const [held] = tables.get(key) ?? [[]]
        tables.set(key, [[...held, row], month])
      }
    }
    for (const [rows, month] of tables.values()) await load(rows, month)
  }
}

// Cases whose rows can be in one file.
const isOneFile = (steps: Step[]) =>
  steps.every(({ month, rows }) => !month && rows.every((make) => KEY in make('')))

beforeAll(async () => {
  await loadSteps('FIRST', (steps) => steps)
  await loadSteps('LAST', (steps) => steps.toReversed())
  const inOneFile = (prefix: string, inOrder: (steps: Step[]) => Step[]) =>
    CASES.flatMap(({ steps }, at) =>
      (isOneFile(steps) ? inOrder(steps) : []).flatMap(({ rows }) =>
        rows.map((make) => make(`${prefix}${at}`)),
      ),
    )
  await load([
    ...inOneFile('BEFORE', (steps) => steps),
    ...inOneFile('AFTER', (steps) => steps.toReversed()),
  ])
})

test.each(CASES.map((one, at) => ({ ...one, at })))(
  'the amount $says, in any order of files and rows',
  async ({ amount, steps, at, leavesTo }) => {
    for (const prefix of ['FIRST', 'LAST', ...(isOneFile(steps) ? ['BEFORE', 'AFTER'] : [])]) {
      expect([prefix, await amountOf(`${prefix}${at}`)]).toEqual([prefix, amount])
      if (leavesTo) expect(await amountOf(`${prefix}${at}-NEW`)).toBe(5)
    }
  },
)

test('an amount is marked as summed until a row states the total', async () => {
  const summed = () =>
    made.query<{ is: boolean }>("select is_amount_summed as is from award where award_id = 'SUM'")
  await load([transaction(0)('SUM'), transaction(1)('SUM')])
  expect(await summed()).toEqual([{ is: true }])
  await load([transaction(2, { [TOTAL]: '700.00' })('SUM')])
  expect(await summed()).toEqual([{ is: false }])
})

test('the same rows in another file change nothing', async () => {
  const state = () =>
    made.query(
      'select award, one from award full join award_transaction one using (award_key) order by 1, 2',
    )
  const before = await state()
  const { tally } = await load([transaction(0)('FIRST0'), transaction(1)('FIRST0')])
  expect(tally.kinds).toMatchObject([{ loaded: 0, replaced: 0 }])
  expect(await state()).toEqual(before)
})

test("a summary's values are kept where later transactions are blank, except those of another place", async () => {
  const agency = { awarding_sub_agency_name: 'Office of Made Things' }
  const state = 'primary_place_of_performance_state_name'
  const city = 'primary_place_of_performance_city_name'
  const tells = { total_outlayed_amount: '7.00', cfda_numbers_and_titles: '93.243: A', ...agency }
  const full = { ...tells, recipient_city_name: 'AKRON', [city]: 'AKRON', [state]: 'OHIO' }
  const later: [string, Row][] = [
    ['SAME', {}],
    ['MOVED', { recipient_uei: '', recipient_name: 'OAK KITCHEN', [state]: 'IOWA' }],
  ]
  await load(later.map(([id]) => award(id, { [TOTAL]: '999.00', ...full })))
  await load(later.map(([id, row]) => transaction(0, { [state]: '', ...LATER, ...row })(id)))
  const kept = { amount: 5, outlays: 7, listing: '93.243', agency: 'Office of Made Things' }
  const found = await made.query<{ places: unknown[] }>(
    `select amount, outlays, listings -> 0 ->> 'number' as listing, awarding_sub_agency as agency,
       json_build_array(recipient_uei, recipient_city, place_city, place_state) as places
     from award where award_id in ('SAME', 'MOVED') order by award_id collate "C" desc`,
  )
  for (const one of found) expect(one).toMatchObject(kept)
  expect(found.map(({ places }) => places)).toEqual([
    ['ZZMADE000001', 'AKRON', 'AKRON', 'OHIO'],
    [null, null, null, 'IOWA'],
  ])
})

test('a deletion without a day is a warning if its month is the date of its file', async () => {
  const path = write(tableOf([deletion(0)('DATED'), deletion(1, '2025-12-31')('DATED')]))
  expect((await made.load(path)).tally.kinds).toMatchObject([{ loaded: 2, warned: 1 }])
})

test('the summary changed last counts, then that of the newest month', async () => {
  const stated = (id: string, amount: string, day: string) =>
    award(id, { [TOTAL]: amount, last_modified_date: day })
  const [one, two] = [stated('NEW1', '1.00', '2024-02-01'), stated('NEW2', '3.00', '2024-02-01')]
  const [later, older] = [stated('NEW1', '2.00', '2024-02-02'), { ...two, [TOTAL]: '4.00' }]
  await load([one, two], '2026-04')
  await load([later, older], '2026-03')
  expect([await amountOf('NEW1'), await amountOf('NEW2')]).toEqual([2, 3])
})

test('each subaward counts once, by the report changed last, then by that of SAM', async () => {
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
  const found = await made.query<{ row: string }>(
    `select concat_ws(' ', subaward_number, report_id, amount::float, count(*)) as row
     from subaward group by subaward_number, report_id, amount order by 1`,
  )
  const rows = ['N/A S 10 2', 'S1 S 10 1', 'S2 L -4 1', 'S3 S 10 1', 'S4 L -4 1']
  expect(found.map(({ row }) => row)).toEqual(rows)
})

test('kinds of tables can share a zip; faults are reported by file, row, and field', async () => {
  const texts = {
    'Assistance_PrimeAwardSummaries_1.csv': tableOf([award('ZIP0', { [TOTAL]: '1.00' })]),
    'Assistance_PrimeTransactions_1.csv': tableOf([
      transaction(0)('ZIP1'),
      transaction(1, { federal_action_obligation: '12.5 USD' })('ZIP1'),
    ]),
    'Contracts_PrimeTransactions_1.csv': toCsv(Object.keys(transaction(0)('ZIP2')), []),
    'README.txt': 'About these files',
  }
  const zip = made.write('All_PrimeTransactions.zip', '')
  const members = Object.entries(texts).map(([name, text]) => ({ name, bytes: Buffer.from(text) }))
  await writeZip(zip, members)
  const { tally } = await made.load(zip, '2026-04')
  expect(tally.kinds).toMatchObject([
    { kind: 'award', loaded: 1, rejected: 0 },
    { kind: 'award-transaction', loaded: 1, rejected: 1 },
  ])
  expect(await made.query('select member, line, code, detail from reject')).toEqual([
    {
      member: 'Assistance_PrimeTransactions_1.csv',
      line: 3,
      code: 'InvalidAmount',
      detail: expect.stringMatching(/federal_action_obligation.*12\.5 USD/),
    },
  ])
})

test('audits are stored as filed, only the last accepted, and each further identifier once', async () => {
  const audit = (report: string, name: string, day: string): Row => ({
    report_id: report,
    audit_year: '2023',
    auditee_uei: 'GSA_MIGRATION',
    auditee_ein: '070000001',
    auditor_ein: '070000001',
    auditee_name: name,
    fac_accepted_date: day,
  })
  const [early, late] = ['2024-03-01', '2024-04-01']
  await load([audit('A', 'ELM', early), audit('B', 'OAK', late)])
  await load([audit('A', 'OAK', late), audit('B', 'ELM', early)])
  const filed = { uei: 'GSA_MIGRATION', ein: '070000001', auditor_ein: '070000001', name: 'OAK' }
  expect(await made.query('select uei, ein, auditor_ein, name from audit')).toEqual([filed, filed])
  const identifier = { report_id: 'A', additional_ein: '070000002' }
  await load([identifier, identifier])
  await load([identifier], '2026-03')
  expect(await made.query('select kind, value, as_of from audit_identifier')).toEqual([
    { kind: 'ein', value: '070000002', as_of: '2026-04-01' },
  ])
})
