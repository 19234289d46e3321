import { countOf, formatCount } from '#src/domain/money.ts'
import { Day } from '../components/text.tsx'

/** Texts on the page with totals of all filings. */
export const sectorTexts = {
  title: 'Totals of U.S. nonprofits',
  description:
    'Totals from the public filings of U.S. nonprofits: organizations, revenue, expenses, and assets, by tax year, exemption, and cause.',
  heading: 'Totals of all loaded filings',
  missing: 'There are no totals yet. They need at least one return in the search index.',
  lead: 'This page shows totals from all filings loaded here. Each total shows which line of Form 990 it adds up, and how many returns report that line.',
  lag: 'Totals grow as more filings arrive. The table shows which tax years are complete.',
  asData: (
    <>
      Get these totals from the API:{' '}
      <a href="/api/v2/stats" rel="nofollow">
        /api/v2/stats
      </a>{' '}
      and{' '}
      <a href="/api/v2/charity/0/metrics" rel="nofollow">
        /api/v2/charity/0/metrics
      </a>
      .
    </>
  ),
  search: (
    <>
      To find figures for one organization, use the <a href="/">search</a>.
    </>
  ),

  totals: 'Totals',
  filers: 'Organizations that filed',
  filersNote: 'With at least one return or postcard (Form 990-N)',
  filings: 'Current filings',
  filingsNote: 'Includes postcards, but not filings that were replaced',
  byForm: ({ counts }: { counts: string }) => `By form: ${counts}.`,
  usualYear: ({ year }: { year: number }) =>
    `For most filers, the latest return is for tax year ${year}.`,
  revenue: 'Revenue',
  revenueNote: (given: {
    formula: string
    filings: string
    organizations: string
    years: string
  }) =>
    `${given.formula}, from the latest Form 990 of each organization: ${given.filings} of ${given.organizations} organizations, ${given.years}`,
  programs: 'Spent on programs',
  programsNote: ({ formula, filings }: { formula: string; filings: string }) =>
    `${formula}, from the ${filings} of these returns that report it`,
  taxYear: ({ year }: { year: number }) => `tax year ${year}`,
  taxYears: ({ first, last }: { first: number; last: number }) => `tax years ${first} to ${last}`,

  byExemption: 'By exemption',
  exemptionChart: 'Registered organizations by tax code section',
  section: 'Section',
  exemptionNote: ({ organizations, day }: { organizations: string; day: string }) => (
    <>
      The loaded IRS registry lists {organizations} exempt organizations as of <Day iso={day} />,
      including those that do not file.
    </>
  ),
  sections: 'sections',
  byCause: 'By cause',
  causeChart: 'Organizations by cause',
  cause: 'Cause',
  causeNote: ({ organizations }: { organizations: string }) =>
    `This table groups all ${organizations} searchable organizations by NTEE major group. An organization without an NTEE code in the IRS registry is in the group that best matches its own description.`,
  causes: 'causes',
  drawn: ({ most, count, what }: { most: number; count: number; what: string }) =>
    ` The chart shows the ${most} largest of ${count} ${what}. The table shows all of them.`,
  organizations: 'Organizations',
  share: 'Share',

  years: 'By year',
  noneComplete: 'We do not know whether any tax year is complete.',
  complete: ({ year }: { year: number }) =>
    `Tax year ${year} is the latest complete year: at least 90% of the organizations that filed for the year before have filed for it.`,
  partial: ({ years }: { years: string }) => `The charts leave out incomplete years: ${years}.`,
  summed: (given: {
    first: { taxYear: number; filings: number }
    last: { taxYear: number; filings: number }
  }) =>
    `Each point is the sum of the returns for one year, and the number of returns varies: ${countOf(given.first.filings, 'return')} for ${given.first.taxYear}, ${countOf(given.last.filings, 'return')} for ${given.last.taxYear}. A rising line can mean that there are more returns, not larger organizations.`,
  charts: {
    revenue: 'Revenue and expenses',
    assets: 'Assets and liabilities, end of year',
    organizations: 'Organizations in these totals',
  },
  sumsOf: ({ count }: { count: string }) => ` (totals of ${count} returns per year)`,
  table: 'Totals by tax year',
  caption:
    'Form 990, by tax year. The number below each total is the number of returns that report it.',
  taxYearHead: 'Tax year',
  growth: 'Revenue growth',
  ofReturns: ({ count }: { count: number }) => `from ${countOf(count, 'return')}`,
  unknown: 'unknown',
  notReported: 'not reported',
  mayBeComplete: ({ filings }: { filings: number }) =>
    `may be incomplete, ${countOf(filings, 'return')}`,
  isComplete: ({ filings }: { filings: number }) => `complete, ${countOf(filings, 'return')}`,
  isPartial: 'incomplete',
  isPartialAt: ({ share }: { share: string }) => `incomplete, ${share} received`,
  method: 'How the totals are calculated',
  growthMethod:
    'Growth is shown only between two consecutive complete years that each have at least ten returns. A year can be checked for completeness only if at least ten returns for the year before are loaded.',
  range: ({ least, most }: { least: number; most: number }) =>
    least === most ? formatCount(most) : `${formatCount(least)} to ${formatCount(most)}`,
} as const
