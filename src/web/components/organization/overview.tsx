import { formatMonth } from '#src/domain/days.ts'
import { citeRevocation, refOf } from '#src/domain/evidence.ts'
import { namesNobody } from '#src/domain/facts/row-facts-names.ts'
import type { WorkPlace } from '#src/domain/places/work-places.ts'
import type { Changes } from '#src/organizations/figures/changes.ts'
import type { ShownCheck } from '#src/organizations/filings/shown-checks.ts'
import type { TableRow } from '#src/organizations/filings/table-rows.ts'
import type { Page } from '#src/organizations/page/page.ts'
import type { RatingOutline } from '#src/organizations/page/rating-view.ts'
import type { PeopleByYear, PersonByYear } from '#src/organizations/people/people-by-year.ts'
import { payIn } from '#src/organizations/people/people-by-year.ts'
import type { CheckedList } from '#src/organizations/store/read-checked-lists.ts'
import type { Readiness } from '#src/rating/diligence.ts'
import { tabPath } from '#src/web/links.ts'
import { Chip, ReadinessChip, readinessLabel, toneOfBand } from '../chips.tsx'
import { Cited, Dollars, Figure, Score, SourceLink } from '../figure.tsx'
import { formatValue } from '../formats.ts'
import { cutText, DisplayName, TextList } from '../text.tsx'
import { Band, linkSection } from './band.tsx'
import { nameOf as nameOfPerson, PayCell } from './people-by-year.tsx'

type VerdictProps = { page: Page; rating: RatingOutline; readiness: Readiness }

const STATES = { NotEnoughData: 'Not enough data for a rating', NotRatedHere: 'Not rated' }

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
  Registry: 'IRS registry',
  Revocations: 'IRS revocation list',
  OFAC: 'OFAC sanctions lists',
  SAM: 'SAM.gov exclusions list',
}

const OR = new Intl.ListFormat('en', { type: 'disjunction' })
const AND = new Intl.ListFormat('en')

const nameOf = ({ list, asOf }: CheckedList): string =>
  `the ${CHECKED[list]}${asOf ? ` of ${formatMonth(asOf)}` : ''}`

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
  const newest = page.organization.filings.find(({ isCurrent }) => isCurrent)
  return (
    <section class="card attention" aria-labelledby="attention">
      <h2 id="attention">What to check</h2>
      <p>
        <ReadinessChip readiness={readiness} />{' '}
        {newest && (
          <Chip tone="neutral">{`Latest return: year ended ${formatMonth(newest.taxPeriodEnd)}`}</Chip>
        )}
      </p>
      {reviewReasons.length > 0 && <TextList class="reasons" texts={reviewReasons} />}
      {readinessLabel(readiness) === 'Nothing found' ? (
        <p>{`We looked at ${AND.format(['the latest return', ...checked.map(nameOf)])}.`}</p>
      ) : (
        restriction?.status === 'Clear' && (
          <p class="quiet">{`We found no match on ${OR.format(restrictions.map(nameOf))}.`}</p>
        )
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
          <a href={`${tabPath(ein, 'rating')}#Checks`}>Checks that failed</a>
        </li>
      )}
    </ul>
  )
}

/** Forms ask for the three largest programs. */
const FIRST_PROGRAMS = 3
/** About one sentence. */
const LONGEST_PROGRAM = 80
/** Enough to distinguish programs in a list of sources. */
const NAME_LENGTH = 40

/** Whether a row is a program: "N/A" or "None" without expenses is not one. */
const isDescribed = (program: TableRow): boolean => {
  const { description } = program.row.cells
  return (
    description !== undefined && (spentOn(program) > 0 || !namesNobody(String(description.value)))
  )
}

type ProgramsProps = { page: Page; programs: { rows: TableRow[]; total: number } }

/** The year's programs, largest expenses first. */
export const Programs = ({ page, programs }: ProgramsProps) => {
  const href = linkSection(page, 'Programs')
  if (href === undefined) return null
  const rows = programs.rows
    .filter(isDescribed)
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
          words={text.length > LONGEST_PROGRAM ? 'full text' : undefined}
        />
      </p>
    </li>
  )
}

type ChangesProps = { page: Page; changes: Changes | undefined }

/** More lines would repeat other tabs. */
const MAX_CHANGES = 5

