import { displayName } from '#src/domain/display-name.ts'
import { formatEin } from '#src/domain/ein.ts'
import { citeRegistry, refOf } from '#src/domain/evidence.ts'
import { deriveFigures } from '#src/domain/facts/derived.ts'
import type { PeopleListed } from '#src/domain/facts/derived-operands.ts'
import type { Row } from '#src/domain/facts/tables/read-rows.ts'
import { OFFICER_TABLES } from '#src/domain/facts/tables/tables.ts'
import { countOf } from '#src/domain/money.ts'
import { nteeLabel } from '#src/domain/ntee.ts'
import { toLocation } from '#src/domain/places.ts'
import { holdersOf } from '#src/domain/titles.ts'
import { type FigureKey, nameOf } from '#src/figures/figures.ts'
import { LEADS } from '#src/figures/sets.ts'
import { type CitedCounterparties, readCitedCounterparties } from '#src/network/counterparties.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import { type ReportEntry, readReport } from '#src/organizations/diligence/report.ts'
import { readableEvidencePath } from '#src/organizations/evidence/cite-evidence.ts'
import { type NamedFigure, pickByKey } from '#src/organizations/figures/named-figures.ts'
import { type Applications, readApplications } from '#src/organizations/filings/applications.ts'
import type { Filing, Organization } from '#src/organizations/organization.ts'
import { readSummary } from '#src/organizations/page/summary.ts'
import type { Sentence } from '#src/organizations/page/summary-sentences.ts'
import { readPeople } from '#src/organizations/people/people.ts'
import { type Pay, readPay } from '#src/organizations/people/people-by-year.ts'
import { nameFiling } from '../components/filing.tsx'
import { formatYears, shortenValue } from '../components/formats.ts'
import { nameOfParty } from '../components/network/party.tsx'
import { describeApplications, toApplyLines } from '../components/organization/apply.tsx'
import { grantsPath, returnPath, tabPath } from '../links.ts'

export type MemoTopic = Sentence['topic'] | 'place' | 'people' | 'funders' | 'apply'
/** What a sentence is based on: evidence, or a page that has it. */
export type MemoSource = { label: string; href: string }
export type MemoSentence = { text: string; sources: MemoSource[] }
type Cited = { topic: MemoTopic; text: string; figures: Pick<NamedFigure, 'label' | 'ref'>[] }

/** Further figures of a private foundation. */
const PAYOUT = [
  'qualifyingDistributions',
  'distributableAmount',
  'distributionsToDistributableAmount',
] as const satisfies FigureKey[]

/** The latest return of an organization in figures and sentences, each with its sources. */
export type Memo = {
  taxYear: number
  /** The return as a page. */
  source: MemoSource
  figures: (Pick<NamedFigure, 'value' | 'unit'> & { source: MemoSource })[]
  sentences: (MemoSentence & { topic: MemoTopic })[]
}

/** A requested EIN; `memo` is absent without a return. */
export type MemoEntry = ReportEntry & { memo?: Memo }

// Each organization takes four connections to the store.
const AT_ONCE = 3
const FUNDERS = { limit: 3, minYear: undefined, allCategories: false }

/**
 * Reads a memo on up to 25 organizations, in the requested order. `today` is YYYY-MM-DD. Throws
 * ApiError StoreUnavailable.
 */
export async function readMemo(
  deps: ProfileDeps,
  eins: readonly string[],
  today: string,
): Promise<MemoEntry[]> {
  const entries = await readReport(deps, eins, today)
  const read: MemoEntry[] = []
  for (let at = 0; at < entries.length; at += AT_ONCE) {
    const next = entries
      .slice(at, at + AT_ONCE)
      .map(async (entry) =>
        entry.found?.latest ? { ...entry, memo: await readOne(deps, entry.ein) } : entry,
      )
    read.push(...(await Promise.all(next)))
  }
  return read
}

async function readOne(deps: ProfileDeps, ein: string): Promise<Memo> {
  const [{ organization, filing, sentences }, funders] = await Promise.all([
    readSummary(deps, ein),
    readCitedCounterparties(deps, ein, 'Incoming', FUNDERS),
  ])
  const [people, applications] = await Promise.all([
    readPeople(deps, filing),
    readApplications(deps, filing),
  ])
  const keys = [...LEADS[filing.form], ...(filing.form === '990PF' ? PAYOUT : [])]
  const derived = deriveFigures({ filing, years: [] })
  const figures = pickByKey(keys, { organization, filing, derived })
  const href = returnPath(ein, filing.objectId)
  const own: MemoSource = { label: `The return, ${nameFiling(filing)}`, href }
  // For sentences without a value of their own; funders are also sums.
  const pages: Partial<Record<MemoTopic, MemoSource>> = {
    rating: { label: 'How it is rated', href: tabPath(ein, 'rating') },
    funders: { label: 'Grants to it', href: grantsPath(ein, { Direction: 'Incoming' }) },
    status: LOADED_LISTS,
  }
  const all: Cited[] = [
    ...sentences,
    ...describePlace(organization),
    ...describeLeader(filing, people),
    ...describeApplying(applications),
    describeFunders(funders),
  ]
  return {
    taxYear: filing.taxYear,
    source: own,
    figures: keys.flatMap((key) => {
      const figure = figures[key]
      return figure ? [{ ...figure, source: toSource(ein, { ...figure, label: nameOf(key) }) }] : []
    }),
    sentences: all.map(({ topic, text, figures }) => {
      const cited = figures.filter(({ ref }) => ref).map((one) => toSource(ein, one))
      const isAlone = cited.length === 0 || topic === 'funders'
      return { topic, text, sources: isAlone ? [...cited, pages[topic] ?? own] : cited }
    }),
  }
}

