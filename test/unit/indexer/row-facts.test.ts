import { describe, expect, test } from 'vitest'
import { toFilingRecord } from '#indexer/records/filing.ts'
import { readReturn } from '#indexer/sources/read-return.ts'
import { ROW_SUM_KEYS, ROW_SUMS, type RowSumKey } from '#src/domain/facts/row-facts.ts'
import { TABLES } from '#src/domain/facts/tables/tables.ts'
import { makeReturn } from './made-return.ts'

const recordOf = (data: string, version = '2022v5.0') =>
  toFilingRecord(readReturn(Buffer.from(makeReturn({ data, version }))), '202301329349300001')
const rowFacts = (data: string, version?: string) => recordOf(data, version).rowFacts

/** `Group/Leaf` with a text; deeper paths nest. */
function element(path: string, inner: string): string {
  return path.split('/').reduceRight((text, name) => `<${name}>${text}</${name}>`, inner)
}

type Made = { key: RowSumKey; part: string; row: string; leaves: string[]; form?: string }

// Names from 2013 on, then earlier ones, as in the IRS's schemas.
const SUMS: Made[] = [
  {
    key: 'grantsToOrganizations',
    part: 'IRS990ScheduleI',
    row: 'RecipientTable',
    leaves: ['CashGrantAmt', 'NonCashAssistanceAmt'],
  },
  {
    key: 'grantsToOrganizations',
    part: 'IRS990ScheduleI',
    row: 'Form990ScheduleIPartII/RecipientTable',
    leaves: ['AmountOfCashGrant', 'AmountOfNonCashAssistance'],
  },
  {
    key: 'grantsToIndividuals',
    part: 'IRS990ScheduleI',
    row: 'GrantsOtherAsstToIndivInUSGrp',
    leaves: ['CashGrantAmt', 'NonCashAssistanceAmt'],
  },
  {
    key: 'grantsToIndividuals',
    part: 'IRS990ScheduleI',
    row: 'Form990ScheduleIPartIII',
    leaves: ['AmountOfCashGrant', 'AmountOfNonCashAssistance'],
  },
  {
    key: 'foreignGrants',
    part: 'IRS990ScheduleF',
    row: 'GrantsToOrgOutsideUSGrp',
    leaves: ['CashGrantAmt', 'NonCashAssistanceAmt'],
  },
  {
    key: 'foreignGrants',
    part: 'IRS990ScheduleF',
    row: 'GrantsToOrgsOutsideUS',
    leaves: ['AmountOfCashGrant', 'AmountOfNonCashAssistance'],
  },
  {
    key: 'foreignIndividualGrants',
    part: 'IRS990ScheduleF',
    row: 'ForeignIndividualsGrantsGrp',
    leaves: ['CashGrantAmt', 'NonCashAssistanceAmt'],
  },
  {
    key: 'foreignIndividualGrants',
    part: 'IRS990ScheduleF',
    row: 'GrantsToIndOutsideUS',
    leaves: ['AmountOfCashGrant', 'AmountOfNonCashAssistance'],
  },
  {
    key: 'foundationGrantsPaid',
    part: 'IRS990PF',
    row: 'SupplementaryInformationGrp/GrantOrContributionPdDurYrGrp',
    leaves: ['Amt'],
  },
  {
    key: 'foundationGrantsPaid',
    part: 'IRS990PF',
    row: 'SupplementaryInfomation/GrantOrContriPaidDuringYear',
    leaves: ['Amount'],
  },
  {
    key: 'foundationGrantsApproved',
    part: 'IRS990PF',
    row: 'SupplementaryInformationGrp/GrantOrContriApprvForFutGrp',
    leaves: ['Amt'],
  },
  {
    key: 'foundationGrantsApproved',
    part: 'IRS990PF',
    row: 'SupplementaryInformation/GrantOrContriApprovedForFuture',
    leaves: ['Amount'],
  },
  {
    key: 'reportableCompensation',
    part: 'IRS990',
    row: 'Form990PartVIISectionAGrp',
    leaves: ['ReportableCompFromOrgAmt'],
  },
  {
    key: 'reportableCompensation',
    part: 'IRS990',
    row: 'Form990PartVIISectionA',
    leaves: ['ReportableCompFromOrganization'],
  },
  {
    key: 'relatedCompensation',
    part: 'IRS990',
    row: 'Form990PartVIISectionAGrp',
    leaves: ['ReportableCompFromRltdOrgAmt'],
  },
  {
    key: 'relatedCompensation',
    part: 'IRS990',
    row: 'Form990PartVIISectionA',
    leaves: ['ReportableCompFromRelatedOrgs'],
  },
  {
    key: 'otherCompensation',
    part: 'IRS990',
    row: 'Form990PartVIISectionAGrp',
    leaves: ['OtherCompensationAmt'],
  },
  {
    key: 'otherCompensation',
    part: 'IRS990',
    row: 'Form990PartVIISectionA',
    leaves: ['OtherCompensation'],
  },
  {
    key: 'officerCompensation990EZ',
    part: 'IRS990EZ',
    row: 'OfficerDirectorTrusteeEmplGrp',
    leaves: ['CompensationAmt'],
  },
  {
    key: 'officerCompensation990EZ',
    part: 'IRS990EZ',
    row: 'OfficerDirectorTrusteeKeyEmpl',
    leaves: ['Compensation'],
  },
  {
    key: 'officerCompensation990PF',
    part: 'IRS990PF',
    row: 'OfficerDirTrstKeyEmplInfoGrp/OfficerDirTrstKeyEmplGrp',
    leaves: ['CompensationAmt'],
  },
  {
    key: 'officerCompensation990PF',
    part: 'IRS990PF',
    row: 'OfcrDirTrusteesKeyEmployeeInfo/OfcrDirTrusteesOrKeyEmployee',
    leaves: ['Compensation'],
  },
  {
    key: 'programExpenses',
    part: 'IRS990',
    row: 'ProgSrvcAccomActyOtherGrp',
    leaves: ['ExpenseAmt'],
  },
  { key: 'programExpenses', part: 'IRS990', row: 'ActivityOther', leaves: ['Expense'] },
  {
    key: 'programExpenses990EZ',
    part: 'IRS990EZ',
    row: 'ProgramSrvcAccomplishmentGrp',
    leaves: ['ProgramServiceExpensesAmt'],
  },
  {
    key: 'programExpenses990EZ',
    part: 'IRS990EZ',
    row: 'ProgramServiceAccomplishment',
    leaves: ['ProgramServiceExpenses'],
  },
]

