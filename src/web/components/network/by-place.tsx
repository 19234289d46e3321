import { renderToString } from 'preact-render-to-string'
import { displayName } from '#src/domain/display-name.ts'
import { formatEin } from '#src/domain/ein.ts'
import type { GrantsByPlace, PlaceSum } from '#src/network/grants-by-place.ts'
import { toSvgFile } from '#src/web/charts/chart-figure.tsx'
import { drawMap, MapChart, type MapPlace } from '#src/web/charts/map-chart.tsx'
import { type Shapes, usShapes, worldShapes } from '#src/web/charts/shapes.ts'
import { evidencePath, grantSearchPath, placeFilePath } from '#src/web/links.ts'
import { grantsTexts } from '#src/web/texts/grants.tsx'
import { CsvLink, type DataColumn, FoldedTable } from '../data-table.tsx'
import { Short } from '../figure.tsx'
import { formatValue, shortenValue } from '../formats.ts'
import { SumCell } from './by-year.tsx'

const texts = grantsTexts.byPlace

/** Kinds of places that a map shows. */
const MAPS = { State: usShapes, Country: worldShapes } satisfies Record<string, () => Shapes>
export type MapKind = keyof typeof MAPS
const MAP_KINDS = Object.keys(MAPS) as MapKind[]

/** Rows beside one map; the places with smaller sums open below them. */
const MOST_ROWS = 8

type Props = { ein: string; found: GrantsByPlace }

/** Where the grants of a tax year went: maps, and a table of the same sums. */
export const ByPlace = ({ ein, found }: Props) => {
  const { taxYear, returns, grants, amount, places } = found
  const unknown = places.find(({ kind }) => kind === 'Unknown')
  const maps = MAP_KINDS.filter((wanted) => places.some(({ kind }) => kind === wanted))
  return (
    <section>
      <h3 id="places">{texts.title(taxYear)}</h3>
      <p>
        {texts.lead(
          taxYear,
          returns,
          grants,
          amount !== undefined && <Short value={amount} unit="USD" />,
        )}{' '}
        {unknown?.amount !== undefined &&
          texts.notPlaced(<Short value={unknown.amount} unit="USD" />)}
      </p>
      <div class={maps.length > 0 ? 'map-with-table' : undefined}>
        <div>
          {maps.map((kind) => (
            <MapChart
              key={kind}
              title={texts.maps[kind]}
              shapes={MAPS[kind]()}
              places={toMapPlaces(ein, found, kind)}
              unit="USD"
              others={texts.noGrant}
              svgPath={placeFilePath(ein, kind, taxYear)}
            />
          ))}
        </div>
        <div>
          <FoldedTable
            name={texts.table}
            columns={placeColumns(ein, taxYear)}
            rows={places}
            keyOf={keyOf}
            most={MOST_ROWS * Math.max(1, maps.length)}
            more={texts.more}
          />
          <p class="quiet">{texts.small}</p>
          <p class="row">
            <CsvLink href={placeFilePath(ein, 'All', taxYear)} />
          </p>
        </div>
      </div>
    </section>
  )
}

/** Returns a map as an SVG file; undefined if it can draw none of the places. */
export function drawPlaces(
  { ein, name }: { ein: string; name: string },
  found: GrantsByPlace,
  kind: MapKind,
): string | undefined {
  const places = toMapPlaces(ein, found, kind)
  const drawn = drawMap({ shapes: MAPS[kind](), places, unit: 'USD' }, true)
  const title = `${displayName(name)}: ${texts.maps[kind]}`
  const source = texts.svgSource(found.taxYear, formatEin(ein))
  return drawn && toSvgFile(drawn.drawing, { title, source }, renderToString)
}

const keyOf = ({ kind, code, label = '' }: PlaceSum): string => `${kind} ${code ?? label}`
const nameOf = ({ label = texts.unknown }: PlaceSum): string => label

const toMapPlaces = (
  ein: string,
  { taxYear, places }: GrantsByPlace,
  wanted: MapKind,
): MapPlace[] =>
  places.flatMap((place) => {
    const { kind, code, amount, grants, recipients, refs } = place
    if (kind !== wanted || code === undefined || amount === undefined) return []
    const [only] = grants === 1 ? refs : []
    return {
      code,
      value: amount,
      text: texts.value(nameOf(place), shortenValue(amount, 'USD'), recipients),
      href: only ? evidencePath(ein, only) : (rowsPath(ein, taxYear, place) ?? '#places'),
    }
  })

/** Returns the page of the rows of a place; undefined abroad, which no filter can select. */
const rowsPath = (ein: string, taxYear: number, { kind, code }: PlaceSum): string | undefined =>
  kind === 'State'
    ? grantSearchPath({ Funder: ein, State: code, MinYear: taxYear, MaxYear: taxYear })
    : undefined

/** Returns the columns of places, for the page and for the file. */
export function placeColumns(ein: string, taxYear: number): DataColumn<PlaceSum>[] {
  const { heads } = texts
  return [
    { key: 'TaxYear', label: 'Tax year', csv: () => taxYear },
    { key: 'Kind', label: 'Kind', csv: ({ kind }) => kind },
    { key: 'Code', label: 'Code', csv: ({ code }) => code },
    {
      key: 'Place',
      label: heads.place,
      cell: (place) => (
        <>
          {nameOf(place)}
          {place.kind === 'Region' && <span class="below quiet">{texts.region}</span>}
        </>
      ),
      csv: ({ label }) => label,
    },
    {
      key: 'Recipients',
      label: heads.recipients,
      isNumeric: true,
      cell: ({ recipients }) => formatValue(recipients),
      csv: ({ recipients }) => recipients,
    },
    { key: 'Grants', label: 'Grants', csv: ({ grants }) => grants },
    {
      key: 'Amount',
      label: heads.amount,
      isNumeric: true,
      cell: (place) => (
        <SumCell
          ein={ein}
          label={grantsTexts.byYear.cell(nameOf(place), String(taxYear))}
          sum={place}
          href={rowsPath(ein, taxYear, place)}
          isShort={false}
        />
      ),
      csv: ({ amount }) => amount,
    },
    { key: 'Refs', label: 'Refs', csv: ({ refs }) => refs.join(' ') },
  ]
}
