import { displayName } from '#src/domain/display-name.ts'
import { citeRegistry, refOf } from '#src/domain/evidence.ts'
import { deriveFigures } from '#src/domain/facts/derived.ts'
import type { PeopleListed } from '#src/domain/facts/derived-operands.ts'
import type { Row } from '#src/domain/facts/tables/read-rows.ts'
import { OFFICER_TABLES } from '#src/domain/facts/tables/tables.ts'
import { countOf } from '#src/domain/money.ts'
import { nteeLabel } from '#src/domain/ntee.ts'
import { toLocation } from '#src/domain/places.ts'
import { holdersOf } from '#src/domain/titles.ts'
import { type CitedCounterparties, readCitedCounterparties } from '#src/network/counterparties.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import { type ReportEntry, readReport } from '#src/organizations/diligence/report.ts'
import { pickByKey } from '#src/organizations/figures/named-figures.ts'
import type { Filing, Organization } from '#src/organizations/organization.ts'
import { readSummary } from '#src/organizations/page/summary.ts'
import type { Sentence } from '#src/organizations/page/summary-sentences.ts'
import { readPeople } from '#src/organizations/people/people.ts'
import { type Pay, readPay } from '#src/organizations/people/people-by-year.ts'
import { formatYears, shortenValue } from '../components/formats.ts'
import { nameOfParty } from '../components/network/party.tsx'

export type MemoTopic = Sentence['topic'] | 'place' | 'people' | 'funders'
type Source = { label: string; ref?: string | undefined }
type MemoSentence = { topic: MemoTopic; text: string; figures: Source[] }

const FIGURES = ['revenue', 'expenses', 'revenueLessExpenses', 'assets'] as const

/** The latest return of an organization in figures and sentences, each with its sources. */
export type Memo = {
  taxYear: number
  figures: ReturnType<typeof pickByKey<(typeof FIGURES)[number]>>
  sentences: MemoSentence[]
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
  const people = await readPeople(deps, filing)
  const derived = deriveFigures({ filing, years: [] })
  return {
    taxYear: filing.taxYear,
    figures: pickByKey(FIGURES, { organization, filing, derived }),
    sentences: [
      ...sentences,
      ...describePlace(organization),
      ...describeLeader(filing, people),
      describeFunders(funders),
    ],
  }
}

function describePlace(organization: Organization): MemoSentence[] {
  const { nteeCode, addressRef } = organization
  const place = toLocation(organization)
  const cause = nteeCode === null ? undefined : nteeLabel(nteeCode)
  const ref = citeRegistry(organization, 'NTEE_CD')
  return [
    ...(place && addressRef
      ? [
          {
            topic: 'place' as const,
            text: `It is registered in ${displayName(place)}.`,
            figures: [{ label: 'Address', ref: addressRef }],
          },
        ]
      : []),
    ...(cause && ref
      ? [
          {
            topic: 'place' as const,
            text: `The IRS registry classifies it as ${cause.label}.`,
            figures: [{ label: 'Cause', ref }],
          },
        ]
      : []),
  ]
}

/** Names the leader by title, otherwise the highest paid person listed. */
function describeLeader(filing: Filing, people: PeopleListed | undefined): MemoSentence[] {
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
  if (leader) return [describePay(filing, leader, '')]
  return first ? [describePay(filing, first, HIGHEST)] : []
}

const HIGHEST = 'No one listed has the title of president or chief executive. Highest paid: '

function describePay(
  filing: Filing,
  { cells: { name, title }, pay }: Pick<Row, 'cells'> & { pay: Pay },
  before: string,
): MemoSentence {
  const { amount, parts, unreadable } = pay
  const who = [name, title].flatMap((cell) => (cell ? displayName(String(cell.value)) : []))
  const columns = parts.length > 1 ? ` (the sum of ${parts.length} columns)` : ''
  const paid =
    amount === undefined
      ? unreadable.length > 0
        ? 'the pay is not readable'
        : 'the return does not state the pay'
      : `with total pay of ${shortenValue(amount, 'USD')} in ${filing.taxYear}${columns}`
  const named = [name, title].flatMap((cell) => (cell ? refOf(filing, cell.path) : []))
  return {
    topic: 'people',
    text: `${before}${[...who, paid].join(', ')}.`,
    figures: [
      ...named.map((ref) => ({ label: 'Name and title', ref })),
      ...[...parts.map(({ ref }) => ref), ...unreadable].map((ref) => ({ label: 'Pay', ref })),
    ],
  }
}

const LIST = new Intl.ListFormat('en', { style: 'long' })

function describeFunders(found: CitedCounterparties): MemoSentence {
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
    figures: items.map((party) => ({
      label: `Largest grant of ${displayName(nameOfParty(party))}`,
      ref: largestRows.get(party.ein),
    })),
  }
}
