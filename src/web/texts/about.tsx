import { formatMonth } from '#src/domain/days.ts'
import { Day } from '../components/text.tsx'

type Category = { label: string; weight: number }

/** What each category of the rating looks at. */
const LOOKS_AT = {
  financialEfficiency: 'how much goes to programs, administration, and fundraising',
  transparency: 'written policies, minutes, audits, and whether the return is published',
  accountability:
    'independent board members, officers’ pay, deals with insiders, and contradictions in the return',
  sustainability: 'how long reserves would last, and debt',
  growth: 'how revenue and spending change over the years',
} as const

/** Texts on the page about the site, for donors and journalists. */
export const aboutTexts = {
  title: 'About',
  heading: 'About this site',
  description:
    'Where the figures come from, how fresh they are, how the rating works, and what the data cannot show.',
  lead: 'This site shows what U.S. nonprofits report to the IRS. Every figure links to the line of the filing that it comes from.',
  from: {
    title: 'Where the data comes from',
    text: (
      <>
        From the tax returns that the IRS publishes (Forms 990, 990-EZ, 990-PF, 990-T, and 990-N),
        IRS lists of exempt organizations, federal awards from USAspending.gov, and U.S. sanctions
        and exclusion lists. Not every source is loaded everywhere.{' '}
        <a href="/sources">See each source and how much of it is loaded</a>.
      </>
    ),
    check:
      'To check a figure, follow its link. The page shows the value as filed, where it is in the return, a citation to copy, and the return to download.',
  },
  fresh: {
    title: 'How fresh it is',
    notLoaded: 'No data is loaded yet.',
    loaded: (day: string) => (
      <>
        Loaded on <Day iso={day} />.
      </>
    ),
    received: (day: string) => (
      <>
        The IRS received the newest return on <Day iso={day} />.
      </>
    ),
    covers: (day: string) =>
      `The latest fiscal year that a return covers ended in ${formatMonth(day)}.`,
    lag: (months: number) =>
      `Half of the newest returns arrived more than ${months} ${months === 1 ? 'month' : 'months'} after the year they cover, and the IRS publishes them later still.`,
    old: 'Something that happened this year is usually not here yet.',
  },
  rating: {
    title: 'How the rating works',
    lead: 'The rating compares what an organization reports on its latest Form 990 or 990-EZ with similar organizations: the same form, and where possible the same cause and size. It runs from 0 to 100 and has five parts:',
    category: (key: keyof typeof LOOKS_AT, { label, weight }: Category) => (
      <>
        <strong>{label}</strong>, {weight} of 100 points: {LOOKS_AT[key]}.
      </>
    ),
    unknown:
      'If a part cannot be calculated, its points are lost. A short form has fewer answers, so it cannot reach every point.',
    not: 'The rating does not judge an organization’s work, is not an audit, and is not advice. Foundations and organizations that file only a postcard are not rated.',
    inputs: 'Each organization’s page shows every figure behind its score.',
  },
  limits: {
    title: 'What the data cannot show',
    list: [
      'Donors: returns do not name the individuals who give, and the IRS removes names of large donors.',
      'Small grants: most returns list only grants above $5,000.',
      'Churches and some religious and government bodies, which do not have to file.',
      'Work and results: returns describe money, people, and rules, in the organization’s own words.',
      'Mistakes: we show returns as filed. If a return contradicts itself, we say so.',
      'Deductibility: check recognition with the IRS before you give.',
    ],
  },
} as const
