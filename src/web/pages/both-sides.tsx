import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { pathEin } from '#src/api/shared/parameters.ts'
import { displayName } from '#src/domain/display-name.ts'
import { formatEin } from '#src/domain/ein.ts'
import { releaseTime } from '#src/domain/release.ts'
import { type BothSides, readBothSides } from '#src/network/both-sides.ts'
import { openFiler } from '#src/organizations/open-profile.ts'
import type { Organization } from '#src/organizations/organization.ts'
import { Cited } from '../components/figure.tsx'
import { Layout, type Site } from '../components/layout.tsx'
import { Trail } from '../components/navigation.tsx'
import { Flow } from '../components/network/both-sides.tsx'
import { DisplayName, MaybeLink } from '../components/text.tsx'
import { bothSidesPath, grantsPath, organizationPath } from '../links.ts'
import { addPage, type WebDeps } from '../render.ts'
import { grantsTexts } from '../texts/grants.tsx'

const texts = grantsTexts.both

/** Adds `GET /charity/{ein}/grants/{otherEin}`: both sides of the grants between two organizations. */
export function addBothSidesPage(app: FastifyInstance, deps: WebDeps, site: Site): void {
  addPage(
    app,
    '/charity/:ein/grants/:otherEin',
    async ({ params: { ein, otherEin } }, reply) => {
      if (ein === otherEin) return reply.redirect(grantsPath(ein), 303)
      const [organization, sides] = await Promise.all([
        openFiler(deps, ein),
        readBothSides(deps, ein, otherEin),
      ])
      const other = nameOf(sides, otherEin)
      return <BothSidesPage {...{ site, organization, otherEin, other, sides }} />
    },
    { params: z.object({ ein: pathEin(), otherEin: pathEin() }) },
  )
}

function nameOf({ flows }: BothSides, ein: string): string {
  const parties = flows.flatMap(({ funder, recipient }) => [funder, recipient])
  return parties.find((party) => party.ein === ein)?.name ?? `EIN ${formatEin(ein)}`
}

type Props = {
  site: Site
  organization: Organization
  otherEin: string
  other: string
  sides: BothSides
}

const BothSidesPage = ({ site, organization, otherEin, other, sides }: Props) => {
  const { ein } = organization
  const names = new Map([
    [ein, organization.name],
    [otherEin, other],
  ])
  const [own, theirs] = [displayName(organization.name), displayName(other)]
  return (
    <Layout
      site={site}
      head={{
        title: `${texts.title} · ${own} · ${theirs}`,
        description: texts.description(own, theirs),
        canonicalPath: bothSidesPath(ein, otherEin),
        isListed: false,
      }}
      releasedAt={releaseTime(organization.release)}
    >
      <Trail organization={organization} here={texts.title} />
      <h1>
        {texts.pageHeading(
          <MaybeLink href={organizationPath(ein)}>
            <DisplayName name={organization.name} />
          </MaybeLink>,
          <MaybeLink href={organizationPath(otherEin)}>
            <DisplayName name={other} />
          </MaybeLink>,
        )}
      </h1>
      <p>{texts.lead}</p>
      {sides.flows.length === 0 && <p>{texts.none}</p>}
      {sides.flows.map((flow) => (
        <Flow key={flow.funder.ein} ein={ein} flow={flow} />
      ))}
      {sides.related.length > 0 && (
        <section>
          <h2>{texts.related}</h2>
          <ul>
            {sides.related.map(({ ein: filer, evidence }) => (
              <li key={evidence.ref}>
                {texts.relatedLead(<DisplayName name={names.get(filer) ?? ''} />)}
                <Cited ein={filer} label={texts.related} ref_={evidence.ref}>
                  {evidence.citation}
                </Cited>
              </li>
            ))}
          </ul>
        </section>
      )}
      {sides.isTruncated && <p class="quiet">{texts.truncated}</p>}
      <p>
        <a href={grantsPath(ein)}>{texts.asList}</a>
      </p>
    </Layout>
  )
}
