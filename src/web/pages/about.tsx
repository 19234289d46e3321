import { CATEGORIES, type CategoryKey } from '#src/rating/metrics.ts'
import { Layout } from '../components/layout.tsx'
import { TextList } from '../components/text.tsx'
import { addPage, type Pages, STATIC_TERMS } from '../render.ts'

/** What each category of the rating looks at. */
const LOOKS_AT = {
  financialEfficiency: 'how much goes to programs, administration, and fundraising',
  transparency: 'written policies, minutes, audits, and whether the return is published',
  accountability:
    'independent board members, officers’ pay, deals with insiders, and contradictions in the return',
  sustainability: 'how long reserves would last, and debt',
  growth: 'how revenue and spending change over the years',
} as const

/** Adds `GET /about`: where the data comes from, how fresh it is, the rating, and limits. */
export function addAboutPage(pages: Pick<Pages, 'app' | 'site'>): void {
  addPage(pages, '/about', async () => <AboutPage />, { terms: STATIC_TERMS })
}

const AboutPage = () => (
  <Layout
    title="About"
    description="Where the figures come from, how fresh they are, how the rating works, and what the data cannot show."
    path="/about"
  >
    <h1>About this site</h1>
    <p class="lead">
      This site shows what U.S. nonprofits report to the IRS. Figures as filed link to the line of
      the filing that they come from; calculated figures show their formula.
    </p>
    <h2>Where the data comes from</h2>
    <p>
      It comes from the tax returns that the IRS publishes (Forms 990, 990-EZ, 990-PF, 990-T, and
      990-N), IRS lists of exempt organizations, federal awards from USAspending.gov, and U.S.
      sanctions and exclusion lists. Some of these sources may not be loaded here.{' '}
      <a href="/sources">See each source and how much of it is loaded</a>.
    </p>
    <p>
      To check a figure, follow its link. The page shows the value as filed, where it is in the
      return, a citation to copy, and the return to download.
    </p>
    <h2>How fresh it is</h2>
    <p>
      The foot of every page says when its data was loaded, which return is the newest, and how many
      months after a year returns arrive. The IRS publishes them later still, so something that
      happened this year is usually not here yet.
    </p>
    <h2>How the rating works</h2>
    <p>
      The rating compares what an organization reports on its latest Form 990 or 990-EZ with similar
      organizations: the same form, cause, and size, if at least 30 filers share them. Otherwise it
      compares a wider group, and the page says so. It runs from 0 to 100 and has five parts:
    </p>
    <ul>
      {(Object.keys(CATEGORIES) as CategoryKey[]).map((key) => (
        <li key={key}>
          <strong>{CATEGORIES[key].label}</strong>, {CATEGORIES[key].weight} of 100 points:{' '}
          {LOOKS_AT[key]}.
        </li>
      ))}
    </ul>
    <p>
      If a part cannot be calculated, its points are lost. A short form has fewer answers, so it
      cannot reach every point.
    </p>
    <p>
      The rating does not judge an organization’s work, is not an audit, and is not advice.
      Foundations and organizations that file only a postcard are not rated.
    </p>
    <p>Each organization’s page shows every figure behind its score.</p>
    <h2>What the data cannot show</h2>
    <TextList
      texts={[
        'Donors: returns do not name the individuals who give, and the IRS removes names of large donors.',
        'Small grants: most returns list only grants above $5,000.',
        'Churches and some religious and government bodies, which do not have to file.',
        'Work and results: returns describe money, people, and rules, in the organization’s own words.',
        'Mistakes: we show returns as filed. If a return contradicts itself, we say so.',
        'Whether your own gift is deductible: pages repeat what the lists of the IRS say.',
      ]}
    />
  </Layout>
)
