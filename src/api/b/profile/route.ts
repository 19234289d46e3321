import { z } from 'zod'
import { formatDay } from '#src/domain/days.ts'
import { toRef } from '#src/domain/evidence.ts'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import type { FiledText } from '#src/domain/facts/narrative.ts'
import { FORMS } from '#src/domain/form.ts'
import { type FigureKey, nameOnB } from '#src/figures/figures.ts'
import { PROFILE_FIGURES } from '#src/figures/sets.ts'
import type { Filing, FilingSummary, Organization } from '#src/organizations/organization.ts'
import { iconPath, toWebPresence } from '#src/organizations/page/hero.ts'
import { type FiledProfile, type Profile, readProfile } from '#src/organizations/page/profile.ts'
import { outlineRating, verdictOn } from '#src/organizations/page/rating-view.ts'
import { describeStatus } from '#src/organizations/page/summary-sentences.ts'
import {
  type Control,
  countAsked,
  GOVERNANCE_KEYS,
  type ReportedEvent,
  readEvents,
} from '#src/organizations/people/governance.ts'
import { BANDS, POLICY_VERSION } from '#src/rating/rating.ts'
import { DEMO, example, inPath } from '../../openapi/examples/demo.ts'
import { component, optional, required } from '../../shared/schemas.ts'
import { attribute } from '../attribute.ts'
import { evidenceRegistry } from '../evidence.ts'
import { about, filing, presentAbout, presentFiling, presentSentence, sentence } from '../fields.ts'
import {
  asBoolean,
  asNumber,
  booleanFigure,
  fieldsOf,
  numberFigure,
  presentFigure,
  src,
  textFigure,
  toSnakeCase,
  toSnakeFields,
} from '../figure.ts'
import { deepDive } from '../operation.ts'
import { presentCategory, ratedCategory, ratingState, STATES } from '../ratings.ts'
import { identity, presentIdentity } from './identity.ts'

const notKnown = required.strings('Keys of values that the filing does not state.')

const mission = component('MissionB', {
  statement: textFigure.optional().describe('Mission as filed.'),
  continued: required.array(
    textFigure,
    'More text about the mission, for example from Schedule O.',
  ),
  programs: required.array(textFigure, 'One description for each program.'),
  _src: src,
})

const financials = component('FinancialsB', {
  tax_year: z.int(),
  figures: fieldsOf(PROFILE_FIGURES.map(nameOnB), numberFigure),
  not_known: notKnown,
  _src: src,
})

const governance = component('GovernanceB', {
  tax_year: z.int(),
  answers: fieldsOf(GOVERNANCE_KEYS, z.union([booleanFigure, numberFigure])),
  not_known: notKnown,
  _src: src,
})

export const control = component('Control', {
  key: z.string(),
  in_place: required.boolean('Whether the organization has the policy or practice.'),
  answer: booleanFigure,
  _src: src,
})

const event = component('ReportedEvent', { key: z.string(), answer: booleanFigure, _src: src })

const trustSpectrum = component('TrustSpectrum', {
  state: ratingState,
  policy_version: required.string('Version of the rating model, or `none` if there is no rating.'),
  score: z.number().min(0).max(100).optional(),
  band: z.enum(BANDS).optional(),
  ref: optional.string('Ref of the score.'),
  derived_from: optional.strings('Refs of the metrics that make up the score.'),
  categories: required.array(
    ratedCategory,
    'Categories of the score. For every metric, see /ratings.',
  ),
  in_place: required.count('Number of controls in place.'),
  answered: required.count('Number of controls for which the filing has an answer.'),
  asked: required.count(
    'Number of controls that the form asks about: 6 on Form 990 and 0 on other forms.',
  ),
  controls: required.array(control, 'Policies and practices.'),
  events: required.array(
    event,
    'Events that the form asks about, whether or not they happened. Events are not controls.',
  ),
  note: required.string('Sentences about the rating and the number of unknown controls.'),
  _src: src,
})

const enrichment = component('EnrichmentB', {
  captured_at: z.iso.datetime().describe('When the website was last read.'),
  url: required.string('URL of the page that was read, after redirects.'),
  description: textFigure
    .optional()
    .describe('Description that the website provides for search engines.'),
  social_links: z.array(
    z.strictObject({ network: z.string(), url: z.string(), ref: z.string(), _src: src }),
  ),
  icon: optional.object('Icon of the website. Requests to its path require a key.', {
    path: z.string(),
    media_type: z.string(),
    ref: z.string(),
    _src: src,
  }),
  _src: src,
})

export const profileData = z.strictObject({
  ...about,
  primary_form: z.enum(FORMS).optional(),
  latest_year: optional.int('Latest tax year of the primary form.'),
  note: required.string(
    'States the period that the figures cover and when the IRS publishes returns.',
  ),
  filing: filing
    .optional()
    .describe('Filing that is the source of mission, financials, and governance.'),
  status: required.array(
    sentence,
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
      years: required.array(z.int(), 'Tax years with a current filing, latest first.'),
    }),
  ),
  filings: required.array(filing, 'All filings, including superseded ones, newest first.'),
  evidence: evidenceRegistry,
})
export type ProfileData = z.output<typeof profileData>

/** Presents a profile; for an organization without filings, from the registry alone. */
function presentProfile({ organization, filed }: Profile): ProfileData {
  const { primaryForm, filings } = organization
  const data = {
    ...presentAbout(organization),
    primary_form: primaryForm ?? undefined,
    ...(filed && { latest_year: filed.filing.taxYear }),
    note: filed ? describeLag(filed.filing) : NOTHING_FILED,
    ...(filed && { filing: presentFiling(filed.filing) }),
    status: describeStatus(organization, filed?.filing).map(presentSentence),
    identity: presentIdentity(organization, filed?.filing),
    ...presentEnrichment(organization),
    ...(filed && presentFiled(filed)),
    trust_spectrum: presentTrust(organization, filed),
    forms: presentForms(organization),
    filings: filings.map(presentFiling),
  }
  return attribute(data, filed?.filing)
}

