/**
 * The people index (a companion, companions.ts): one entry for each person that an organization lists
 * on its returns. Entries of two organizations are never merged.
 */

import { keyword } from './organizations.ts'

/** Raised with every change of settings, properties, or `display`. */
export const PEOPLE_VERSION = 2

/** Words already separated and lowercase (`personTerms` of src/domain/person-names). */
const words = { type: 'text', analyzer: 'whitespace', norms: false, index_options: 'docs' } as const

export const peopleProperties = {
  /** The EIN and a number: orders ties. */
  key: keyword,
  ein: keyword,
  // Rows of returns that the entry stands for; their sum is compared with the store.
  rows: { type: 'integer' },
  display: { type: 'object', enabled: false },
  query: {
    properties: {
      name: words,
      // All words of a spelling, in its order and in alphabetical order.
      words: keyword,
      bag: keyword,
      // First and last name, without and with the initial of a middle name: "ann lee", "ann lee|m".
      key: keyword,
      form: keyword,
      // Words of all titles (`titleWords`), and of the organization's name.
      title: words,
      organization: words,
    },
  },
  filter: {
    properties: {
      state: keyword,
      // Keys of the city (`toCityKey`), NTEE codes with their prefixes, and the major group.
      city: keyword,
      cause: keyword,
      causeLabel: keyword,
      // Offices in the latest list (`officesOf`).
      office: keyword,
      payStatus: keyword,
    },
  },
  sort: {
    properties: {
      // Dollars of `totalPay`, and its tax year.
      pay: { type: 'double' },
      payYear: { type: 'integer' },
      lastYear: { type: 'integer' },
      // Of the organization's latest filing: orders people of one name.
      revenue: { type: 'double' },
    },
  },
} as const

export const peopleSettings = { index: { number_of_shards: 1, number_of_replicas: 0 } } as const

/** Dollars of one tax year, and where they are filed. A filed 0 is 0. */
export type PersonPay = { value: number; taxYear: number; ref: string }

/**
 * Whether the pay of a person counts in a summary of pay, or why not: no longer in the latest list, pay
 * of that list unknown, none, fewer than 35 hours a week, or hours not reported.
 */
export const PAY_STATUSES = [
  'Counted',
  'Former',
  'PayUnknown',
  'Unpaid',
  'PartTime',
  'HoursUnknown',
] as const
export type PayStatus = (typeof PAY_STATUSES)[number]

export type PersonDisplay = {
  /** The latest spelling, as filed. */
  name: string
  /** The row with that name. */
  ref: string
  /** Other spellings, latest first. */
  otherNames: string[]
  /** As filed, latest first. */
  titles: string[]
  firstYear: number
  lastYear: number
  /** From the organization; absent if never filed. */
  pay?: PersonPay
  /** From related organizations; absent if never filed. */
  relatedPay?: PersonPay
  /** All columns of a row, from the organization and related ones; absent if never readable. */
  totalPay?: PersonPay
  payStatus: PayStatus
  /** A week in the latest list, at the organization and related ones. */
  hours?: number
  organization: string
  city?: string
  state?: string
}

export type PersonDocument = {
  key: string
  ein: string
  rows: number
  display: PersonDisplay
  query: {
    name: string[]
    words: string[]
    bag: string[]
    key: string[]
    form: string[]
    title: string
    organization: string
  }
  filter: {
    state?: string
    city: string[]
    cause: string[]
    causeLabel?: string
    office: string[]
    payStatus: PayStatus
  }
  sort: { pay?: number; payYear?: number; lastYear: number; revenue?: number }
}
