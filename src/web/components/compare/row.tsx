import type { ComponentChildren } from 'preact'
import { displayName } from '#src/domain/display-name.ts'
import type { ComparedField, ComparedOrganization } from '#src/organizations/compare/compare.ts'
import { UNKNOWN_STATES } from '../../words.ts'
import { Meter } from '../chips.tsx'
import { Figure, FiledFigure } from '../figure.tsx'

type RowProps = {
  label: ComponentChildren
  compared: readonly ComparedOrganization[]
  isNumeric?: boolean
  /** Returns the cell of an organization. */
  cell: (one: ComparedOrganization) => ComponentChildren
}

/** A row with one cell for each organization. */
export const Row = ({ label, compared, isNumeric = false, cell }: RowProps) => (
  <tr>
    <th scope="row">{label}</th>
    {compared.map((one) => (
      <td key={one.ein} class={isNumeric ? 'number' : undefined}>
        {cell(one)}
      </td>
    ))}
  </tr>
)

type Field = ComparedField<string> | undefined

/** Returns the field of a row for an organization. */
export type PickField = (one: ComparedOrganization) => Field

type FieldProps = Pick<RowProps, 'compared'> & { field: PickField }

/** A figure of each organization, with bars if they can be compared; nothing if no form has it. */
export const FieldRow = ({ compared, field: of }: FieldProps) => {
  const fields = compared.map(of)
  const named = fields.find((field) => field && field.unknown?.state !== 'NotOnForm')
  if (!named) return null
  const whole = wholeOf(fields)
  const hint = HINTS[named.key]
  return (
    <Row
      label={
        <>
          {named.label}
          {hint && <span class="quiet"> {hint}</span>}
        </>
      }
      compared={compared}
      isNumeric={fields.some((field) => typeof knownValue(field) === 'number')}
      cell={(one) => (
        <>
          <FieldShown one={one} field={of(one)} />
          {whole !== undefined && <Bar value={knownValue(of(one))} whole={whole} />}
        </>
      )}
    />
  )
}

/** The period of growth. The label of growth over three years already contains it. */
const HINTS: Readonly<Record<string, string>> = { revenueGrowth: 'from the year before' }

const knownValue = (field: Field) =>
  field && field.unknown === undefined ? field.value : undefined

const FieldShown = ({ one, field }: { one: ComparedOrganization; field: Field }) => {
  if (!field) return null
  const name = `${field.label}, ${displayName(one.name)}`
  if (field.unknown) return <UnknownValue ein={one.ein} label={name} unknown={field.unknown} />
  const { value, unit, ref } = field
  return <Figure ein={one.ein} label={name} value={value} unit={unit} ref_={ref} isShort />
}

type UnknownProps = {
  ein: string
  label: string
  unknown: NonNullable<ComparedField<string>['unknown']>
}

/** A value that is not known, and why. */
export const UnknownValue = ({ ein, label, unknown: { state, why, ref } }: UnknownProps) =>
  state === 'NotReadable' ? (
    <FiledFigure ein={ein} label={label} value={undefined} ref_={ref} />
  ) : (
    <span class="unknown" title={why}>
      {UNKNOWN_STATES[state]}
      <span class="hidden">. {why}</span>
    </span>
  )

/** Returns the value of a full bar, the largest of the row; undefined if one is below zero. */
function wholeOf(fields: readonly Field[]): number | undefined {
  const values = fields.map(knownValue).filter((value) => typeof value === 'number')
  const largest = Math.max(0, ...values)
  return values.length < 2 || largest === 0 || values.some((value) => value < 0)
    ? undefined
    : largest
}

const Bar = ({ value, whole }: { value: unknown; whole: number }) =>
  typeof value === 'number' ? <Meter share={value / whole} /> : null