/** What changed from the year before: pay, people, and the figures that changed most. */
export const WhatChanged = ({ page, changes }: ChangesProps) => {
  if (!changes) return null
  const { ein } = page.organization
  const { year, before, figures, pay, joined, left } = changes
  const people = [
    ...(pay
      ? [
          <>
            Pay of <Who ein={ein} person={pay.person} year={year} />:{' '}
            {describeChange(pay.amount / pay.before - 1)} to{' '}
            <Paid ein={ein} person={pay.person} year={year} /> from{' '}
            <Paid ein={ein} person={pay.person} year={before} />
          </>,
        ]
      : []),
    ...listed('New among the paid', joined, ein, year),
    ...listed('No longer listed', left, ein, before),
  ]
  const lines = [
    ...people,
    ...figures.slice(0, MAX_CHANGES - people.length).map(({ figure, before: old, ratio }) => (
      <>
        {figure.label}: {describeChange(ratio)} to{' '}
        <Figure ein={ein} label={`${figure.label}, ${year}`} figure={figure} isShort /> from{' '}
        <Figure ein={ein} label={`${figure.label}, ${before}`} figure={old} isShort />
      </>
    )),
  ]
  if (lines.length === 0) return null
  return (
    <Band id="changes" title={`What changed from ${before} to ${year}`}>
      <ul>
        {lines.map((line, at) => (
          <li key={at}>{line}</li>
        ))}
      </ul>
    </Band>
  )
}

/** Above, the earlier year was next to nothing: "up 322,400%" from $20 says nothing. */
const MAX_CHANGE = 10

/** Returns a change as a share of the earlier value: "up 43.9%". */
export const describeChange = (ratio: number): string =>
  ratio > MAX_CHANGE
    ? 'up more than tenfold'
    : `${ratio > 0 ? 'up' : 'down'} ${formatValue(Math.abs(ratio), 'ratio')}`

/** Names the best-paid of some people, and says how many more there are. */
function listed(what: string, people: readonly PersonByYear[], ein: string, year: number) {
  const [first, ...more] = people
  if (!first) return []
  return [
    <>
      {what}: <Who ein={ein} person={first} year={year} />,{' '}
      <Paid ein={ein} person={first} year={year} />
      {more.length > 0 && (
        <>
          , <a href={tabPath(ein, 'people')}>{`and ${more.length} more`}</a>
        </>
      )}
    </>,
  ]
}

type PersonProps = { ein: string; person: PersonByYear; year: number }

const Who = ({ ein, person, year }: PersonProps) => {
  const title = payIn(person, year)?.title ?? person.title
  return (
    <>
      <Cited ein={ein} label="Name" ref_={person.name?.ref ?? person.ref}>
        {nameOfPerson(person)}
      </Cited>
      {title && (
        <>
          , <DisplayName name={title.value} />
        </>
      )}
    </>
  )
}

const Paid = ({ ein, person, year }: PersonProps) => (
  <PayCell ein={ein} label={`Pay of ${nameOfPerson(person)}, ${year}`} pay={payIn(person, year)} />
)

type LeadersProps = { page: Page; people: PeopleByYear }

const MAX_LEADERS = 3

/** The best-paid people of the return, each with title and total pay. */
export const Leaders = ({ page, people: { people, years } }: LeadersProps) => {
  const { ein } = page.organization
  const { taxYear } = page.filing
  const listed = years.find(({ filing }) => filing.taxYear === taxYear)
  const rows = people.filter((person) => payIn(person, taxYear)).slice(0, MAX_LEADERS)
  if (!listed || rows.length === 0) return null
  return (
    <Band
      id="leaders"
      title="Who runs it"
      more={{
        href: tabPath(ein, 'people', { form: page.filing.form, year: taxYear }),
        label:
          listed.listed > rows.length
            ? `All ${listed.listed} people listed`
            : 'All about its people',
      }}
    >
      <ul class="rows-plain">
        {rows.map((person) => (
          <li key={person.ref}>
            <Who ein={ein} person={person} year={taxYear} />:{' '}
            <Paid ein={ein} person={person} year={taxYear} />
          </li>
        ))}
      </ul>
    </Band>
  )
}

/** A longer list is on the page of the section. */
const MAX_PLACES = 6

type WorkProps = { page: Page; workPlaces: readonly WorkPlace[] }

/** The places that the return names, unless it is only the organization's own state. */
export const WorkPlaces = ({ page, workPlaces }: WorkProps) => {
  const { ein, state } = page.organization
  if (workPlaces.every(({ code }) => code === state || code === `US-${state}`)) return null
  const rest = workPlaces.length - MAX_PLACES
  return (
    <p>
      {`Places that the return for ${page.filing.taxYear} names: `}
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
  )
}
