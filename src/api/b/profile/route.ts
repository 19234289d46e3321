import { z } from 'zod'
import { formatDay } from '#src/domain/days.ts'
import { toRef } from '#src/domain/evidence.ts'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import type { FiledText } from '#src/domain/facts/narrative.ts'
import { FORMS } from '#src/domain/form.ts'
import { type FigureKey, nameOnB } from '#src/figures/figures.ts'
import { PROFILE_FIGURES } from '#src/figures/sets.ts'
import type { FilingSummary, Organization } from '#src/organizations/organization.ts'
import { iconPath, toWebPresence } from '#src/organizations/page/hero.ts'
import { type FiledProfile, readProfile } from '#src/organizations/page/profile.ts'
import { outlineRating, verdictOn } from '#src/organizations/page/rating-view.ts'
import { describeStatus } from '#src/organizations/page/summary-sentences.ts'
import {
  type Control,
  countAsked,
  GOVERNANCE_KEYS,
  readEvents,
} from '#src/organizations/people/governance.ts'
import { BANDS, POLICY_VERSION } from '#src/rating/rating.ts'
import { DEMO, example, inPath } from '../../openapi/examples/demo.ts'
import { ratingCategory } from '../../shared/rating.ts'
import { component } from '../../shared/schemas.ts'
import { nameOf } from '../../shared/skin.ts'
import { filing, sentence, yearsOf } from '../fields.ts'
import { answer, booleanFigure, byName, numberFigure, textFigure } from '../figure.ts'
import { deepDive } from '../operation.ts'
import { policyVersion, ratingState } from '../ratings.ts'
import { identity, toIdentity } from './identity.ts'

const notKnown = z.array(nameOf(z.string()))

const mission = component('MissionB', {
  statement: textFigure.optional(),
  continued: z.array(textFigure),
  programs: z.array(textFigure),
})

const financials = component('FinancialsB', {
  taxYear: z.int(),
  figures: byName(PROFILE_FIGURES.map(nameOnB), numberFigure),
  notKnown: notKnown,
})

const governance = component('GovernanceB', {
  taxYear: z.int(),
  answers: byName(GOVERNANCE_KEYS, answer),
  notKnown: notKnown,
})

export const control = component('Control', {
  key: nameOf(z.string()),
  isInPlace: z.boolean(),
  answer: booleanFigure,
})

const event = component('ReportedEvent', { key: nameOf(z.string()), answer: booleanFigure })

const trustSpectrum = component('TrustSpectrum', {
  state: ratingState,
  policyVersion,
  score: z.number().min(0).max(100).optional(),
  band: z.enum(BANDS).optional(),
  ref: z.string().optional(),
  derivedFrom: z.array(z.string()).optional(),
  categories: z.array(ratingCategory),
  inPlace: z.int().min(0),
  answered: z.int().min(0),
  asked: z.int().min(0),
  controls: z.array(control),
  events: z.array(event),
  note: z.string(),
})

const enrichment = component('EnrichmentB', {
  capturedAt: z.iso.datetime(),
  url: z.string(),
  description: textFigure.optional(),
  socialLinks: z.array(z.strictObject({ network: z.string(), url: z.string(), ref: z.string() })),
  icon: z
    .strictObject({
      path: z.string(),
      mediaType: z.string(),
      ref: z.string(),
    })
    .optional(),
})

const data = {
  primaryForm: z.enum(FORMS).optional(),
  latestYear: z.int().optional(),
  note: z.string(),
  status: z.array(sentence),
  identity,
  enrichment: enrichment.optional(),
  mission: mission.optional(),
  financials: financials.optional(),
  governance: governance.optional(),
  trustSpectrum: trustSpectrum,
  forms: z.array(
    z.strictObject({
      form: z.enum(FORMS),
      isPrimary: z.boolean(),
      years: z.array(z.int()),
    }),
  ),
  filings: z.array(filing),
}

