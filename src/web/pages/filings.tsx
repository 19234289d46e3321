import { z } from 'zod'
import { XML_TIMEOUT_MS, xmlSender } from '#src/api/shared/filing-xml.ts'
import { opaque, pathEin } from '#src/api/shared/parameters.ts'
import { displayName } from '#src/domain/display-name.ts'
import { isObjectId } from '#src/domain/evidence.ts'
import { countOf } from '#src/domain/money.ts'
import { type AllFilings, readAllFilings } from '#src/organizations/filings/filings.ts'
import { ApiError } from '#src/platform/errors.ts'
import { FilingsTable, lagOf } from '../components/filing.tsx'
import { Pager } from '../components/navigation.tsx'
import { OrganizationPage } from '../components/organization/masthead.tsx'
import { withQuery } from '../links.ts'
import { addPage, PAGE_TERMS, type Pages } from '../render.ts'

/** Enough for a form filed twice a year for twelve years; few organizations have a second page. */
const FILINGS_PER_PAGE = 25

const query = z.object({ Cursor: opaque('The next page of the same list.') })

const params = z.object({ ein: pathEin(), file: z.string() })

/** Adds `GET /charity/{ein}/filings`, superseded ones included, and `/{objectId}.xml`, to be saved. */
export function addFilingsPages(pages: Pages): void {
  const { app, deps } = pages
  addPage(
    pages,
    '/charity/:ein/filings',
    async ({ params: { ein }, query: { Cursor: cursor } }) => {
      const list = await readAllFilings(deps, ein, { cursor, limit: FILINGS_PER_PAGE })
      return <FilingsPage list={list} cursor={cursor} />
    },
    { params: z.object({ ein: pathEin() }), querystring: query },
  )
  const send = xmlSender(deps)
  app.get<{ Params: z.infer<typeof params> }>(
    '/charity/:ein/filings/:file',
    {
      config: { terms: PAGE_TERMS },
      schema: { hide: true, params },
      handlerTimeout: XML_TIMEOUT_MS,
    },
    async (request, reply) => {
      const { ein, file } = request.params
      const objectId = file.replace(/\.xml$/, '')
      if (objectId === file || !isObjectId(objectId)) throw new ApiError('RouteNotFound')
      return reply.send(await send(request, reply, { ein, objectId }))
    },
  )
}

type Props = { list: AllFilings; cursor: string | undefined }

const TITLE = 'All filings'

const FilingsPage = ({ list, cursor }: Props) => {
  const { organization, filings, total, nextCursor } = list
  const { ein } = organization
  const name = displayName(organization.name)
  const path = `/charity/${ein}/filings`
  const latest = organization.filings.find(({ isCurrent }) => isCurrent)
  return (
    <OrganizationPage
      organization={organization}
      tab="filings"
      title={TITLE}
      description={`Every return and postcard of ${name} that we have, including replaced ones.`}
      path={path}
      isListed={cursor === undefined}
      lag={latest && lagOf(latest)}
    >
      <h2>{TITLE}</h2>
      <p>
        {countOf(total, 'submission')}
        {total > 1
          ? ', newest period first. Filings replaced by a later one for the same period stay in the list.'
          : '.'}
      </p>
      <FilingsTable ein={ein} filings={filings} />
      <Pager
        pathOf={(cursor) => withQuery(path, { Cursor: cursor })}
        cursor={cursor}
        next={nextCursor}
      />
    </OrganizationPage>
  )
}
