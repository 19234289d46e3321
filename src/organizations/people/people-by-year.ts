import { groupBy } from '#src/domain/es2024.ts'
import { type Cited, citeNumber, refOf } from '#src/domain/evidence.ts'
import { sumExactly } from '#src/domain/exact-numbers.ts'
import { namesNobody } from '#src/domain/facts/row-facts-names.ts'
import { isUnreadable } from '#src/domain/facts/tables/read-rows.ts'
import { leadershipTables } from '#src/domain/facts/tables/tables.ts'
import { knownFields } from '#src/domain/known-fields.ts'
import { mergePeople } from '#src/domain/merge-people.ts'
import { normalizeName } from '#src/domain/names.ts'
import type { ProfileDeps } from '../deps.ts'
import { countTables, readTableRows, type TableRow, tableOf } from '../filings/table-rows.ts'
import { openFiler } from '../open-profile.ts'
import type { FilingSummary, Organization } from '../organization.ts'
import { type ListedFiling, readListedFilings } from '../store/read-organization.ts'

/** Pay in one column of a form: "Other compensation", column (F). */
type PayPart = { key: string; label: string; line: string; value: number; ref: string }

/** The columns of pay on a row, and their sum. */
export type Pay = {
  /** Whole US dollars; undefined if no column is filed, or one is not readable. */
  amount?: number
  parts: PayPart[]
  /** Refs of columns whose text is not an amount. */
  unreadable: string[]
}

/** A row of one filing that lists the person. */
export type PersonYear = Pay & { taxYear: number; title?: Cited<string>; ref: string }

/**
 * How rows of several years were found to be one person. `SameName`: the name has the same words.
 * `Spellings`: first and last names agree, and middle names and suffixes do not contradict.
 * `NameAndTitle`: a filing lists the name more than once, and the title tells which row it is.
 */
export const PERSON_MATCH_KINDS = ['SameName', 'Spellings', 'NameAndTitle'] as const
export type YearMatch = { kind: (typeof PERSON_MATCH_KINDS)[number]; titlesAgree: boolean }

export type PersonByYear = {
  /** Ref of the latest row. */
  ref: string
  /** Absent if the row has no name. */
  name?: Cited<string>
  /** Other spellings, latest first. */
  otherNames: string[]
  title?: Cited<string>
  /** Hours a week in the latest year; at related organizations only on Form 990. */
  hours?: Cited<number>
  relatedHours?: Cited<number>
  /** Not in the newest list, or marked as former in it. */
  isFormer: boolean
  /** Absent if only one year lists the person. */
  match?: YearMatch
  /** Newest first; at most one for each year. */
  years: PersonYear[]
}

/** The list of one tax year. */
export type PeopleYear = {
  filing: PeopleFiling
  /** Rows of the list. */
  listed: number
  /** False if the list is too long to compare. */
  isCompared: boolean
  /** People with pay above 0, and people whose pay is unknown. */
  paid: number
  unknown: number
  /** Sum of the pay that is known; undefined if none is. */
  total?: number
  /** The filing's own total of the compensation of officers, directors, trustees, key employees. */
  reported?: Cited<number>
}

type PeopleFiling = Omit<ListedFiling, 'contents' | 'version'>

/** A filing and its rows of people; no rows if the list is too long to compare. */
export type Listing = { filing: PeopleFiling; listed: number; rows?: readonly TableRow[] }

/**
 * Groups the people of several filings, one a tax year and newest first, by person. Rows are one
 * person only if the names are (`mergePeople`) and no filing has both; so each row counts once.
 */
export function toPeopleByYear(listings: readonly Listing[]): {
  years: PeopleYear[]
  people: PersonByYear[]
} {
  const rows = listings.map((listing) => ({ listing, rows: readRows(listing) }))
  const newest = listings.find((listing) => listing.rows)?.filing.objectId
  const all = rows.flatMap((one) => one.rows)
  const named = all.filter(({ name }) => name !== '')
  const groups = [
    ...mergePeople(named).flatMap(splitNamesakes),
    ...all.filter(({ name }) => name === '').map((row) => ({ rows: [row], isByTitle: false })),
  ]
  return {
    years: rows.map((one) => toYear(one.listing, one.rows)),
    people: groups.flatMap(({ rows: own, isByTitle }) => toPerson(own, isByTitle, newest) ?? []),
  }
}

type PersonRow = {
  filing: PeopleFiling
  objectId: string
  path: string
  /** '' if the row names nobody. */
  name: string
  cells: TableRow['row']['cells']
  pay: Pay
}

function readRows({ filing, rows = [] }: Listing): PersonRow[] {
  return rows.flatMap(({ table, row }) => {
    const { path, cells } = row
    if (path === undefined) return []
    const filed = String(cells.name?.value ?? '').trim()
    const name = namesNobody(filed) ? '' : filed
    const pay = readPay(filing, table, cells)
    // "See statement 5" is not a person, unless it has pay, which the totals must include.
    if (name === '' && (pay.amount ?? 0) === 0) return []
    return [{ filing, objectId: filing.objectId, path, name, cells, pay }]
  })
}

