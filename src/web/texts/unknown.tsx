import type { ComponentChildren } from 'preact'
import { countOf } from '#src/domain/money.ts'

type Content = ComponentChildren

/** Texts on the page of an EIN that is not in the data, and on who names an organization. */
export const unknownTexts = {
  title: (ein: string) => `EIN ${ein}: not in our data`,
  heading: (ein: string) => `EIN ${ein} is not in our data`,
  named: (name: Content) => <>Filings of others name it {name}.</>,
  lead: 'We have no filing and no registry row for this EIN. It may be new, a church, a unit under a group exemption, a government body, or in a state whose registry is not loaded.',
  lag: 'This page is based on filings of other organizations.',
  nothing: 'No filing or award in our data names this EIN. Check its nine digits.',
  next: 'Where to look next',
  search: 'Search by name',
  irs: 'Tax Exempt Organization Search of the IRS',
  irsUrl: 'https://apps.irs.gov/app/eos/',
  loaded: 'Which data is loaded',
  mentioned: 'What the filings of others say',
  grants: (grants: number, funders: number, amount: Content) => (
    <>
      Recipient of {countOf(grants, 'grant')} from {countOf(funders, 'funder')} in the returns
      loaded here
      {amount && <>, {amount} together</>}.
    </>
  ),
  manyGrants: (funders: number, shown: number, amount: Content) => (
    <>
      Recipient of grants from {countOf(funders, 'funder')} in the returns loaded here
      {amount && <>, {amount} together</>}. The {shown} largest are shown.
    </>
  ),
  table: 'Funders',
  heads: { funder: 'Funder', amount: 'Amount', grants: 'Grants', years: 'Tax years' },
  amountOf: (name: string) => `Amount given by ${name}`,
  related: 'Named as a related organization by',
  row: 'Row in Schedule R',
  source: 'source',
  awards: (count: number, amount: Content) => (
    <>
      {countOf(count, 'federal award')} attributed to this EIN{amount && <>: {amount} together</>}.
    </>
  ),
} as const
