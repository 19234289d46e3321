import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { einOf, oneOf, opaque } from '#src/api/shared/parameters.ts'
import { FORMS } from '#src/domain/form.ts'
import { releaseTime } from '#src/domain/release.ts'
import { type AllFilings, readAllFilings } from '#src/organizations/filings/filings.ts'
import { lagOf } from '../components/filing-words.tsx'
import { FormFilter, NewestWhen } from '../components/filings/parts.tsx'
import { FilingsTable } from '../components/filings/table.tsx'
import { Layout, type Site } from '../components/layout.tsx'
import { Pager } from '../components/rows/pager.tsx'
import { Trail } from '../components/section/trail.tsx'
import type { WebDeps } from '../deps.ts'
import { withQuery } from '../links.ts'
import { sendPage } from '../render.ts'

/** A form filed twice a year for twelve years; few organizations have a second page. */
const FILINGS = 25

const query = z.object({
  Form: oneOf(FORMS, 'Form to list; all of them when left out.').optional(),
  Cursor: opaque('The next page of the same list.'),
})
type Query = z.infer<typeof query>

/** `GET /charity/{ein}/filings`: every submission, superseded ones included. */
export const filingsPages =
  (deps: WebDeps, site: Site): FastifyPluginAsync =>
  async (app) => {
    app.get('/charity/:ein/filings', {
      config: { terms: { access: 'open', costs: 'Data', slot: 'shared' } },
      schema: { hide: true, params: z.object({ ein: einOf() }), querystring: query },
      handler: async (request, reply) => {
        const { ein } = request.params as { ein: string }
        const asked = request.query as Query
        const list = await readAllFilings(deps, ein, {
          form: asked.Form,
          cursor: asked.Cursor,
          limit: FILINGS,
        })
        return sendPage(reply, <FilingsPage site={site} list={list} asked={asked} />)
      },
    })
  }

type Props = { site: Site; list: AllFilings; asked: Query }

const FilingsPage = ({ site, list, asked }: Props) => {
  const { organization, filings, total, nextCursor } = list
  const { ein, name } = organization
  const path = `/charity/${ein}/filings`
  const pathOf = (cursor?: string) => withQuery(path, { Form: asked.Form, Cursor: cursor })
  const latest = organization.filings.find(({ isCurrent }) => isCurrent)
  return (
    <Layout
      site={site}
      head={{
        title: `All filings · ${name}`,
        description: `Every return and postcard of ${name} that is known, replaced ones included.`,
        canonicalPath: path,
        isListed: asked.Cursor === undefined && asked.Form === undefined,
      }}
      releasedAt={releaseTime(organization.release)}
      lag={latest && lagOf(latest)}
    >
      <Trail organization={organization} here="All filings" />
      <h1>All filings</h1>
      <p>
        {total.toLocaleString('en-US')} {total === 1 ? 'submission' : 'submissions'}
        {asked.Form ? ` on Form ${asked.Form}` : ''}, newest period first. A filing that was
        replaced by a later one for the same period is kept, and opens by the Refs of its values
        alone.
      </p>
      <FormFilter organization={organization} path={path} current={asked.Form} />
      <FilingsTable ein={ein} filings={filings} />
      <Pager pathOf={pathOf} cursor={asked.Cursor} next={nextCursor} />
      <NewestWhen organization={organization} />
    </Layout>
  )
}
