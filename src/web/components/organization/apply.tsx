import type { Applications } from '#src/organizations/filings/applications.ts'
import { sectionPath } from '#src/web/links.ts'
import { Cited, SourceLink, Value } from '../figure.tsx'
import { Term } from '../text.tsx'
import { Band } from './band.tsx'

/** Parts of the address, which is shown on one line. */
const ADDRESS = ['street', 'street2', 'city', 'state', 'zip', 'country']
const ORDER = ['name', ...ADDRESS, 'phone', 'email', 'form', 'deadlines', 'restrictions']

type Props = { ein: string; applications: Applications | undefined }

/** Whether a private foundation accepts applications for grants, and how to apply, as filed. */
export const HowToApply = ({ ein, applications }: Props) => {
  if (!applications) return null
  const { accepts, only, rows, form, taxYear, line } = applications
  const href = sectionPath(ein, 'Foundation', { Form: form, Year: taxYear })
  return (
    <Band id="apply" title="How to apply" more={{ href, label: 'All about its payout' }}>
      {only?.value === true ? (
        <p>
          {`It gives only to organizations that it selects itself, and does not accept unsolicited applications, according to its return for ${taxYear}`}{' '}
          (
          <SourceLink
            ein={ein}
            label="gives only to preselected organizations"
            ref_={only.ref}
            words="checked box"
          />
          ).{rows.length > 0 && ' The same return also says:'}
        </p>
      ) : accepts ? (
        <p>{`It accepts applications for grants. Its return for ${taxYear} (${line}) says how to apply:`}</p>
      ) : (
        <p>{`It is not known whether it accepts applications. Its return for ${taxYear} (${line}) does not say where to apply.`}</p>
      )}
      {rows.map((row, at) => (
        <dl class="facts" key={at}>
          <Row ein={ein} row={row} />
        </dl>
      ))}
    </Band>
  )
}

const Row = ({ ein, row }: { ein: string; row: Applications['rows'][number] }) => {
  const ordered = row.toSorted((a, b) => ORDER.indexOf(a.key) - ORDER.indexOf(b.key))
  const address = ordered.filter(({ key }) => ADDRESS.includes(key))
  return ordered.map(({ key, label, value, ref }) => {
    if (!ADDRESS.includes(key))
      return (
        <Term key={key} term={label}>
          <Value ein={ein} label={label} value={value} ref_={ref} isName={key === 'name'} />
        </Term>
      )
    if (key !== address[0]?.key) return null
    return (
      <Term key={key} term="Address">
        {address.map((part, at) => (
          <>
            {at > 0 && ', '}
            <Cited ein={ein} label={part.label} ref_={part.ref} isName={part.key !== 'state'}>
              {String(part.value)}
            </Cited>
          </>
        ))}
      </Term>
    )
  })
}
