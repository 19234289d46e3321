import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { todayInUtc } from '#src/domain/days.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import {
  type Citation,
  citeEvidence,
  labelOf,
  readableEvidencePath,
} from '#src/organizations/evidence/cite-evidence.ts'
import { type OpenedEvidence, readEvidence } from '#src/organizations/evidence/read-evidence.ts'
import { ownerOfRef } from '#src/organizations/evidence/resolve-evidence.ts'
import { stateOf } from '#src/organizations/filings/select-filing.ts'
import type { Config } from '#src/platform/config.ts'
import { listeningAddress } from '#src/platform/listening-address.ts'
import { example } from '../openapi/examples/demo.ts'
import { text } from '../shared/parameters.ts'
import { component, optional, optionalObject, required } from '../shared/schemas.ts'
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
  EvidenceRef: evidenceRef,
  EIN: required.string('Nine digits. The organization that the evidence belongs to.'),
  Name: z.string(),
  Label: required.string('Label of the value, or the name of its element or column.'),
  Value: z
    .union([z.number(), z.string(), z.boolean()])
    .optional()
    .describe('Absent if the Ref names a row or another element with several values.'),
  Unit: z.string().optional(),
  XML: optional.string('The element of the return. Absent if it is long.'),
  Filing: optionalObject({
    ObjectID: z.string(),
    Form: z.string(),
    Year: z.int(),
    TaxPeriodEnd: z.iso.date(),
    ReceivedOn: z.iso.date().optional(),
    Status: z.enum(['Current', 'Superseded', 'Excluded']),
    SupersededBy: z.string().optional(),
    Archive: z.string(),
    Member: z.string().optional(),
  }),
  Citation: z.strictObject({
    Text: required.string('For a footnote.'),
    APA: z.string(),
    BibTeX: z.string(),
    URL: required.string('Permanent address of the evidence.'),
    Accessed: z.iso.date(),
  }),
})

export const evidenceRoute =
  (deps: EvidenceDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/api/v2/evidence', {
      ...operation({
        operationId: 'getEvidence',
        group: 'Organizations',
        summary: 'Get the value that a Ref identifies, with its filing and ready-made citations',
        description:
          'Opens any Ref without an EIN. Refs of superseded filings stay valid. Returns 404 EvidenceNotFound if no loaded source has the target.',
        terms: { access: 'open', costs: 'Data', slot: 'shared' },
        examples: example('Total revenue on a return', {
          query: { Ref: '990:2023:202413429349300770:/IRS990/CYTotalRevenueAmt' },
        }),
        request: { querystring: evidenceQuery },
        response: answer,
        canMiss: true,
      }),
      handler: async ({ query: { Ref: ref } }) => {
        const ein = await ownerOfRef(deps, ref)
        const opened = await readEvidence(deps, ein, ref)
        const { publicUrl } = deps.config
        const origin = publicUrl?.replace(/\/$/, '') ?? listeningAddress(app.server, deps.config)
        const url = origin + readableEvidencePath(ein, opened.target.evidence.ref)
        const { filer, target } = opened
        return present(opened, citeEvidence({ filer, target, url, accessed: todayInUtc(deps) }))
      },
    })
  }

function present(
  { filer, target, successor }: OpenedEvidence,
  { text: footnote, apa, bibtex, url, accessed }: Citation,
): z.input<typeof answer> {
  const { filing, value, unit, xml } = target
  return {
    EvidenceRef: presentEvidenceRef(target.evidence),
    EIN: filer.ein,
    Name: filer.name,
    Label: labelOf(target),
    Value: value,
    Unit: unit,
    XML: xml,
    Filing: filing && {
      ObjectID: filing.objectId,
      Form: filing.form,
      Year: filing.taxYear,
      TaxPeriodEnd: filing.taxPeriodEnd,
      ReceivedOn: filing.receivedOn ?? undefined,
      Status: stateOf(filing),
      SupersededBy: successor?.objectId,
      Archive: filing.sourceArchive,
      Member: filing.sourceMember ?? undefined,
    },
    Citation: { Text: footnote, APA: apa, BibTeX: bibtex, URL: url, Accessed: accessed },
  }
}
