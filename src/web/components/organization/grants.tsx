import { displayName } from '#src/domain/display-name.ts'
import { formatEin } from '#src/domain/ein.ts'
import { countOf } from '#src/domain/money.ts'
import { toLocation } from '#src/domain/places.ts'
import type { CitedCounterparties } from '#src/network/counterparties.ts'
import type { Counterparty, WeakPart } from '#src/network/counterparty.ts'
import { organizationPath } from '#src/web/links.ts'
import type { Overview } from '#src/web/pages/overview.ts'
import { Figure, Short, SourceLink } from '../figure.tsx'
import { formatValue } from '../formats.ts'
import { numeric, Table } from '../table.tsx'
import { DisplayName, MaybeLink } from '../text.tsx'
import { Band, linkSection } from './band.tsx'

/** Funders and grantees by all returns loaded, the largest sums first. */
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
          none="No return loaded here lists a grant to it. Gifts from individuals and most government funding are not listed by name in tax filings."
          found={funders}
        />
        <Parties
          ein={ein}
          title="Whom it funds"
          none="No recipient of its grants was found among the organizations loaded here."
          found={grantees}
        />
      </div>
      {(funders.weakTotal ?? grantees.weakTotal) && (
        <p class="quiet">
          Uncertain matches: the row gives the recipient’s EIN beside another name. It may be a
          slip, a fiscal sponsor or a member of a group: look at the row before relying on it.
        </p>
      )}
      <p class="quiet">
        Amounts and totals add up the grants paid, in all years and all returns loaded here, whose
        recipients were found. With a key, the API has the complete lists, and each grant with its
        evidence: <a href="/docs">{`funders, grantees and grants of ${formatEin(ein)}`}</a>.
      </p>
    </Band>
  )
}

type PartiesProps = { ein: string; title: string; none: string; found: CitedCounterparties }

const Parties = ({ ein, title, none, found }: PartiesProps) => {
  const { items, count, totalAmount, largestRows, weakParts, weakTotal } = found
  return (
    <div>
      <h3>{title}</h3>
      {items.length === 0 ? (
        <p>{none}</p>
      ) : (
        <>
          <p class="quiet">
            {countOf(count, 'organization')}
            {totalAmount !== null && (
              <>
                , <Short value={totalAmount} unit="USD" /> together
              </>
            )}
            {weakTotal && (
              <>
                , <Weak part={weakTotal} whole={totalAmount} />
              </>
            )}
            {count > items.length && `; the ${items.length} largest:`}
          </p>
          <Table
            name={title}
            heads={['Organization', numeric('Amount'), numeric('Grants'), 'Tax years']}
          >
            {items.map((party) => (
              <PartyRow
                key={party.ein}
                ein={ein}
                party={party}
                ref_={largestRows.get(party.ein)}
                weak={weakParts.get(party.ein)}
              />
            ))}
          </Table>
        </>
      )}
    </div>
  )
}

type WeakProps = { part: WeakPart; whole: number | null }

/** How much of a sum rests on uncertain matches, in dollars if they are filed. */
const Weak = ({ part: { amount, rows }, whole }: WeakProps) => {
  if (amount !== null && amount === whole) return <>all of it rests on uncertain matches</>
  if (amount === null) {
    return <>{`${countOf(rows, 'row')} ${rows === 1 ? 'rests' : 'rest'} on uncertain matches`}</>
  }
  return (
    <>
      <Short value={amount} unit="USD" /> rests on uncertain matches
    </>
  )
}

type RowProps = {
  /** The EIN of the page, which opens the rows of other returns that name it. */
  ein: string
  party: Counterparty
  /** The Ref of the only or largest row of the sum. */
  ref_: string | undefined
  weak: WeakPart | undefined
}

const PartyRow = ({ ein: own, party, ref_: ref, weak }: RowProps) => {
  const { ein, primaryForm, amount, grants, earliestYear, latestYear } = party
  const name = party.name ?? `EIN ${formatEin(ein)}`
  const place = toLocation(party)
  return (
    <tr>
      <th scope="row">
        <MaybeLink href={primaryForm === null ? undefined : organizationPath(ein)}>
          <DisplayName name={name} />
        </MaybeLink>
        {place && (
          <span class="below quiet">
            <DisplayName name={place} />
          </span>
        )}
      </th>
      <td class="number">
        <Figure
          ein={own}
          label={`Grants, ${displayName(name)}`}
          value={amount ?? undefined}
          unit="USD"
          ref_={grants === 1 ? ref : undefined}
          isShort
        />
        {ref !== undefined && (grants > 1 || amount === null) && (
          <span class="below">
            <SourceLink
              ein={own}
              label={displayName(name)}
              ref_={ref}
              words={grants === 1 ? 'its row' : `the largest of ${formatValue(grants)} rows`}
            />
          </span>
        )}
        {weak && (
          <span class="below">
            <Weak part={weak} whole={amount} />
          </span>
        )}
      </td>
      <td class="number">{formatValue(grants)}</td>
      <td>{earliestYear === latestYear ? latestYear : `${earliestYear}–${latestYear}`}</td>
    </tr>
  )
}
