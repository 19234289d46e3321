import type { WorkPlace } from '#src/domain/places/work-places.ts'
import { MapChart } from '#src/web/charts/map-chart.tsx'
import { type Shapes, usShapes, worldShapes } from '#src/web/charts/shapes.ts'
import { evidencePath } from '#src/web/links.ts'
import type { Overview } from '#src/web/pages/organization/read.ts'
import { organizationTexts } from '#src/web/texts/organization.tsx'
import { Cited } from '../figure.tsx'
import { Band } from './band.tsx'

const texts = organizationTexts.workPlaces

/** Three lines of a wide screen. */
const MOST_PLACES = 30

/** The places that the texts of the return name, and the countries or states on a map. */
export const WorkPlaces = ({ overview }: { overview: Overview }) => {
  const { page, workPlaces } = overview
  if (workPlaces.length === 0) return null
  const { ein } = page.organization
  const rest = workPlaces.length - MOST_PLACES
  const map = chooseMap(workPlaces)
  return (
    <Band id="where" title={texts.title}>
      <div class="columns">
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
        {map && (
          // Paper has no room for it.
          <div class="on-screen">
            <MapChart
              title={map.title}
              shapes={map.shapes}
              places={map.places.map(({ code, label, ref }) => ({
                code: code.replace('US-', ''),
                text: label,
                href: evidencePath(ein, ref),
              }))}
            />
          </div>
        )}
      </div>
    </Band>
  )
}

/** Returns the map of the countries or, if it names more of them, of the states. */
function chooseMap(
  places: readonly WorkPlace[],
): { title: string; shapes: Shapes; places: WorkPlace[] } | undefined {
  const isState = ({ code }: WorkPlace) => code.startsWith('US-')
  const states = places.filter(isState)
  const countries = places.filter(({ code }) => worldShapes().paths.has(code))
  // The address already shows one state.
  if (states.length > Math.max(1, countries.length)) {
    return { title: texts.states, shapes: usShapes(), places: states }
  }
  return countries.length > 0
    ? { title: texts.countries, shapes: worldShapes(), places: countries }
    : undefined
}
