import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { displayName } from '#src/domain/display-name.ts'
import { formatEin } from '#src/domain/ein.ts'
import { citeRegistry, formatRef } from '#src/domain/evidence.ts'
import { countOf } from '#src/domain/money.ts'
import { nteeLabel } from '#src/domain/ntee.ts'
import { toLocation } from '#src/domain/places.ts'
import { describeFoundation, describeSubsection } from '#src/domain/registry-codes.ts'
import { releaseTime } from '#src/domain/release.ts'
import { type Mentions, readMentions } from '#src/network/mentions.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import { hasFiling } from '#src/organizations/filings/select-filing.ts'
import { openProfile } from '#src/organizations/open-profile.ts'
import type { Organization } from '#src/organizations/organization.ts'
import { describeStatus } from '#src/organizations/page/summary-sentences.ts'
import { readRecipientName } from '#src/organizations/store/read-organization.ts'
import { ApiError } from '#src/platform/errors.ts'
import { FactList, inDollars, SourceLink } from '../components/figure.tsx'
import { Layout } from '../components/layout.tsx'
import { Parties } from '../components/organization/grants.tsx'
import { DisplayName, Name, OrganizationLink } from '../components/text.tsx'
import { searchPath } from '../search/address.ts'

/**
 * Returns the page, with status 404, of an organization without filings: what IRS lists and the
 * filings of others say about it. Throws any other `error`, and ApiError StoreUnavailable.
 */
export async function registeredOnlyPage(
  reply: FastifyReply,
  deps: ProfileDeps,
  ein: string,
  error: unknown,
): Promise<VNode> {
  if (!(error instanceof ApiError && error.code === 'ProfileNotFound')) throw error
  const [organization, mentions] = await Promise.all([
    openProfile(deps, ein).catch(unlessUnknown),
    readMentions(deps, ein),
  ])
  if (!(organization instanceof ApiError) && hasFiling(organization)) throw error
  reply.code(404).header('Cache-Control', 'no-store')
  if (!(organization instanceof ApiError)) {
    return <RegisteredOnlyPage {...{ organization, mentions }} />
  }
  const name = await readRecipientName(deps.postgres, ein)
  return <UnknownPage {...{ ein, name, mentions }} />
}

function unlessUnknown(error: unknown): ApiError {
  if (error instanceof ApiError && error.code === 'ProfileNotFound') return error
  throw error
}

type Props = { organization: Organization; mentions: Mentions }

/** The facts from IRS lists, each cited. */
const RegisteredOnlyPage = ({ organization, mentions }: Props) => {
  const { ein, name, release } = organization
  return (
    <Layout
      title={`No filings: ${displayName(name)}`}
      isListed={false}
      releasedAt={releaseTime(release)}
      lag="This page is based on IRS lists, not on a filing."
    >
      <h1>
        <DisplayName name={name} />
      </h1>
      <p class="lead">No filings: registered only</p>
      <p>
        {`The IRS lists EIN ${formatEin(ein)}, but we have no return or postcard for it. There are no figures, people, or ratings to show.`}
      </p>
      <Status organization={organization} />
      <h2>What the IRS lists say</h2>
      <FactList ein={ein} facts={factsOf(organization)} />
      <MentionedBy mentions={mentions} />
    </Layout>
  )
}

/** Restriction lists, and whether the exemption was revoked. */
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

/** Returns the known facts of the registry and of Publication 78. */
function factsOf(organization: Organization): Fact[] {
  const { ein, name, nameRef, addressRef, registry, publication78 } = organization
  const registered = (column: string) => citeRegistry(organization, column)
  const cause = registry?.nteeCode ? nteeLabel(registry.nteeCode)?.label : undefined
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
    ['Location', toLocation(organization), addressRef],
    ['Exempt under', describeSubsection(registry?.subsection ?? ''), registered('SUBSECTION')],
    ['Type', describeFoundation(registry?.foundation ?? ''), registered('FOUNDATION')],
    ['Cause', cause, registered('NTEE_CD')],
    ['Deductibility (Publication 78)', publication78?.deductibilityCodes.join(', '), pub78],
  ]
  return found.flatMap(([label, value, ref]) =>
    value && ref ? [{ key: label, label, value, ref }] : [],
  )
}

type UnknownProps = { ein: string; name: string | undefined; mentions: Mentions }

/** What the filings of others say about an EIN that is in no filing or registry, and where to look. */
const UnknownPage = ({ ein, name, mentions }: UnknownProps) => {
  const shown = formatEin(ein)
  const { funders, related, awards } = mentions
  const isMentioned = funders.count + related.length + awards.count > 0
  return (
    <Layout
      title={`EIN ${shown}: not in our data`}
      isListed={false}
      lag="This page is based on filings of other organizations."
    >
      <h1>{`EIN ${shown} is not in our data`}</h1>
      {name && (
        <p class="lead">
          Filings of others name it <DisplayName name={name} />.
        </p>
      )}
      <p>
        We have no filing and no registry row for this EIN. It may be new, a church, a unit under a
        group exemption, a government body, or in a state whose registry is not loaded.
      </p>
      {isMentioned ? (
        <MentionedBy mentions={mentions} />
      ) : (
        <p>No filing or award in our data names this EIN. Check its nine digits.</p>
      )}
      <h2>Where to look next</h2>
      <ul>
        <li>
          <a href={name ? searchPath({ Query: displayName(name) }) : '/'}>Search by name</a>
        </li>
        <li>
          <a href="https://apps.irs.gov/app/eos/" rel="noreferrer external">
            Tax Exempt Organization Search of the IRS
          </a>
        </li>
        <li>
          <a href="/sources">Which data is loaded</a>
        </li>
      </ul>
    </Layout>
  )
}

/** The funders, related organizations, and federal awards that name an EIN. */
const MentionedBy = ({ mentions }: { mentions: Mentions }) => {
  const { funders, related, awards } = mentions
  if (funders.count + related.length + awards.count === 0) return null
  return (
    <section class="organization">
      <h2>What the filings of others say</h2>
      {funders.count > 0 && <Parties side="funders" found={funders} most={funders.items.length} />}
      {related.length > 0 && (
        <>
          <h3>Named as a related organization by</h3>
          <ul>
            {related.map(({ ein, name, ref }) => (
              <li key={ein}>
                <OrganizationLink ein={ein} name={name} />{' '}
                <SourceLink ein={ein} label="Row in Schedule R" ref_={ref} words="source" />
              </li>
            ))}
          </ul>
        </>
      )}
      {awards.count > 0 && (
        <p>
          {countOf(awards.count, 'federal award')} attributed to this EIN
          {awards.amount !== null && <>: {inDollars(awards.amount)} together</>}.
        </p>
      )}
    </section>
  )
}