const formOf = (part: string): string => (part.includes('Schedule') ? '<IRS990/>' : '')

/** A return with rows of a table, each with the texts of its leaves. */
const withRows = ({ part, row, leaves }: Made, rows: string[][]): string => {
  const [group, ...wrapper] = row.split('/').reverse()
  const made = rows.map((texts) =>
    element(group ?? '', texts.map((text, at) => element(leaves[at] ?? 'Other', text)).join('')),
  )
  const inner =
    wrapper.length > 0 ? element(wrapper.reverse().join('/'), made.join('')) : made.join('')
  return formOf(part) + element(part, inner)
}

describe('sums of rows', () => {
  test.each(SUMS)('$key adds $leaves of $part/$row', (made) => {
    const rows = [
      ['100', '7'],
      ['0', '0'],
      ['-30', ''],
    ].map((row) => row.slice(0, made.leaves.length))
    const value = made.leaves.length === 2 ? 77 : 70
    const path = `/${made.part}/${made.row}`
    expect(rowFacts(withRows(made, rows)).sums).toEqual({
      [made.key]: { value, rows: 3, paths: [`${path}[1]`, `${path}[2]`, `${path}[3]`] },
    })
  })

  test('have a case each above, except those of one row', () => {
    const tried = new Set(SUMS.map(({ key }) => key))
    expect(ROW_SUM_KEYS.filter((key) => !tried.has(key))).toEqual(['noncashContributions'])
  })

  test('add noncash contributions of every line of Schedule M', () => {
    const data =
      '<IRS990/><IRS990ScheduleM>' +
      '<WorksOfArtGrp><NoncashContributionsRptF990Amt>40</NoncashContributionsRptF990Amt></WorksOfArtGrp>' +
      '<FoodInventoryGrp><NoncashContributionsRptF990Amt>2</NoncashContributionsRptF990Amt></FoodInventoryGrp>' +
      '</IRS990ScheduleM>'
    expect(rowFacts(data).sums.noncashContributions).toMatchObject({ value: 42, rows: 2 })
  })

  test.each(SUMS)('$key of $part/$row is unknown if a cell is not an amount', (made) => {
    const row = `/${made.part}/${made.row}[2]`
    const path = `${row}/${made.leaves.at(-1)}`
    const good = ['100', '7'].slice(0, made.leaves.length)
    expect(rowFacts(withRows(made, [good, [...good.slice(1), 'RESTRICTED'], good]))).toMatchObject({
      sums: {},
      unknown: { [made.key]: { why: 'NotAnAmount', path } },
    })
  })

  test('are absent if no row has an amount', () => {
    const [made] = SUMS
    if (!made) throw new Error('There are no sums')
    expect(rowFacts(withRows(made, [['', ''], []]))).toEqual({ sums: {} })
  })

  test('of other columns of the same rows remain known', () => {
    const row =
      '<Form990PartVIISectionAGrp><ReportableCompFromOrgAmt>lots</ReportableCompFromOrgAmt>' +
      '<OtherCompensationAmt>9</OtherCompensationAmt></Form990PartVIISectionAGrp>'
    const { sums, unknown } = rowFacts(`<IRS990>${row}</IRS990>`)
    expect(sums).toMatchObject({ otherCompensation: { value: 9 } })
    expect(Object.keys(unknown ?? {})).toEqual(['reportableCompensation'])
  })

  test('name the leaf of the first program, which has no separate element', () => {
    const data =
      '<IRS990><ExpenseAmt>10</ExpenseAmt><ProgSrvcAccomActy2Grp><ExpenseAmt>5</ExpenseAmt>' +
      '</ProgSrvcAccomActy2Grp></IRS990>'
    expect(rowFacts(data).sums.programExpenses).toEqual({
      value: 15,
      rows: 2,
      paths: ['/IRS990/ExpenseAmt', '/IRS990/ProgSrvcAccomActy2Grp'],
    })
  })

  test('name the part if there are many rows, and read those that are stored apart', () => {
    const text = 'x'.repeat(700)
    const rows = Array.from(
      { length: 1_234 },
      (_, row) =>
        `<RecipientTable><PurposeOfGrantTxt>${text}</PurposeOfGrantTxt><CashGrantAmt>${row}</CashGrantAmt></RecipientTable>`,
    )
    const many = `<IRS990/><IRS990ScheduleI>${rows.join('')}</IRS990ScheduleI>`
    const sum = (1_233 * 1_234) / 2
    expect(rowFacts(many).sums).toEqual({
      grantsToOrganizations: { value: sum, rows: 1_234, paths: ['/IRS990ScheduleI'] },
    })
  })

  test('count rows once that are stored apart and read as narrative, too', () => {
    const text = 'x'.repeat(700)
    const rows = Array.from(
      { length: 120 },
      () =>
        `<ProgSrvcAccomActyOtherGrp><ExpenseAmt>2</ExpenseAmt><Desc>${text}</Desc></ProgSrvcAccomActyOtherGrp>`,
    )
    const { programExpenses } = rowFacts(`<IRS990>${rows.join('')}</IRS990>`).sums
    expect(programExpenses).toEqual({ value: 240, rows: 120, paths: ['/IRS990'] })
  })

  test('belong only to the form', () => {
    const other =
      '<Form990PartVIISectionAGrp><ReportableCompFromOrgAmt>9</ReportableCompFromOrgAmt></Form990PartVIISectionAGrp>'
    expect(rowFacts(`<IRS990T>${other}</IRS990T>`)).toEqual({ sums: {} })
    const both = `<IRS990PF/><IRS990T><GrantsInUSGrp/></IRS990T>`
    expect(rowFacts(both)).toEqual({ sums: {} })
  })

  test.each(ROW_SUM_KEYS)('%s adds columns that its table has', (key) => {
    const { table, columns } = ROW_SUMS[key]
    expect(Object.keys(TABLES[table].columns)).toEqual(expect.arrayContaining([...columns]))
  })
})

