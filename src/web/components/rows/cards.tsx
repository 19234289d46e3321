import { FactList } from '../fact-list.tsx'
import { toFacts } from './detail.tsx'
import { RowNumber } from './number.tsx'
import type { RowsProps } from './props.ts'

/** Rows of long texts, one below the other. */
export const RowCards = ({ ein, filing, table, rows, isTitled, noteOn }: RowsProps) => (
  <div class="row-cards">
    {!isTitled && (
      <p class="caption">
        {table.label} <span class="quiet">{table.line}</span>
      </p>
    )}
    <ol>
      {rows.map((shown, at) => (
        <li key={at} class="card">
          <p class="quiet">
            <RowNumber {...{ ein, filing, table, shown }} /> {shown.row.label}
          </p>
          {noteOn?.(shown)}
          <FactList ein={ein} facts={toFacts(filing, shown)} />
        </li>
      ))}
    </ol>
  </div>
)
