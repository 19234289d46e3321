import { toLocation } from '#src/domain/places.ts'
import type { CitedCounterparties } from '#src/network/counterparties.ts'
import type { Counterparty, WeakPart } from '#src/network/counterparty.ts'
import { organizationPath } from '#src/web/links.ts'
import type { Overview } from '#src/web/pages/overview.ts'
import { Figure, formatValue } from '../figure.tsx'
import { Name } from '../name.tsx'
import { Scroll } from '../scroll.tsx'
import { SourceLink } from '../value.tsx'
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
          ein={ein}
          title="Who funds it"
          none="No return that is loaded lists a grant to it. Gifts of people and many public funds stand in no return by name."
          found={funders}
        />
        <Parties
          ein={ein}
          title="Whom it funds"
          none="No recipient of its grants was found among the organizations that are loaded."
          found={grantees}
        />
      </div>
      {(funders.weakTotal ?? grantees.weakTotal) && (
        <p class="quiet">
          Weak: the row gives the recipient’s EIN beside a name that is not its own. It may be a
          slip, a fiscal sponsor or a member of a group: look at the row before relying on it.
        </p>
      )}
      <p class="quiet">
        Amounts and totals are sums of the rows of grants paid in all returns that are loaded, of
        all years, whose recipients were found. The whole lists, and each grant with its evidence,
        are in the API, with a key: <a href="/docs">{`funders, grantees and grants of ${ein}`}</a>.
      </p>
    </Band>
  )
}

type PartiesProps = { ein: string; title: string; none: string; found: CitedCounterparties }

const Parties = ({
  ein,
  title,
  none,
  found: { items, count, totalAmount, largestRows, weakParts, weakTotal },
}: PartiesProps) => (
  <div>
    <h3>{title}</h3>
    {items.length === 0 ? (
      <p>{none}</p>
    ) : (
      <>
        <p class="quiet">
          {count === 1 ? '1 organization' : `${formatValue(count)} organizations`}
          {totalAmount !== null && `, ${formatValue(totalAmount, 'USD')} together`}
          {weakTotal && `, ${describeWeak(weakTotal, totalAmount)}`}
          {count > items.length && `; the ${items.length} largest:`}
        </p>
        <Scroll name={title}>
          <table>
            <caption class="hidden">{title}</caption>
            <thead>
              <tr>
                <th scope="col">Organization</th>
                <th scope="col" class="number">
                  Amount
                </th>
                <th scope="col" class="number">
                  Grants
                </th>
                <th scope="col">Tax years</th>
              </tr>
            </thead>
            <tbody>
              {items.map((party) => (
                <PartyRow
                  key={party.ein}
                  ein={ein}
                  party={party}
                  ref_={largestRows.get(party.ein)}
                  weak={weakParts.get(party.ein)}
                />
              ))}
            </tbody>
          </table>
        </Scroll>
      </>
    )}
  </div>
)

type RowProps = {
  /** Whose page it is: rows of others' returns that name it open as its evidence. */
  ein: string
  party: Counterparty
  /** Ref of the only or largest row of the sum. */
  ref_: string | undefined
  weak: WeakPart | undefined
}

/** How much of a sum is weak, in dollars where they are filed. */
function describeWeak({ amount, rows }: WeakPart, whole: number | null): string {
  if (amount !== null && amount === whole) return 'all of it weak'
  const told =
    amount === null ? `${rows} ${rows === 1 ? 'row' : 'rows'}` : formatValue(amount, 'USD')
  return `${told} of it weak`
}

const PartyRow = ({ ein: own, party, ref_: ref, weak }: RowProps) => {
  const { ein, name, primaryForm, amount, grants, earliestYear, latestYear } = party
  const shown = <Name>{name ?? `EIN ${ein}`}</Name>
  const place = toLocation(party)
  return (
    <tr>
      <th scope="row">
        {primaryForm === null ? shown : <a href={organizationPath(ein)}>{shown}</a>}
        {place && <span class="below quiet">{place}</span>}
      </th>
      <td class="number">
        <Figure
          ein={own}
          label={`Grants, ${name ?? ein}`}
          value={amount ?? undefined}
          unit="USD"
          ref_={grants === 1 ? ref : undefined}
        />
        {ref !== undefined && (grants > 1 || amount === null) && (
          <span class="below">
            <SourceLink
              ein={own}
              label={name ?? ein}
              ref_={ref}
              words={grants === 1 ? 'its row' : `the largest of ${formatValue(grants)} rows`}
            />
          </span>
        )}
        {weak && <span class="below">{describeWeak(weak, amount)}</span>}
      </td>
      <td class="number">{formatValue(grants)}</td>
      <td>{earliestYear === latestYear ? latestYear : `${earliestYear}–${latestYear}`}</td>
    </tr>
  )
}