export const LOADED_LISTS: MemoSource = { label: 'Lists and dates of the data', href: '/sources' }

/** Returns the source of a value. */
export const toSource = (
  ein: string,
  { label, ref }: Pick<NamedFigure, 'label' | 'ref'>,
): MemoSource => ({ label, href: readableEvidencePath(ein, ref) })

function describePlace(organization: Organization): Cited[] {
  const { nteeCode, addressRef } = organization
  const place = toLocation(organization)
  const cause = nteeCode === null ? undefined : nteeLabel(nteeCode)
  const from = addressRef?.startsWith('bmf:') ? 'in the IRS registry' : 'on its return'
  return [
    ...say('place', place && `Its address ${from} is in ${displayName(place)}.`, {
      label: 'Address',
      ref: addressRef,
    }),
    ...say('place', cause && `The IRS registry classifies it as ${cause.label}.`, {
      label: 'Cause',
      ref: citeRegistry(organization, 'NTEE_CD'),
    }),
  ]
}

/** Returns a sentence with its value; none if either is unknown. */
const say = (
  topic: MemoTopic,
  text: string | undefined,
  { label, ref }: { label: string; ref: string | null | undefined },
): Cited[] => (text && ref ? [{ topic, text, figures: [{ label, ref }] }] : [])

/** Says whether a foundation accepts applications, and what its return says about each address. */
function describeApplying(applications: Applications | undefined): Cited[] {
  if (!applications) return []
  const { only, rows } = applications
  const box = only && { label: 'Gives only to preselected organizations', ref: only.ref }
  return [
    { topic: 'apply', text: describeApplications(applications), figures: box ? [box] : [] },
    ...rows.flatMap((row, at) => {
      const lines = toApplyLines(row).map(
        ({ label, facts }) => `${label}: ${facts.map(({ value }) => value).join(', ')}`,
      )
      const label = rows.length > 1 ? `How to apply, row ${at + 1}` : 'How to apply'
      return say('apply', `${lines.join('; ')}.`, { label, ref: row[0] && rowOf(row[0].ref) })
    }),
  ]
}

/** Returns the Ref of the row that a cell is in. */
const rowOf = (ref: string): string => ref.slice(0, ref.lastIndexOf(']') + 1) || ref

/** Names the leader by title, otherwise the highest paid person listed. */
function describeLeader(filing: Filing, people: PeopleListed | undefined): Cited[] {
  const table = OFFICER_TABLES[filing.form]
  if (!people || !table) return []
  const listed = people.officers
    .filter(({ cells }) => cells.former?.value !== true)
    .map(({ cells }) => ({
      ...{ cells, pay: readPay(filing, table, cells) },
      ...{ title: String(cells.title?.value ?? ''), isFormer: false },
    }))
    .toSorted((a, b) => (b.pay.amount ?? 0) - (a.pay.amount ?? 0))
  const [leader] = holdersOf(listed, 'ceo')
  const [first] = listed
  if (leader) return describePay(filing, leader, '')
  return first ? describePay(filing, first, HIGHEST) : []
}

const HIGHEST = 'No one listed has the title of president or chief executive. Highest paid: '

function describePay(
  filing: Filing,
  { cells: { name, title }, pay }: Pick<Row, 'cells'> & { pay: Pay },
  before: string,
): Cited[] {
  const { amount, parts, unreadable } = pay
  const who = [name, title].flatMap((cell) => (cell ? displayName(String(cell.value)) : []))
  const columns = parts.length > 1 ? ` (the sum of ${parts.length} columns)` : ''
  const paid =
    amount === undefined
      ? unreadable.length > 0
        ? 'the pay is not readable'
        : 'the return does not state the pay'
      : `with total pay of ${shortenValue(amount, 'USD')} in ${filing.taxYear}${columns}`
  const cell = name ?? title
  return say('people', `${before}${[...who, paid].join(', ')}.`, {
    label: `${who[0]}: name, title, and pay`,
    ref: cell && rowOf(refOf(filing, cell.path)),
  })
}

const LIST = new Intl.ListFormat('en', { style: 'long' })

function describeFunders(found: CitedCounterparties): Cited {
  const { items, count, largestRows, weakParts } = found
  const words = items.map(({ amount, grants, earliestYear, latestYear, ...party }) => {
    const sum = amount === null ? 'amount not stated' : shortenValue(amount, 'USD')
    const doubt = weakParts.has(party.ein) ? ', of which some may be for another organization' : ''
    return `${displayName(nameOfParty(party))} (${sum} in ${countOf(grants, 'grant')}, ${formatYears(earliestYear, latestYear)}${doubt})`
  })
  const text =
    items.length === 0
      ? 'No return loaded here lists a grant to it. Returns do not name individual donors.'
      : `Loaded returns list ${countOf(count, 'funder')}${count > items.length ? '; the largest are ' : ': '}${LIST.format(words)}.`
  return {
    topic: 'funders',
    text,
    figures: items.flatMap((party) => {
      const ref = largestRows.get(party.ein)
      return ref
        ? [
            {
              label: `Largest grant of ${displayName(nameOfParty(party))}, EIN ${formatEin(party.ein)}`,
              ref,
            },
          ]
        : []
    }),
  }
}
