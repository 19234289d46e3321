import { MAX_EINS } from '#src/api/shared/parameters.ts'
import { formatDay, formatMonth, todayInUtc } from '#src/domain/days.ts'
import { displayName } from '#src/domain/display-name.ts'
import { formatEin } from '#src/domain/ein.ts'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import { countOf } from '#src/domain/money.ts'
import { MAX_COMPARED } from '#src/organizations/compare/compare.ts'
import {
  type ReportEntry,
  type ReportFacts,
  type ReportSource,
  readReport,
} from '#src/organizations/diligence/report.ts'
import { readReleaseTime } from '#src/organizations/open-profile.ts'
import type { CheckedList } from '#src/organizations/store/read-checked-lists.ts'
import { wholeScore } from '#src/rating/rating.ts'
import { ReadinessChip, readinessLabel } from '../components/chips.tsx'
import { FiledFigure } from '../components/figure.tsx'
import { formatWhole, shortenValue } from '../components/formats.ts'
import { Layout, useSite } from '../components/layout.tsx'
import { CsvLink } from '../components/list-tools.tsx'
import { type DataColumn, DataTable, textColumn } from '../components/table.tsx'
import { cutText, Name, OrganizationLink, Term, TextList } from '../components/text.tsx'
import { addCsv } from '../csv.ts'
import { comparePath, memoPath, organizationPath } from '../links.ts'
import { addPage, PAGE_TERMS, type Pages } from '../render.ts'
import { readEins } from './compare-address.ts'
import {
  LOADED_LISTS,
  type MemoEntry,
  type MemoSentence,
  type MemoSource,
  type MemoTopic,
  readMemo,
  toSource,
} from './read-memo.ts'

/** The EINs of a report, and sentences about the entries that are not in it. */
type ReportAddress = {
  eins: string[]
  faults: string[]
  /** Whether the address has only the EINs, separated by commas. */
  isCanonical: boolean
}

// A pasted column can have hundreds of wrong lines. A few are enough to see what is wrong.
const MAX_NAMED = 25

/**
 * Reads a list of EINs in any spelling, one a line or separated by commas, semicolons, or tabs. Each
 * EIN counts once. Names entries that are no EIN, and EINs beyond the 25th.
 */
export function readReportAddress(raw: unknown): ReportAddress {
  const text = [raw]
    .flat()
    .flatMap((one) => (typeof one === 'string' ? [one.replaceAll('\0', '')] : []))
    .join('\n')
  const entries = text.split(/[\n\r,;\t]+/).map((entry) => entry.trim())
  const { eins, faults: malformed } = readEins(entries)
  const kept = [...eins].slice(0, MAX_EINS)
  const left = [...eins].slice(MAX_EINS).map((ein) => formatEin(ein))
  return {
    eins: kept,
    faults: [
      ...malformed.slice(0, MAX_NAMED),
      ...(malformed.length > MAX_NAMED
        ? [`${countOf(malformed.length - MAX_NAMED, 'more entry', 'more entries')} are not valid.`]
        : []),
      ...(left.length > 0 ? [describeLeft(left)] : []),
    ],
    isCanonical: text === kept.join(','),
  }
}

const describeLeft = (left: readonly string[]): string =>
  `A memo has up to ${MAX_EINS} organizations. ${left.length > MAX_NAMED ? `${left.length} are left out, the first of them` : 'Left out'}: ${left.slice(0, MAX_NAMED).join(', ')}.`

/** Adds `GET /memo` and `/memo.csv`: a memo on up to 25 organizations, for printing. */
export function addMemoPages(pages: Pages): void {
  const { deps } = pages
  addCsv(pages, '/memo.csv', async ({ query }) => {
    const { eins } = readReportAddress(Object(query).EINs)
    const rows = eins.length === 0 ? [] : await readReport(deps, eins, todayInUtc(deps))
    return { name: 'memo', columns: reportColumns, rows }
  })
  addPage(
    pages,
    '/memo',
    async ({ query }, reply) => {
      const address = readReportAddress(query.EINs)
      const { eins, faults, isCanonical } = address
      // So that the address can be shared, and a pasted list does not stay in it.
      if (eins.length > 0 && faults.length === 0 && !isCanonical) {
        return reply.redirect(memoPath(eins), 303)
      }
      if (eins.length === 0 && faults.length > 0) reply.code(422)
      const preparedOn = todayInUtc(deps)
      const [entries, releasedAt] =
        eins.length === 0
          ? [[], undefined]
          : await Promise.all([readMemo(deps, eins, preparedOn), readReleaseTime(deps)])
      return <ReportPage {...{ address, entries, preparedOn, releasedAt }} />
    },
    { terms: { ...PAGE_TERMS, isFree: isBlank } },
  )
}

