import { money, text, tick } from './columns.ts'
import type { RowSource, TableDefinition } from './table.ts'

// The first program's leaves stand right in the form, between those of other parts; so they are
// named here and not in the columns.
const FIRST_PROGRAM = {
  code: ['ActivityCd', 'ActivityCode'],
  description: ['Desc', 'Description'],
  expense: ['ExpenseAmt', 'Expense'],
  grants: ['GrantAmt', 'Grants'],
  revenue: ['RevenueAmt', 'Revenue'],
}

/** Form 990, Part III, line 4. */
export const PROGRAMS_990: TableDefinition = {
  label: 'Program service accomplishments',
  form: '990',
  line: 'Part III, line 4',
  rows: [
    { path: '/IRS990', line: 'Part III, line 4a', columns: FIRST_PROGRAM },
    { path: '/IRS990/Form990PartIII', line: 'Part III, line 4a', columns: FIRST_PROGRAM },
    { path: '/IRS990/ProgSrvcAccomActy2Grp', line: 'Part III, line 4b' },
    { path: '/IRS990/Activity2', line: 'Part III, line 4b' },
    { path: '/IRS990/Form990PartIII/Activity2', line: 'Part III, line 4b' },
    { path: '/IRS990/ProgSrvcAccomActy3Grp', line: 'Part III, line 4c' },
    { path: '/IRS990/Activity3', line: 'Part III, line 4c' },
    { path: '/IRS990/Form990PartIII/Activity3', line: 'Part III, line 4c' },
    { path: '/IRS990/ProgSrvcAccomActyOtherGrp', line: 'Part III, line 4d' },
    { path: '/IRS990/ActivityOther', line: 'Part III, line 4d' },
    { path: '/IRS990/Form990PartIII/ActivityOther', line: 'Part III, line 4d' },
  ],
  columns: {
    code: text('Activity code', FIRST_PROGRAM.code),
    description: text('Description', FIRST_PROGRAM.description),
    expense: money('Expenses', FIRST_PROGRAM.expense),
    grants: money('Grants included', FIRST_PROGRAM.grants),
    revenue: money('Revenue', FIRST_PROGRAM.revenue),
  },
}

/** Form 990-EZ, Part III, lines 28 to 31; a grant line that includes foreign grants is ticked. */
export const PROGRAMS_990EZ: TableDefinition = {
  label: 'Program service accomplishments',
  form: '990EZ',
  line: 'Part III, lines 28 to 31',
  rows: [
    { path: '/IRS990EZ/ProgramSrvcAccomplishmentGrp' },
    { path: '/IRS990EZ/ProgramServiceAccomplishment' },
  ],
  columns: {
    description: text('Description', [
      'DescriptionProgramSrvcAccomTxt',
      'DescriptionProgramServiceAccom',
    ]),
    expense: money('Expenses', ['ProgramServiceExpensesAmt', 'ProgramServiceExpenses']),
    grants: money('Grants included', ['GrantsAndAllocationsAmt', 'GrantsAndAllocations']),
    foreignGrants: tick('Includes foreign grants', ['ForeignGrantsInd', 'IncludesForeignGrants']),
  },
}

const numbered = (
  path: string,
  number: number,
  columns: NonNullable<RowSource['columns']>,
  part: { before: string; since: string },
): RowSource => ({
  path,
  key: `${path}#${number}`,
  line: `${part.before}, line ${number}`,
  moved: { since: '2021v4.0', line: `${part.since}, line ${number}` },
  columns,
})

const directActivity = (number: number): RowSource[] => {
  const part = { before: 'Part IX-A', since: 'Part VIII-A' }
  return [
    numbered(
      '/IRS990PF/SummaryOfDirectChrtblActyGrp',
      number,
      { description: [`Description${number}Txt`], expense: [`Expenses${number}Amt`] },
      part,
    ),
    numbered(
      '/IRS990PF/SummaryOfDirectCharitableActy',
      number,
      { description: [`Description${number}`], expense: [`Expenses${number}`] },
      part,
    ),
  ]
}

/** Form 990-PF, Part VIII-A (IX-A before 2021): numbered leaves, not repeats. */
export const DIRECT_ACTIVITIES_990PF: TableDefinition = {
  label: 'Direct charitable activities',
  form: '990PF',
  line: 'Part IX-A',
  moved: { since: '2021v4.0', line: 'Part VIII-A' },
  rows: [1, 2, 3, 4].flatMap(directActivity),
  columns: { description: text('Description', []), expense: money('Expenses', []) },
}

const programInvestment = (number: number): RowSource[] => {
  const part = { before: 'Part IX-B', since: 'Part VIII-B' }
  return [
    numbered(
      '/IRS990PF/SumOfProgramRelatedInvstGrp',
      number,
      { description: [`Description${number}Txt`], amount: [`Expenses${number}Amt`] },
      part,
    ),
    numbered(
      '/IRS990PF/SumOfProgramRelatedInvestments',
      number,
      { description: [`Description${number}`], amount: [`Amount${number}`] },
      part,
    ),
  ]
}

/** Form 990-PF, Part VIII-B (IX-B before 2021), lines 1 and 2. */
export const PROGRAM_INVESTMENTS_990PF: TableDefinition = {
  label: 'Program-related investments',
  form: '990PF',
  line: 'Part IX-B',
  moved: { since: '2021v4.0', line: 'Part VIII-B' },
  rows: [1, 2].flatMap(programInvestment),
  columns: { description: text('Description', []), amount: money('Amount', []) },
}
