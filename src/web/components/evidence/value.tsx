import { refsOf } from '#src/domain/evidence.ts'
import type { FactValue } from '#src/domain/facts/read-facts.ts'
import { formatCount } from '#src/domain/money.ts'
import type { OpenedEvidence } from '#src/organizations/evidence/read-evidence.ts'
import { lineOfRow } from '#src/organizations/sections/describe-tables.ts'
import { FactList } from '../figure.tsx'
import { formatExactly, formatValue } from '../formats.ts'
import { toFacts } from '../rows/rows-table.tsx'
import { ElementTree } from './element-tree.tsx'

/** Fits a phone in large letters. */
const LONGEST_LARGE = 60

/** The target of a Ref: a value in large letters, a row cell by cell, or an element as filed. */
export const EvidenceValue = ({ opened: { filer, target } }: { opened: OpenedEvidence }) => {
  const { value, unit, row, element, filing, leftOut = [] } = target
  if (value !== undefined) return <LargeValue value={value} unit={unit} />
  if (row && filing) {
    const line = lineOfRow(filing, row)
    return (
      <section>
        <h2>All cells of this row</h2>
        {line && <p class="quiet">{line}</p>}
        <FactList ein={filer.ein} facts={toFacts(filing, row)} />
      </section>
    )
  }
  if (element === undefined) return null
  return (
    <section>
      <h2>As filed</h2>
      <ElementTree
        ein={filer.ein}
        content={element}
        path={filing && pathOf(target.evidence.ref)}
        refOf={filing ? refsOf(filing) : String}
      />
      {leftOut.map((one) => (
        <p key={one.path} class="quiet note">
          Too long to show: <code>{one.path}</code>
          {one.rows !== undefined && `, ${formatCount(one.rows)} rows`}.
        </p>
      ))}
    </section>
  )
}

type ValueProps = { value: FactValue; unit?: string | undefined }

const LargeValue = ({ value, unit }: ValueProps) => {
  if (value === '') return <p class="large unknown">left blank</p>
  if (typeof value === 'string' && value.length > LONGEST_LARGE) {
    return (
      <blockquote class="filed" dir="auto">
        {value}
      </blockquote>
    )
  }
  const shown = formatValue(value, unit)
  const whole = formatExactly(value, unit)
  // The digits of a share follow its percentage, because they are too long for a phone.
  const digits = whole.startsWith(`${shown} (`) ? whole.slice(shown.length + 1) : undefined
  return (
    <p class="large" dir="auto">
      <data value={String(value)}>
        {digits === undefined ? whole : [shown, ' ', <small key="digits">{digits}</small>]}
      </data>
    </p>
  )
}

// The path follows form, year and object id; an XPath has no colon.
const pathOf = (ref: string): string => ref.slice(ref.indexOf(':/') + 1)
