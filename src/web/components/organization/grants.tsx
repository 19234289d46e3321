import type { ComponentChildren } from 'preact'
import { displayName } from '#src/domain/display-name.ts'
import { countOf, describeShare } from '#src/domain/money.ts'
import type { CitedCounterparties, Counterparty, WeakPart } from '#src/network/counterparties.ts'
import { shareOf } from '#src/network/identified.ts'
import { toPlace } from '#src/network/party.ts'
import { isGrantmaker } from '#src/organizations/organization.ts'
import type { Page } from '#src/organizations/page/page.ts'
import { grantsPath } from '#src/web/links.ts'
import { Dollars, inDollars, SourceLink } from '../figure.tsx'
import { formatYears, listYears } from '../formats.ts'
import { nameOfParty, PartyName } from '../network/party.tsx'
import { Band, queryOf } from './band.tsx'

type GrantsProps = { page: Page; funders: CitedCounterparties; grantees: CitedCounterparties }

const SIDES = {
  funders: {
    title: 'Who funds it',
    direction: 'Incoming',
    gave: (one: string, what: ComponentChildren) => (
      <>
        {one} gave it {what}
      </>
    ),
    none: 'No return loaded here lists a grant to this organization. Gifts from individuals and most government funding are not listed by name in tax filings.',
  },
  grantees: {
    title: 'Who it funds',
    direction: 'Outgoing',
    gave: (one: string, what: ComponentChildren) => (
      <>
        It gave {what} to {one}
      </>
    ),
    none: 'We found no recipients of its grants among the organizations loaded here.',
  },
} as const

/** The largest funders, or grantees of a grantmaker, and one sentence about the other side. */
export const Grants = ({ page, ...parties }: GrantsProps) => {
  const { organization } = page
  const { ein } = organization
  const first = isGrantmaker(organization) ? 'grantees' : 'funders'
  const other = first === 'grantees' ? 'funders' : 'grantees'
  const { title, none, direction } = SIDES[first]
  const found = parties[first]
  const { funders, grantees } = parties
  return (
    <Band
      id="grants"
      title={title}
      more={{
        href: grantsPath(ein, { Direction: direction, Year: queryOf(page).Year }),
        label: 'All grants by year',
      }}
    >
      {found.items.length === 0 ? (
        <p>{none}</p>
      ) : (
        <Parties ein={ein} side={first} found={found} most={MAX_PARTIES} />
      )}
      {parties[other].items.length > 0 && <Sum side={other} found={parties[other]} />}
      {(funders.items.length > 0 || grantees.items.length > 0) && (
        <p class="quiet">
          {found.weakTotal &&
            'In an uncertain match, the EIN and the name that the return states do not agree. '}
          Only returns loaded here are counted.
          {funders.items.length > 0 && ' Returns do not name individual donors.'}
        </p>
      )}
    </Band>
  )
}

/** More are on the tab. */
const MAX_PARTIES = 3

type PartiesProps = SumProps & { ein?: string; most: number }

/** The sum of one side, and its largest organizations. Without `ein`, sources open at the funders. */
export const Parties = ({ ein, side, found, most }: PartiesProps) => (
  <>
    <Sum side={side} found={found} />
    <ul class="rows-plain">
      {found.items.slice(0, most).map((party) => (
        <li key={party.ein}>
          <PartyName
            party={{
              ein: party.ein,
              name: nameOfParty(party),
              place: toPlace(party.city, party.state, party.country),
              profileAvailable: party.primaryForm !== null,
            }}
          />{' '}
          <Amount ein={ein ?? party.ein} party={party} found={found} />
        </li>
      ))}
    </ul>
  </>
)

type SumProps = { side: keyof typeof SIDES; found: CitedCounterparties }

/** How many organizations gave or received how much, in which years. */
const Sum = ({ side, found }: SumProps) => {
  const { count, totalAmount, givenAmount, weakTotal, years } = found
  const share = shareOf(totalAmount, givenAmount)
  const when = years && ` in tax ${years.length === 1 ? 'year' : 'years'} ${listYears(years)}`
  const amount = totalAmount === null ? countOf(count, 'grant') : inDollars(totalAmount)
  return (
    <p>
      {SIDES[side].gave(countOf(count, 'identified organization'), amount)}
      {when}
      {share !== undefined && share < 0.995 && givenAmount !== null && (
        <>
          , {describeShare(share)} of the {inDollars(givenAmount)} that its returns list
        </>
      )}
      {weakTotal && (
        <>
          ; <Weak part={weakTotal} whole={totalAmount} />
        </>
      )}
      .
    </p>
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

/** The sum of a party, with its years; one grant leads to its row, more to the largest of them. */
const Amount = ({ ein, party, found }: AmountProps) => {
  const { amount, grants, earliestYear, latestYear } = party
  const [ref, weak] = [found.largestRows.get(party.ein), found.weakParts.get(party.ein)]
  const name = displayName(nameOfParty(party))
  return (
    <>
      {amount !== null && (
        <Dollars
          ein={ein}
          label={`Grants, ${name}`}
          figure={{ value: amount, ref: grants === 1 ? ref : undefined }}
        />
      )}
      <span class="quiet">
        {` in ${countOf(grants, 'grant')}, ${formatYears(earliestYear, latestYear)}`}
        {weak && (
          <>
            ; <Weak part={weak} whole={amount} />
          </>
        )}
      </span>{' '}
      {ref !== undefined && (grants > 1 || amount === null) && (
        <SourceLink ein={ein} label={name} ref_={ref} words={grants === 1 ? 'source' : 'largest'} />
      )}
    </>
  )
}
