import { groupBy } from '#src/domain/es2024.ts'
import type { Form } from '../../form.ts'
import { readTsv } from '../../tsv.ts'
import { defineTables } from './definitions.ts'
import type { RowSource } from './table.ts'

// Schedule G has a column for each event or kind of game, and the names of its leaves contain the
// column. Here, each column is a row.
const LABELS = {
  fundraisingEvents: ['Event 1', 'Event 2', 'Other events', 'All events'],
  gaming: ['Bingo', 'Pull tabs and instant bingo', 'Other gaming', 'All gaming'],
}
const PARTS = { fundraisingEvents: 'Schedule G, Part II', gaming: 'Schedule G, Part III' }
const LEAVES = groupBy(readTsv(new URL('./schedule-g.tsv', import.meta.url)), ([table]) => table)

/**
 * Returns the rows of Schedule G: the first path has the names since 2013, the others those before.
 */
const scheduleGRows = (table: keyof typeof LABELS, paths: readonly string[]): RowSource[] =>
  paths.flatMap((path, era) =>
    LABELS[table].map((label, column): RowSource => {
      const letter = 'abcd'.charAt(column)
      const sumOf = sumOfColumn(table, column)
      return {
        path,
        key: `${path}#${letter}`,
        label,
        line: `${PARTS[table]}, column (${letter})`,
        columns: leavesOf(table, era === 0 ? column : column + LABELS[table].length),
        ...(sumOf && { sumOf }),
      }
    }),
  )

const leavesOf = (table: string, at: number): Record<string, string[]> =>
  Object.fromEntries(
    (LEAVES.get(table) ?? []).flatMap(([, cell = '', ...leaves]) => {
      const names = leaves[at]
      return names ? [[cell, names.split(' ')]] : []
    }),
  )

function sumOfColumn(table: keyof typeof LABELS, column: number): RowSource['sumOf'] {
  if (column === 3) return 'rows'
  return table === 'fundraisingEvents' && column === 2 ? 'others' : undefined
}

// The leaves of the first program are children of the form itself, between those of other parts.
const FIRST_PROGRAM = {
  code: ['ActivityCd', 'ActivityCode'],
  description: ['Desc', 'Description'],
  expense: ['ExpenseAmt', 'Expense'],
  grants: ['GrantAmt', 'Grants'],
  revenue: ['RevenueAmt', 'Revenue'],
}
const PROGRAMS: readonly RowSource[] = [
  { path: '/IRS990', line: 'Part III, line 4a', columns: FIRST_PROGRAM },
  { path: '/IRS990/Form990PartIII', line: 'Part III, line 4a', columns: FIRST_PROGRAM },
  ...(
    [
      ['4b', 'ProgSrvcAccomActy2Grp', 'Activity2'],
      ['4c', 'ProgSrvcAccomActy3Grp', 'Activity3'],
      ['4d', 'ProgSrvcAccomActyOtherGrp', 'ActivityOther'],
    ] as const
  ).flatMap(([line, since2013, before]) =>
    [since2013, before, `Form990PartIII/${before}`].map((name) => ({
      path: `/IRS990/${name}`,
      line: `Part III, line ${line}`,
    })),
  ),
]

// A foundation numbers the leaves of its activities and investments instead of repeating elements.
const numbered = (
  path: string,
  number: number,
  columns: NonNullable<RowSource['columns']>,
  part: 'A' | 'B',
): RowSource => ({
  path,
  key: `${path}#${number}`,
  line: `Part IX-${part}, line ${number}`,
  moved: { since: '2021v4.0', line: `Part VIII-${part}, line ${number}` },
  columns,
})

const DIRECT_ACTIVITIES = [1, 2, 3, 4].flatMap((number) => {
  const since2013 = { description: [`Description${number}Txt`], expense: [`Expenses${number}Amt`] }
  const before = { description: [`Description${number}`], expense: [`Expenses${number}`] }
  return [
    numbered('/IRS990PF/SummaryOfDirectChrtblActyGrp', number, since2013, 'A'),
    numbered('/IRS990PF/SummaryOfDirectCharitableActy', number, before, 'A'),
  ]
})