const officer = (name: string) =>
  `<Form990PartVIISectionAGrp><PersonNm>${name}</PersonNm></Form990PartVIISectionAGrp>`
const paid = (name: string, leaf = 'PersonNm') =>
  `<RltdOrgOfficerTrstKeyEmplGrp>${element(leaf, name)}</RltdOrgOfficerTrstKeyEmplGrp>`
const scheduleJ = (...rows: string[]) => `<IRS990ScheduleJ>${rows.join('')}</IRS990ScheduleJ>`

describe('officers', () => {
  test('are the names of the form’s list as filed, and absent if a row has none', () => {
    const rows = `${officer(' JANE DOE ')}<Form990PartVIISectionAGrp><TitleTxt>CHAIR</TitleTxt></Form990PartVIISectionAGrp>${officer('RAUL PÉREZ')}`
    expect(rowFacts(`<IRS990>${rows}</IRS990>`).officers).toEqual({
      path: '/IRS990/Form990PartVIISectionAGrp',
      names: ['JANE DOE', '', 'RAUL PÉREZ'],
    })
  })

  test('of a foundation are inside the list of people', () => {
    const row =
      '<OfficerDirTrstKeyEmplGrp><BusinessName><BusinessNameLine1Txt>FIRST BANK</BusinessNameLine1Txt><BusinessNameLine2Txt>OF OHIO</BusinessNameLine2Txt></BusinessName></OfficerDirTrstKeyEmplGrp>'
    const data = `<IRS990PF>${element('OfficerDirTrstKeyEmplInfoGrp', row)}</IRS990PF>`
    expect(rowFacts(data).officers).toEqual({
      path: '/IRS990PF/OfficerDirTrstKeyEmplInfoGrp/OfficerDirTrstKeyEmplGrp',
      names: ['FIRST BANK OF OHIO'],
    })
  })

  test('are absent if the return lists no person', () => {
    expect(rowFacts('<IRS990EZ/>')).toEqual({ sums: {} })
  })
})

