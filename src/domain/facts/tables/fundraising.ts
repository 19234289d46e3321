import { ADDRESS, address, count, money, ratio, text, tick } from './columns.ts'
import type { RowSource, TableDefinition } from './table.ts'

/** Schedule G, Part I, line 2b: professional fundraisers paid $5,000 or more. */
export const FUNDRAISERS: TableDefinition = {
  label: 'Professional fundraisers',
  form: '990',
  line: 'Schedule G, Part I, line 2b',
  rows: [
    { path: '/IRS990ScheduleG/FundraiserActivityInfoGrp' },
    { path: '/IRS990ScheduleG/FundraiserActivityInformation' },
    { path: '/IRS990ScheduleG/Form990ScheduleGPartI/FundraiserActivityInformation' },
  ],
  columns: {
    name: text(
      'Name',
      [
        'OrganizationBusinessName',
        'PersonNm',
        'NameOfOrganization',
        'NameOfIndividual',
        'NameOfIndividualOrOrganization/BusinessName',
        'NameOfIndividualOrOrganization/PersonName',
      ],
      'column (i)',
    ),
    activity: text('Activity', ['ActivityTxt', 'Activity'], 'column (ii)'),
    controlsFunds: tick(
      'Has custody or control of contributions',
      ['FundraiserControlOfFundsInd', 'FundraiserControlOfFunds'],
      'column (iii)',
    ),
    grossReceipts: money('Gross receipts', ['GrossReceiptsAmt', 'GrossReceipts'], 'column (iv)'),
    amount: money(
      'Paid to or retained by the fundraiser',
      ['RetainedByContractorAmt', 'AmountRetainedByContractor'],
      'column (v)',
    ),
    netToOrganization: money(
      'Paid to or retained by the organization',
      ['NetToOrganizationAmt', 'NetToOrganization'],
      'column (vi)',
    ),
    ...address(ADDRESS, 'column (i)'),
  },
}

// Schedule G has a column an event or kind of game, and its leaves carry the column's name; here
// each column is a row.
const inColumn = (
  path: string,
  column: string,
  label: string,
  columns: NonNullable<RowSource['columns']>,
  sumOf?: RowSource['sumOf'],
): RowSource => ({
  path,
  key: `${path}#${column}`,
  label,
  line: `Schedule G, Part ${path.includes('Event') ? 'II' : 'III'}, column (${column})`,
  columns,
  ...(sumOf && { sumOf }),
})

const eventsSince2013 = (path: string): RowSource[] => [
  ...([1, 2] as const).map((number) =>
    inColumn(path, number === 1 ? 'a' : 'b', `Event ${number}`, {
      // The schemas of 2013 call the name an amount.
      name: [`Event${number}Nm`, `NameOfEvent${number}Amt`],
      grossReceipts: [`GrossReceiptsEvent${number}Amt`],
      contributions: [`CharitableContriEvent${number}Amt`],
      grossIncome: [`GrossRevenueEvent${number}Amt`],
      cashPrizes: [`CashPrizesEvent${number}Amt`],
      noncashPrizes: [`NonCashPrizesEvent${number}Amt`],
      facilityCosts: [`RentFacilityCostsEvent${number}Amt`],
      food: [`FoodAndBeverageEvent${number}Amt`],
      entertainment: [`EntertainmentEvent${number}Amt`],
      otherDirectExpenses: [`OtherDirectExpensesEvent${number}Amt`],
    }),
  ),
  inColumn(
    path,
    'c',
    'Other events',
    {
      events: ['OtherEventsTotalCnt'],
      grossReceipts: ['GrossReceiptsOtherEventsAmt'],
      contributions: ['CharitableContriOtherEventsAmt'],
      grossIncome: ['GrossRevenueOtherEventsAmt'],
      cashPrizes: ['CashPrizesOtherEventsAmt'],
      noncashPrizes: ['NonCashPrizesOtherEventsAmt'],
      facilityCosts: ['RentFcltyCostsOtherEventsAmt'],
      food: ['FoodAndBeverageOtherEventsAmt'],
      entertainment: ['EntertainmentOtherEventsAmt'],
      otherDirectExpenses: ['OthDirectExpnssOtherEventsAmt'],
    },
    'others',
  ),
  inColumn(
    path,
    'd',
    'All events',
    {
      grossReceipts: ['GrossReceiptsTotalAmt'],
      contributions: ['CharitableContributionsTotAmt'],
      grossIncome: ['GrossRevenueTotalEventsAmt'],
      cashPrizes: ['CashPrizesTotalEventsAmt'],
      noncashPrizes: ['NonCashPrizesTotalEventsAmt'],
      facilityCosts: ['RentFcltyCostsTotalEventsAmt'],
      food: ['FoodAndBeverageTotalEventsAmt'],
      entertainment: ['EntertainmentTotalEventsAmt'],
      otherDirectExpenses: ['OthDirectExpnssTotalEventsAmt'],
      directExpenses: ['DirectExpenseSummaryEventsAmt'],
      netIncome: ['NetIncomeSummaryAmt'],
    },
    'rows',
  ),
]

