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

const notKnown = z.array(z.string()).describe('Keys of values that the filing does not state.')

const mission = z
  .strictObject({
    statement: textFigure.optional().describe('Mission as filed.'),
    continued: z
      .array(textFigure)
      .describe('More text about the mission, for example from Schedule O.'),
    programs: z.array(textFigure).describe('One description for each program.'),
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
    policy_version: z
      .string()
      .describe('Version of the rating model, or `none` if there is no rating.'),
    score: z.number().min(0).max(100).optional(),
    band: z.enum(BANDS).optional(),
    ref: z.string().optional().describe('Ref of the score.'),
    derived_from: z
      .array(z.string())
      .optional()
      .describe('Refs of the metrics that make up the score.'),
    categories: z
      .array(ratedCategory)
      .describe('Categories of the score. For every metric, see /ratings.'),
    in_place: z.int().min(0).describe('Number of controls in place.'),
    answered: z.int().min(0).describe('Number of controls for which the filing has an answer.'),
    asked: z
      .int()
      .min(0)
      .describe('Number of controls that the form asks about: 6 on Form 990 and 0 on other forms.'),
    controls: z.array(control).describe('Policies and practices.'),
    events: z
      .array(event)
      .describe(
        'Events that the form asks about, whether or not they happened. Events are not controls.',
      ),
    note: z.string().describe('Sentences about the rating and the number of unknown controls.'),
    _src: src,
  })
  .meta({ id: 'TrustSpectrum' })

const enrichment = z
  .strictObject({
    captured_at: z.iso.datetime().describe('When the website was last read.'),
    url: z.string().describe('URL of the page that was read, after redirects.'),
    description: textFigure
      .optional()
      .describe('Description that the website provides for search engines.'),
    social_links: z.array(
      z.strictObject({ network: z.string(), url: z.string(), ref: z.string(), _src: src }),
    ),
    icon: z
      .strictObject({ path: z.string(), media_type: z.string(), ref: z.string(), _src: src })
      .optional()
      .describe('Icon of the website. Requests to its path require a key.'),
    _src: src,
  })
  .meta({ id: 'EnrichmentB' })

export const profileData = z.strictObject({
  ...about,
  primary_form: z.enum(FORMS).optional(),
  latest_year: z.int().optional().describe('Latest tax year of the primary form.'),
  note: z
    .string()
    .describe('States the period that the figures cover and when the IRS publishes returns.'),
  filing: filing
    .optional()
    .describe('Filing that is the source of mission, financials, and governance.'),
  status: z
    .array(sentence)
    .describe(
      'Most important facts: matches on restriction lists, revocation, and the kind of return. Can be empty.',
    ),
  identity,
  enrichment: enrichment
    .optional()
    .describe("Content from the organization's website. Absent until the website has been read."),
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
  filings: z.array(filing).describe('All filings, including superseded ones, newest first.'),
  evidence: evidenceRegistry,
})
export type ProfileData = z.output<typeof profileData>