const PROGRAM_INVESTMENTS = [1, 2].flatMap((number) => {
  const since2013 = { description: [`Description${number}Txt`], amount: [`Expenses${number}Amt`] }
  const before = { description: [`Description${number}`], amount: [`Amount${number}`] }
  return [
    numbered('/IRS990PF/SumOfProgramRelatedInvstGrp', number, since2013, 'B'),
    numbered('/IRS990PF/SumOfProgramRelatedInvestments', number, before, 'B'),
  ]
})

/** Every table of rows the service reads from returns, by key. */
export const TABLES = defineTables(
  [
    'officers990',
    'officers990EZ',
    'officers990PF',
    'scheduleJ',
    'highestPaid990EZ',
    'highestPaid990PF',
    'contractors990',
    'contractors990EZ',
    'contractors990PF',
    'programs990',
    'programs990EZ',
    'directActivities990PF',
    'programInvestments990PF',
    'grantsToOrganizations',
    'grantsToIndividuals',
    'foreignActivities',
    'foreignGrants',
    'foreignIndividualGrants',
    'foundationGrantsPaid',
    'foundationGrantsApproved',
    'applicationInformation',
    'foundationManagers',
    'disregardedEntities',
    'relatedExempt',
    'relatedPartnerships',
    'relatedCorporations',
    'relatedTransactions',
    'unrelatedPartnerships',
    'excessBenefitTransactions',
    'loansInterestedPersons',
    'grantsInterestedPersons',
    'businessTransactions',
    'fundraisers',
    'fundraisingEvents',
    'fundraisingStates',
    'gaming',
    'gamingStates',
    'noncashContributions',
    'statesFiled990',
    'statesFiled990EZ',
    'statesReported990PF',
    'unrelatedBusinesses',
    'lossCarryovers990T',
    'explanations',
    'explanations990T',
  ],
  {
    programs990: PROGRAMS,
    directActivities990PF: DIRECT_ACTIVITIES,
    programInvestments990PF: PROGRAM_INVESTMENTS,
    fundraisingEvents: scheduleGRows('fundraisingEvents', [
      '/IRS990ScheduleG/FundraisingEventInformationGrp',
      '/IRS990ScheduleG/EventsInformation',
      '/IRS990ScheduleG/Form990ScheduleGPartII/EventsInformation',
    ]),
    gaming: scheduleGRows('gaming', [
      '/IRS990ScheduleG/GamingInformationGrp',
      '/IRS990ScheduleG/GamingInformation',
      '/IRS990ScheduleG/Form990ScheduleGPartIII/GamingInformation',
    ]),
  },
)

export type TableKey = keyof typeof TABLES

/** Rows of one table at one path of a part; `steps` are the element names below the part. */
export type TableSource<Key extends TableKey = TableKey> = {
  table: Key
  source: RowSource
  path: string
  block: string
  steps: readonly string[]
}

/** Returns the sources of tables, by default of all, table after table. */
export const sourcesOf = <Key extends TableKey>(
  keys = Object.keys(TABLES) as Key[],
): TableSource<Key>[] =>
  keys.flatMap((table) =>
    TABLES[table].rows.map((source) => {
      const [, block = '', ...steps] = source.path.split('/')
      return { table, source, path: source.path, block, steps }
    }),
  )

/**
 * The list of officers, directors, and trustees of each form; that of the 990 includes employees.
 */
export const OFFICER_TABLES: Partial<Record<Form, TableKey>> = {
  '990': 'officers990',
  '990EZ': 'officers990EZ',
  '990PF': 'officers990PF',
}

/** The separate list of highest paid employees, for forms that have one. */
export const EMPLOYEE_TABLES: Partial<Record<Form, TableKey>> = {
  '990EZ': 'highestPaid990EZ',
  '990PF': 'highestPaid990PF',
}

/** Returns the tables of people of a form: officers, then employees. */
export const leadershipTables = (form: Form): TableKey[] =>
  [OFFICER_TABLES[form], EMPLOYEE_TABLES[form]].filter((table) => table !== undefined)
