import { type Cited, citeNumber, refOf } from '#src/domain/cite.ts'
import { groupBy } from '#src/domain/es2024.ts'
import { sumExactly } from '#src/domain/exact-numbers.ts'
import { namesNobody } from '#src/domain/facts/row-facts-names.ts'
import { isUnreadable } from '#src/domain/facts/tables/read-rows.ts'
import { knownFields } from '#src/domain/known-fields.ts'
import { mergePeople } from '#src/domain/merge-people.ts'
import { normalizeName } from '#src/domain/names.ts'
import { type TableRow, tableOf } from '../filings/table-rows.ts'
import type { Filing } from '../organization.ts'

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
export type PersonYear = Pay & { taxYear: number; title?: Cited<string> }

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

type PeopleFiling = Pick<
  Filing,
  'objectId' | 'form' | 'taxYear' | 'taxPeriodEnd' | 'schemaVersion' | 'facts' | 'warnings'
>

/** A filing and its rows of people; no rows if the list is too long to compare. */
export type ListedFiling = { filing: PeopleFiling; listed: number; rows?: readonly TableRow[] }

/**
 * Groups the people of several filings, one a tax year and newest first, by person. Rows are one
 * person only if the names are (`mergePeople`) and no filing has both; so each row counts once.
 */
export function toPeopleByYear(listings: readonly ListedFiling[]): {
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

function readRows({ filing, rows = [] }: ListedFiling): PersonRow[] {
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

/** Columns of the lists that are amounts are pay: columns (D) to (F), or (c) to (e). */
function readPay(filing: PeopleFiling, key: TableRow['table'], cells: PersonRow['cells']): Pay {
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
      knownFields({ taxYear: row.filing.taxYear, title: textOf(row, 'title'), ...row.pay }),
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

function toYear({ filing, listed, rows: found }: ListedFiling, rows: PersonRow[]): PeopleYear {
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
