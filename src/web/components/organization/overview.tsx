import { formatMonth } from '#src/domain/days.ts'
import { displayName } from '#src/domain/display-name.ts'
import { citeRevocation, refOf } from '#src/domain/evidence.ts'
import { countOf } from '#src/domain/money.ts'
import { nteeLabel } from '#src/domain/ntee.ts'
import type { WorkPlace } from '#src/domain/places/work-places.ts'
import type { ShownCheck } from '#src/organizations/filings/shown-checks.ts'
import type { TableRow } from '#src/organizations/filings/table-rows.ts'
import type { Page } from '#src/organizations/page/page.ts'
import type { RatingOutline } from '#src/organizations/page/rating-view.ts'
import type { CheckedList } from '#src/organizations/store/read-checked-lists.ts'
import type { Readiness } from '#src/rating/diligence.ts'
import { sectionPath, tabPath, withQuery } from '#src/web/links.ts'
import { Chip, ReadinessChip, toneOfBand, toTone } from '../chips.tsx'
import { Cited, Dollars, Score, SourceLink, WHOLE_TEXT } from '../figure.tsx'
import { cutText, TextList } from '../text.tsx'
import { Band, linkSection, queryOf } from './band.tsx'

type VerdictProps = { page: Page; rating: RatingOutline; readiness: Readiness }

const STATES = { NotEnoughData: 'Not enough data for a rating', NotRatedHere: 'Not rated here' }

/** The score, or why there is none. */
export const VerdictCard = ({ page, rating, readiness }: VerdictProps) => {
  const { ein } = page.organization
  const { state, score, band, possible, bottomLine } = rating.verdict
  return (
    <section class="card verdict" aria-labelledby="verdict">
      <h2 id="verdict">Rating</h2>
      {state === 'Scored' && score !== undefined ? (
        <p class="score">
          <span class="number">
            <Score ein={ein} label="Score" figure={{ value: score, ref: rating.evidence?.ref }} />
          </span>
          <span class="quiet"> of {possible ?? 100} </span>
          {band && (
            <Chip tone={toneOfBand(band, page.filing.form, readiness.tone === 'Concern')}>
              {band}
            </Chip>
          )}
        </p>
      ) : (
        state !== 'Scored' && <p class="state">{STATES[state]}</p>
      )}
      <p>{bottomLine}</p>
    </section>
  )
}

const CHECKED: Record<CheckedList['list'], string> = {
  Registry: 'IRS registry of exempt organizations',
  Revocations: 'IRS list of revoked exemptions',
  OFAC: 'OFAC sanctions lists',
  SAM: 'SAM.gov exclusions list',
}

const OR = new Intl.ListFormat('en', { type: 'disjunction' })

const nameOf = ({ list, asOf, entries }: CheckedList): string => {
  const known = [asOf && formatMonth(asOf), entries && countOf(entries, 'entry', 'entries')]
  const shown = known.filter(Boolean)
  return `the ${CHECKED[list]}${shown.length === 0 ? '' : ` (${shown.join(', ')})`}`
}

type AttentionProps = {
  page: Pick<Page, 'organization'>
  readiness: Readiness
  /** The lists that the organization was checked against. */
  checked: readonly CheckedList[]
  checks: readonly ShownCheck[]
}

/** What the diligence checks found, with its sources, or which lists they found nothing in. */
export const Attention = ({ page, readiness, checked, checks }: AttentionProps) => {
  const { reviewReasons, restriction } = readiness
  const restrictions = checked.filter(({ list }) => list === 'OFAC' || list === 'SAM')
  return (
    <section class="card attention" aria-labelledby="attention">
      <h2 id="attention">What to check</h2>
      <p>
        <ReadinessChip readiness={readiness} />
      </p>
      {reviewReasons.length > 0 ? (
        <>
          <TextList class="reasons" texts={reviewReasons} />
          {restriction?.status === 'Clear' && (
            <p class="quiet">{`We found no match on ${OR.format(restrictions.map(nameOf))}.`}</p>
          )}
        </>
      ) : (
        <p>{`We found no concerns in ${OR.format(['the latest return', ...checked.map(nameOf)])}.`}</p>
      )}
      <Sources page={page} checks={checks} />
    </section>
  )
}

/** Links to what the reasons are based on: entries of lists, and the checks of the return. */
const Sources = ({ page, checks }: Pick<AttentionProps, 'page' | 'checks'>) => {
  const { organization } = page
  const { ein } = organization
  const revoked = citeRevocation(organization)
  const refs = [...new Set(organization.restrictions.map(({ ref }) => ref))]
  const entries = [
    ...refs.map((ref_, at) => ({
      ...{ ref_, label: `reason ${at + 1}`, words: 'Restriction list entry' },
    })),
    ...(revoked
      ? [{ ref_: revoked.ref, label: 'revocation', words: 'Revocation list entry' }]
      : []),
  ]
  const isFailing = checks.some(({ status }) => status === 'Failed')
  if (entries.length === 0 && !isFailing) return null
  return (
    <ul class="sources">
      {entries.map((entry) => (
        <li key={entry.ref_}>
          <SourceLink ein={ein} {...entry} />
        </li>
      ))}
      {isFailing && (
        <li>
          <a href={`${tabPath(ein, 'rating')}#checks`}>Checks that failed</a>
        </li>
      )}
    </ul>
  )
}