const isBlank = (query: unknown): boolean => readReportAddress(Object(query).EINs).eins.length === 0

type Props = {
  address: ReportAddress
  entries: readonly MemoEntry[]
  /** YYYY-MM-DD */
  preparedOn: string
  releasedAt: string | undefined
}

const TITLE = 'Memo'

const ReportPage = ({ address, entries, preparedOn, releasedAt }: Props) => (
  <Layout
    title={TITLE}
    description="A dated memo on up to 25 nonprofits for printing: who they are, figures, rating, findings, funders, leaders, and what is not known, each sentence with its source."
    path={memoPath(address.eins)}
    isListed={address.eins.length === 0}
    releasedAt={releasedAt}
  >
    <div class="memo">
      <h1>{TITLE}</h1>
      {address.faults.length > 0 && (
        <TextList
          class="notice"
          aria-label="Entries that are not in the memo"
          texts={address.faults}
        />
      )}
      {entries.length > 0 && <Report {...{ entries, preparedOn, releasedAt }} />}
      <AskForm eins={address.eins} />
    </div>
  </Layout>
)

type ReportProps = Pick<Props, 'entries' | 'preparedOn' | 'releasedAt'>

const Report = ({ entries, preparedOn, releasedAt }: ReportProps) => {
  const eins = entries.map(({ ein }) => ein)
  const firsts = entries.map((_, at) =>
    entries.slice(0, at).reduce((sum, entry) => sum + sourcesOf(entry).length, 1),
  )
  return (
    <>
      <p>
        Prepared on {formatDay(preparedOn)}
        {releasedAt && ` from data released on ${formatDay(releasedAt.slice(0, 10))}`}. A memo lists
        what the loaded sources say; a number in brackets is the source of its sentence. It is not a
        recommendation. A name on a restriction list can be another person or organization, so a
        person must check each match.
      </p>
      <p class="actions">
        <CsvLink href={memoPath(eins, '/memo.csv')} />{' '}
        <a href={comparePath({ eins: eins.slice(0, MAX_COMPARED) })}>Compare these organizations</a>{' '}
        <a href={`/api/v2/charity/diligence-summary?EINs=${eins.join(',')}&Report=true`}>
          This check as JSON
        </a>
      </p>
      <DataTable name="Organizations in this memo" columns={reportColumns} rows={entries} />
      <h2>Organizations and sources</h2>
      <p class="on-paper">{`The addresses of the sources begin with ${useSite().origin()}.`}</p>
      <div class="report-blocks">
        {entries.map((entry, at) => (
          <ReportBlock key={entry.ein} entry={entry} firstSource={firsts[at] ?? 1} />
        ))}
      </div>
    </>
  )
}

const ROWS = 6

const AskForm = ({ eins }: { eins: readonly string[] }) => (
  <form action="/memo">
    {eins.length > 0 ? <h2>Other organizations</h2> : null}
    <p>{`A memo has up to ${MAX_EINS} organizations. Enter one EIN on each line, with or without the hyphen.`}</p>
    <div class="field">
      <label for="eins">EINs</label>
      <textarea id="eins" name="EINs" rows={ROWS}>
        {eins.join('\n')}
      </textarea>
    </div>
    <p>
      <button type="submit">Create memo</button>
    </p>
  </form>
)

type Shown = (found: ReportFacts) => string | number | undefined

const LISTS = { Clear: 'No match', Review: 'Possible match', Confirmed: 'Match' }

const describeList = ({ list, asOf, entries }: CheckedList): string =>
  [
    list,
    ...(asOf === undefined ? [] : [formatMonth(`${asOf}-01`)]),
    ...(entries === undefined ? [] : [`(${countOf(entries, 'entry', 'entries')})`]),
  ].join(' ')

const listsOf: Shown = ({ lists, readiness: { restriction } }) =>
  restriction
    ? `${LISTS[restriction.status]}: ${lists.map(describeList).join(', ')}`
    : 'Not checked: no list is loaded'

