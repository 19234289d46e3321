import type { ComponentChildren } from 'preact'
import { selectFiling } from '#src/organizations/filings/select-filing.ts'
import type { Page } from '#src/organizations/page/page.ts'
import type { SectionId } from '#src/organizations/sections/section.ts'
import { sectionPath } from '#src/web/links.ts'

/** The first rows of a list, which links to the whole list. */
export const FIRST_ROWS = 5

type Props = {
  id: string
  title: string
  /** The link to the complete list or section; without an address, there is none. */
  more?: { href: string | undefined; label: string } | undefined
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
export function linkSection(page: Page, id: SectionId): string | undefined {
  if (!page.sections.some((section) => section.id === id)) return undefined
  return sectionPath(page.organization.ein, id, queryOf(page))
}

/** Returns form and year as parameters; none for the filing that opens by default. */
export const queryOf = ({ organization, filing }: Page): { Form?: string; Year?: number } =>
  filing.objectId === selectFiling(organization, {}).objectId
    ? {}
    : { Form: filing.form, Year: filing.taxYear }
