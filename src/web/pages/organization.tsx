import etag from '@fastify/etag'
import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { answerUnchanged } from '#src/api/shared/conditional.ts'
import { oneOf, taxYear } from '#src/api/shared/parameters.ts'
import { displayName } from '#src/domain/display-name.ts'
import { parseTypedEin } from '#src/domain/ein.ts'
import { FORMS } from '#src/domain/form.ts'
import { ApiError } from '#src/platform/errors.ts'
import { ChecksBand } from '../components/checks.tsx'
import { lagOf } from '../components/filing.tsx'
import { Layout, type Site } from '../components/layout.tsx'
import { FlowBand } from '../components/money-flow.tsx'
import { Awards } from '../components/organization/awards.tsx'
import { Filings, Further, Sections } from '../components/organization/further.tsx'
import { Grants } from '../components/organization/grants.tsx'
import { FilingSwitch, Hero, ShownFiling } from '../components/organization/hero.tsx'
import { KeyFigures } from '../components/organization/key-figures.tsx'
import { Governance, Leadership } from '../components/organization/people.tsx'
import { Programs } from '../components/organization/programs.tsx'
import { Trends } from '../components/organization/trends.tsx'
import { VerdictCard } from '../components/organization/verdict.tsx'
import { WithPrintedSources } from '../components/printed-sources.tsx'
import { RatingBand } from '../components/rating.tsx'
import { RelatedBand } from '../components/related.tsx'
import { organizationPath } from '../links.ts'
import { addPage, type WebDeps } from '../render.ts'
import { type Overview, readOverview } from './overview.ts'
import { registeredOnlyPage } from './registered-only.tsx'

const SCHEMA = {
  params: z.object({ ein: z.string() }),
  // Unknown parameters are ignored, because shared links carry tracking tags.
  querystring: z.object({
    Form: oneOf(FORMS, 'Form to show. Default: the primary form.').optional(),
    Year: taxYear('Tax year to show. Default: the latest year of the form.'),
  }),
}

/** `GET /charity/{ein}`: an organization at a glance; 301 from other spellings of its EIN. */
export const organizationPage =
  (deps: WebDeps, site: Site): FastifyPluginAsync =>
  async (app) => {
    await app.register(etag, { weak: true, replyWith304: false })
    app.addHook('onSend', answerUnchanged)
    addPage(
      app,
      '/charity/:ein',
      async ({ params, query: { Form: form, Year: year } }, reply) => {
        const ein = requireEin(params.ein)
        if (ein !== params.ein) return reply.redirect(organizationPath(ein, { form, year }), 301)
        try {
          const overview = await readOverview(deps, ein, { form, year })
          return <OrganizationPage site={site} overview={overview} origin={site.origin()} />
        } catch (error) {
          return registeredOnlyPage(reply, deps, site, ein, error)
        }
      },
      SCHEMA,
    )
  }

/** Returns the EIN of an address as nine digits. Throws ApiError InvalidParameters. */
function requireEin(text: string): string {
  const ein = parseTypedEin(text)
  if (ein) return ein
  const msg = 'must be a nine-digit EIN, such as 12-3456789'
  throw new ApiError('InvalidParameters', { issues: [{ loc: ['path', 'ein'], msg, type: 'ein' }] })
}

type Props = { site: Site; origin: string; overview: Overview }

const OrganizationPage = ({ site, origin, overview }: Props) => {
  const { seo, compiledAt, filing } = overview.page
  const { canonicalPath, jsonLd } = seo
  // A title ends with the EIN, which is not a name; a description may begin with the name.
  const title = seo.title.replace(/^.*(?= \| )/s, displayName)
  const filed = overview.page.hero.name.value
  const description = seo.description.replace(filed, () => displayName(filed))
  return (
    <Layout
      site={site}
      head={{ title, description, canonicalPath, jsonLd }}
      releasedAt={compiledAt}
      lag={lagOf(filing)}
    >
      <WithPrintedSources origin={origin}>
        <div class="organization">
          <div class="top">
            <div>
              <Hero page={overview.page} />
              <FilingSwitch overview={overview} />
              <ShownFiling overview={overview} />
            </div>
            <VerdictCard overview={overview} />
          </div>
          <KeyFigures overview={overview} />
          <Trends overview={overview} />
          <FlowBand overview={overview} />
          <RatingBand overview={overview} />
          <Programs overview={overview} />
          <Leadership overview={overview} />
          <div class="columns wide">
            <Governance overview={overview} />
            <ChecksBand overview={overview} />
          </div>
          <Grants overview={overview} />
          <Awards overview={overview} />
          <RelatedBand overview={overview} />
          <Filings overview={overview} />
          <Sections overview={overview} />
          <Further overview={overview} />
        </div>
      </WithPrintedSources>
    </Layout>
  )
}
