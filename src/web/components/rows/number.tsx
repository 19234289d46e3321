import { refOf } from '#src/domain/cite.ts'
import type { CitedFiling } from '#src/organizations/evidence/evidence-ref.ts'
import { lineOfRow } from '#src/organizations/sections/describe-tables.ts'
import type { SectionRow, SectionTable } from '#src/organizations/sections/section-data.ts'
import { evidencePath } from '#src/web/links.ts'
import { numberOf } from './columns.ts'

type Props = { ein: string; filing: CitedFiling; table: SectionTable; shown: SectionRow }

/** The line of a statement or the number of a row, as the link to the evidence of it whole. */
export const RowNumber = ({ ein, filing, table, shown }: Props) => {
  const { path } = shown.row
  const line = lineOfRow(filing, shown)?.replace(/^.*, line /, '')
  const text = line ?? numberOf(shown)
  if (text === undefined) return null
  if (path === undefined) return <span class="row-number">{text}</span>
  const name = `${line === undefined ? 'Row' : 'Line'} ${text} of ${table.label}, as filed`
  return (
    <a class="row-number" href={evidencePath(ein, refOf(filing, path))} aria-label={name}>
      {text}
    </a>
  )
}
