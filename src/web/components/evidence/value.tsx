import { refsOf } from '#src/domain/evidence.ts'
import type { FactValue } from '#src/domain/facts/read-facts.ts'
import type { OpenedEvidence } from '#src/organizations/evidence/read-evidence.ts'
import { lineOfRow } from '#src/organizations/sections/describe-tables.ts'
import { FactList } from '../fact-list.tsx'
import { formatExactly, formatValue } from '../figure.tsx'
import { toFacts } from '../rows/detail.tsx'
import { ElementTree } from './element-tree.tsx'

/** What fits a phone in large letters; a longer text is set as text. */
const LONGEST_LARGE = 60

/** What a Ref names: a value large, a row cell by cell, an element as it was filed. */
export const EvidenceValue = ({ opened }: { opened: OpenedEvidence }) => {
  const { filer, target } = opened
  const { value, unit, row, element, filing, leftOut = [] } = target
  if (value !== undefined) return <LargeValue value={value} unit={unit} />
  if (row && filing) {
    const line = lineOfRow(filing, row)
    return (
      <section>
        <h2>The row, cell by cell</h2>
        {line && <p class="quiet">{line}</p>}
        <FactList ein={filer.ein} facts={toFacts(filing, row)} />
      </section>
    )
  }
  if (element === undefined) return null
  const path = filing && pathOf(target.evidence.ref)
  return (
    <section>
      <h2>As it was filed</h2>
      <ElementTree
        ein={filer.ein}
        content={element}
        path={path}
        refOf={filing ? refsOf(filing) : String}
      />
      {leftOut.map((one) => (
        <p key={one.path} class="quiet note">
          Left out here, since it is long: <code>{one.path}</code>
          {one.rows !== undefined && `, ${one.rows.toLocaleString('en-US')} rows`}.
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
  // Of a share its digits stand behind the percent, too long for a phone as large as that.
  const digits = whole.startsWith(`${shown} (`) ? whole.slice(shown.length + 1) : undefined
  return (
    <p class="large" dir="auto">
      <data value={String(value)}>
        {digits === undefined ? whole : [shown, ' ', <small key="digits">{digits}</small>]}
      </data>
    </p>
  )
}

// Behind form, year and object id; an XPath has no colon.
const pathOf = (ref: string): string => ref.slice(ref.indexOf(':/') + 1)
