import { hasFiling } from '#src/organizations/filings/select-filing.ts'
import type { Organization } from '#src/organizations/organization.ts'
import { organizationPath } from '../links.ts'
import { DisplayName, MaybeLink } from './text.tsx'

type TrailProps = {
  organization: Pick<Organization, 'ein' | 'name' | 'filings'>
  /** The name of this page in the breadcrumbs. */
  here: string
}

/** Breadcrumbs back to the organization. */
export const Trail = ({ organization, here }: TrailProps) => (
  <nav class="trail" aria-label="Breadcrumb">
    <ol>
      <li>
        <MaybeLink href={hasFiling(organization) ? organizationPath(organization.ein) : undefined}>
          <DisplayName name={organization.name} />
        </MaybeLink>
      </li>
      <li aria-current="page">{here}</li>
    </ol>
  </nav>
)

type PagerProps = {
  /** Returns the address of a page of the list, by default of the first. */
  pathOf: (cursor?: string) => string
  cursor: string | undefined
  next: string | undefined
}

/** Links through a long list, only forward, because a cursor contains only the next page. */
export const Pager = ({ pathOf, cursor, next }: PagerProps) =>
  cursor === undefined && next === undefined ? null : (
    <nav class="pager" aria-label="Pages of this list">
      {cursor !== undefined && <a href={pathOf()}>First page</a>}
      {next === undefined ? (
        <span class="quiet">This is the last page.</span>
      ) : (
        <a class="button plain" href={pathOf(next)} rel="next">
          Next page
        </a>
      )}
    </nav>
  )

type Choice = { text: string; href: string; isOn: boolean }

type ChipsProps = { name: string; class?: string; choices: readonly Choice[] }

/** Links as chips, one of which is the current choice: years, orders. */
export const ChoiceChips = ({ name, class: kind = 'years', choices }: ChipsProps) => (
  <nav class={kind} aria-label={name}>
    <ul class="chips">
      {choices.map(({ text, href, isOn }) => (
        <li key={text}>
          <a class="chip" href={href} aria-current={isOn ? 'true' : undefined}>
            {text}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)
