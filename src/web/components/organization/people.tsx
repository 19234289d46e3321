import { refOf } from '#src/domain/cite.ts'
import { isUnreadable, type Row } from '#src/domain/facts/tables/read-rows.ts'
import { OFFICER_TABLES } from '#src/domain/facts/tables/tables.ts'
import { describeTable } from '#src/organizations/sections/describe-tables.ts'
import type { Overview } from '#src/web/pages/overview.ts'
import { FIRST_ROWS } from '#src/web/pages/overview.ts'
import { Figure } from '../figure.tsx'
import { Scroll } from '../scroll.tsx'
import { Value } from '../value.tsx'
import { Band, linkSection } from './band.tsx'

type Props = { overview: Overview }
type Column = { key: string; label: string }

/** Who leads, the best paid first, with what each was paid as the form asks for it. */
export const Leadership = ({ overview }: Props) => {
  const { page, people } = overview
  const { filing, organization } = page
  const href = linkSection(overview, 'Leadership')
  const table = OFFICER_TABLES[filing.form]
  if (href === undefined || table === undefined) return null
  if (people === undefined) {
    return (
      <Band id="leadership" title="Leadership and pay" more={{ href, label: 'Everybody listed' }}>
        <p>More people are listed than can be compared here.</p>
      </Band>
    )
  }
  const all = [...people.officers, ...people.employees]
  const pay = describeTable(filing, table, all.length).columns.filter(({ unit }) => unit === 'USD')
  const isUnranked = ({ cells }: Row) => pay.some(({ key }) => isUnreadable(cells[key]))
  const unranked = all.filter(isUnranked).length
  const rows = all.toSorted((a, b) => paidTo(b, pay) - paidTo(a, pay)).slice(0, FIRST_ROWS)
  return (
    <Band
      id="leadership"
      title="Leadership and pay"
      more={{ href, label: `All ${all.length.toLocaleString('en-US')} people listed` }}
    >
      <Scroll name="Best paid people">
        <table>
          <caption>
            Best paid of those listed
            {unranked > 0 && `; ${unranked} with pay that cannot be read, so their rank is unknown`}
          </caption>
          <thead>
            <tr>
              <th scope="col">Name and title</th>
              {pay.map(({ key, label }) => (
                <th key={key} scope="col" class="number">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={row.path ?? at}>
                <th scope="row" class="person">
                  <Text {...{ row, ein: organization.ein, filing, name: 'name', label: 'Name' }} />
                  <span class="below">
                    <Text
                      {...{ row, ein: organization.ein, filing, name: 'title', label: 'Title' }}
                    />
                  </span>
                </th>
                {pay.map(({ key, label }) => (
                  <td key={key} class="number">
                    <Figure
                      ein={organization.ein}
                      label={nameOf(label, row)}
                      value={row.cells[key]?.value}
                      unit="USD"
                      ref_={row.cells[key] && refOf(filing, row.cells[key].path)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </Band>
  )
}

/** What a cell tells, and of whom: it is read away from its row, too. */
const nameOf = (label: string, { cells }: Row): string =>
  cells.name ? `${label}, ${cells.name.value}` : label

const paidTo = ({ cells }: Row, pay: readonly Column[]): number =>
  pay.reduce((sum, { key }) => {
    const value = cells[key]?.value
    return sum + (typeof value === 'number' ? value : 0)
  }, 0)

type TextProps = {
  row: Row
  ein: string
  filing: Overview['page']['filing']
  name: string
  label: string
}

const Text = ({ row, ein, filing, name, label }: TextProps) => {
  const cell = row.cells[name]
  if (!cell) return <span class="unknown">{label.toLowerCase()} not reported</span>
  return (
    <Value
      ein={ein}
      label={nameOf(label, row)}
      value={cell.value}
      ref_={refOf(filing, cell.path)}
    />
  )
}
