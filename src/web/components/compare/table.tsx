import type { ComponentChildren } from 'preact'
import { displayName } from '#src/domain/display-name.ts'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import { isShortYear } from '#src/domain/tax-period.ts'
import { COMPARED_GROUPS } from '#src/figures/sets.ts'
import type { ComparedField, ComparedOrganization } from '#src/organizations/compare/compare.ts'
import { GOVERNANCE_KEYS } from '#src/organizations/people/governance.ts'
import {
  type CompareAddress,
  comparePath,
  organizationPath,
  sectionPath,
  withoutOne,
} from '#src/web/links.ts'
import { UNKNOWN_STATES } from '#src/web/words.ts'
import { Chip, ReadinessShown, toneOfBand } from '../chips.tsx'
import { Figure, FiledFigure, Score } from '../figure.tsx'
import { showPlace } from '../place.ts'
import { CategoryScore } from '../rating.tsx'
import { column, Table } from '../table.tsx'
import { Day, DisplayName, Name, toLabel } from '../text.tsx'

type Props = { address: CompareAddress; compared: readonly ComparedOrganization[] }

/** A row: a title, or something about each organization; `at` is its position. */
type Line = {
  label: ComponentChildren
  kind?: 'group' | 'number'
  cell: (one: ComparedOrganization, at: number) => ComponentChildren
}

/** Figures in rows, organizations in columns; each figure links to where it was filed. */
export const CompareTable = ({ address, compared }: Props) => {
  const linesOf = (list: 'figures' | 'governance', keys: readonly string[]): Line[] =>
    keys
      .map((key) => compared.map((one) => [...one[list]].find((field) => field.key === key)))
      .filter((fields) => fields.some(isOnForm))
      .map(toLine)
  const groups = [
    { title: 'Rating and warnings', lines: ratingLines(compared) },
    ...COMPARED_GROUPS.map(({ title, figures }) => ({ title, lines: linesOf('figures', figures) })),
    { title: 'Governance', lines: linesOf('governance', GOVERNANCE_KEYS) },
  ]
  return (
    <section aria-labelledby="figures">
      <h2 id="figures">Figures</h2>
      <p class="quiet">Each figure links to its line in the filing.</p>
      <Table<Line>
        name="Figures side by side"
        caption="Figures, rating, and governance side by side"
        class="compare"
        rows={[
          ...headLines(address, compared),
          ...groups.flatMap(({ title, lines }) =>
            lines.length > 0 ? [titleLine(title), ...lines] : [],
          ),
        ]}
        attributesOf={({ kind }) => ({ class: kind === 'group' ? kind : undefined })}
        columns={[
          column(<span class="hidden">Line</span>, ({ label }) => label),
          ...compared.map((one, at) =>
            column<Line>(
              <a href={pathOf(one)}>
                <DisplayName name={one.name} length={HEAD_NAME_LENGTH} />
              </a>,
              ({ cell }) => cell(one, at),
              {
                name: toLabel(displayName(one.name), GROUP_NAME_LENGTH),
                cellClass: ({ kind }) => (kind === 'number' ? kind : undefined),
              },
            ),
          ),
        ]}
      />
      <p class="quiet">
        The table shows only lines that are on at least one of the forms. Each rating compares an
        organization with peers that file the same form. If enough peers have the same cause and
        size, only those peers are used. Two ratings may use different peer groups.
      </p>
    </section>
  )
}

const isOnForm = (field: Field): boolean =>
  field !== undefined && field.unknown?.state !== 'NotOnForm'

// Two lines in a column; in the head three. The organization's page has the whole name.
const GROUP_NAME_LENGTH = 30
const HEAD_NAME_LENGTH = 70

/** A title. Names are repeated visually only; screen readers read the column heads. */
const titleLine = (label: string): Line => ({
  ...{ label, kind: 'group' },
  cell: ({ name }) => (
    <span class="quiet" aria-hidden="true">
      <DisplayName name={name} length={GROUP_NAME_LENGTH} />
    </span>
  ),
})