const eventsBefore = (path: string): RowSource[] => [
  ...([1, 2] as const).map((number) =>
    inColumn(path, number === 1 ? 'a' : 'b', `Event ${number}`, {
      name: [`NameOfEvent${number}`],
      grossReceipts: [`GrossReceiptsEvent${number}`],
      contributions: [`CharitableContributionsEvent${number}`],
      grossIncome: [`GrossRevenueEvent${number}`],
      cashPrizes: [`CashPrizesEvent${number}`],
      noncashPrizes: [`NonCashPrizesEvent${number}`],
      facilityCosts: [`RentFacilityCostsEvent${number}`],
      food: [`FoodAndBeverageEvent${number}`],
      entertainment: [`EntertainmentEvent${number}`],
      otherDirectExpenses: [`OtherDirectExpensesEvent${number}`],
    }),
  ),
  inColumn(
    path,
    'c',
    'Other events',
    {
      events: ['TotalNumberOfOtherEvents'],
      grossReceipts: ['GrossReceiptsOtherEvents'],
      contributions: ['CharitableContribOtherEvents'],
      grossIncome: ['GrossRevenueOtherEvents'],
      cashPrizes: ['CashPrizesOtherEvents'],
      noncashPrizes: ['NonCashPrizesOtherEvents'],
      facilityCosts: ['RentFacilityCostsOtherEvents'],
      food: ['FoodAndBeverageOtherEvents'],
      entertainment: ['EntertainmentOtherEvents'],
      otherDirectExpenses: ['OtherDirectExpensesOtherEvents'],
    },
    'others',
  ),
  inColumn(
    path,
    'd',
    'All events',
    {
      grossReceipts: ['GrossReceiptsTotal'],
      contributions: ['CharitableContributionsTotal'],
      grossIncome: ['GrossRevenueTotalEvents'],
      cashPrizes: ['CashPrizesTotalEvents'],
      noncashPrizes: ['NonCashPrizesTotalEvents'],
      facilityCosts: ['RentFacilityCostsTotalEvents'],
      food: ['FoodAndBeverageTotalEvents'],
      entertainment: ['EntertainmentTotalEvents'],
      otherDirectExpenses: ['OtherDirectExpensesTotalEvents'],
      directExpenses: ['DirectExpenseSummaryEvents'],
      netIncome: ['NetIncomeSummary'],
    },
    'rows',
  ),
]

/** Schedule G, Part II: the two largest events, the others, and all of them. */
export const FUNDRAISING_EVENTS: TableDefinition = {
  label: 'Fundraising events',
  form: '990',
  line: 'Schedule G, Part II',
  rows: [
    ...eventsSince2013('/IRS990ScheduleG/FundraisingEventInformationGrp'),
    ...eventsBefore('/IRS990ScheduleG/EventsInformation'),
    ...eventsBefore('/IRS990ScheduleG/Form990ScheduleGPartII/EventsInformation'),
  ],
  columns: {
    name: text('Event', []),
    events: count('Number of other events', []),
    grossReceipts: money('Gross receipts', [], 'line 1'),
    contributions: money('Contributions', [], 'line 2'),
    grossIncome: money('Gross income', [], 'line 3'),
    cashPrizes: money('Cash prizes', [], 'line 4'),
    noncashPrizes: money('Noncash prizes', [], 'line 5'),
    facilityCosts: money('Rent and facility costs', [], 'line 6'),
    food: money('Food and beverages', [], 'line 7'),
    entertainment: money('Entertainment', [], 'line 8'),
    otherDirectExpenses: money('Other direct expenses', [], 'line 9'),
    directExpenses: money('Direct expenses', [], 'line 10'),
    netIncome: money('Net income', [], 'line 11'),
  },
}

