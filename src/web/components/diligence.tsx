import { formatDay, formatMonth } from '#src/domain/days.ts'
import { displayName } from '#src/domain/display-name.ts'
import { formatEin } from '#src/domain/ein.ts'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import { countOf } from '#src/domain/money.ts'
import type { ReportEntry, ReportFacts, ReportSource } from '#src/organizations/diligence/report.ts'
import { readableEvidencePath } from '#src/organizations/evidence/cite-evidence.ts'
import type { CheckedList } from '#src/organizations/store/read-checked-lists.ts'
import { wholeScore } from '#src/rating/rating.ts'
import { organizationPath } from '../links.ts'
import { ReadinessChip, readinessLabel } from './chips.tsx'
import type { DataColumn } from './data-table.tsx'
import { FiledFigure, SourceLink } from './figure.tsx'
import { DisplayName, Name } from './text.tsx'

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

const textColumn = (key: string, label: string, of: Shown): DataColumn<ReportEntry> => ({
  key,
  label,
  cell: ({ found }) => found && of(found),
  csv: ({ found }) => found && of(found),
})

const REVENUE = 'Revenue'

/** The columns of the report, one row an organization. */
export const reportColumns: readonly DataColumn<ReportEntry>[] = [
  {
    key: 'Name',
    label: 'Organization',
    cell: ({ ein, found }) => (
      <>
        {found ? (
          <a href={organizationPath(ein)}>
            <DisplayName name={found.name} />
          </a>
        ) : (
          'not in our data'
        )}
        <span class="below quiet">EIN {formatEin(ein)}</span>
      </>
    ),
    csv: ({ found }) => found?.name,
  },
  { key: 'EIN', label: 'EIN', csv: ({ ein }) => ein },
  textColumn('State', 'State', ({ state }) => state),
  textColumn('LatestReturn', 'Latest return', latestOf),
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
          value={found.revenue?.value}
          unit="USD"
          ref_={found.revenue?.ref}
          isShort
        />
      ),
    csv: ({ found }) => found?.revenue?.value,
  },
  { key: 'RevenueRef', label: '', csv: ({ found }) => found?.revenue?.ref },
  textColumn('Rating', 'Rating', ratingOf),
  textColumn('Recognition', 'Recognized by the IRS', recognitionOf),
  textColumn('Deductibility', 'Gifts deductible', deductibilityOf),
  textColumn('RestrictionLists', 'Restriction lists', listsOf),
  {
    key: 'Result',
    label: 'Result',
    cell: ({ found }) => found && <ReadinessChip readiness={found.readiness} />,
    csv: ({ found }) => found && readinessLabel(found.readiness),
  },
  { key: 'Reasons', label: '', csv: ({ found }) => found?.readiness.reviewReasons.join(' ') },
]

const SOURCES: Record<ReportSource['what'], string> = {
  revenue: 'Total revenue',
  rating: 'Rating, with its inputs',
  registry: 'IRS registry of exempt organizations',
  revocation: 'IRS list of revoked exemptions',
  publication78: 'IRS Publication 78',
  restriction: 'Entry of a restriction list',
}

type BlockProps = { entry: ReportEntry; firstSource: number }

/** The reasons about one organization, and the sources that its row rests on. */
export const ReportBlock = ({ entry: { ein, found }, firstSource }: BlockProps) => {
  if (!found) {
    return (
      <section class="report-block">
        <h3>EIN {formatEin(ein)}</h3>
        <p>{`EIN ${formatEin(ein)} is in no loaded source. Check the number, or search by name.`}</p>
      </section>
    )
  }
  const { readiness, sources, latest, deductibility } = found
  return (
    <section class="report-block">
      <h3>
        <DisplayName name={found.name} /> <span class="quiet">EIN {formatEin(ein)}</span>
      </h3>
      <p>
        <ReadinessChip readiness={readiness} /> {latestOf(found)}
        {latest && `, period ended ${formatDay(latest.taxPeriodEnd)}`}
      </p>
      {readiness.reviewReasons.length === 0 ? (
        <p>No reason for review was found in the sources that were checked.</p>
      ) : (
        <ul>
          {readiness.reviewReasons.map((reason) => (
            <li key={reason}>
              <Name>{reason}</Name>
            </li>
          ))}
        </ul>
      )}
      {deductibility?.status === 'NotListed' && (
        <p class="quiet">
          Publication 78 does not list churches and members of a group exemption. They can receive
          deductible contributions without a listing.
        </p>
      )}
      {sources.length > 0 && (
        <>
          <h4>Sources</h4>
          <ol class="sources" start={firstSource}>
            {sources.map((source) => (
              <li key={source.ref}>
                <SourceLink
                  ein={ein}
                  label={displayName(found.name)}
                  ref_={source.ref}
                  words={SOURCES[source.what]}
                />
                <span class="on-paper"> {readableEvidencePath(ein, source.ref)}</span>
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  )
}