/** Forms ask for the three largest programs. */
const FIRST_PROGRAMS = 3
/** Two or three sentences. */
const LONGEST_PROGRAM = 320
/** Enough to distinguish programs in a list of sources. */
const NAME_LENGTH = 40

type ProgramsProps = { page: Page; programs: { rows: TableRow[]; total: number } }

/** The year's programs, largest expenses first. */
export const Programs = ({ page, programs }: ProgramsProps) => {
  const href = linkSection(page, 'Programs')
  if (href === undefined) return null
  const rows = programs.rows
    .filter(({ row }) => row.cells.description !== undefined)
    .toSorted((a, b) => spentOn(b) - spentOn(a))
    .slice(0, FIRST_PROGRAMS)
  const label =
    programs.total > rows.length
      ? programs.total === 1
        ? 'Full program description'
        : `All ${programs.total} programs`
      : 'Full mission and programs'
  return (
    <Band id="programs" title="Programs" more={{ href, label }}>
      {rows.length === 0 ? (
        <p class="unknown">The return describes no programs.</p>
      ) : (
        <ul class="programs">
          {rows.map((row, at) => (
            <Program key={at} row={row} page={page} />
          ))}
        </ul>
      )}
    </Band>
  )
}

const spentOn = ({ row: { cells } }: TableRow): number => {
  const value = (cells.expense ?? cells.amount)?.value
  return typeof value === 'number' ? value : 0
}

const Program = ({ row: { row }, page }: { row: TableRow; page: Page }) => {
  const { description, expense, amount } = row.cells
  const spent = expense ?? amount
  const { ein } = page.organization
  const text = String(description?.value ?? '')
  const named = `program ${cutText(text, NAME_LENGTH)}`.trim()
  return (
    <li>
      <p class="spent">
        <Dollars
          ein={ein}
          label={`Expenses of ${named}`}
          figure={{ value: spent?.value, ref: spent && refOf(page.filing, spent.path) }}
        />
      </p>
      <p dir="auto">
        {cutText(text, LONGEST_PROGRAM)}{' '}
        <SourceLink
          ein={ein}
          label={named}
          ref_={description && refOf(page.filing, description.path)}
          words={text.length > LONGEST_PROGRAM ? WHOLE_TEXT : undefined}
        />
      </p>
    </li>
  )
}

/** Three lines of a wide screen. */
const MAX_PLACES = 30

type WorkProps = { page: Page; workPlaces: readonly WorkPlace[] }

/** The places that the texts of the return name. */
export const WorkPlaces = ({ page, workPlaces }: WorkProps) => {
  if (workPlaces.length === 0) return null
  const { ein } = page.organization
  const rest = workPlaces.length - MAX_PLACES
  return (
    <Band id="where" title="Where it works">
      <p>
        {`The mission, the programs, and Schedule F of the return for ${page.filing.taxYear} name these places:`}{' '}
        {workPlaces.slice(0, MAX_PLACES).map(({ code, label, ref }, at) => (
          <>
            {at > 0 && '; '}
            <Cited key={code} ein={ein} label={`${label}, named in the return`} ref_={ref}>
              {label}
            </Cited>
          </>
        ))}
        {rest > 0 && `; and ${rest} more`}.
      </p>
    </Band>
  )
}

/** All sections of the filing, with a summary of each. */
export const Sections = ({ page }: { page: Page }) => (
  <Band id="sections" title="Everything in this filing">
    <ul class="sections">
      {page.sections.map(({ id, title, summary, status }) => (
        <li key={id}>
          <a href={sectionPath(page.organization.ein, id, queryOf(page))}>{title}</a>{' '}
          {status && <Chip tone={toTone(status.tone)}>{status.label}</Chip>}
          <span class="below quiet">{summary}</span>
        </li>
      ))}
    </ul>
  </Band>
)

/** Links to other pages. */
export const Further = ({ page }: { page: Page }) => {
  const { ein, name, nteeCode } = page.organization
  // Group Z means that the cause is unknown.
  const cause = nteeCode && !/^Z/i.test(nteeCode) ? nteeLabel(nteeCode) : undefined
  return (
    <Band id="further" title="Explore further">
      <ul>
        <li>
          <a href={withQuery('/compare', { EINs: ein })}>
            {`Compare ${displayName(name)} with other organizations`}
          </a>
        </li>
        {cause && (
          <li>
            <a href={withQuery('/', { Mode: 'Discovery', Query: cause.label })}>
              {`Search for organizations with the same cause: ${cause.label}`}
            </a>
          </li>
        )}
        <li>
          <a href={`/api/v2/charity/${ein}/page`} rel="nofollow">
            This page as JSON
          </a>
        </li>
      </ul>
    </Band>
  )
}
