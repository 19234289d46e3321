import type { Overview } from '#src/web/pages/organization/read.ts'
import { Cited } from '../figure.tsx'
import { Band } from './band.tsx'

/** Three lines of a wide screen. */
const MAX_PLACES = 30

/** The places that the texts of the return name. */
export const WorkPlaces = ({ overview }: { overview: Overview }) => {
  const { page, workPlaces } = overview
  if (workPlaces.length === 0) return null
  const { ein } = page.organization
  const rest = workPlaces.length - MAX_PLACES
  return (
    <Band id="where" title="Where it works">
      <p>
        {`The mission, the programs, and Schedule F of the return for ${page.filing.taxYear} name these places:`}{' '}
        {workPlaces.slice(0, MAX_PLACES).map(({ code, label, ref }, at) => (
          <>
            {at > 0 && '; '}
            <Cited key={code} ein={ein} label={`${label}, named in the return`} ref_={ref}>
              {label}
            </Cited>
          </>
        ))}
        {rest > 0 && `; and ${rest} more`}.
      </p>
    </Band>
  )
}