function presentEnrichment(organization: Organization): Pick<ProfileData, 'enrichment'> {
  const web = toWebPresence(organization)
  if (!web) return {}
  const { capturedAt, url, description, socialLinks, icon } = web
  return {
    enrichment: {
      captured_at: capturedAt,
      url,
      ...(description && { description }),
      social_links: socialLinks.map(({ value, ref }) => ({
        network: value.Network,
        url: value.URL,
        ref,
      })),
      ...(icon && {
        icon: { path: iconPath(organization.ein), media_type: icon.value, ref: icon.ref },
      }),
    },
  }
}

const NOTHING_FILED =
  'No filings from this organization are loaded. The data comes only from IRS lists.'

/** States which period the figures cover, and that filings lag behind it. */
export const describeLag = ({ taxPeriodEnd, taxYear }: FilingSummary): string =>
  `Figures are for tax year ${taxYear}, which ended on ${formatDay(taxPeriodEnd)}. The IRS publishes returns six to twelve months after a fiscal year ends, or later, so current operations may differ.`

function presentFiled({ filing, narrative, financials, governance }: FiledProfile) {
  const text = ({ text: value, path }: FiledText) => ({ value, ref: toRef({ ...filing, path }) })
  const [statement, ...continued] = narrative.mission.map(text)
  const figures = Object.entries(financials).flatMap(([key, figure]) => {
    const shown = asNumber(presentFigure(figure))
    return shown ? [[toSnakeCase(nameOnB(key as FigureKey)), shown] as const] : []
  })
  const answers = governance.flatMap(({ key, ...field }) => {
    const shown = presentFigure(field)
    const answer = asBoolean(shown) ?? withCount(asNumber(shown))
    return answer ? [[toSnakeCase(key), answer] as const] : []
  })
  return {
    mission: { ...(statement && { statement }), continued, programs: narrative.programs.map(text) },
    financials: {
      tax_year: filing.taxYear,
      figures: Object.fromEntries(figures),
      not_known: missing(PROFILE_FIGURES.map(nameOnB), figures),
    },
    governance: {
      tax_year: filing.taxYear,
      answers: Object.fromEntries(answers),
      not_known: missing(GOVERNANCE_KEYS, answers),
    },
  }
}

const withCount = (figure: ReturnType<typeof asNumber>) => figure && { ...figure, unit: 'count' }

const missing = (keys: readonly string[], found: (readonly [string, unknown])[]): string[] =>
  keys.map(toSnakeCase).filter((key) => !found.some(([name]) => name === key))

/** Returns a policy or practice that the return reports on. */
export const presentControl = ({ key, isInPlace, ...field }: Control) => {
  const answer = asBoolean(presentFigure(field))
  return answer ? [{ key: toSnakeCase(key), in_place: isInPlace, answer }] : []
}

const presentEvent = ({ key, ...field }: ReportedEvent) => {
  const answer = asBoolean(presentFigure(field))
  return answer ? [{ key: toSnakeCase(key), answer }] : []
}

function presentTrust(
  organization: Organization,
  filed: FiledProfile | undefined,
): ProfileData['trust_spectrum'] {
  const controls = filed?.controls ?? []
  return {
    ...presentVerdict(organization, filed?.filing),
    in_place: controls.filter(({ isInPlace }) => isInPlace).length,
    answered: controls.length,
    asked: filed ? countAsked(filed.filing.form) : 0,
    controls: controls.flatMap(presentControl),
    events: readEvents(filed?.governance ?? []).flatMap(presentEvent),
    note: filed ? describeTrust(organization, filed) : NOT_FILED,
  }
}

const NOT_FILED = 'None of the loaded returns can be rated.'

function presentVerdict(organization: Organization, filing: Filing | undefined) {
  const rating = filing && outlineRating(organization, filing)
  if (!rating) {
    return { state: STATES.NotRatedHere, policy_version: POLICY_VERSION, categories: [] }
  }
  const { verdict, categories, evidence } = rating
  return {
    state: STATES[verdict.state],
    ...toSnakeFields(verdict, 'policyVersion', 'score', 'band'),
    ...(evidence && { ref: evidence.ref, derived_from: evidence.derivedFrom }),
    categories: categories.map(presentCategory),
  }
}

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

function presentForms({ filings, primaryForm }: Organization): ProfileData['forms'] {
  const current = filings.filter(({ isCurrent }) => isCurrent)
  return FORMS.flatMap((form) => {
    const years = current.filter((filing) => filing.form === form).map(({ taxYear }) => taxYear)
    const distinct = [...new Set(years)].sort((a, b) => b - a)
    return distinct.length === 0 ? [] : [{ form, primary: form === primaryForm, years: distinct }]
  })
}

export const profileRoute = deepDive('/api/v2/charity/:ein/profile', {
  operationId: 'readProfile',
  examples: example('An organization', { path: inPath(DEMO.turkanaWells) }),
  summary: "Get an organization's identity, mission, finances, governance, and trust spectrum",
  description:
    'Figures come from the latest filing of the primary form. If an organization is only in the registry, its profile has no filings.',
  data: profileData,
  envelope: 'ProfileEnvelope',
  read: (deps, { ein }) => readProfile(deps, ein),
  present: presentProfile,
})
