import type { ComponentChildren } from 'preact'
import { countOf } from '#src/domain/money.ts'
import type { Direction } from '#src/network/direction.ts'

type Content = ComponentChildren

const TITLES: Record<Direction, string> = { Outgoing: 'Grantees', Incoming: 'Funders' }

/** Texts on the pages of an organization's grants: by year, by place, funders of its peers. */
export const grantsTexts = {
  byYear: {
    title: 'Grants by year',
    all: 'All grants by year',
    directions: 'Money given or received',
    tabs: TITLES,
    heading: (direction: Direction, name: Content) =>
      direction === 'Outgoing' ? <>Who {name} gave to</> : <>Who gave to {name}</>,
    description: (name: string) =>
      `Every funder and grantee of ${name} in the loaded returns, with one amount for each tax year.`,
    lead: (direction: Direction, all: number, unidentified: number, returns: number) =>
      direction === 'Outgoing'
        ? `${countOf(returns, 'return')} of this organization ${returns === 1 ? 'lists' : 'list'} grants to ${countOf(all, 'recipient')}${
            unidentified > 0
              ? `, ${unidentified === all ? 'none of which we could identify' : `${unidentified.toLocaleString('en-US')} of which we could not identify`}`
              : ''
          }.`
        : `${countOf(returns, 'return')} of ${countOf(all, 'funder')} ${returns === 1 ? 'lists' : 'list'} grants to this organization. Funders whose returns are not loaded are missing. Returns do not name individual donors, and most government funding is not listed either.`,
    none: (direction: Direction, isAbroad: boolean) =>
      direction === 'Outgoing'
        ? isAbroad
          ? 'The loaded returns of this organization list only grants abroad, by place and without names.'
          : 'No loaded return of this organization lists grants.'
        : 'No loaded return of a funder lists a grant to this organization.',
    matched: (percent: number, amount: Content, year: number, weak: Content) => (
      <>
        We matched {percent}% of the {amount} paid in {year} to organizations
        {weak && <>; the match of {weak} is uncertain</>}.
      </>
    ),
    years: 'Totals by tax year',
    yearHeads: {
      year: 'Tax year',
      reported: {
        Outgoing: 'Grants paid, as reported',
        Incoming: 'All contributions, as reported by this organization',
      } satisfies Record<Direction, string>,
      listed: 'Listed by name',
      identified: 'Matched to an organization',
      weak: 'Of these, uncertain',
      share: 'Share of grants paid',
      rows: 'Rows',
      unidentified: 'Rows not matched',
    },
    yearNote: {
      Outgoing:
        'The reported total is that of grants to domestic organizations and governments, if the form has such a line. It includes grants of $5,000 or less, which Form 990 does not list by name.',
      Incoming:
        'A grant is shown in the tax year of the funder’s return, which can be another year than the recipient’s.',
    } satisfies Record<Direction, string>,
    table: (direction: Direction) => `${TITLES[direction]} by tax year`,
    heads: {
      name: { Outgoing: 'Grantee', Incoming: 'Funder' } satisfies Record<Direction, string>,
      total: 'Total',
      earlier: 'Earlier',
      grants: 'Grants',
      first: 'First year',
      last: 'Last year',
    },
    onlyYear: 'With a grant in',
    allYears: 'All years',
    notIdentified: 'not identified',
    notInData: 'not in our data',
    weak: 'uncertain match',
    noAmount: 'no amount',
    cell: (name: string, year: string) => `${name}, ${year}`,
    rows: (count: number) => countOf(count, 'row'),
    list: (grants: number, name: string) => `${countOf(grants, 'grant')}, ${name}: list them`,
    notKnown: 'not known',
    peers: 'Funders of similar organizations',
  },
  byPlace: {
    title: (year: number) => `Where its grants went, tax year ${year}`,
    lead: (year: number, returns: number, grants: number, amount: Content) => (
      <>
        {returns === 1 ? 'The return' : `${returns} returns`} for {year}{' '}
        {returns === 1 ? 'lists' : 'list'} {countOf(grants, 'grant')}
        {amount && <>, {amount} in total</>}. Each grant counts at the address in its row or, on
        Schedule F, in its region, and the table adds up to the total.
      </>
    ),
    notPlaced: (amount: Content) => <>The return states no place for {amount} of it.</>,
    link: 'Where its grants went',
    table: 'Grants by place',
    more: (count: number) => `${countOf(count, 'more place')}`,
    heads: { place: 'Place', recipients: 'Recipients', amount: 'Amount' },
    region: 'region of Schedule F',
    unknown: 'Place not filed',
  },
  peers: {
    title: 'Funders of similar organizations',
    heading: (name: Content) => <>Who funds organizations like {name}</>,
    description: (name: string) =>
      `Funders of organizations similar to ${name} that do not fund it in the loaded returns.`,
    lead: (funders: number, peers: number) =>
      funders === 0
        ? `No funder in the loaded returns supports two or more of the ${peers} most similar organizations without supporting this one.`
        : `${countOf(funders, 'funder')} in the loaded returns ${funders === 1 ? 'supports' : 'support'} at least two of the ${peers} most similar organizations and ${funders === 1 ? 'lists' : 'list'} no grant to this one. A funder whose newer returns are not loaded may fund it by now.`,
    table: 'Funders by number of similar organizations',
    heads: {
      funder: 'Funder',
      count: 'Peers funded',
      peers: 'Grants to them',
      total: 'Total',
      median: 'Median grant',
      last: 'Last year',
    },
    grantsTo: (grants: number, last: number) => `${countOf(grants, 'grant')}, last in ${last}`,
    peerList: 'Similar organizations compared',
    noPeers: (why: string) => `We can’t find similar organizations: ${why}`,
    more: (count: number) => `and ${count} more`,
  },
} as const
