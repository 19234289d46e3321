import type { Ein } from '#src/domain/ein.ts'

/** What an agency obligated at one time; `isDeleted`: a later row of the file takes it away. */
export type Action = { date: string; obligation: number; isDeleted?: boolean }

/** An award to an organization of the demo: which, under which name and UEI, for what. */
export type FederalAward = {
  id: string
  kind: 'assistance' | 'contract'
  recipient: Ein
  /** As the award writes it; else the organization's name. */
  name?: string
  uei: string
  agency: Agency
  listing?: readonly [number: string, title: string]
  purpose: string
  country?: readonly [code: string, name: string]
  start: string
  end: string
  outlays: number
  actions: readonly Action[]
  /** Downloads of summaries and of transactions do not hold the same awards. */
  isSummarized: boolean
  areActionsListed: boolean
}
export type Agency = readonly [code: string, name: string, subCode: string, subName: string]

/** What the recipient of an award passed on. */
export type FederalSubaward = {
  number: string
  award: string
  recipient: Ein
  name?: string
  uei: string
  amount: number
  date: string
  purpose: string
  /** The reporting system of the day: FSRS until March 2025, SAM since. */
  generation: 'fsrs' | 'sam'
}

/** A single audit as the clearinghouse tells of it. `recipient` is whom its name and place are of. */
export type FederalAudit = {
  year: number
  recipient: Ein
  name?: string
  uei: string
  /** As filed, where it is not the recipient's. */
  ein?: Ein
  auditor?: Ein
  expended: number
  additionalEins?: readonly Ein[]
  additionalUeis?: readonly string[]
}

/** The firm that audits everybody here. */
export const AUDITOR = { ein: '970000197', name: 'Pemberline & Yarborough CPAs PLLC' } as const
// Files its own EIN where its client's belongs.
const CARELESS_AUDITOR = '970000199'
// No organization has it.
const UNKNOWN_EIN = '970000198'

const AGRICULTURE: Agency = [
  '012',
  'Department of Agriculture',
  '12F3',
  'Food and Nutrition Service',
]
const HEALTH: Agency = [
  '075',
  'Department of Health and Human Services',
  '7526',
  'Health Resources and Services Administration',
]
const VETERANS: Agency = [
  '036',
  'Department of Veterans Affairs',
  '3600',
  'Department of Veterans Affairs',
]
const AID: Agency = [
  '072',
  'Agency for International Development',
  '7200',
  'Agency for International Development',
]
const HOUSING: Agency = [
  '086',
  'Department of Housing and Urban Development',
  '8600',
  'Department of Housing and Urban Development',
]
const EDUCATION: Agency = ['091', 'Department of Education', '9100', 'Department of Education']

const FOOD_BANK = { recipient: '080000102', uei: 'ZZDEMOHHFB01' } as const
const HOSPITAL = { recipient: '290000118', uei: 'ZZDEMORRHS01' } as const
const CLINIC = { recipient: '190000112', uei: 'ZZDEMOTFCH01' } as const
const WELLS = { recipient: '070000101', uei: 'ZZDEMOTWPS01' } as const

