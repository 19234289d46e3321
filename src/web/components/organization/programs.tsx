import { refOf } from '#src/domain/cite.ts'
import type { TableRow } from '#src/organizations/filings/table-rows.ts'
import type { Page } from '#src/organizations/page/page.ts'
import { Dollars, SourceLink, WHOLE_TEXT } from '../figure.tsx'
import { cutText } from '../text.tsx'
import { Band, linkSection } from './band.tsx'

/** Forms ask for the three largest programs. */
const FIRST_PROGRAMS = 3
/** Two or three sentences. */
const LONGEST_PROGRAM = 320
/** Enough to distinguish programs in a list of sources. */
const NAME_LENGTH = 40

type Props = { page: Page; programs: { rows: TableRow[]; total: number } }

/** The year's programs, largest expenses first. */
export const Programs = ({ page, programs }: Props) => {
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
