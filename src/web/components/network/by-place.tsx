import { countOf } from '#src/domain/money.ts'
import type { GrantsByPlace, PlaceSum } from '#src/network/grants-by-place.ts'
import { grantSearchPath, placesCsvPath } from '#src/web/links.ts'
import { CsvLink, type DataColumn, FoldedTable } from '../data-table.tsx'
import { Short } from '../figure.tsx'
import { formatValue } from '../formats.ts'
import { SumCell } from './by-year.tsx'

/** The places with smaller sums open below them. */
const MAX_ROWS = 16

type Props = { ein: string; found: GrantsByPlace }

/** Where the grants of a tax year went, as a table. */
export const ByPlace = ({ ein, found }: Props) => {
  const { taxYear, returns, grants, amount, places } = found
  const unknown = places.find(({ kind }) => kind === 'Unknown')
  return (
    <section>
      <h3 id="places">{`Where its grants went, tax year ${taxYear}`}</h3>
      <p>
        {returns === 1 ? 'The return' : `${returns} returns`} for {taxYear}{' '}
        {returns === 1 ? 'lists' : 'list'} {countOf(grants, 'grant')}
        {amount !== undefined && (
          <>
            , <Short value={amount} unit="USD" /> in total
          </>
        )}
        . Each grant counts at the address in its row or, on Schedule F, in its region, and the
        table adds up to the total.{' '}
        {unknown?.amount !== undefined && (
          <>
            The return states no place for <Short value={unknown.amount} unit="USD" /> of it.
          </>
        )}
      </p>
      <FoldedTable
        name="Grants by place"
        columns={placeColumns(ein, taxYear)}
        rows={places}
        keyOf={keyOf}
        most={MAX_ROWS}
        more={(count) => `${countOf(count, 'more place')}`}
      />
      <p class="row">
        <CsvLink href={placesCsvPath(ein, taxYear)} />
      </p>
    </section>
  )
}

const keyOf = ({ kind, code, label = '' }: PlaceSum): string => `${kind} ${code ?? label}`
const nameOf = ({ label = 'Place not filed' }: PlaceSum): string => label

/** Returns the page of the rows of a place; undefined abroad, which no filter can select. */
const rowsPath = (ein: string, taxYear: number, { kind, code }: PlaceSum): string | undefined =>
  kind === 'State'
    ? grantSearchPath({ Funder: ein, State: code, MinYear: taxYear, MaxYear: taxYear })
    : undefined

/** Returns the columns of places, for the page and for the file. */
export function placeColumns(ein: string, taxYear: number): DataColumn<PlaceSum>[] {
  return [
    { key: 'TaxYear', label: 'Tax year', csv: () => taxYear },
    { key: 'Kind', label: 'Kind', csv: ({ kind }) => kind },
    { key: 'Code', label: 'Code', csv: ({ code }) => code },
    {
      key: 'Place',
      label: 'Place',
      cell: (place) => (
        <>
          {nameOf(place)}
          {place.kind === 'Region' && <span class="below quiet">region of Schedule F</span>}
        </>
      ),
      csv: ({ label }) => label,
    },
    {
      key: 'Recipients',
      label: 'Recipients',
      isNumeric: true,
      cell: ({ recipients }) => formatValue(recipients),
      csv: ({ recipients }) => recipients,
    },
    { key: 'Grants', label: 'Grants', csv: ({ grants }) => grants },
    {
      key: 'Amount',
      label: 'Amount',
      isNumeric: true,
      cell: (place) => (
        <SumCell
          ein={ein}
          label={`${nameOf(place)}, ${taxYear}`}
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
