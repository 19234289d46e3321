import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { pathEin, taxYear } from '#src/api/shared/parameters.ts'
import { readGrantsByPlace } from '#src/network/grants-by-place.ts'
import { openFiler } from '#src/organizations/open-profile.ts'
import { ApiError } from '#src/platform/errors.ts'
import { drawPlaces, placeColumns } from '../components/network/by-place.tsx'
import { addCsv } from '../csv.ts'
import { PLACE_FILES } from '../links.ts'
import { fromForm } from '../list-query.ts'
import { addPage, type WebDeps } from '../render.ts'

const SCHEMAS = {
  params: z.object({ ein: pathEin() }),
  querystring: fromForm({ Year: taxYear('Tax year of the grants. Default: the newest.') }),
}

/** Adds the maps of an organization's grants as SVG files, and their places as a CSV file. */
export function addPlaceFiles(app: FastifyInstance, deps: WebDeps): void {
  for (const kind of ['State', 'Country'] as const) {
    addPage(
      app,
      `/charity/:ein/grants/${PLACE_FILES[kind]}`,
      async ({ params: { ein }, query: { Year: year } }, reply) => {
        const [organization, found] = await Promise.all([
          openFiler(deps, ein),
          requirePlaces(deps, ein, year),
        ])
        const svg = drawPlaces(organization, found, kind)
        if (svg === undefined) throw new ApiError('RouteNotFound')
        return reply.type('image/svg+xml').send(svg)
      },
      SCHEMAS,
    )
  }
  addCsv(
    app,
    `/charity/:ein/grants/${PLACE_FILES.All}`,
    async ({ params: { ein }, query: { Year: year } }) => {
      const { taxYear, places } = await requirePlaces(deps, ein, year)
      return {
        name: `grants-by-place-${ein}-${taxYear}`,
        columns: placeColumns(ein, taxYear),
        rows: places,
      }
    },
    SCHEMAS,
  )
}

/** Reads the places. Throws ApiError RouteNotFound without grants. */
async function requirePlaces(deps: WebDeps, ein: string, year: number | undefined) {
  const found = await readGrantsByPlace(deps, ein, year)
  if (!found) throw new ApiError('RouteNotFound')
  return found
}
