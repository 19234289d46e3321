import type { ComponentChildren } from 'preact'
import { displayName } from '#src/domain/display-name.ts'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import { isShortYear } from '#src/domain/tax-period.ts'
import { COMPARED_GROUPS } from '#src/figures/sets.ts'
import type { ComparedField, ComparedOrganization } from '#src/organizations/compare/compare.ts'
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
import { Scroll } from '../table.tsx'
import { Day, DisplayName, Name, toLabel } from '../text.tsx'

type Props = { address: CompareAddress; compared: readonly ComparedOrganization[] }

/** Figures in rows, organizations in columns; each figure links to where it was filed. */
export const CompareTable = ({ address, compared }: Props) => {
  const rowsOf = (list: 'figures' | 'governance', keys: readonly string[]): Field[][] =>
    keys
      .map((key) => compared.map((one) => [...one[list]].find((field) => field.key === key)))
      .filter((fields) => fields.some(isOnForm))
  const groups = [
    ...COMPARED_GROUPS.map(({ title, figures }) => ({ title, rows: rowsOf('figures', figures) })),
    {
      title: 'Governance',
      rows: rowsOf('governance', compared[0]?.governance.map(({ key }) => key) ?? []),
    },
  ]
  return (
    <section aria-labelledby="figures">
      <h2 id="figures">Figures</h2>
      <p class="quiet">
        Bars compare the size of the figures in a row. A longer bar does not mean a better result.
        Each figure links to its line in the filing.
      </p>
      <Scroll name="Figures side by side">
        <table class="compare">
          <caption class="hidden">Figures, rating, and governance side by side</caption>
          <Head address={address} compared={compared} />
          <Group title="Rating and warnings" compared={compared}>
            <RatingRows compared={compared} />
          </Group>
          {groups
            .filter(({ rows }) => rows.length > 0)
            .map(({ title, rows }) => (
              <Group key={title} title={title} compared={compared}>
                {rows.map((fields, at) => (
                  <FieldRow key={at} compared={compared} fields={fields} />
                ))}
              </Group>
            ))}
        </table>
      </Scroll>
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

// Two lines in a column.
const GROUP_NAME_LENGTH = 30

type GroupProps = Pick<Props, 'compared'> & { title: string; children: ComponentChildren }

/** Rows under a title. Names are repeated visually only; screen readers read the column heads. */
const Group = ({ title, compared, children }: GroupProps) => (
  <tbody>
    <tr class="group">
      <th scope="rowgroup">{title}</th>
      {compared.map(({ ein, name }) => (
        <td key={ein} class="quiet" aria-hidden="true">
          <DisplayName name={name} length={GROUP_NAME_LENGTH} />
        </td>
      ))}
    </tr>
    {children}
  </tbody>
)

// Three lines in a column; the organization's page has the whole name.
const HEAD_NAME_LENGTH = 70

/** The organizations and their filings. */
const Head = ({ address, compared }: Props) => (
  <thead>
    <tr>
      <td />
      {compared.map((one) => (
        <th key={one.ein} scope="col">
          <a href={pathOf(one)}>
            <DisplayName name={one.name} length={HEAD_NAME_LENGTH} />
          </a>
        </th>
      ))}
    </tr>
    <Row
      label="Location and cause"
      compared={compared}
      cell={(one) => (
        <>
          <Name>{showPlace(one) ?? <span class="unknown">location unknown</span>}</Name>
          <br />
          <span class="quiet">{one.cause?.label ?? 'cause not known'}</span>
        </>
      )}
    />
    <Row
      label="Filing"
      compared={compared}
      cell={(one) => (
        <>
          <Filing {...one} />
          {compared.length > 1 && (
            <p class="take-out">
              <a
                href={comparePath(withoutOne(address, one.ein))}
                aria-label={`Remove ${displayName(one.name)}`}
              >
                Remove
              </a>
            </p>
          )}
        </>
      )}
    />
  </thead>
)

const pathOf = ({ ein, filing, primaryForm }: ComparedOrganization): string =>
  organizationPath(ein, {
    ...(filing.form !== primaryForm && { form: filing.form }),
    year: filing.taxYear,
  })

const Filing = ({ filing }: ComparedOrganization) => (
  <>
    {FORM_NAMES[filing.form]}, {filing.taxYear}
    <br />
    <span class="quiet">
      Period ended <Day iso={filing.taxPeriodEnd} />
      {isShortYear(filing) && ', a short year'}
      {filing.isGroupReturn && ', group return'}
      {filing.isAmended && ', amended'}
    </span>
  </>
)

type RatingProps = { compared: readonly ComparedOrganization[] }

/** The scores, their categories, and the results of the diligence checks. */
const RatingRows = ({ compared }: RatingProps) => {
  const rated = compared.find(({ rating }) => rating.categories.length > 0)
  return (
    <>
      <Row label="Rating" compared={compared} isNumeric cell={(one) => <RatingShown {...one} />} />
      {(rated?.rating.categories ?? []).map(({ key, label, weight }) => (
        <Row
          key={key}
          label={
            <>
              {label} <span class="quiet">{`weight ${weight}`}</span>
            </>
          }
          compared={compared}
          isNumeric
          cell={({ ein, name, rating }) => {
            const score = rating.categories.find((one) => one.key === key)?.score
            const href = sectionPath(ein, 'Rating')
            const named = `${label} of ${displayName(name)}`
            return <CategoryScore label={named} score={score} href={href} />
          }}
        />
      ))}
      <Row
        label="Warnings"
        compared={compared}
        cell={({ name, readiness }) =>
          readiness ? (
            <ReadinessShown name={displayName(name)} readiness={readiness} />
          ) : (
            <span class="unknown">not known</span>
          )
        }
      />
    </>
  )
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

type RowProps = {
  label: ComponentChildren
  compared: readonly ComparedOrganization[]
  isNumeric?: boolean
  /** Returns the cell of an organization; `at` is its position. */
  cell: (one: ComparedOrganization, at: number) => ComponentChildren
}

/** A row with one cell for each organization. */
const Row = ({ label, compared, isNumeric = false, cell }: RowProps) => (
  <tr>
    <th scope="row">{label}</th>
    {compared.map((one, at) => (
      <td
        key={one.ein}
        class={isNumeric ? 'number' : undefined}
        data-label={toLabel(displayName(one.name), GROUP_NAME_LENGTH)}
      >
        {cell(one, at)}
      </td>
    ))}
  </tr>
)

type Field = ComparedField<string> | undefined

/** `fields` are those of the organizations, in their order; at least one is on a form. */
type FieldProps = Pick<RowProps, 'compared'> & { fields: readonly Field[] }

/** A figure of each organization. */
const FieldRow = ({ compared, fields }: FieldProps) => {
  const named = fields.find(isOnForm)
  const hint = HINTS[named?.key ?? '']
  return (
    <Row
      label={
        <>
          {named?.label}
          {hint && <span class="quiet"> {hint}</span>}
        </>
      }
      compared={compared}
      isNumeric={fields.some((field) => typeof knownValue(field) === 'number')}
      cell={(one, at) => <FieldShown one={one} field={fields[at]} />}
    />
  )
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
