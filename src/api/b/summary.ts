import { z } from 'zod'
import type { Organization } from '#src/organizations/organization.ts'
import { readSummary, type Summary } from '#src/organizations/page/summary.ts'
import type { Readiness } from '#src/rating/diligence.ts'
import {
  AGREEMENTS,
  MATCH_METHODS,
  RESTRICTION_LISTS,
  type Restriction,
} from '#src/rating/restriction.ts'
import { DEMO, example, inPath } from '../openapi/examples/demo.ts'
import { attribute } from './attribute.ts'
import { evidenceRegistry } from './evidence.ts'
import { about, filing, presentAbout, presentFiling, presentSentence, sentence } from './fields.ts'
import { src } from './figure.ts'
import { presentYear, seriesYear } from './metrics.ts'
import { deepDive } from './operation.ts'
import { describeLag } from './profile/present.ts'

const restriction = z
  .strictObject({
    list: z.enum(RESTRICTION_LISTS),
    entry: z.string().describe('Entry number (OFAC) or exclusion number (SAM).'),
    subject: z.enum(['organization', 'officer']),
    subject_name: z.string().describe('Name that matches, as filed or registered.'),
    subject_ref: z.string(),
    listed_name: z.string(),
    method: z.enum(MATCH_METHODS).describe('How the name matched.'),
    agreed: z.array(z.enum(AGREEMENTS)).describe('Other details that agree with the entry.'),
    status: z.enum(['Confirmed', 'Review']),
    programs: z.array(z.string()),
    ref: z.string().describe('Ref of the entry.'),
    _src: src,
  })
  .meta({ id: 'RestrictionMatch' })

const readiness = z
  .strictObject({
    label: z.enum(['Clear', 'Needs review', 'Compliance issue flagged']),
    tone: z
      .enum(['Good', 'Caution', 'Concern', 'Neutral'])
      .describe('Neutral: it needs review only because data is missing.'),
    review_reasons: z.array(z.string()).describe('Reasons for review, each with its source.'),
    restriction_status: z
      .enum(['Confirmed', 'Review', 'Clear'])
      .optional()
      .describe('Absent, like `restrictions`, if no restriction list is loaded.'),
    restrictions: z
      .array(restriction)
      .optional()
      .describe('Entries that match or may match the organization or an officer.'),
    _src: src,
  })
  .meta({ id: 'ReadinessB' })

export const summaryData = z.strictObject({
  ...about,
  latest_year: z.int(),
  note: z
    .string()
    .describe('States the period that the figures cover and when the IRS publishes returns.'),
  filing,
  decision_summary: z.array(sentence),
  readiness,
  series: z.array(seriesYear).describe('Years of the primary form, oldest first.'),
  evidence: evidenceRegistry,
})

export const summaryRoute = deepDive('/api/v2/charity/:ein/summary', {
  operationId: 'readSummary',
  examples: example('An organization', { path: inPath(DEMO.turkanaWells) }),
  summary: 'Get a decision summary and a multi-year financial series',
  data: summaryData,
  envelope: 'SummaryEnvelope',
  read: (deps, { ein }) => readSummary(deps, ein),
  present: presentSummary,
})

function presentSummary(found: Summary): z.output<typeof summaryData> {
  const { organization, filing: latest, sentences, series, readiness } = found
  const data = {
    ...presentAbout(organization),
    latest_year: latest.taxYear,
    note: describeLag(latest),
    filing: presentFiling(latest),
    decision_summary: sentences.map(presentSentence),
    readiness: presentReadiness(readiness, organization),
    series: series.map(presentYear),
  }
  return attribute(data, latest)
}

const presentReadiness = (readiness: Readiness, { restrictions }: Organization) => ({
  label: readiness.label,
  tone: readiness.tone,
  review_reasons: readiness.reviewReasons,
  ...(readiness.restriction && {
    restriction_status: readiness.restriction.status,
    restrictions: restrictions.map(presentRestriction),
  }),
})

const presentRestriction = (match: Restriction) => ({
  list: match.list,
  entry: match.entry,
  subject: match.subject,
  subject_name: match.subjectName,
  subject_ref: match.subjectRef,
  listed_name: match.listedName,
  method: match.method,
  agreed: match.agreed,
  status: match.status,
  programs: match.programs,
  ref: match.ref,
})
