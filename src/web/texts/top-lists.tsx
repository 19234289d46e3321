import { Day } from '../components/text.tsx'

/** Texts on the top lists page. */
export const topListsTexts = {
  title: ({ week, year }: { week: number; year: number }) => `Top lists, week ${week} of ${year}`,
  description: ({ length, causes }: { length: number; causes: number }) =>
    `The ${length} largest rated nonprofits in each of ${causes} causes. Every figure links to its filing.`,
  lag: 'Each figure comes from the organization’s latest return. Later changes are not included.',
  heading: 'Top lists',
  lead: (given: { week: number; year: number; day: string; length: number }) => (
    <>
      These lists are for week {given.week} of {given.year} and were calculated on{' '}
      <Day iso={given.day} />. Each list has {given.length} organizations. A cause with fewer
      eligible organizations has no list.
    </>
  ),
  missing:
    'There are no lists yet. A list needs a cause with at least ten rated organizations whose latest return is current.',
  order: 'Order',
  byRevenue: 'By revenue',
  byProminence: 'By prominence',
  revenueMethod: 'Lists are sorted by total revenue on the latest return, largest first.',
  prominenceMethod:
    'Lists are sorted by prominence, so that large, well-rated organizations come first. Prominence is the logarithm of revenue, multiplied by the rating: log10(1 + revenue) × score.',
  ties: 'Ties are sorted by EIN. Size does not indicate quality.',
  method: 'How organizations are chosen and ranked',
  eligible: ({ year }: { year: number | undefined }) =>
    `An organization is eligible if its latest return is a Form 990 or 990-EZ${year === undefined ? '' : ` for tax year ${year} or later`}, reports total revenue, and is rated by the current model.`,
  excluded: 'The lists exclude:',
  exclusions: [
    'Postcard filers and private foundations, because they are not rated.',
    'Organizations whose latest return is for an earlier tax year.',
    'Organizations without a known cause.',
    'Organizations whose tax exemption was revoked.',
    'Organizations on a restriction list.',
  ],
  causes: 'Causes',
  listed: ({ length, eligible }: { length: number; eligible: string }) =>
    `The top ${length} of ${eligible} eligible organizations.`,
  all: ({ cause }: { cause: string }) => `All organizations in ${cause}`,
  table: ({ length, cause }: { length: number; cause: string }) => `Top ${length} in ${cause}`,
  caption: ({ cause, order }: { cause: string; order: string }) =>
    `${cause}, by ${order.toLowerCase()}`,
  heads: {
    rank: 'Rank',
    organization: 'Organization',
    revenue: 'Total revenue',
    rating: 'Rating',
    filing: 'Filing',
  },
  noPlace: 'location unknown',
  revenueOf: ({ name }: { name: string }) => `Total revenue of ${name}`,
  ratingOf: ({ name }: { name: string }) => `Rating of ${name}`,
} as const
