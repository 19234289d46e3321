import type { GrantsByPlace, PlaceSum } from '#src/network/grants-by-place.ts'
import { grantSearchPath, placesCsvPath } from '#src/web/links.ts'
import { grantsTexts } from '#src/web/texts/grants.tsx'
import { CsvLink, type DataColumn, FoldedTable } from '../data-table.tsx'
import { Short } from '../figure.tsx'
import { formatValue } from '../formats.ts'
import { SumCell } from './by-year.tsx'

const texts = grantsTexts.byPlace

/** The places with smaller sums open below them. */
const MOST_ROWS = 16

type Props = { ein: string; found: GrantsByPlace }

/** Where the grants of a tax year went, as a table. */
export const ByPlace = ({ ein, found }: Props) => {
  const { taxYear, returns, grants, amount, places } = found
  const unknown = places.find(({ kind }) => kind === 'Unknown')
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
      <FoldedTable
        name={texts.table}
        columns={placeColumns(ein, taxYear)}
        rows={places}
        keyOf={keyOf}
        most={MOST_ROWS}
        more={texts.more}
      />
      <p class="row">
        <CsvLink href={placesCsvPath(ein, taxYear)} />
      </p>
    </section>
  )
}

const keyOf = ({ kind, code, label = '' }: PlaceSum): string => `${kind} ${code ?? label}`
const nameOf = ({ label = texts.unknown }: PlaceSum): string => label

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
