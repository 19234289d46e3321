import { displayName } from '#src/domain/display-name.ts'
import type { Applications } from '#src/organizations/filings/applications.ts'
import { sectionPath } from '#src/web/links.ts'
import { SourceLink, Value } from '../figure.tsx'
import { showContact } from '../formats.ts'
import { Term } from '../text.tsx'
import { Band } from './band.tsx'

/** Parts of the address, which is shown on one line. */
const ADDRESS = ['street', 'street2', 'city', 'state', 'zip', 'country']
const ORDER = ['name', ...ADDRESS, 'phone', 'email', 'form', 'deadlines', 'restrictions']

type Props = { ein: string; applications: Applications | undefined }
type Fact = Applications['rows'][number][number]

/** Returns whether a private foundation accepts applications for grants, in a sentence. */
export function describeApplications({ accepts, only, taxYear, line }: Applications): string {
  const source = `Its return for ${taxYear} (${line})`
  if (only?.value === true)
    return `It gives only to organizations that it selects itself, and does not accept unsolicited applications, according to its return for ${taxYear}.`
  return accepts
    ? `It accepts applications for grants. ${source} says how to apply.`
    : `It is not known whether it accepts applications. ${source} does not say where to apply.`
}

/** Returns the lines of a row in order, as people write them; the parts of an address are one line. */
export function toApplyLines(row: readonly Fact[]): { label: string; facts: Fact[] }[] {
  const ordered = row
    .toSorted((a, b) => ORDER.indexOf(a.key) - ORDER.indexOf(b.key))
    .map((fact) => ({ ...fact, value: showContact(fact.key, nameIn(fact)) }))
  const address = ordered.filter(({ key }) => ADDRESS.includes(key))
  return ordered.flatMap((fact) => {
    if (!ADDRESS.includes(fact.key)) return [{ label: fact.label, facts: [fact] }]
    return fact === address[0] ? [{ label: 'Address', facts: address }] : []
  })
}

const nameIn = ({ key, value }: Fact) =>
  typeof value === 'string' && ['name', 'street', 'street2', 'city'].includes(key)
    ? displayName(value)
    : value

/** Whether a private foundation accepts applications for grants, and how to apply, as filed. */
export const HowToApply = ({ ein, applications }: Props) => {
  if (!applications) return null
  const { only, rows, form, taxYear } = applications
  const href = sectionPath(ein, 'Foundation', { Form: form, Year: taxYear })
  return (
    <Band id="apply" title="How to apply" more={{ href, label: 'All about its payout' }}>
      <p>
        {describeApplications(applications)}{' '}
        {only?.value === true && (
          <SourceLink ein={ein} label="gives only to preselected organizations" ref_={only.ref} />
        )}
        {only?.value === true && rows.length > 0 && ' The same return also says:'}
      </p>
      {rows.map((row, at) => (
        <dl class="facts" key={at}>
          {toApplyLines(row).map(({ label, facts }) => (
            <Term key={label} term={label}>
              {facts.map(({ key, label, value, ref }, at) => [
                at > 0 && ', ',
                <Value key={key} ein={ein} label={label} value={value} ref_={ref} />,
              ])}
            </Term>
          ))}
        </dl>
      ))}
    </Band>
  )
}
