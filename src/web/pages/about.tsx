import type { FastifyInstance } from 'fastify'
import type { Freshness } from '#src/provenance/source.ts'
import { CATEGORIES, type CategoryKey } from '#src/rating/metrics.ts'
import { Layout, type Site } from '../components/layout.tsx'
import { addPage, STATIC_TERMS } from '../render.ts'
import { aboutTexts } from '../texts/about.tsx'
import { layoutTexts } from '../texts/layout.tsx'

const { from, fresh, rating, limits } = aboutTexts

/** Adds `GET /about`: where the data comes from, how fresh it is, the rating, and limits. */
export function addAboutPage(app: FastifyInstance, site: Site): void {
  addPage(app, '/about', async () => <AboutPage site={site} />, { terms: STATIC_TERMS })
}

const AboutPage = ({ site }: { site: Site }) => (
  <Layout
    site={site}
    head={{
      title: layoutTexts.pageTitle(aboutTexts.title),
      description: aboutTexts.description,
      canonicalPath: '/about',
    }}
  >
    <h1>{aboutTexts.heading}</h1>
    <p class="lead">{aboutTexts.lead}</p>
    <h2>{from.title}</h2>
    <p>{from.text}</p>
    <p>{from.check}</p>
    <h2>{fresh.title}</h2>
    <Fresh freshness={site.freshness} />
    <h2>{rating.title}</h2>
    <p>{rating.lead}</p>
    <ul>
      {(Object.keys(CATEGORIES) as CategoryKey[]).map((key) => (
        <li key={key}>{rating.category(key, CATEGORIES[key])}</li>
      ))}
    </ul>
    <p>{rating.unknown}</p>
    <p>{rating.not}</p>
    <p>{rating.inputs}</p>
    <h2>{limits.title}</h2>
    <ul>
      {limits.list.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  </Layout>
)

const Fresh = ({ freshness }: { freshness: Freshness }) => {
  const { releasedAt, newestReceived, newestTaxPeriodEnd, medianLagMonths } = freshness
  if (releasedAt === undefined) return <p>{fresh.notLoaded}</p>
  return (
    <p>
      {fresh.loaded(releasedAt)} {newestReceived && <>{fresh.received(newestReceived)} </>}
      {newestTaxPeriodEnd && `${fresh.covers(newestTaxPeriodEnd)} `}
      {medianLagMonths !== undefined && `${fresh.lag(medianLagMonths)} `}
      {fresh.old}
    </p>
  )
}
