import { toLocation } from '../../../../domain/places.ts'
import type { Counterparties, Counterparty } from '../../../../network/counterparty.ts'
import { organizationPath } from '../../links.ts'
import type { Overview } from '../../pages/overview.ts'
import { Figure, formatValue } from '../figure.tsx'
import { Scroll } from '../scroll.tsx'
import { Band, linkSection } from './band.tsx'

/** Who gave to it and whom it gave to, by all returns that are loaded; the largest sums first. */
export const Grants = ({ overview }: { overview: Overview }) => {
  const { funders, grantees, page } = overview
  const href = linkSection(overview, 'Grants')
  if (funders.count === 0 && grantees.count === 0 && href === undefined) return null
  const { ein } = page.organization
  return (
    <Band
      id="grants"
      title="Grants in and out"
      more={href ? { href, label: 'Each grant made, as this filing lists it' } : undefined}
    >
      <div class="columns">
        <Parties
          title="Who funds it"
          none="No return that is loaded lists a grant to it. Gifts of people and many public funds stand in no return by name."
          found={funders}
        />
        <Parties
          title="Whom it funds"
          none="No recipient of its grants was found among the organizations that are loaded."
          found={grantees}
        />
      </div>
      <p class="quiet">
        Sums over all returns that are loaded, of recipients that were found. The whole lists, and
        each grant with its evidence, are in the API, with a key:{' '}
        <a href="/docs">{`funders, grantees and grants of ${ein}`}</a>.
      </p>
    </Band>
  )
}

type PartiesProps = { title: string; none: string; found: Counterparties }

const Parties = ({ title, none, found: { items, count, totalAmount } }: PartiesProps) => (
  <div>
    <h3>{title}</h3>
    {items.length === 0 ? (
      <p>{none}</p>
    ) : (
      <>
        <p class="quiet">
          {count === 1 ? '1 organization' : `${formatValue(count)} organizations`}
          {totalAmount !== null && `, ${formatValue(totalAmount, 'USD')} together`}
          {count > items.length && `; the ${items.length} largest:`}
        </p>
        <Scroll name={title}>
          <table>
            <caption class="hidden">{title}</caption>
            <thead>
              <tr>
                <th scope="col">Organization</th>
                <th scope="col">Tax years</th>
                <th scope="col" class="number">
                  Grants
                </th>
                <th scope="col" class="number">
                  Amount
                </th>
              </tr>
            </thead>
            <tbody>
              {items.map((party) => (
                <PartyRow key={party.ein} party={party} />
              ))}
            </tbody>
          </table>
        </Scroll>
      </>
    )}
  </div>
)

const PartyRow = ({ party }: { party: Counterparty }) => {
  const { ein, name, primaryForm, amount, grants, earliestYear, latestYear } = party
  const shown = <bdi>{name ?? `EIN ${ein}`}</bdi>
  const place = toLocation(party)
  return (
    <tr>
      <th scope="row">
        {primaryForm === null ? shown : <a href={organizationPath(ein)}>{shown}</a>}
        {place && <span class="below quiet">{place}</span>}
      </th>
      <td>{earliestYear === latestYear ? latestYear : `${earliestYear}–${latestYear}`}</td>
      <td class="number">{formatValue(grants)}</td>
      <td class="number">
        <Figure ein={ein} label="Amount" value={amount ?? undefined} unit="USD" />
      </td>
    </tr>
  )
}
