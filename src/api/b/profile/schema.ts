import { z } from 'zod'
import { FORMS } from '#src/domain/form.ts'
import { nameOnB } from '#src/figures/figures.ts'
import { PROFILE_FIGURES } from '#src/figures/sets.ts'
import { GOVERNANCE_KEYS } from '#src/organizations/people/governance.ts'
import { BANDS } from '#src/rating/rating.ts'
import { evidenceRegistry } from '../evidence.ts'
import { about, filing, sentence } from '../fields.ts'
import { booleanFigure, fieldsOf, numberFigure, src, textFigure } from '../figure.ts'
import { ratedCategory, ratingState } from '../ratings.ts'
import { identity } from './identity.ts'

const notKnown = z.array(z.string()).describe('Fields that the filing does not state.')

const mission = z
  .strictObject({
    statement: textFigure.optional().describe('The mission as filed.'),
    continued: z.array(textFigure).describe('Other texts of the mission, such as Schedule O.'),
    programs: z.array(textFigure).describe('One text per program.'),
    _src: src,
  })
  .meta({ id: 'MissionB' })

const financials = z
  .strictObject({
    tax_year: z.int(),
    figures: fieldsOf(PROFILE_FIGURES.map(nameOnB), numberFigure),
    not_known: notKnown,
    _src: src,
  })
  .meta({ id: 'FinancialsB' })

const governance = z
  .strictObject({
    tax_year: z.int(),
    answers: fieldsOf(GOVERNANCE_KEYS, z.union([booleanFigure, numberFigure])),
    not_known: notKnown,
    _src: src,
  })
  .meta({ id: 'GovernanceB' })

export const control = z
  .strictObject({
    key: z.string(),
    in_place: z.boolean().describe('Whether the organization has the policy or practice.'),
    answer: booleanFigure,
    _src: src,
  })
  .meta({ id: 'Control' })

const event = z
  .strictObject({ key: z.string(), answer: booleanFigure, _src: src })
  .meta({ id: 'ReportedEvent' })

const trustSpectrum = z
  .strictObject({
    state: ratingState,
    policy_version: z.string().describe('Version of the rating; none without one.'),
    score: z.number().min(0).max(100).optional(),
    band: z.enum(BANDS).optional(),
    ref: z.string().optional().describe('Ref of the score.'),
    derived_from: z.array(z.string()).optional().describe('Refs of the metrics of the score.'),
    categories: z.array(ratedCategory).describe('Parts of the score; /ratings has every metric.'),
    in_place: z.int().min(0).describe('Controls that are in place.'),
    answered: z.int().min(0).describe('Controls that the filing answers for.'),
    asked: z.int().min(0).describe('Controls the form asks about: six on Form 990, else none.'),
    controls: z.array(control).describe('Policies and practices.'),
    events: z
      .array(event)
      .describe('Events the form asks about, whether or not they happened; they are not controls.'),
    note: z.string().describe('The rating in sentences, and which controls are unknown.'),
    _src: src,
  })
  .meta({ id: 'TrustSpectrum' })

const enrichment = z
  .strictObject({
    captured_at: z.iso.datetime().describe('When the website was last read.'),
    url: z.string().describe('Where it was first read, after redirects.'),
    description: textFigure.optional().describe('Its description for search engines.'),
    social_links: z.array(
      z.strictObject({ network: z.string(), url: z.string(), ref: z.string(), _src: src }),
    ),
    icon: z
      .strictObject({ path: z.string(), media_type: z.string(), ref: z.string(), _src: src })
      .optional()
      .describe('Its icon; the path needs a key.'),
    _src: src,
  })
  .meta({ id: 'EnrichmentB' })

export const profileData = z.strictObject({
  ...about,
  primary_form: z.enum(FORMS).optional(),
  latest_year: z.int().optional().describe('Latest tax year of the primary form.'),
  note: z.string().describe('The period of the figures, and how late filings are.'),
  filing: filing.optional().describe('The filing of mission, financials and governance.'),
  status: z
    .array(sentence)
    .describe('What to know first: restriction lists, revocation, kind of return; may be empty.'),
  identity,
  enrichment: enrichment.optional().describe('Content of its website; absent until it is read.'),
  mission: mission.optional(),
  financials: financials.optional(),
  governance: governance.optional(),
  trust_spectrum: trustSpectrum,
  forms: z.array(
    z.strictObject({
      form: z.enum(FORMS),
      primary: z.boolean(),
      years: z.array(z.int()).describe('Tax years with a current filing, latest first.'),
    }),
  ),
  filings: z.array(filing).describe('All filings, newest first, superseded ones included.'),
  evidence: evidenceRegistry,
})
export type ProfileData = z.output<typeof profileData>
