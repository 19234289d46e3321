import type { ComponentChildren } from 'preact'
import type { SectionId } from '#src/organizations/sections/section.ts'
import { sectionPath } from '#src/web/links.ts'
import type { TabData } from '#src/web/pages/organization/read.ts'

type Props = {
  id: string
  title: string
  /** The link to the complete list or section; without an address, there is none. */
  more?: { href: string | undefined; label: string }
  children: ComponentChildren
}

/** A part of the page, with its heading and a link to the complete data. */
export const Band = ({ id, title, more, children }: Props) => (
  // Has no name, so it is not a landmark: fifteen on a page would not help, and headings suffice.
  <section class="band">
    <h2 id={id}>{title}</h2>
    {children}
    {more?.href !== undefined && (
      <p class="more">
        <a href={more.href}>{more.label}</a>
      </p>
    )}
  </section>
)

/** Returns the path of a section of the filing shown; undefined if it has no such section. */
export function linkSection(
  { page, latest }: Pick<TabData, 'page' | 'latest'>,
  id: SectionId,
): string | undefined {
  if (!page.sections.some((section) => section.id === id)) return undefined
  return sectionPath(page.organization.ein, id, queryOf({ page, latest }))
}

/** Returns form and year as parameters; none for the filing that opens by default. */
export const queryOf = ({
  page: { filing },
  latest,
}: Pick<TabData, 'page' | 'latest'>): { Form?: string; Year?: number } =>
  filing.objectId === latest.objectId ? {} : { Form: filing.form, Year: filing.taxYear }
