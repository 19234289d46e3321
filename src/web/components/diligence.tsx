import { displayName } from '#src/domain/display-name.ts'
import { formatEin } from '#src/domain/ein.ts'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import type { ReportEntry, ReportFacts } from '#src/organizations/diligence/report.ts'
import { readableEvidencePath } from '#src/organizations/evidence/cite-evidence.ts'
import { wholeScore } from '#src/rating/rating.ts'
import { organizationPath } from '../links.ts'
import { diligenceTexts as texts } from '../texts/diligence.tsx'
import { ReadinessChip, readinessLabel } from './chips.tsx'
import type { DataColumn } from './data-table.tsx'
import { FiledFigure, SourceLink } from './figure.tsx'
import { DisplayName, Name } from './text.tsx'

type Shown = (found: ReportFacts) => string | number | undefined

const { heads } = texts

const listsOf: Shown = ({ lists, readiness: { restriction } }) =>
  restriction
    ? `${texts.lists[restriction.status]}: ${lists.map(texts.lists.list).join(', ')}`
    : texts.lists.none

const ratingOf = ({ rating }: ReportFacts): string => {
  if (!rating) return texts.notRated
  const { score, possible = 100, isOld } = rating
  return [wholeScore(score), texts.ofPossible(possible), ...(isOld ? [texts.oldReturn] : [])].join(
    ' ',
  )
}

const latestOf: Shown = ({ latest }) =>
  latest ? `${FORM_NAMES[latest.form]}, ${latest.taxYear}` : texts.noReturn

const textColumn = (key: string, label: string, of: Shown): DataColumn<ReportEntry> => ({
  key,
  label,
  cell: ({ found }) => found && of(found),
  csv: ({ found }) => found && of(found),
})

/** The columns of the report, one row an organization. */
export const reportColumns: readonly DataColumn<ReportEntry>[] = [
  {
    key: 'Name',
    label: heads.name,
    cell: ({ ein, found }) => (
      <>
        {found ? (
          <a href={organizationPath(ein)}>
            <DisplayName name={found.name} />
          </a>
        ) : (
          texts.unknown
        )}
        <span class="below quiet">EIN {formatEin(ein)}</span>
      </>
    ),
    csv: ({ found }) => found?.name,
  },
  { key: 'EIN', label: 'EIN', csv: ({ ein }) => ein },
  textColumn('State', heads.state, ({ state }) => state),
  textColumn('LatestReturn', heads.latest, latestOf),
  { key: 'PeriodEnd', label: '', csv: ({ found }) => found?.latest?.taxPeriodEnd },
  {
    key: 'Revenue',
    label: heads.revenue,
    isNumeric: true,
    cell: ({ ein, found }) =>
      found?.latest && (
        <FiledFigure
          ein={ein}
          label={`${heads.revenue}, ${displayName(found.name)}`}
          value={found.revenue?.value}
          unit="USD"
          ref_={found.revenue?.ref}
          isShort
        />
      ),
    csv: ({ found }) => found?.revenue?.value,
  },
  { key: 'RevenueRef', label: '', csv: ({ found }) => found?.revenue?.ref },
  textColumn('Rating', heads.rating, ratingOf),
  textColumn('Recognition', heads.recognition, ({ recognition }) => texts.recognition(recognition)),
  textColumn('Deductibility', heads.deductibility, ({ deductibility }) =>
    texts.deductibility(deductibility),
  ),
  textColumn('RestrictionLists', heads.lists, listsOf),
  {
    key: 'Result',
    label: heads.result,
    cell: ({ found }) => found && <ReadinessChip readiness={found.readiness} />,
    csv: ({ found }) => found && readinessLabel(found.readiness),
  },
  { key: 'Reasons', label: '', csv: ({ found }) => found?.readiness.reviewReasons.join(' ') },
]

type BlockProps = { entry: ReportEntry; firstSource: number }

/** The reasons about one organization, and the sources that its row rests on. */
export const ReportBlock = ({ entry: { ein, found }, firstSource }: BlockProps) => {
  if (!found) {
    return (
      <section class="report-block">
        <h3>EIN {formatEin(ein)}</h3>
        <p>{texts.unknownLead(formatEin(ein))}</p>
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
        {latest && `, ${texts.periodEnded(latest.taxPeriodEnd)}`}
      </p>
      {readiness.reviewReasons.length === 0 ? (
        <p>{texts.noReasons}</p>
      ) : (
        <ul>
          {readiness.reviewReasons.map((reason) => (
            <li key={reason}>
              <Name>{reason}</Name>
            </li>
          ))}
        </ul>
      )}
      {deductibility?.status === 'NotListed' && <p class="quiet">{texts.notListedNote}</p>}
      {sources.length > 0 && (
        <>
          <h4>{texts.sources}</h4>
          <ol class="sources" start={firstSource}>
            {sources.map((source) => (
              <li key={source.ref}>
                <SourceLink
                  ein={ein}
                  label={displayName(found.name)}
                  ref_={source.ref}
                  words={texts.source(source)}
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
