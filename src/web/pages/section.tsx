import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { einOf, oneOf, opaque, taxYear } from '#src/api/shared/parameters.ts'
import { FORMS } from '#src/domain/form.ts'
import { releaseTime } from '#src/domain/release.ts'
import { type Recipients, readRecipients } from '#src/network/recipients.ts'
import { type OpenedSection, openSection } from '#src/organizations/sections/read-section.ts'
import { lagOf, nameFiling } from '../components/filing-words.tsx'
import { Layout, type Site } from '../components/layout.tsx'
import { Pager } from '../components/rows/pager.tsx'
import { SectionContent } from '../components/section/data.tsx'
import { SectionHead } from '../components/section/head.tsx'
import { NoSection } from '../components/section/missing.tsx'
import { FilingSwitch, SectionNav } from '../components/section/nav.tsx'
import { Trail } from '../components/section/trail.tsx'
import type { WebDeps } from '../deps.ts'
import { sectionPath } from '../links.ts'
import { sendPage } from '../render.ts'

/** Rows a page; fifty of the widest rows stay far below the size a phone loads in a second. */
const ROWS = 50

const query = z.object({
  Form: oneOf(FORMS, 'Form to show.').optional(),
  Year: taxYear('Tax year to show.'),
  Cursor: opaque('The next page of the same section.'),
})
type Query = z.infer<typeof query>

/** `GET /charity/{ein}/sections/{Id}`: a section of a filing with all its rows. */
export const sectionPages =
  (deps: WebDeps, site: Site): FastifyPluginAsync =>
  async (app) => {
    app.get('/charity/:ein/sections/:Id', {
      config: { terms: { access: 'open', costs: 'Data', slot: 'shared' } },
      schema: {
        hide: true,
        params: z.object({ ein: einOf(), Id: z.string() }),
        querystring: query,
      },
      handler: async (request, reply) => {
        const { ein, Id } = request.params as { ein: string; Id: string }
        const asked = request.query as Query
        const opened = await openSection(deps, ein, {
          section: Id,
          form: asked.Form,
          year: asked.Year,
          cursor: asked.Cursor,
          limit: ROWS,
        })
        if (opened.missing) reply.status(opened.missing.status)
        const { filing, section } = opened
        const rows = section?.data.kind === 'rows' ? section.data.rows : []
        const recipients = await readRecipients(deps, filing, rows)
        return sendPage(
          reply,
          <SectionPage {...{ site, opened, recipients, asked }} origin={site.origin()} id={Id} />,
        )
      },
    })
  }

type Props = {
  site: Site
  origin: string
  opened: OpenedSection
  recipients: Recipients
  id: string
  asked: Query
}

const SectionPage = ({ site, origin, opened, recipients, id, asked }: Props) => {
  const { organization, filing, sections, section, missing } = opened
  const { ein, name } = organization
  const title = section?.summary.title ?? 'No such section'
  const path = sectionPath(ein, id, { Form: filing.form, Year: filing.taxYear })
  const pathOf = (cursor?: string) =>
    sectionPath(ein, id, { Form: asked.Form, Year: asked.Year, Cursor: cursor })
  return (
    <Layout
      site={site}
      head={{
        title: `${title} · ${name}, ${nameFiling(filing)}`,
        description: section && `${name}: ${section.summary.summary}`,
        canonicalPath: section && path,
        isListed: section !== undefined && asked.Cursor === undefined,
      }}
      releasedAt={releaseTime(organization.release)}
      lag={lagOf(filing)}
    >
      <Trail organization={organization} here={title} />
      <div class="with-nav">
        <SectionNav
          ein={ein}
          sections={sections}
          current={section?.summary.id ?? ''}
          asked={{ form: asked.Form, year: asked.Year }}
        />
        <div class="section-body">
          {section ? (
            <>
              <SectionHead filing={filing} summary={section.summary} address={`${origin}${path}`} />
              <FilingSwitch
                organization={organization}
                shown={filing}
                pathOf={({ form, year }) => sectionPath(ein, id, { Form: form, Year: year })}
              />
              <SectionContent ein={ein} section={section} recipients={recipients} />
              <Pager pathOf={pathOf} cursor={asked.Cursor} next={section.nextCursor} />
            </>
          ) : (
            <NoSection ein={ein} filing={filing} sections={sections} message={missing?.message} />
          )}
        </div>
      </div>
    </Layout>
  )
}
