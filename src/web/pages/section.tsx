import { z } from 'zod'
import { oneOf, opaque, pathEin, taxYear } from '#src/api/shared/parameters.ts'
import { displayName } from '#src/domain/display-name.ts'
import { FORMS } from '#src/domain/form.ts'
import { type Recipients, readRecipients } from '#src/network/recipients.ts'
import { type Page, toPage } from '#src/organizations/page/page.ts'
import { openSection } from '#src/organizations/sections/read-section.ts'
import type { Section } from '#src/organizations/sections/section-data.ts'
import { nameFiling } from '../components/filing.tsx'
import { Pager } from '../components/navigation.tsx'
import { FilingPage } from '../components/organization/masthead.tsx'
import { SectionBand } from '../components/section-data.tsx'
import { returnPath, SECTION_PLACES, sectionPath, tabPath } from '../links.ts'
import { addPage, type Pages } from '../render.ts'

/** Fifty of the widest rows stay far below the size that a phone loads in a second. */
const ROWS_PER_PAGE = 50

const query = z.object({
  Form: oneOf(FORMS, 'Form to show.').optional(),
  Year: taxYear('Tax year to show.'),
  Cursor: opaque('The next page of the same section.'),
})
type Query = z.infer<typeof query>

/**
 * Adds `GET /charity/{ein}/sections/{Id}`: a section of a filing with all its rows, or a redirect to
 * the tab that shows it.
 */
export function addSectionPage(pages: Pages): void {
  const { deps } = pages
  addPage(
    pages,
    '/charity/:ein/sections/:Id',
    async ({ params: { ein, Id }, query: asked }, reply) => {
      const { Form, Year, Cursor } = asked
      const { organization, filing, id, section } = await openSection(deps, ein, {
        section: Id,
        form: Form,
        year: Year,
        cursor: Cursor,
        limit: ROWS_PER_PAGE,
      })
      // The return shows its schedules.
      if (id === 'Schedules') return reply.redirect(returnPath(ein, filing.objectId), 301)
      if (!SECTION_PLACES[id].hasPage) {
        return reply.redirect(sectionPath(ein, id, { Form, Year }), 301)
      }
      // A filing without the section may have others of its tab.
      if (!section) {
        const { tab } = SECTION_PLACES[id]
        return reply.redirect(tabPath(ein, tab, { form: filing.form, year: filing.taxYear }))
      }
      const rows = section.data.kind === 'rows' ? section.data.rows : []
      const recipients = await readRecipients(deps, filing, rows)
      return <SectionPage {...{ page: toPage(organization, filing), section, recipients, asked }} />
    },
    { params: z.object({ ein: pathEin(), Id: z.string() }), querystring: query },
  )
}

type Props = { page: Page; section: Section; recipients: Recipients; asked: Query }

const SectionPage = ({ page, section, recipients, asked }: Props) => {
  const { organization, filing } = page
  const { ein } = organization
  const { id, title, summary } = section.summary
  const pathOf = (selection: Query) => sectionPath(ein, id, selection)
  return (
    <FilingPage
      page={page}
      tab={SECTION_PLACES[id].tab}
      title={`${title}, ${nameFiling(filing)}`}
      description={`${displayName(organization.name)}: ${summary}`}
      path={pathOf({ Form: filing.form, Year: filing.taxYear })}
      isListed={asked.Cursor === undefined}
      pathOf={({ form, year }) => pathOf({ Form: form, Year: year })}
    >
      <SectionBand {...{ ein, section, recipients }} />
      <Pager
        pathOf={(Cursor) => pathOf({ Form: asked.Form, Year: asked.Year, Cursor })}
        cursor={asked.Cursor}
        next={section.nextCursor}
      />
    </FilingPage>
  )
}