describe('people of Schedule J whom Part VII does not name', () => {
  const unlisted = (...rows: string[]) =>
    rowFacts(
      `<IRS990>${officer('SMITH JOHN')}${officer('DOE, JANE')}</IRS990>${scheduleJ(...rows)}`,
    ).unlisted

  test('have the path of their row', () => {
    const rows = [
      paid('John A. Smith MD'),
      paid('Ann Other'),
      paid('First Bank', 'BusinessName/BusinessNameLine1Txt'),
    ]
    const path = '/IRS990ScheduleJ/RltdOrgOfficerTrstKeyEmplGrp'
    expect(unlisted(...rows)).toEqual([
      { name: 'Ann Other', path: `${path}[2]` },
      { name: 'First Bank', path: `${path}[3]` },
    ])
  })

  test('exclude rows that refer to another place', () => {
    const path = '/IRS990ScheduleJ/RltdOrgOfficerTrstKeyEmplGrp'
    expect(unlisted(paid('SEE SCHEDULE O'), paid('Jack Smith'))).toEqual([
      { name: 'Jack Smith', path: `${path}[2]`, listedAs: 'SMITH JOHN' },
    ])
    expect(unlisted(paid('SEE SCHEDULE O'))).toBeUndefined()
  })

  test('do not exist if Part VII names all of them, and are unknown if either list has no names', () => {
    expect(unlisted(paid('Jane Doe'))).toEqual([])
    expect(unlisted()).toBeUndefined()
    expect(rowFacts(`<IRS990/>${scheduleJ(paid('Jane Doe'))}`).unlisted).toBeUndefined()
    expect(
      rowFacts(`<IRS990>${officer('')}</IRS990>${scheduleJ(paid('Jane Doe'))}`).unlisted,
    ).toBeUndefined()
  })
})

describe('amounts of rows with other content', () => {
  const grantRow = (cash: string) => element('RecipientTable', element('CashGrantAmt', cash))
  const grantsOf = (rows: string[]) =>
    recordOf(`<IRS990/>${element('IRS990ScheduleI', rows.map(grantRow).join(''))}`)

  test.each([
    ['a table with a sum', 'IRS990ScheduleI', 'RecipientTable', 'CashGrantAmt', '[1]'],
    [
      'a table of money given',
      'IRS990ScheduleR',
      'TransactionsRelatedOrgGrp',
      'InvolvedAmt',
      '[1]',
    ],
  ])('cause a warning in %s', (_, part, row, leaf, place) => {
    const { warnings } = recordOf(
      `<IRS990/>${element(`${part}/${row}/${leaf}`, '9999999999999999')}`,
    )
    expect(warnings).toEqual([`NotAnAmount /${part}/${row}${place}/${leaf}`])
  })

  test('make the sum unknown; the first ten are named and the others counted', () => {
    const { rowFacts, warnings } = grantsOf(['5', ...Array(12).fill('RESTRICTED'), '7'])
    expect(rowFacts).toEqual({
      sums: {},
      unknown: {
        grantsToOrganizations: {
          why: 'NotAnAmount',
          path: '/IRS990ScheduleI/RecipientTable[2]/CashGrantAmt',
        },
      },
    })
    expect(warnings).toEqual([
      ...Array.from(
        { length: 10 },
        (_, at) => `NotAnAmount /IRS990ScheduleI/RecipientTable[${at + 2}]/CashGrantAmt`,
      ),
      'NotAnAmount (2 more)',
    ])
  })

  test.each([
    ['too large to be exact', Array(10).fill('999999999999999')],
    [
      'there and back',
      [...Array(10).fill('999999999999999'), ...Array(10).fill('-999999999999999')],
    ],
    ['in rows that are stored apart', Array(10_000).fill('999999999999999')],
  ])('a sum %s is omitted, with a warning', (_, rows) => {
    const { rowFacts, warnings } = grantsOf(rows)
    const path = '/IRS990ScheduleI/RecipientTable'
    const unknown = { grantsToOrganizations: { why: 'SumTooLarge', path } }
    expect(rowFacts).toEqual({ sums: {}, unknown })
    expect(warnings).toEqual(['SumTooLarge /IRS990ScheduleI/RecipientTable'])
  })
})
