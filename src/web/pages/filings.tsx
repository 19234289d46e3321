import { z } from 'zod'
import { XML_TIMEOUT_MS, xmlSender } from '#src/api/shared/filing-xml.ts'
import { oneOf, opaque, pathEin } from '#src/api/shared/parameters.ts'
import { displayName } from '#src/domain/display-name.ts'
import { isObjectId } from '#src/domain/evidence.ts'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import { FORMS, type Form } from '#src/domain/form.ts'
import { countOf } from '#src/domain/money.ts'
import { type AllFilings, readAllFilings } from '#src/organizations/filings/filings.ts'
import type { Organization } from '#src/organizations/organization.ts'
import { ApiError } from '#src/platform/errors.ts'
import { FilingsTable, lagOf } from '../components/filing.tsx'
import { ChoiceChips, Pager } from '../components/navigation.tsx'
import { OrganizationPage } from '../components/organization/masthead.tsx'
import { withQuery } from '../links.ts'
import { addPage, PAGE_TERMS, type Pages } from '../render.ts'

/** Enough for a form filed twice a year for twelve years; few organizations have a second page. */
const FILINGS_PER_PAGE = 25

const query = z.object({
  Form: oneOf(FORMS, 'Form to list. Default: all forms.').optional(),
  Cursor: opaque('The next page of the same list.'),
})
type Query = z.infer<typeof query>

const params = z.object({ ein: pathEin(), file: z.string() })

/** Adds `GET /charity/{ein}/filings`, superseded ones included, and `/{objectId}.xml`, to be saved. */
export function addFilingsPages(pages: Pages): void {
  const { app, deps } = pages
  addPage(
    pages,
    '/charity/:ein/filings',
    async ({ params: { ein }, query: asked }) => {
      const selection = { form: asked.Form, cursor: asked.Cursor, limit: FILINGS_PER_PAGE }
      const list = await readAllFilings(deps, ein, selection)
      return <FilingsPage list={list} asked={asked} />
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

type Props = { list: AllFilings; asked: Query }

const TITLE = 'All filings'

const FilingsPage = ({ list, asked }: Props) => {
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
      isListed={asked.Cursor === undefined && asked.Form === undefined}
      lag={latest && lagOf(latest)}
    >
      <h2>{TITLE}</h2>
      <p>
        {countOf(total, 'submission')}
        {asked.Form && ` on ${FORM_NAMES[asked.Form]}`}
        {total > 1
          ? ', newest period first. Filings replaced by a later one for the same period stay in the list.'
          : '.'}
      </p>
      <FormFilter organization={organization} path={path} current={asked.Form} />
      <FilingsTable ein={ein} filings={filings} />
      <Pager
        pathOf={(cursor) => withQuery(path, { Form: asked.Form, Cursor: cursor })}
        cursor={asked.Cursor}
        next={nextCursor}
      />
    </OrganizationPage>
  )
}

type FilterProps = { organization: Organization; path: string; current: Form | undefined }

/** The forms of an organization; each links to the filings of that form. */
const FormFilter = ({ organization: { filings }, path, current }: FilterProps) => {
  const numberOf = (form: Form) => filings.filter((one) => one.form === form).length
  const forms = FORMS.filter((form) => numberOf(form) > 0)
  if (forms.length < 2) return null
  return (
    <ChoiceChips
      name="Filter by form"
      choices={[
        { text: `All forms (${filings.length})`, href: path, isOn: current === undefined },
        ...forms.map((form) => ({
          text: `${FORM_NAMES[form]} (${numberOf(form)})`,
          href: withQuery(path, { Form: form }),
          isOn: form === current,
        })),
      ]}
    />
  )
}