export const profileRoute = deepDive('/api/v2/charity/:ein/profile', {
  operationId: 'readProfile',
  examples: example('An organization', { path: inPath(DEMO.turkanaWells) }),
  summary: "Get an organization's identity, mission, finances, governance, and trust spectrum",
  description:
    'Figures come from the latest filing of the primary form. If an organization is only in the registry, its profile has no filings.',
  envelope: 'ProfileEnvelope',
  about: {
    filing: filing.optional(),
  },
  data,
  read: async (deps, { ein }) => {
    const profile = await readProfile(deps, ein)
    return { ...profile, filing: profile.filed?.filing }
  },
  present: ({ organization, filed }) => ({
    primaryForm: organization.primaryForm,
    latestYear: filed?.filing.taxYear,
    note: filed ? describeLag(filed.filing) : NOTHING_FILED,
    status: describeStatus(organization, filed?.filing),
    identity: toIdentity(organization, filed?.filing),
    enrichment: toEnrichment(organization),
    ...(filed && toFiled(filed)),
    trustSpectrum: toTrust(organization, filed),
    forms: FORMS.flatMap((form) => {
      const years = yearsOf(organization, form)
      return years.length > 0 ? [{ form, isPrimary: form === organization.primaryForm, years }] : []
    }),
    filings: organization.filings,
  }),
})

function toEnrichment(organization: Organization) {
  const web = toWebPresence(organization)
  if (!web) return undefined
  const { socialLinks, icon, ...known } = web
  return {
    ...known,
    socialLinks: socialLinks.map(({ value, ref }) => ({
      network: value.Network,
      url: value.URL,
      ref,
    })),
    icon: icon && { path: iconPath(organization.ein), mediaType: icon.value, ref: icon.ref },
  }
}

const NOTHING_FILED =
  'No filings from this organization are loaded. The data comes only from IRS lists.'

/** States which period the figures cover, and that filings lag behind it. */
export const describeLag = ({ taxPeriodEnd, taxYear }: FilingSummary): string =>
  `Figures are for tax year ${taxYear}, which ended on ${formatDay(taxPeriodEnd)}. The IRS publishes returns six to twelve months after a fiscal year ends, or later, so current operations may differ.`

function toFiled({ filing, financials, governance }: FiledProfile) {
  const { narrative } = filing
  const { taxYear } = filing
  const text = ({ text: value, path }: FiledText) => ({ value, ref: toRef({ ...filing, path }) })
  const [statement, ...continued] = narrative.mission.map(text)
  const figures = Object.entries(financials).flatMap(([key, figure]) => {
    const { value } = figure
    return typeof value === 'number'
      ? [[nameOnB(key as FigureKey), { ...figure, value }] as const]
      : []
  })
  const answers = governance.flatMap(({ key, value, ...field }) =>
    typeof value === 'string'
      ? []
      : [[key, { ...field, value, ...(typeof value === 'number' && { unit: 'count' }) }] as const],
  )
  return {
    mission: { statement, continued, programs: narrative.programs.map(text) },
    financials: {
      taxYear,
      figures: Object.fromEntries(figures),
      notKnown: missing(PROFILE_FIGURES.map(nameOnB), figures),
    },
    governance: {
      taxYear,
      answers: Object.fromEntries(answers),
      notKnown: missing(GOVERNANCE_KEYS, answers),
    },
  }
}

const missing = (keys: readonly string[], known: (readonly [string, unknown])[]): string[] =>
  keys.filter((key) => !known.some(([name]) => name === key))

/** Returns a policy or practice that the return reports on. */
export const toControl = ({ key, isInPlace, ...answer }: Control) => ({
  key,
  isInPlace,
  answer: { ...answer, value: isInPlace },
})

function toTrust(organization: Organization, filed: FiledProfile | undefined) {
  const controls = filed?.controls ?? []
  const rating = filed && outlineRating(organization, filed.filing)
  return {
    ...(rating?.verdict ?? { state: 'NotRatedHere', policyVersion: POLICY_VERSION }),
    ref: rating?.evidence?.ref,
    derivedFrom: rating?.evidence?.derivedFrom,
    categories: rating?.categories ?? [],
    inPlace: controls.filter(({ isInPlace }) => isInPlace).length,
    answered: controls.length,
    asked: filed ? countAsked(filed.filing.form) : 0,
    controls: controls.map(toControl),
    events: readEvents(filed?.governance ?? []).map(({ key, ...answer }) => ({ key, answer })),
    note: filed ? describeTrust(organization, filed) : NOT_FILED,
  }
}

const NOT_FILED = 'None of the loaded returns can be rated.'

function describeTrust(organization: Organization, { filing, controls }: FiledProfile): string {
  const { form } = filing
  const asked = countAsked(form)
  const { bottomLine } = verdictOn(organization, filing)
  if (asked === 0) {
    return `${bottomLine} ${FORM_NAMES[form]} does not ask about governance policies and practices.`
  }
  if (controls.length === asked) return bottomLine
  return `${bottomLine} This ${FORM_NAMES[form]} answers ${controls.length} of ${asked} questions about controls. The other answers are unknown.`
}
