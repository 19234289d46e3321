import type { ComponentChildren } from 'preact'
import { displayName } from '#src/domain/display-name.ts'
import { releaseTime } from '#src/domain/release.ts'
import type { Organization } from '#src/organizations/organization.ts'
import type { TabId } from '#src/web/links.ts'
import { Layout, type Site } from '../layout.tsx'
import { Masthead } from './masthead.tsx'

type Props = {
  site: Site
  organization: Organization
  tab: TabId
  /** What the page shows; the document's title adds the organization. */
  title: string
  description: string
  path: string
  isListed?: boolean
  lag?: string | undefined
  children: ComponentChildren
}

/** A page about all filings of an organization, under one of its tabs. */
export const OrganizationPage = ({
  site,
  organization,
  tab,
  title,
  description,
  path,
  isListed = false,
  lag,
  children,
}: Props) => (
  <Layout
    site={site}
    head={{
      title: `${title} · ${displayName(organization.name)}`,
      description,
      canonicalPath: path,
      isListed,
    }}
    releasedAt={releaseTime(organization.release)}
    lag={lag}
  >
    <Masthead organization={organization} tab={tab} />
    {children}
  </Layout>
)
