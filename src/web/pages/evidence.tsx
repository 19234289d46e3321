import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { einOf } from '#src/api/shared/parameters.ts'
import { releaseTime } from '#src/domain/release.ts'
import { type OpenedEvidence, readEvidence } from '#src/organizations/evidence/read-evidence.ts'
import { ApiError } from '#src/platform/errors.ts'
import { EvidenceActions } from '../components/evidence/actions.tsx'
import { EvidenceDerived } from '../components/evidence/derived.tsx'
import { EvidenceFiling, EvidencePlace } from '../components/evidence/place.tsx'
import { EvidenceValue } from '../components/evidence/value.tsx'
import { titleOf } from '../components/evidence/words.ts'
import { lagOf } from '../components/filing-words.tsx'
import { Layout, type Site } from '../components/layout.tsx'
import { Trail } from '../components/section/trail.tsx'
import type { WebDeps } from '../deps.ts'
import { organizationPath } from '../links.ts'
import { sendPage } from '../render.ts'

/** `GET /charity/{ein}/evidence?Ref=`: what a Ref names, where it was filed, and in what. */
export const evidencePages =
  (deps: WebDeps, site: Site): FastifyPluginAsync =>
  async (app) => {
    app.get('/charity/:ein/evidence', {
      config: { terms: { access: 'open', costs: 'Data', slot: 'shared' } },
      schema: {
        hide: true,
        params: z.object({ ein: einOf() }),
        querystring: z.object({ Ref: z.string().optional() }),
      },
      handler: async (request, reply) => {
        const { ein } = request.params as { ein: string }
        const { Ref: ref } = request.query as { Ref?: string }
        if (!ref) throw new ApiError('InvalidEvidenceRef', { message: NO_REF })
        const opened = await readEvidence(deps, ein, ref).catch((error) => {
          throw isUnknown(error) ? unknownRef(ein) : error
        })
        // The page that shows a text as filed is the one to which the others link.
        return sendPage(
          reply,
          <EvidencePage site={site} opened={opened} />,
          Number.POSITIVE_INFINITY,
        )
      },
    })
  }

const NO_REF =
  'This address names no evidence; open it by the link of a figure, which ends in ?Ref= and the Ref of its value.'

const isUnknown = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'EvidenceNotFound'

const unknownRef = (ein: string): ApiError =>
  new ApiError('EvidenceNotFound', {
    message: `Nothing that is known of this organization has this Ref: it is another organization's, or of a filing that is not loaded; look for the figure on ${organizationPath(ein)}.`,
  })

const EvidencePage = ({ site, opened }: { site: Site; opened: OpenedEvidence }) => {
  const { organization, target } = opened
  const title = titleOf(target)
  const { citation } = target.evidence
  return (
    <Layout
      site={site}
      head={{ title: `${title} · ${organization.name}`, description: citation, isListed: false }}
      releasedAt={releaseTime(organization.release)}
      lag={target.filing && lagOf(target.filing)}
    >
      <Trail organization={organization} here="Evidence" />
      <h1>{title}</h1>
      <EvidenceValue opened={opened} />
      <p class="citation">{citation}.</p>
      <EvidenceActions opened={opened} />
      <EvidenceDerived opened={opened} />
      <EvidencePlace opened={opened} />
      <EvidenceFiling opened={opened} />
    </Layout>
  )
}