/** The organizations and their filings. */
const headLines = (address: CompareAddress, { length }: Props['compared']): Line[] => [
  {
    label: 'Location and cause',
    cell: (one) => (
      <>
        <Name>{showPlace(one) ?? <span class="unknown">location unknown</span>}</Name>
        <br />
        <span class="quiet">{one.cause?.label ?? 'cause not known'}</span>
      </>
    ),
  },
  {
    label: 'Filing',
    cell: ({ ein, name, filing }) => (
      <>
        {FORM_NAMES[filing.form]}, {filing.taxYear}
        <br />
        <span class="quiet">
          Period ended <Day iso={filing.taxPeriodEnd} />
          {isShortYear(filing) && ', a short year'}
          {filing.isGroupReturn && ', group return'}
          {filing.isAmended && ', amended'}
        </span>
        {length > 1 && (
          <p class="take-out">
            <a
              href={comparePath(withoutOne(address, ein))}
              aria-label={`Remove ${displayName(name)}`}
            >
              Remove
            </a>
          </p>
        )}
      </>
    ),
  },
]

const pathOf = ({ ein, filing, primaryForm }: ComparedOrganization): string =>
  organizationPath(ein, {
    ...(filing.form !== primaryForm && { form: filing.form }),
    year: filing.taxYear,
  })

/** The scores, their categories, and the results of the diligence checks. */
function ratingLines(compared: Props['compared']): Line[] {
  const rated = compared.find(({ rating }) => rating.categories.length > 0)
  return [
    { label: 'Rating', kind: 'number', cell: (one) => <RatingShown {...one} /> },
    ...(rated?.rating.categories ?? []).map(
      ({ key, label, weight }): Line => ({
        label: (
          <>
            {label} <span class="quiet">{`weight ${weight}`}</span>
          </>
        ),
        kind: 'number',
        cell: ({ ein, name, rating }) => {
          const score = rating.categories.find((one) => one.key === key)?.score
          const href = sectionPath(ein, 'Rating')
          const named = `${label} of ${displayName(name)}`
          return <CategoryScore label={named} score={score} href={href} />
        },
      }),
    ),
    {
      label: 'Warnings',
      cell: ({ name, readiness }) =>
        readiness ? (
          <ReadinessShown name={displayName(name)} readiness={readiness} />
        ) : (
          <span class="unknown">not known</span>
        ),
    },
  ]
}

const RATING_STATES = {
  Scored: 'rated',
  NotEnoughData: 'not enough data',
  NotRatedHere: 'not rated here',
}

const RatingShown = ({ ein, name, filing, rating: { verdict, evidence } }: ComparedOrganization) =>
  verdict.score === undefined ? (
    <span class="unknown" title={verdict.bottomLine}>
      {RATING_STATES[verdict.state]}
      <span class="hidden">. {verdict.bottomLine}</span>
    </span>
  ) : (
    <span class="rated">
      <strong>
        <Score
          ein={ein}
          label={`Rating of ${displayName(name)}`}
          figure={{ value: verdict.score, ref: evidence?.ref }}
        />
      </strong>
      {` of ${verdict.possible ?? 100}`}{' '}
      <Chip tone={toneOfBand(verdict.band, filing.form)}>{verdict.band ?? 'old return'}</Chip>
    </span>
  )

type Field = ComparedField<string> | undefined

/** Returns a row of a figure; `fields` are those of the organizations, in their order. */
function toLine(fields: readonly Field[]): Line {
  const named = fields.find(isOnForm)
  const hint = HINTS[named?.key ?? '']
  return {
    label: (
      <>
        {named?.label}
        {hint && <span class="quiet"> {hint}</span>}
      </>
    ),
    ...(fields.some((field) => typeof knownValue(field) === 'number') && { kind: 'number' }),
    cell: (one, at) => <FieldShown one={one} field={fields[at]} />,
  }
}

/** The period of growth. The label of growth over three years already contains it. */
const HINTS: Readonly<Record<string, string>> = { revenueGrowth: 'from the year before' }

const knownValue = (field: Field) =>
  field && field.unknown === undefined ? field.value : undefined

type ShownProps = { one: ComparedOrganization; field: Field; year?: number }

/** A figure, exact if a year is given, or why it is not known. */
export const FieldShown = ({ one: { ein, name }, field, year }: ShownProps) => {
  if (!field) return null
  const label = [field.label, displayName(name), year].filter(Boolean).join(', ')
  if (!field.unknown) return <Figure {...{ ein, label }} figure={field} isShort={!year} />
  const { state, why, ref } = field.unknown
  if (state === 'NotReadable') return <FiledFigure {...{ ein, label }} figure={{ ref }} />
  return (
    <span class="unknown" title={why}>
      {UNKNOWN_STATES[state]}
      <span class="hidden">. {why}</span>
    </span>
  )
}