/** Made-up awards of real agencies; README.md tells which case each is. */
export const FEDERAL_AWARDS: readonly FederalAward[] = [
  // A negative obligation, and one that was deleted again.
  {
    ...FOOD_BANK,
    id: 'DEMO22TEFAP01',
    kind: 'assistance',
    agency: AGRICULTURE,
    listing: ['10.568', 'EMERGENCY FOOD ASSISTANCE PROGRAM (ADMINISTRATIVE COSTS)'],
    purpose: 'STORING AND HANDLING OF DONATED FOOD IN SIX COUNTIES',
    start: '2021-10-01',
    end: '2024-09-30',
    outlays: 598_400,
    actions: [
      { date: '2021-10-14', obligation: 412_000 },
      { date: '2022-11-02', obligation: 305_500 },
      { date: '2023-02-20', obligation: 99_999, isDeleted: true },
      { date: '2024-03-11', obligation: -48_250 },
    ],
    isSummarized: true,
    areActionsListed: true,
  },
  // Taken back in full, and more: the total is below nothing.
  {
    ...FOOD_BANK,
    id: 'DEMO20EFSP07',
    kind: 'assistance',
    agency: AGRICULTURE,
    listing: ['10.182', 'PANDEMIC RELIEF ACTIVITIES: LOCAL FOOD PURCHASE AGREEMENTS'],
    purpose: 'CLOSEOUT OF AN EARLIER AGREEMENT',
    start: '2020-07-01',
    end: '2021-06-30',
    outlays: 0,
    actions: [{ date: '2021-09-30', obligation: -12_750 }],
    isSummarized: false,
    areActionsListed: true,
  },
  {
    ...HOSPITAL,
    id: 'DEMO21HC0042',
    kind: 'assistance',
    agency: HEALTH,
    listing: ['93.224', 'HEALTH CENTER PROGRAM'],
    purpose: 'PRIMARY CARE IN THREE RURAL COUNTIES',
    start: '2021-05-01',
    end: '2024-04-30',
    outlays: 4_310_000,
    actions: [
      { date: '2021-04-22', obligation: 1_650_000 },
      { date: '2022-04-19', obligation: 1_650_000 },
      { date: '2023-04-27', obligation: 1_720_000 },
    ],
    isSummarized: true,
    areActionsListed: false,
  },
  // Of its second UEI.
  {
    ...HOSPITAL,
    uei: 'ZZDEMORRHS02',
    name: 'REPUBLICAN RIVER HEALTH SYSTEM INC',
    id: 'DEMO36C77623',
    kind: 'contract',
    agency: VETERANS,
    purpose: 'IMAGING SERVICES FOR VETERANS OF SOUTHERN NEBRASKA',
    start: '2022-10-01',
    end: '2025-09-30',
    outlays: 655_120,
    actions: [
      { date: '2022-09-28', obligation: 540_000 },
      { date: '2023-09-26', obligation: 262_400 },
    ],
    isSummarized: true,
    areActionsListed: true,
  },
  // Told by its transactions alone.
  {
    ...HOSPITAL,
    id: 'DEMO36C77688',
    kind: 'contract',
    agency: VETERANS,
    purpose: 'LAUNDRY SERVICES',
    start: '2023-01-01',
    end: '2023-12-31',
    outlays: 80_000,
    actions: [
      { date: '2022-12-15', obligation: 120_000 },
      { date: '2024-02-01', obligation: -31_415.5 },
    ],
    isSummarized: false,
    areActionsListed: true,
  },
  {
    ...WELLS,
    id: 'DEMO7200AA22',
    kind: 'assistance',
    agency: AID,
    listing: ['98.001', 'USAID FOREIGN ASSISTANCE FOR PROGRAMS OVERSEAS'],
    purpose: 'WELLS AND PUMP MECHANICS IN TURKANA COUNTY',
    country: ['KEN', 'KENYA'],
    start: '2022-03-01',
    end: '2025-02-28',
    outlays: 901_300,
    actions: [
      { date: '2022-02-25', obligation: 700_000 },
      { date: '2023-03-02', obligation: 650_000 },
    ],
    isSummarized: true,
    areActionsListed: false,
  },
  // The UEI is its own, the name is nobody's: a warning.
  {
    ...WELLS,
    name: 'RIFT VALLEY FIELD OPERATIONS LLC',
    id: 'DEMO7200AA23',
    kind: 'assistance',
    agency: AID,
    listing: ['98.001', 'USAID FOREIGN ASSISTANCE FOR PROGRAMS OVERSEAS'],
    purpose: 'DRILLING EQUIPMENT',
    country: ['KEN', 'KENYA'],
    start: '2023-06-01',
    end: '2024-05-31',
    outlays: 88_000,
    actions: [{ date: '2023-05-20', obligation: 145_000 }],
    isSummarized: true,
    areActionsListed: false,
  },
  // The four that must reach nobody: contested UEI, auditor's EIN, placeholder, unknown EIN.
  {
    recipient: '890000155',
    uei: 'ZZDEMOCONT01',
    id: 'DEMO86COC091',
    kind: 'assistance',
    agency: HOUSING,
    listing: ['14.267', 'CONTINUUM OF CARE PROGRAM'],
    purpose: 'SUPPORTIVE HOUSING',
    start: '2022-01-01',
    end: '2022-12-31',
    outlays: 300_000,
    actions: [{ date: '2021-12-20', obligation: 318_000 }],
    isSummarized: true,
    areActionsListed: false,
  },
  {
    recipient: '290000117',
    uei: 'ZZDEMOKVCO01',
    id: 'DEMO91P04211',
    kind: 'assistance',
    agency: EDUCATION,
    listing: ['84.042', 'TRIO STUDENT SUPPORT SERVICES'],
    purpose: 'TUTORING OF FIRST-GENERATION STUDENTS',
    start: '2021-09-01',
    end: '2026-08-31',
    outlays: 410_000,
    actions: [{ date: '2021-08-12', obligation: 522_000 }],
    isSummarized: true,
    areActionsListed: false,
  },
  {
    recipient: '090000111',
    uei: 'XXXXXXXXXXXX',
    id: 'DEMO91S01777',
    kind: 'assistance',
    agency: EDUCATION,
    listing: ['84.425', 'EDUCATION STABILIZATION FUND'],
    purpose: 'EMERGENCY RELIEF FOR SCHOOLS',
    start: '2021-01-01',
    end: '2023-09-30',
    outlays: 150_000,
    actions: [{ date: '2021-01-29', obligation: 150_000 }],
    isSummarized: true,
    areActionsListed: false,
  },
  {
    recipient: '190000302',
    name: 'WEST TEXAS MEALS COOPERATIVE',
    uei: 'ZZDEMOUNKN01',
    id: 'DEMO12CACFP3',
    kind: 'assistance',
    agency: AGRICULTURE,
    listing: ['10.558', 'CHILD AND ADULT CARE FOOD PROGRAM'],
    purpose: 'MEALS FOR CHILDREN',
    start: '2022-10-01',
    end: '2023-09-30',
    outlays: 71_000,
    actions: [{ date: '2022-10-03', obligation: 71_000 }],
    isSummarized: true,
    areActionsListed: false,
  },
]

