import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { todayInUtc } from '#src/domain/days.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import {
  citeEvidence,
  labelOf,
  readableEvidencePath,
} from '#src/organizations/evidence/cite-evidence.ts'
import { readEvidence } from '#src/organizations/evidence/read-evidence.ts'
import { ownerOfRef } from '#src/organizations/evidence/resolve-evidence.ts'
import { stateOf } from '#src/organizations/filings/select-filing.ts'
import type { Config } from '#src/platform/config.ts'
import { originOf } from '#src/platform/listening-address.ts'
import { example } from '../openapi/examples/demo.ts'
import { text } from '../shared/parameters.ts'
import { component, optionalObject } from '../shared/schemas.ts'
import { presenterOf, skin } from '../shared/skin.ts'
import { evidenceRef, presentEvidenceRef } from './fields.ts'
import { operation } from './operation.ts'

export type EvidenceDeps = ProfileDeps & {
  config: Partial<Pick<Config, 'publicUrl' | 'host' | 'port'>>
}

const evidenceQuery = z.strictObject({
  Ref: text('a Ref', 'is required. Send a Ref from a response').meta({
    type: 'string',
    maxLength: 1_000,
    description: 'Any Ref from a response, such as EvidenceRef or Ref.',
  }),
})

const answer = component('Evidence', {
  evidenceRef,
  ein: z.string(),
  name: z.string(),
  label: z.string(),
  value: z.union([z.number(), z.string(), z.boolean()]).optional(),
  unit: z.string().optional(),
  meaning: z.string().optional(),
  xml: z.string().optional(),
  filing: optionalObject({
    objectId: z.string(),
    form: z.string(),
    taxYear: z.int(),
    taxPeriodEnd: z.iso.date(),
    receivedOn: z.iso.date().optional(),
    status: z.enum(['Current', 'Superseded']),
    supersededBy: z.string().optional(),
    sourceArchive: z.string(),
    sourceMember: z.string().optional(),
  }),
  citation: z.strictObject({
    text: z.string(),
    url: z.string(),
    accessed: z.iso.date(),
  }),
})

const NAMES = { taxYear: 'Year', sourceArchive: 'Archive', sourceMember: 'Member' } as const
const present = presenterOf(answer, 'A', NAMES)

export const evidenceRoute =
  (deps: EvidenceDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/api/v2/evidence', {
      ...operation({
        operationId: 'getEvidence',
        group: 'Organizations',
        summary: 'Get the value that a Ref identifies, with its filing and a ready-made citation',
        description: 'Opens any Ref without an EIN. Refs of superseded filings stay valid.',
        terms: { access: 'open', costs: 'Data', slot: 'store' },
        examples: example('Total revenue on a return', {
          query: { Ref: '990:2023:202413429349300770:/IRS990/CYTotalRevenueAmt' },
        }),
        request: { querystring: evidenceQuery },
        response: skin(answer, 'A', NAMES),
        canMiss: true,
      }),
      handler: async ({ query: { Ref: ref } }) => {
        const ein = await ownerOfRef(deps, ref)
        const opened = await readEvidence(deps, ein, ref)
        const path = readableEvidencePath(ein, opened.target.evidence.ref)
        const url = originOf(app.server, deps.config) + path
        const { filer, target, successor } = opened
        const { filing } = target
        return present({
          ...target,
          evidenceRef: presentEvidenceRef(target.evidence),
          ...{ ein: filer.ein, name: filer.name, label: labelOf(target) },
          filing: filing && {
            ...filing,
            status: stateOf(filing),
            supersededBy: successor?.objectId,
          },
          citation: citeEvidence({ filer, target, url, accessed: todayInUtc(deps) }),
        })
      },
    })
  }
