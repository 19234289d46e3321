import type { ComparedField, ComparedOrganization } from '#src/organizations/compare/compare.ts'
import type { UnknownState } from '#src/organizations/figures/named-figures.ts'
import { Figure, FiledFigure } from '../figure.tsx'
import { Meter } from '../organization/meter.tsx'

/** A compared figure and the organization it belongs to. */
export type Cell = { one: ComparedOrganization; field: ComparedField<string> | undefined }

/** One figure of each, with bars where they can be laid beside each other. */
export const CompareRow = ({ cells }: { cells: readonly Cell[] }) => {
  const whole = wholeOf(cells)
  const hint = HINTS[cells[0]?.field?.key ?? '']
  const isNumeric = cells.some(({ field }) => typeof knownValue(field) === 'number')
  return (
    <tr>
      <th scope="row">
        {labelOf(cells)}
        {hint && <span class="quiet"> {hint}</span>}
      </th>
      {cells.map(({ one, field }) => (
        <td key={one.ein} class={isNumeric ? 'number' : undefined}>
          <FieldShown one={one} field={field} />
          {whole !== undefined && <Bar value={knownValue(field)} whole={whole} />}
        </td>
      ))}
    </tr>
  )
}

/** What a label leaves open; the growth over three years says its span itself. */
const HINTS: Readonly<Record<string, string>> = { revenueGrowth: 'from the year before' }

// Forms call some lines otherwise; the first that has the line names the row.
const labelOf = (cells: readonly Cell[]): string | undefined =>
  (cells.find(({ field }) => field && field.unknown?.state !== 'NotOnForm') ?? cells[0])?.field
    ?.label

const knownValue = (field: Cell['field']) =>
  field && field.unknown === undefined ? field.value : undefined

const UNKNOWN_WORDS: Record<Exclude<UnknownState, 'NotReadable'>, string> = {
  NotReported: 'not reported',
  NotOnForm: 'not on this form',
  NotComputable: 'cannot be computed',
}

const FieldShown = ({ one, field }: Cell) => {
  if (!field) return null
  const name = `${field.label}, ${one.name}`
  if (field.unknown) {
    const { state, why, ref } = field.unknown
    if (state === 'NotReadable') {
      return <FiledFigure ein={one.ein} label={name} value={undefined} ref_={ref} />
    }
    return (
      <span class="unknown" title={why}>
        {UNKNOWN_WORDS[state]}
        <span class="hidden">. {why}</span>
      </span>
    )
  }
  const { value, unit, ref } = field
  return <Figure ein={one.ein} label={name} value={value} unit={unit} ref_={ref} />
}

/** What a bar of full length is: the largest of the row; none where one is below zero. */
function wholeOf(cells: readonly Cell[]): number | undefined {
  const values = cells
    .map(({ field }) => knownValue(field))
    .filter((value) => typeof value === 'number')
  const largest = Math.max(0, ...values)
  return values.length < 2 || largest === 0 || values.some((value) => value < 0)
    ? undefined
    : largest
}

const Bar = ({ value, whole }: { value: unknown; whole: number }) =>
  typeof value === 'number' ? <Meter share={value / whole} /> : null