export const FEDERAL_SUBAWARDS: readonly FederalSubaward[] = [
  {
    ...CLINIC,
    number: 'RRHS-2021-03',
    award: 'DEMO21HC0042',
    amount: 210_000,
    date: '2021-08-01',
    purpose: 'MOBILE CLINIC',
    generation: 'fsrs',
  },
  {
    ...CLINIC,
    number: 'RRHS-2023-01',
    award: 'DEMO21HC0042',
    amount: 185_500,
    date: '2023-06-15',
    purpose: 'DENTAL CARE FOR CHILDREN',
    generation: 'sam',
  },
  {
    ...CLINIC,
    name: 'BIG SANDY CARE PARTNERS',
    number: 'RRHS-2023-02',
    award: 'DEMO21HC0042',
    amount: 40_000,
    date: '2023-07-01',
    purpose: 'TRANSLATION',
    generation: 'sam',
  },
  {
    ...FOOD_BANK,
    number: '1',
    award: 'DEMO36C77623',
    amount: 25_000,
    date: '2023-01-10',
    purpose: 'MEALS FOR PATIENTS',
    generation: 'sam',
  },
]

const yearly = (years: readonly number[], audit: Omit<FederalAudit, 'year'>): FederalAudit[] =>
  years.map((year) => ({ ...audit, year }))

export const FEDERAL_AUDITS: readonly FederalAudit[] = [
  ...yearly([2021, 2022, 2023], { ...FOOD_BANK, expended: 1_900_000 }),
  // Covers a second hospital, which is an entity of its own.
  ...yearly([2022, 2023], {
    ...HOSPITAL,
    expended: 8_400_000,
    additionalEins: ['290000116'],
    additionalUeis: ['ZZDEMOSRMC01'],
  }),
  ...yearly([2021], { ...HOSPITAL, uei: 'ZZDEMORRHS02', expended: 7_900_000 }),
  ...yearly([2022, 2023], { ...CLINIC, expended: 1_100_000 }),
  ...yearly([2022, 2023], { ...WELLS, expended: 1_350_000 }),
  // One UEI on two organizations.
  ...yearly([2022], { recipient: '890000155', uei: 'ZZDEMOCONT01', expended: 980_000 }),
  ...yearly([2022], { recipient: '790000141', uei: 'ZZDEMOCONT01', expended: 2_600_000 }),
  ...yearly([2022], {
    recipient: '290000117',
    uei: 'ZZDEMOKVCO01',
    ein: CARELESS_AUDITOR,
    auditor: CARELESS_AUDITOR,
    expended: 3_000_000,
  }),
  // What stood for a UEI before there was one, and what some filed in its place.
  ...yearly([2021], { recipient: '090000111', uei: 'GSA_MIGRATION', expended: 800_000 }),
  ...yearly([2022], { recipient: '090000111', uei: 'XXXXXXXXXXXX', expended: 810_000 }),
  ...yearly([2023], {
    recipient: '190000302',
    name: 'West Texas Meals Cooperative',
    uei: 'ZZDEMOUNKN01',
    ein: UNKNOWN_EIN,
    expended: 790_000,
  }),
]
