import type { Overview } from '#src/web/pages/organization/read.ts'
import { organizationTexts } from '#src/web/texts/organization.tsx'
import { Cited } from '../figure.tsx'
import { Band } from './band.tsx'

const texts = organizationTexts.workPlaces

/** Three lines of a wide screen. */
const MOST_PLACES = 30

/** The places that the texts of the return name. */
export const WorkPlaces = ({ overview }: { overview: Overview }) => {
  const { page, workPlaces } = overview
  if (workPlaces.length === 0) return null
  const { ein } = page.organization
  const rest = workPlaces.length - MOST_PLACES
  return (
    <Band id="where" title={texts.title}>
      <p>
        {texts.lead(page.filing.taxYear)}{' '}
        {workPlaces.slice(0, MOST_PLACES).map(({ code, label, ref }, at) => (
          <>
            {at > 0 && '; '}
            <Cited key={code} ein={ein} label={texts.named(label)} ref_={ref}>
              {label}
            </Cited>
          </>
        ))}
        {rest > 0 && texts.more(rest)}.
      </p>
    </Band>
  )
}
