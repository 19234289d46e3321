import { type GeoProjection, geoIdentity, geoNaturalEarth1, geoPath } from 'd3-geo'
import countries from 'i18n-iso-countries'
import { feature } from 'topojson-client'
import { presimplify, simplify } from 'topojson-simplify'
import type { GeometryCollection, Topology } from 'topojson-specification'
import usAtlas from 'us-atlas/states-albers-10m.json' with { type: 'json' }
import worldAtlas from 'world-atlas/countries-110m.json' with { type: 'json' }
import { US_STATES } from '#src/domain/places.ts'

/** The outline of each state by USPS code, or country by ISO alpha-2, as the `d` of an SVG path. */
export type Shapes = { width: number; height: number; paths: ReadonlyMap<string, string> }
type Atlas = Topology<Record<string, GeometryCollection<{ name: string }>>>

const WIDTH = 480

/** Returns the states without territories: Census boundaries, with Alaska and Hawaii moved. */
export const usShapes = once((): Shapes => {
  const codes = new Map(Object.entries(US_STATES).map(([code, name]) => [name, code]))
  // The atlas is drawn for a width of 975 pixels, and a height of 610.
  const scale = WIDTH / 975
  return {
    width: WIDTH,
    height: Math.ceil(610 * scale),
    // Details of less than two pixels would double the size of the page.
    paths: toPaths(
      usAtlas as unknown as Atlas,
      'states',
      6,
      geoIdentity().scale(scale),
      ({ name }) => codes.get(name),
    ),
  }
})

/** Returns the countries of Natural Earth without those too small for its scale of 1:110 million. */
export const worldShapes = once((): Shapes => {
  // Without Antarctica, which receives no grants.
  const [west, south, east, north] = [-180, -57, 180, 84]
  const frame = {
    type: 'MultiPoint',
    coordinates: [
      [0, south],
      [0, north],
      [west, 0],
      [east, 0],
    ],
  }
  const projection = geoNaturalEarth1().fitWidth(WIDTH, frame as GeoJSON.MultiPoint)
  const height = Math.ceil(projection([0, south])?.[1] ?? 0)
  return {
    width: WIDTH,
    height,
    paths: toPaths(worldAtlas as unknown as Atlas, 'countries', 0.8, projection, ({ name, id }) =>
      name === 'Antarctica' ? undefined : name === 'Kosovo' ? 'XK' : countries.numericToAlpha2(id),
    ),
  }
})

type Identify = (country: { name: string; id: string }) => string | undefined

/** Returns the paths of an atlas without details smaller than `least`, in its own units squared. */
function toPaths(
  atlas: Atlas,
  object: string,
  least: number,
  projection: Pick<GeoProjection, 'stream'>,
  identify: Identify,
): ReadonlyMap<string, string> {
  const collection = atlas.objects[object]
  if (!collection) throw new Error(`The atlas has no ${object}.`)
  const small = simplify(presimplify(atlas), least)
  const draw = geoPath(projection).digits(1)
  return new Map(
    feature(small, small.objects[object] as typeof collection).features.flatMap((one) => {
      const code = identify({ name: one.properties.name, id: String(one.id ?? '') })
      const path = draw(one)
      return code && path ? [[code, path]] : []
    }),
  )
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
