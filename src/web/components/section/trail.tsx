import { hasFiling } from '#src/organizations/filings/select-filing.ts'
import type { Organization } from '#src/organizations/organization.ts'
import { organizationPath } from '#src/web/links.ts'
import { Name } from '../name.tsx'

type Props = {
  organization: Pick<Organization, 'ein' | 'name' | 'filings'>
  /** The page in between, where there is one. */
  above?: { href: string; label: string } | undefined
  /** What this page is called in the trail. */
  here: string
}

/** The way back to the organization. */
export const Trail = ({ organization, above, here }: Props) => (
  <nav class="trail" aria-label="Breadcrumb">
    <ol>
      <li>
        {hasFiling(organization) ? (
          <a href={organizationPath(organization.ein)}>
            <Name>{organization.name}</Name>
          </a>
        ) : (
          <Name>{organization.name}</Name>
        )}
      </li>
      {above && (
        <li>
          <a href={above.href}>{above.label}</a>
        </li>
      )}
      <li aria-current="page">{here}</li>
    </ol>
  </nav>
)