const recognitionOf: Shown = ({ recognition: { status, asOf, subsection } }) => {
  if (status === 'NotChecked') return 'Not checked: the registry of its state is not loaded'
  if (status === 'Revoked') return `Revoked on ${formatDay(asOf ?? '')}`
  const month = formatMonth(`${asOf}-01`)
  return status === 'Listed' ? `${subsection ?? 'Yes'} (${month})` : `Not listed (${month})`
}

const GIFTS = { Deductible: 'Deductible', Limited: 'Limited or conditional' } as const

const deductibilityOf: Shown = ({ deductibility }) => {
  if (!deductibility) return 'Not checked'
  const month = formatMonth(`${deductibility.asOf}-01`)
  return deductibility.status === 'NotListed'
    ? `Not listed (${month})`
    : `${GIFTS[deductibility.status]}, ${deductibility.codes.join(', ')} (${month})`
}

const ratingOf = ({ rating }: ReportFacts): string => {
  if (!rating) return 'not rated'
  const { score, possible = 100, isOld } = rating
  return [wholeScore(score), `of ${possible}`, ...(isOld ? ['from an old return'] : [])].join(' ')
}

const latestOf: Shown = ({ latest }) =>
  latest ? `${FORM_NAMES[latest.form]}, ${latest.taxYear}` : 'none loaded'

const shownColumn = (key: string, label: string, of: Shown): DataColumn<ReportEntry> =>
  textColumn(key, label, ({ found }) => found && of(found))

const REVENUE = 'Revenue'

/** The columns of the report, one row an organization. */
export const reportColumns: readonly DataColumn<ReportEntry>[] = [
  {
    key: 'Name',
    label: 'Organization',
    cell: ({ ein, found }) => (
      <>
        {found ? <OrganizationLink ein={ein} name={found.name} /> : 'not in our data'}
        <span class="below quiet">EIN {formatEin(ein)}</span>
      </>
    ),
    csv: ({ found }) => found?.name,
  },
  { key: 'EIN', label: 'EIN', csv: ({ ein }) => ein },
  shownColumn('State', 'State', ({ state }) => state),
  shownColumn('LatestReturn', 'Latest return', latestOf),
  { key: 'PeriodEnd', label: '', csv: ({ found }) => found?.latest?.taxPeriodEnd },
  {
    key: 'Revenue',
    label: REVENUE,
    isNumeric: true,
    cell: ({ ein, found }) =>
      found?.latest && (
        <FiledFigure
          ein={ein}
          label={`${REVENUE}, ${displayName(found.name)}`}
          figure={found.revenue}
          unit="USD"
          isShort
        />
      ),
    csv: ({ found }) => found?.revenue?.value,
  },
  { key: 'RevenueRef', label: '', csv: ({ found }) => found?.revenue?.ref },
  shownColumn('Rating', 'Rating', ratingOf),
  shownColumn('Recognition', 'Recognized by the IRS', recognitionOf),
  shownColumn('Deductibility', 'Gifts deductible', deductibilityOf),
  shownColumn('RestrictionLists', 'Restriction lists', listsOf),
  {
    key: 'Result',
    label: 'Result',
    cell: ({ found }) => found && <ReadinessChip readiness={found.readiness} />,
    csv: ({ found }) => found && readinessLabel(found.readiness),
  },
  { key: 'Reasons', label: '', csv: ({ found }) => found?.readiness.reviewReasons.join(' ') },
]

const SOURCES: Partial<Record<ReportSource['what'], string>> = {
  registry: 'IRS registry of exempt organizations',
  revocation: 'IRS list of revoked exemptions',
  publication78: 'IRS Publication 78',
}

/** Sentences by topic, under what a reader asks. The figures replace the sentence about size. */
const HEADINGS: readonly (readonly [heading: string, topics: readonly MemoTopic[]])[] = [
  ['Who it is', ['purpose', 'place']],
  ['Status', ['status']],
  ['Rating', ['rating']],
  ['Spending', ['spending', 'reserves', 'trend']],
  ['Governance', ['controls', 'events']],
  ['Who leads it', ['people']],
  ['How to apply', ['apply']],
  ['Who funds it', ['funders']],
]

type Part = { heading: string; said: readonly MemoSentence[] }