const gamingSince2013 = (path: string): RowSource[] => [
  ...[
    ['a', 'Bingo', 'Bingo'],
    ['b', 'Pull tabs and instant bingo', 'PullTabs'],
  ].map(([column = '', label = '', game = '']) =>
    inColumn(path, column, label, {
      grossIncome: [`GrossRevenue${game}Amt`],
      cashPrizes: [`CashPrizes${game}Amt`],
      noncashPrizes: [`NonCashPrizes${game}Amt`],
      facilityCosts: [`RentFacilityCosts${game}Amt`],
      otherDirectExpenses: [`OtherDirectExpenses${game}Amt`],
      volunteerLabor: [`VolunteerLabor${game}Ind`],
      volunteerShare: [`VolunteerLabor${game}Pct`],
    }),
  ),
  inColumn(path, 'c', 'Other gaming', {
    grossIncome: ['GrossRevenueOtherGamingAmt'],
    cashPrizes: ['CashPrizesOtherGamingAmt'],
    noncashPrizes: ['NonCashPrizesOtherGamingAmt'],
    facilityCosts: ['RentFcltyCostsOtherGamingAmt'],
    otherDirectExpenses: ['OthDirectExpnssOtherGamingAmt'],
    volunteerLabor: ['VolunteerLaborOtherGamingInd'],
    volunteerShare: ['VolunteerLaborOtherGamingPct'],
  }),
  inColumn(
    path,
    'd',
    'All gaming',
    {
      grossIncome: ['GrossRevenueTotalGamingAmt'],
      cashPrizes: ['CashPrizesTotalGamingAmt'],
      noncashPrizes: ['NonCashPrizesTotalGamingAmt'],
      facilityCosts: ['RentFcltyCostsTotalGamingAmt'],
      otherDirectExpenses: ['OthDirectExpnssTotalGamingAmt'],
      directExpenses: ['DirectExpenseSummaryGamingAmt'],
      netIncome: ['NetGamingIncomeSummaryAmt'],
    },
    'rows',
  ),
]

const gamingBefore = (path: string): RowSource[] => [
  ...[
    ['a', 'Bingo', 'Bingo', 'VolunteerLaborPercentageBingo'],
    ['b', 'Pull tabs and instant bingo', 'PullTabs', 'VolunteerLaborPrcntagePullTabs'],
    ['c', 'Other gaming', 'OtherGaming', 'VolunteerLaborPrcntOtherGaming'],
  ].map(([column = '', label = '', game = '', share = '']) =>
    inColumn(path, column, label, {
      grossIncome: [`GrossRevenue${game}`],
      cashPrizes: [`CashPrizes${game}`],
      noncashPrizes: [`NonCashPrizes${game}`],
      facilityCosts: [`RentFacilityCosts${game}`],
      otherDirectExpenses: [`OtherDirectExpenses${game}`],
      volunteerLabor: [`VolunteerLabor${game}`],
      volunteerShare: [share],
    }),
  ),
  inColumn(
    path,
    'd',
    'All gaming',
    {
      grossIncome: ['GrossRevenueTotalGaming'],
      cashPrizes: ['CashPrizesTotalGaming'],
      noncashPrizes: ['NonCashPrizesTotalGaming'],
      facilityCosts: ['RentFacilityCostsTotalGaming'],
      otherDirectExpenses: ['OtherDirectExpensesTotalGaming'],
      directExpenses: ['DirectExpenseSummaryGaming'],
      netIncome: ['NetGamingIncomeSummary'],
    },
    'rows',
  ),
]

/** Schedule G, Part III, lines 1 to 8. */
export const GAMING: TableDefinition = {
  label: 'Gaming',
  form: '990',
  line: 'Schedule G, Part III',
  rows: [
    ...gamingSince2013('/IRS990ScheduleG/GamingInformationGrp'),
    ...gamingBefore('/IRS990ScheduleG/GamingInformation'),
    ...gamingBefore('/IRS990ScheduleG/Form990ScheduleGPartIII/GamingInformation'),
  ],
  columns: {
    grossIncome: money('Gross revenue', [], 'line 1'),
    cashPrizes: money('Cash prizes', [], 'line 2'),
    noncashPrizes: money('Noncash prizes', [], 'line 3'),
    facilityCosts: money('Rent and facility costs', [], 'line 4'),
    otherDirectExpenses: money('Other direct expenses', [], 'line 5'),
    volunteerLabor: tick('Volunteer labor', [], 'line 6'),
    volunteerShare: ratio('Share of volunteer labor', [], 'line 6'),
    directExpenses: money('Direct expenses', [], 'line 7'),
    netIncome: money('Net income', [], 'line 8'),
  },
}

/** Schedule G, Part I, line 3. */
export const FUNDRAISING_STATES: TableDefinition = {
  label: 'States where it is registered or licensed to solicit, or exempt from it',
  form: '990',
  line: 'Schedule G, Part I, line 3',
  rows: [
    { path: '/IRS990ScheduleG/LicensedStatesCd' },
    { path: '/IRS990ScheduleG/LicensedStates' },
  ],
  columns: { state: text('State', ['']) },
}

/** Schedule G, Part III, line 9. */
export const GAMING_STATES: TableDefinition = {
  label: 'States where it conducts gaming',
  form: '990',
  line: 'Schedule G, Part III, line 9',
  rows: [
    { path: '/IRS990ScheduleG/StatesWhereGamingConductedCd' },
    { path: '/IRS990ScheduleG/StatesWhereGamingConducted' },
  ],
  columns: { state: text('State', ['']) },
}