/** Returns the pay of a row, whose columns of amounts are pay: (D) to (F), or (c) to (e). */
export function readPay(
  filing: Parameters<typeof refOf>[0],
  key: TableRow['table'],
  cells: PersonRow['cells'],
): Pay {
  const filed = Object.entries(tableOf(key).columns).flatMap(([column, { kind, label, line }]) => {
    const cell = cells[column]
    return kind === 'money' && cell ? [{ key: column, label, line: line ?? '', cell }] : []
  })
  const parts = filed.flatMap(({ cell, ...column }) =>
    typeof cell.value === 'number'
      ? [{ ...column, value: cell.value, ref: refOf(filing, cell.path) }]
      : [],
  )
  const unreadable = filed
    .filter(({ cell }) => isUnreadable(cell))
    .map(({ cell }) => refOf(filing, cell.path))
  const isKnown = parts.length > 0 && unreadable.length === 0
  const amount = isKnown ? sumExactly(parts.map(({ value }) => value)) : undefined
  return knownFields({ amount, parts, unreadable })
}

const isListedTwice = (rows: readonly PersonRow[]): boolean =>
  new Set(rows.map(({ objectId }) => objectId)).size < rows.length

const titleOf = ({ cells }: PersonRow): string => normalizeName(String(cells.title?.value ?? ''))

type Group = { rows: PersonRow[]; isByTitle: boolean }

/**
 * Splits rows of one name that a filing lists twice: two people may share it, or one has two roles.
 * Rows with the same title are kept together, unless a filing lists that twice, too.
 */
function splitNamesakes(rows: PersonRow[]): Group[] {
  if (!isListedTwice(rows)) return [{ rows, isByTitle: false }]
  return [...groupBy(rows, titleOf).values()].flatMap((own): Group[] =>
    isListedTwice(own)
      ? own.map((row) => ({ rows: [row], isByTitle: false }))
      : [{ rows: own, isByTitle: true }],
  )
}

function toPerson(
  rows: readonly PersonRow[],
  isByTitle: boolean,
  newest: string | undefined,
): PersonByYear | undefined {
  const [latest] = rows
  if (!latest) return undefined
  const { filing, path, cells } = latest
  const textOf = (row: PersonRow, key: string): Cited<string> | undefined => {
    const cell = row.cells[key]
    const isFiled = typeof cell?.value === 'string' && cell.value.trim() !== ''
    return isFiled ? { value: String(cell.value), ref: refOf(row.filing, cell.path) } : undefined
  }
  const numberOf = (key: string): Cited<number> | undefined => {
    const cell = cells[key]
    return typeof cell?.value === 'number'
      ? { value: cell.value, ref: refOf(filing, cell.path) }
      : undefined
  }
  const [title] = rows.flatMap((row) => textOf(row, 'title') ?? [])
  return knownFields({
    ref: refOf(filing, path),
    name: latest.name === '' ? undefined : textOf(latest, 'name'),
    otherNames: otherSpellings(rows),
    title,
    hours: numberOf('averageHours'),
    relatedHours: numberOf('averageHoursRelated'),
    isFormer: latest.objectId !== newest || cells.former?.value === true,
    match: rows.length > 1 ? matchOf(rows, isByTitle) : undefined,
    years: rows.map((row) =>
      knownFields({
        taxYear: row.filing.taxYear,
        title: textOf(row, 'title'),
        ref: refOf(row.filing, row.path),
        ...row.pay,
      }),
    ),
  })
}

const toSpelling = (name: string): string => name.toLowerCase().replace(/\s+/g, ' ')

function otherSpellings(rows: readonly PersonRow[]): string[] {
  const byText = new Map(rows.toReversed().map(({ name }) => [toSpelling(name), name]))
  return [...byText.values()].toReversed().filter((name) => {
    return toSpelling(name) !== toSpelling(rows[0]?.name ?? '')
  })
}

function matchOf(rows: readonly PersonRow[], isByTitle: boolean): YearMatch {
  const titles = new Set(rows.map(titleOf))
  const titlesAgree = titles.size === 1 && !titles.has('')
  if (isByTitle) return { kind: 'NameAndTitle', titlesAgree }
  const names = new Set(rows.map(({ name }) => normalizeName(name)))
  return { kind: names.size === 1 ? 'SameName' : 'Spellings', titlesAgree }
}

function toYear({ filing, listed, rows: found }: Listing, rows: PersonRow[]): PeopleYear {
  const known = rows.flatMap(({ pay }) => pay.amount ?? [])
  return knownFields({
    filing,
    listed,
    isCompared: found !== undefined,
    paid: known.filter((amount) => amount > 0).length,
    unknown: rows.length - known.length,
    total: known.length > 0 ? sumExactly(known) : undefined,
    reported: citeNumber(filing, 'officerCompensation'),
  })
}

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

async function readListing(deps: ProfileDeps, filing: ListedFiling): Promise<Listing> {
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
