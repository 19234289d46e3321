import { displayName } from '#src/domain/display-name.ts'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import type { Form } from '#src/domain/form.ts'
import type { Hit, Sort } from '#src/search/params.ts'
import { organizationPath } from '#src/web/links.ts'
import { type SearchAddress, searchPath } from '#src/web/search/address.ts'
import type { FoundSearch } from '#src/web/search/run-search.ts'
import { SORT_NAMES } from '#src/web/words.ts'
import { type DataColumn, DataTable } from '../data-table.tsx'
import { Figure } from '../figure.tsx'
import { ListedScore } from '../listed-score.tsx'
import { showPlace } from '../place.ts'
import { DisplayName, Name } from '../text.tsx'
import { COMPARE_FORM } from './hit.tsx'

type Props = { address: SearchAddress; found: FoundSearch }

/** Hits as rows of a dense table; its heads sort them. */
export const HitsTable = ({ address, found }: Props) => {
  const { sort, order = 'desc' } = found.interpretation
  return (
    <DataTable
      name="Organizations found"
      columns={COLUMNS}
      rows={found.outcome.hits}
      keyOf={({ ein }) => ein}
      sorted={{ key: sort, order }}
      sortPath={(next) => searchPath(address, { Sort: next.key, Order: next.order })}
    />
  )
}

const UNKNOWN = 'unknown'

const figureColumn = (
  key: Extract<Sort, 'Revenue' | 'Assets' | 'ProgramRatio'>,
  unit: string,
  read: (hit: Hit) => { value: number; ref: string } | undefined,
): DataColumn<Hit> => ({
  key,
  label: SORT_NAMES[key],
  isNumeric: true,
  sortKey: key,
  cell: (hit) => {
    const found = read(hit)
    return (
      <Figure
        ein={hit.ein}
        label={`${SORT_NAMES[key]} of ${displayName(hit.display.name)}`}
        value={found?.value}
        unit={unit}
        ref_={found?.ref}
        unknown={UNKNOWN}
        isShort
      />
    )
  },
})

const COLUMNS: readonly DataColumn<Hit>[] = [
  {
    key: 'Name',
    label: 'Organization',
    cell: ({ ein, display }) => {
      const place = showPlace(display)
      return (
        <>
          <a href={organizationPath(ein)}>
            <DisplayName name={display.name} />
          </a>
          {place && (
            <span class="below quiet">
              <Name>{place}</Name>
            </span>
          )}
        </>
      )
    },
  },
  figureColumn('Revenue', 'USD', ({ display }) => display.revenue),
  figureColumn('Assets', 'USD', ({ display }) => display.assets),
  figureColumn('ProgramRatio', 'ratio', ({ display }) => display.programRatio),
  {
    key: 'Rating',
    label: SORT_NAMES.Rating,
    isNumeric: true,
    sortKey: 'Rating',
    cell: ({ ein, display }) => <ListedScore ein={ein} display={display} unknown={UNKNOWN} />,
  },
  {
    key: 'Filed',
    label: SORT_NAMES.Recent,
    sortKey: 'Recent',
    cell: ({ display: { primaryForm, latestYear } }) =>
      primaryForm && `${FORM_NAMES[primaryForm as Form]}, ${latestYear ?? ''}`,
  },
  { key: 'Cause', label: 'Cause', cell: ({ display }) => display.cause?.label },
  {
    key: 'Compare',
    label: 'Compare',
    cell: ({ ein, display }) => (
      <label class="compare-choice">
        <input type="checkbox" name="EINs" value={ein} form={COMPARE_FORM} />
        <span class="hidden">Compare {displayName(display.name)}</span>
      </label>
    ),
  },
]
