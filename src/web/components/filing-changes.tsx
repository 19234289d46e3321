import type { ListedFiling } from '#src/organizations/filings/filings.ts'
import type { FactChange } from '#src/organizations/history/amendment.ts'
import { changesPath } from '../links.ts'
import type { DataColumn } from './data-table.tsx'
import { Value } from './figure.tsx'
import { formatValue } from './formats.ts'

const SIDES = { before: 'Before', after: 'After' }

const KINDS = { Changed: 'changed', Added: 'added', Removed: 'removed' }

type LinkProps = { ein: string; filing: Pick<ListedFiling, 'objectId' | 'replaces'> }

/** Links a return that replaced another one to what it changed. */
export const ChangesLink = ({ ein, filing: { objectId, replaces } }: LinkProps) =>
  replaces === undefined ? null : (
    <>
      {' '}
      <a href={changesPath(ein, objectId)}>What it changed</a>
    </>
  )

/** Returns the columns of the differences between two returns. */
export const changeColumns = (ein: string): DataColumn<FactChange>[] => {
  const side = (key: 'before' | 'after'): DataColumn<FactChange> => ({
    key,
    label: SIDES[key],
    cell: (change) => {
      const filed = change[key]
      if (!filed) return <span class="unknown">not reported</span>
      const label = `${change.label}, ${SIDES[key]}`
      return (
        <Value ein={ein} label={label} value={filed.value} unit={change.unit} ref_={filed.ref} />
      )
    },
    csv: (change) => change[key]?.value,
  })
  const ref = (key: 'before' | 'after'): DataColumn<FactChange> => ({
    key: `${key}Ref`,
    label: '',
    csv: (change) => change[key]?.ref,
  })
  return [
    {
      key: 'label',
      label: 'Value',
      cell: ({ label }) => label,
      csv: ({ label }) => label,
    },
    {
      key: 'change',
      label: 'Change',
      cell: ({ kind }) => KINDS[kind],
      csv: ({ kind }) => KINDS[kind],
    },
    side('before'),
    side('after'),
    {
      key: 'difference',
      label: 'Difference',
      isNumeric: true,
      cell: ({ difference, unit }) =>
        difference === undefined
          ? null
          : `${difference > 0 ? '+' : ''}${formatValue(difference, unit)}`,
      csv: ({ difference }) => difference,
    },
    {
      key: 'place',
      label: 'Line',
      cell: ({ place }) => place,
      csv: ({ place }) => place,
    },
    ref('before'),
    ref('after'),
  ]
}
