import { displayName } from '#src/domain/display-name.ts'
import { countOf, formatCount } from '#src/domain/money.ts'
import type { CitedCounterparties, Counterparty, WeakPart } from '#src/network/counterparties.ts'
import { shareOf, toPercent } from '#src/network/identified.ts'
import { toPlace } from '#src/network/party.ts'
import type { Page } from '#src/organizations/page/page.ts'
import { grantsPath } from '#src/web/links.ts'
import { Dollars, inDollars, SourceLink } from '../figure.tsx'
import { formatValue, formatYears } from '../formats.ts'
import { nameOfParty, PartyName } from '../network/party.tsx'
import { column, numeric, Table } from '../table.tsx'
import { Band, linkSection } from './band.tsx'

type GrantsProps = { page: Page; funders: CitedCounterparties; grantees: CitedCounterparties }

/** Funders and grantees from all loaded returns, largest sums first. */
export const Grants = ({ page, funders, grantees }: GrantsProps) => {
  const href = linkSection(page, 'Grants')
  if (funders.count === 0 && grantees.count === 0 && href === undefined) return null
  const { ein } = page.organization
  return (
    <Band
      id="grants"
      title="Grants received and made"
      more={{ href, label: 'All grants listed in this filing' }}
    >
      <div class="columns">
        <Parties
          ein={ein}
          title="Who funds it"
          none="No return loaded here lists a grant to this organization. Gifts from individuals and most government funding are not listed by name in tax filings."
          found={funders}
        />
        <Parties
          ein={ein}
          title="Who it funds"
          none="We found no recipients of its grants among the organizations loaded here."
          found={grantees}
        />
      </div>
      {(funders.weakTotal ?? grantees.weakTotal) && (
        <p class="quiet">
          In an uncertain match, the filed EIN belongs to an organization with a different name, or
          only one funder lists it and no source loaded here knows it. The EIN may be wrong, or may
          belong to a fiscal sponsor or to another member of a group. Check the grant before you
          rely on it.
        </p>
      )}
      <p class="quiet">
        Only funders whose returns are loaded are listed. Returns do not name individual donors.
      </p>
      <p class="more">
        <a href={grantsPath(ein)}>All grants by year</a>
      </p>
    </Band>
  )
}

type PartiesProps = { ein: string; title: string; none: string; found: CitedCounterparties }

/** The organizations on the other side of grants, with their sums. */
const Parties = ({ ein, title, none, found }: PartiesProps) => {
  const { items, count, totalAmount, givenAmount, weakTotal } = found
  const share = shareOf(totalAmount, givenAmount)
  return (
    <div>
      <h3>{title}</h3>
      {items.length === 0 ? (
        <p>{none}</p>
      ) : (
        <>
          <p class="quiet">
            {countOf(count, 'identified organization')}
            {totalAmount !== null && <>, {inDollars(totalAmount)} in total</>}
            {share !== undefined && givenAmount !== null && (
              <>
                {' '}
                ({toPercent(share)}% of the {inDollars(givenAmount)} that its returns list)
              </>
            )}
            {weakTotal && (
              <>
                , <Weak part={weakTotal} whole={totalAmount} />
              </>
            )}
            {count > items.length && `; the ${items.length} largest:`}
          </p>
          <Table<Counterparty>
            name={title}
            rows={items}
            columns={[
              column('Organization', ({ ein, name, city, state, country, primaryForm }) => (
                <PartyName
                  party={{
                    ein,
                    name: nameOfParty({ ein, name }),
                    place: toPlace(city, state, country),
                    profileAvailable: primaryForm !== null,
                  }}
                />
              )),
              numeric('Amount', (party) => <Amount ein={ein} party={party} found={found} />),
              numeric('Grants', ({ grants }) => formatValue(grants)),
              column('Tax years', ({ earliestYear, latestYear }) =>
                formatYears(earliestYear, latestYear),
              ),
            ]}
          />
        </>
      )}
    </div>
  )
}

type WeakProps = { part: WeakPart; whole: number | null }

/** How much of a sum is based on uncertain matches, in dollars if they are filed. */
const Weak = ({ part: { amount, rows }, whole }: WeakProps) => {
  if (amount !== null && amount === whole) return <>all of it is based on uncertain matches</>
  if (amount === null) {
    return rows === 1 ? (
      <>1 grant is based on an uncertain match</>
    ) : (
      <>{countOf(rows, 'grant')} are based on uncertain matches</>
    )
  }
  return <>{inDollars(amount)} is based on uncertain matches</>
}

type AmountProps = {
  /** The EIN of the page, which opens rows of other returns that refer to it. */
  ein: string
  party: Counterparty
  found: CitedCounterparties
}

const Amount = ({ ein, party, found }: AmountProps) => {
  const { amount, grants } = party
  const [ref, weak] = [found.largestRows.get(party.ein), found.weakParts.get(party.ein)]
  const name = displayName(nameOfParty(party))
  return (
    <>
      <Dollars
        ein={ein}
        label={`Grants, ${name}`}
        figure={{ value: amount ?? undefined, ref: grants === 1 ? ref : undefined }}
      />
      {ref !== undefined && (grants > 1 || amount === null) && (
        <span class="below">
          <SourceLink
            ein={ein}
            label={name}
            ref_={ref}
            words={
              grants === 1 ? 'see the grant' : `see the largest of ${formatCount(grants)} grants`
            }
          />
        </span>
      )}
      {weak && (
        <span class="below">
          <Weak part={weak} whole={amount} />
        </span>
      )}
    </>
  )
}
