import type { ListedOrganization, TopList } from '#mappings/sector.ts'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import { FORMS } from '#src/domain/form.ts'
import { toLocation } from '#src/domain/places.ts'
import { describeList } from '#src/sector/top-lists.ts'
import { toLabel } from '#src/web/charts/labels.ts'
import { organizationPath } from '#src/web/links.ts'
import { searchPath } from '#src/web/search/address.ts'
import { Figure, formatValue } from '../figure.tsx'
import { Name } from '../name.tsx'
import { Scroll } from '../scroll.tsx'

export type Order = 'Revenue' | 'Prominence'

// Two lines of the column; the whole name stands on the page it leads to.
const NAME_LENGTH = 80

/** The id of a group's list within the page. */
export const listId = (key: string): string => `group-${key}`

/** The ten of a group, with what each place rests on. */
export const TopListTable = ({ list, order }: { list: TopList; order: Order }) => {
  const { title } = describeList(list.key)
  const listed = order === 'Revenue' ? list.byRevenue : list.byProminence
  return (
    <section aria-labelledby={listId(list.key)} class="top-list">
      <h2 id={listId(list.key)}>{title}</h2>
      <p class="quiet">
        Ten of {formatValue(list.eligible)} that could be listed.{' '}
        <a
          href={searchPath({ CauseLabel: title, Sort: order === 'Revenue' ? 'Revenue' : 'Rating' })}
        >
          All of {title}
        </a>
      </p>
      <Scroll name={`${title}, the ten`}>
        <table>
          <caption class="hidden">
            {title}, by {order.toLowerCase()}
          </caption>
          <thead>
            <tr>
              <th scope="col" class="number">
                Rank
              </th>
              <th scope="col">Organization</th>
              <th scope="col" class="number">
                Total revenue
              </th>
              <th scope="col" class="number">
                Rating
              </th>
              <th scope="col">Filing</th>
            </tr>
          </thead>
          <tbody>
            {listed.map((one, at) => (
              <Row key={one.ein} one={one} rank={at + 1} />
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  )
}

const Row = ({ one, rank }: { one: ListedOrganization; rank: number }) => (
  <tr>
    <td class="number">{rank}</td>
    <th scope="row">
      <a href={organizationPath(one.ein)}>
        <Name>{toLabel(one.name, NAME_LENGTH)}</Name>
      </a>
      <br />
      <span class="quiet">
        <Name>{toLocation(one) ?? 'place not known'}</Name>
      </span>
    </th>
    <td class="number">
      <Figure
        ein={one.ein}
        label={`Total revenue of ${one.name}`}
        value={one.revenue.value}
        unit="USD"
        ref_={one.revenue.ref}
      />
    </td>
    <td class="number">
      <Figure ein={one.ein} label={`Rating of ${one.name}`} value={one.score} ref_={one.scoreRef} />
      <br />
      <span class="quiet">{one.band}</span>
    </td>
    <td class="quiet">
      {nameForm(one.form)}, {one.latestYear}
    </td>
  </tr>
)

function nameForm(text: string): string {
  const form = FORMS.find((one) => one === text)
  return form ? FORM_NAMES[form] : text
}