/** What is known about an organization by what a reader asks, in order. */
function partsOf({ ein, found, memo }: MemoEntry): Part[] {
  if (!found) return []
  const page = { label: 'What to check, with its sources', href: organizationPath(ein) }
  const reasons = found.readiness.reviewReasons
  const say = (text: string, ...kinds: ReportSource['what'][]): MemoSentence => {
    const own = found.sources.filter(({ what }) => kinds.includes(what))
    const labelOf = ({ what, ref }: ReportSource) =>
      SOURCES[what] ?? `Restriction list entry ${ref.split(':').slice(1).join(', ')}`
    const sources = own.map((one) => toSource(ein, { label: labelOf(one), ref: one.ref }))
    return { text, sources: sources.length > 0 ? sources : [LOADED_LISTS] }
  }
  const lists = [
    say(`Recognized by the IRS: ${recognitionOf(found)}.`, 'registry', 'revocation'),
    ...(memo ? [] : [say(`Gifts deductible: ${deductibilityOf(found)}.`, 'publication78')]),
    say(`Restriction lists: ${listsOf(found)}.`, 'restriction'),
  ]
  const on = (topics: readonly MemoTopic[]) =>
    (memo?.sentences ?? []).filter(({ topic }) => topics.includes(topic))
  const parts = [
    ...HEADINGS.map(([heading, topics]) => ({ heading, said: on(topics) })),
    {
      heading: 'Findings',
      said: (reasons.length > 0 ? reasons : [NO_REASON]).map((text) => ({ text, sources: [page] })),
    },
    { heading: 'Lists', said: lists },
    { heading: 'Not known', said: [...on(['unknown']), say(memo ? NEVER_KNOWN : NO_RETURN)] },
  ]
  return parts.filter(({ said }) => said.length > 0)
}

const NO_REASON = 'No reason for review was found in the sources that were checked.'
const NEVER_KNOWN = 'Returns name no individual donors, and do not measure what programs achieved.'
const NO_RETURN = 'No return is loaded, so there are no figures, rating, or people.'

/** The sources of an organization's figures and sentences, each once, in their order. */
const sourcesOf = (entry: MemoEntry): MemoSource[] => {
  const cited = [
    ...(entry.memo ? [entry.memo, ...entry.memo.figures] : []).map(({ source }) => source),
    ...partsOf(entry).flatMap(({ said }) => said.flatMap(({ sources }) => sources)),
  ]
  return cited.filter(({ href }, at) => cited.findIndex((one) => one.href === href) === at)
}

type BlockProps = { entry: MemoEntry; firstSource: number }

/** What is known about one organization, each sentence with its sources. */
export const ReportBlock = ({ entry, firstSource }: BlockProps) => {
  const { ein, found, memo } = entry
  if (!found) {
    return (
      <section class="report-block">
        <h3>EIN {formatEin(ein)}</h3>
        <p>{`EIN ${formatEin(ein)} is in no loaded source. Check the number, or search by name.`}</p>
      </section>
    )
  }
  const { readiness, latest } = found
  const sources = sourcesOf(entry)
  const cite = (cited: readonly MemoSource[]) =>
    [...new Set(cited.map(({ href }) => href))].map((href) => (
      <>
        {' '}
        <a
          class="source-link"
          href={href}
        >{`[${firstSource + sources.findIndex((one) => one.href === href)}]`}</a>
      </>
    ))
  return (
    <section class="report-block">
      <h3>
        <OrganizationLink ein={ein} name={found.name} />{' '}
        <span class="quiet">EIN {formatEin(ein)}</span>
      </h3>
      <p>
        <ReadinessChip readiness={readiness} /> Latest return: {latestOf(found)}
        {latest && `, period ended ${formatDay(latest.taxPeriodEnd)}`}
        {memo && cite([memo.source])}
      </p>
      {memo && (
        <dl class="memo-figures">
          {memo.figures.map(({ source, value, unit }) => (
            <Term key={source.href} term={`${source.label}, ${memo.taxYear}`}>
              <span title={formatWhole(value, unit)}>{shortenValue(value, unit)}</span>
              {cite([source])}
            </Term>
          ))}
        </dl>
      )}
      {partsOf(entry).map(({ heading, said }) => (
        <p key={heading}>
          <strong>{heading}:</strong>{' '}
          {said.map((one) => (
            <>
              <Name>{cutText(one.text, LONGEST_SENTENCE)}</Name>
              {cite(one.sources)}{' '}
            </>
          ))}
        </p>
      ))}
      <h4>Sources</h4>
      <ol class="sources" start={firstSource}>
        {sources.map(({ href, label }) => (
          <li key={href}>
            <a class="source-link" href={href}>
              {label}
              <span class="hidden">: {displayName(found.name)}</span>
            </a>
            <span class="on-paper"> {href}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

// Some foundations file a page of restrictions.
const LONGEST_SENTENCE = 700
