import { citeRegistry } from '#src/domain/cite.ts'
import { formatEin } from '#src/domain/ein.ts'
import { formatRef } from '#src/domain/evidence.ts'
import { nteeLabel } from '#src/domain/ntee.ts'
import { toLocation } from '#src/domain/places.ts'
import { describeFoundation, describeSubsection } from '#src/domain/registry-codes.ts'
import { releaseTime } from '#src/domain/release.ts'
import { listFilings } from '#src/organizations/filings/filings.ts'
import type { Organization } from '#src/organizations/organization.ts'
import { describeStatus } from '#src/organizations/page/status-sentences.ts'
import { FactList } from './fact-list.tsx'
import { FilingsTable } from './filings/table.tsx'
import { Layout, type Site } from './layout.tsx'
import { Name } from './name.tsx'
import { SourceLink } from './value.tsx'

type Props = { site: Site; organization: Organization }

/**
 * An organization without a filing that counts: what the IRS's lists say of it, each cited, and its
 * excluded filings with the reasons.
 */
export const RegisteredOnlyPage = ({ site, organization }: Props) => {
  const { ein, name, release, filings } = organization
  const isExcluded = filings.length > 0
  const lead = isExcluded ? 'Filings excluded' : 'No filings'
  return (
    <Layout
      site={site}
      head={{ title: `${lead}: ${name} · Nonprofit Research`, isListed: false }}
      releasedAt={releaseTime(release)}
      lag="What is shown is of the IRS's lists of organizations, not of a filing."
    >
      <h1>
        <Name>{name}</Name>
      </h1>
      <p class="lead">{isExcluded ? lead : `${lead}: registered only`}</p>
      <p>
        {isExcluded
          ? `Each filing of EIN ${formatEin(ein)} that is loaded is excluded`
          : `The IRS lists EIN ${formatEin(ein)}, but no return or postcard of it is loaded`}
        , so that there are no figures, people or ratings to show.
      </p>
      {isExcluded && (
        <FilingsTable
          ein={ein}
          filings={listFilings(organization, { limit: filings.length }).filings}
        />
      )}
      <Status organization={organization} />
      <h2>What the lists say</h2>
      <FactList ein={ein} facts={factsOf(organization)} />
    </Layout>
  )
}

/** What has to be known first: restriction lists, and whether the exemption was revoked. */
const Status = ({ organization }: Pick<Props, 'organization'>) => {
  const sentences = describeStatus(organization)
  if (sentences.length === 0) return null
  return (
    <ul class="notice" aria-label="Status">
      {sentences.map(({ text, figures }) => (
        <li key={text}>
          <Name>{text}</Name>{' '}
          {figures.map(({ label, ref }) => (
            <span key={ref}>
              <SourceLink
                ein={organization.ein}
                label="where it is listed"
                ref_={ref}
                words={label}
              />{' '}
            </span>
          ))}
        </li>
      ))}
    </ul>
  )
}

type Fact = { key: string; label: string; value: string; ref: string }

/** Facts of the registry and of Publication 78; what neither says is left out. */
function factsOf(organization: Organization): Fact[] {
  const { ein, name, nameRef, addressRef, registry, publication78 } = organization
  const registered = (column: string) => citeRegistry(organization, column)
  const pub78 =
    publication78 &&
    formatRef({
      kind: 'pub78',
      asOf: publication78.asOf,
      ein,
      column: 'DeductibilityStatus',
    })
  const found: [label: string, value: string | undefined, ref: string | null | undefined][] = [
    ['Name', name, nameRef],
    ['Place', toLocation(organization), addressRef],
    ['Exempt under', describeSubsection(registry?.subsection ?? ''), registered('SUBSECTION')],
    ['Kind', describeFoundation(registry?.foundation ?? ''), registered('FOUNDATION')],
    ['Cause', causeOf(registry?.nteeCode), registered('NTEE_CD')],
    ['Gifts, by Publication 78', publication78?.deductibilityCodes.join(', '), pub78],
  ]
  return found.flatMap(([label, value, ref]) =>
    value && ref ? [{ key: label, label, value, ref }] : [],
  )
}

const causeOf = (code: string | null | undefined): string | undefined =>
  code ? nteeLabel(code)?.label : undefined
