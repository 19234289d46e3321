import etag from '@fastify/etag'
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { answerUnchanged } from '#src/api/shared/conditional.ts'
import { oneOf, taxYear } from '#src/api/shared/parameters.ts'
import { parseTypedEin } from '#src/domain/ein.ts'
import { FORMS } from '#src/domain/form.ts'
import { ApiError } from '#src/platform/errors.ts'
import { lagOf } from '../components/filing-words.tsx'
import { Layout, type Site } from '../components/layout.tsx'
import { Awards } from '../components/organization/awards.tsx'
import { Checks } from '../components/organization/checks.tsx'
import { KeyFigures } from '../components/organization/figures.tsx'
import { FilingSwitch, ShownFiling } from '../components/organization/filing-switch.tsx'
import { Filings } from '../components/organization/filings.tsx'
import { Flow } from '../components/organization/flow.tsx'
import { Governance } from '../components/organization/governance.tsx'
import { Grants } from '../components/organization/grants.tsx'
import { Hero } from '../components/organization/hero.tsx'
import { Leadership } from '../components/organization/people.tsx'
import { Programs } from '../components/organization/programs.tsx'
import { Related } from '../components/organization/related.tsx'
import { Further, Sections } from '../components/organization/sections.tsx'
import { Trends } from '../components/organization/trends.tsx'
import { RatingBand, VerdictCard } from '../components/organization/verdict.tsx'
import { WithPrintedSources } from '../components/printed-sources.tsx'
import type { WebDeps } from '../deps.ts'
import { organizationPath } from '../links.ts'
import { sendPage } from '../render.ts'
import { type Overview, readOverview } from './overview.ts'
import { sendRegisteredOnly } from './registered-only.tsx'

// Unknown names are let pass: people follow links that carry marks of others.
const query = z.object({
  Form: oneOf(FORMS, 'The form that is shown; without it the primary one.').optional(),
  Year: taxYear('The tax year that is shown; without it the latest of the form.'),
})

/** `GET /charity/{ein}`: an organization at a glance. Other spellings of its EIN lead there (301). */
export const organizationPages =
  (deps: WebDeps, site: Site): FastifyPluginAsync =>
  async (plain) => {
    const app = plain.withTypeProvider<ZodTypeProvider>()
    await app.register(etag, { weak: true, replyWith304: false })
    app.addHook('onSend', answerUnchanged)
    app.get('/charity/:ein', {
      config: { terms: { access: 'open', costs: 'Data', slot: 'shared' } },
      schema: { hide: true, params: z.object({ ein: z.string() }), querystring: query },
      handler: async (request, reply) => {
        const { params, query } = request
        const { Form: form, Year: year } = query
        const ein = requireEin(params.ein)
        if (ein !== params.ein) return redirect(reply, organizationPath(ein, { form, year }))
        try {
          const overview = await readOverview(deps, ein, { form, year })
          return sendPage(
            reply,
            <OrganizationPage {...{ site, overview }} origin={site.origin()} />,
          )
        } catch (error) {
          return sendRegisteredOnly(reply, deps, site, ein, error)
        }
      },
    })
  }

const redirect = (reply: FastifyReply, path: string): FastifyReply => reply.redirect(path, 301)

/** The EIN an address means, as nine digits. Throws ApiError InvalidParameters for none. */
function requireEin(text: string): string {
  const ein = parseTypedEin(text)
  if (ein) return ein
  const msg = 'must be an EIN of nine digits, such as 12-3456789'
  throw new ApiError('InvalidParameters', { issues: [{ loc: ['path', 'ein'], msg, type: 'ein' }] })
}

type Props = { site: Site; origin: string; overview: Overview }

const OrganizationPage = ({ site, origin, overview }: Props) => {
  const { seo, compiledAt, filing } = overview.page
  const { title, description, canonicalPath, jsonLd } = seo
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
          <Flow overview={overview} />
          <RatingBand overview={overview} />
          <Programs overview={overview} />
          <Leadership overview={overview} />
          <div class="columns wide">
            <Governance overview={overview} />
            <Checks overview={overview} />
          </div>
          <Grants overview={overview} />
          <Awards overview={overview} />
          <Related overview={overview} />
          <Filings overview={overview} />
          <Sections overview={overview} />
          <Further overview={overview} />
        </div>
      </WithPrintedSources>
    </Layout>
  )
}
