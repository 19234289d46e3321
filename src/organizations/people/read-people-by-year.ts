import { groupBy } from '#src/domain/es2024.ts'
import { leadershipTables } from '#src/domain/facts/tables/tables.ts'
import type { ProfileDeps } from '../deps.ts'
import { countTables, readTableRows } from '../filings/table-rows.ts'
import { openFiler } from '../open-profile.ts'
import type { FilingSummary, Organization } from '../organization.ts'
import { type ListedFiling as Listed, readListedFilings } from '../store/read-organization.ts'
import {
  type ListedFiling,
  type PeopleYear,
  type PersonByYear,
  type PersonYear,
  toPeopleByYear,
} from './people-by-year.ts'

/** More columns do not fit on a screen. */
const MAX_YEARS = 8

/** The longest of 160 real returns lists 264 people. Eight lists of this length take a second. */
const MAX_COMPARED = 1_000

export const PEOPLE_SORTS = ['Pay', 'Name', 'Title', 'Hours'] as const
/** A column: one of the words, or a tax year for the pay of that year. */
type PeopleSort = (typeof PEOPLE_SORTS)[number] | number

/**
 * What to list: people whose name or title contains `within`, sorted, from `offset`, in the years
 * up to `lastYear`.
 */
type PeopleWanted = {
  lastYear?: number | undefined
  sort: PeopleSort
  order: 'asc' | 'desc'
  within?: string | undefined
  offset: number
  limit: number
}

export type PeopleByYear = {
  /** Newest first. */
  years: PeopleYear[]
  /** Tax years with a list that are older than `years`. */
  earlierYears: number[]
  /** Tax years with another return for a shorter period, whose list is not shown. */
  shortYears: number[]
  /** The part asked for, former people last. */
  people: PersonByYear[]
  /** People that match, and all. */
  count: number
  all: number
  /** Changes when a filing is replaced. */
  version: string
}

/**
 * Reads the people of up to eight tax years, by default the newest, with their pay in each; three
 * round trips. Throws ApiError ProfileNotFound, StoreUnavailable.
 */
export async function readPeopleByYear(
  deps: ProfileDeps,
  ein: string,
  wanted: PeopleWanted,
): Promise<PeopleByYear> {
  return await readPeopleOf(deps, await openFiler(deps, ein), wanted)
}

/** Does the same for an organization that is open; two round trips. */
export async function readPeopleOf(
  deps: ProfileDeps,
  organization: Pick<Organization, 'filings'>,
  { lastYear, ...wanted }: PeopleWanted,
): Promise<PeopleByYear> {
  const { shown, earlier, short } = chooseFilings(organization.filings, lastYear)
  const filings = await readListedFilings(
    deps.postgres,
    shown.map(({ objectId }) => objectId),
  )
  const { years, people } = toPeopleByYear(
    await Promise.all(filings.map((filing) => readListing(deps, filing))),
  )
  const found = selectPeople(people, wanted)
  return {
    years,
    earlierYears: earlier,
    shortYears: short,
    people: found.slice(wanted.offset, wanted.offset + wanted.limit),
    count: found.length,
    all: people.length,
    version: filings.map(({ version }) => version).join(' '),
  }
}

async function readListing(deps: ProfileDeps, filing: Listed): Promise<ListedFiling> {
  const tables = leadershipTables(filing.form)
  const listed = countTables(tables, filing)
  if (listed > MAX_COMPARED) return { filing, listed }
  if (listed === 0) return { filing, listed, rows: [] }
  const rows = await readTableRows(deps, filing, tables, { offset: 0, limit: listed })
  return { filing, listed, rows }
}

/**
 * Returns the current filings that list people, one a tax year and newest first. Two returns for
 * short periods of one year may count the same pay, so only the later one is used.
 */
export function chooseFilings(
  filings: readonly FilingSummary[],
  lastYear?: number,
): { shown: FilingSummary[]; earlier: number[]; short: number[] } {
  const listing = filings.filter(
    ({ isCurrent, form, taxYear }) =>
      isCurrent && leadershipTables(form).length > 0 && taxYear <= (lastYear ?? taxYear),
  )
  const years = [...groupBy(listing, ({ taxYear }) => taxYear)].sort(
    ([one], [other]) => other - one,
  )
  const shown = years.slice(0, MAX_YEARS)
  const latest = (own: FilingSummary[]) =>
    own.toSorted((one, other) => other.taxPeriodEnd.localeCompare(one.taxPeriodEnd)).slice(0, 1)
  return {
    shown: shown.flatMap(([, own]) => latest(own)),
    earlier: years.slice(MAX_YEARS).map(([year]) => year),
    short: shown.filter(([, own]) => own.length > 1).map(([year]) => year),
  }
}

/** Returns the people whose name or title contains a text, sorted; former people are last. */
export function selectPeople(
  people: readonly PersonByYear[],
  { sort, order, within = '' }: Pick<PeopleWanted, 'sort' | 'order' | 'within'>,
): PersonByYear[] {
  const text = within.toLowerCase()
  const sign = order === 'asc' ? 1 : -1
  return people
    .filter(({ name, otherNames, title }) =>
      [name?.value, ...otherNames, title?.value].some((one) =>
        (one ?? '').toLowerCase().includes(text),
      ),
    )
    .toSorted((one, other) => {
      const former = Number(one.isFormer) - Number(other.isFormer)
      return former || compare(keyOf(one, sort), keyOf(other, sort), sign)
    })
}

const keyOf = (person: PersonByYear, sort: PeopleSort): number | string | undefined => {
  if (sort === 'Name') return person.name?.value.toLowerCase()
  if (sort === 'Title') return person.title?.value.toLowerCase()
  if (sort === 'Hours') return person.hours?.value
  return sort === 'Pay' ? latestPay(person)?.amount : payIn(person, sort)?.amount
}

// What is unknown is last in either order.
function compare(
  one: number | string | undefined,
  other: number | string | undefined,
  sign: number,
): number {
  if (one === undefined || other === undefined) {
    return Number(one === undefined) - Number(other === undefined)
  }
  return sign * (one < other ? -1 : one > other ? 1 : 0)
}

/** Returns the year of a person; undefined if no list of the year has the person. */
export const payIn = ({ years }: PersonByYear, taxYear: number): PersonYear | undefined =>
  years.find((year) => year.taxYear === taxYear)

/** Returns the newest year with an amount. */
export const latestPay = ({ years }: PersonByYear): PersonYear | undefined =>
  years.find(({ amount }) => amount !== undefined)
