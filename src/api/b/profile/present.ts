import { formatDay } from '#src/domain/days.ts'
import { toRef } from '#src/domain/evidence.ts'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import type { FiledText } from '#src/domain/facts/narrative.ts'
import { FORMS } from '#src/domain/form.ts'
import { type FigureKey, nameOnB } from '#src/figures/figures.ts'
import { PROFILE_FIGURES } from '#src/figures/sets.ts'
import type { Filing, FilingSummary, Organization } from '#src/organizations/organization.ts'
import type { FiledProfile, Profile } from '#src/organizations/page/profile.ts'
import { outlineRating, verdictOn } from '#src/organizations/page/rating-view.ts'
import { describeStatus } from '#src/organizations/page/status-sentences.ts'
import { iconPath, toWebPresence } from '#src/organizations/page/web-presence.ts'
import {
  type Control,
  countAsked,
  GOVERNANCE_KEYS,
  type ReportedEvent,
  readEvents,
} from '#src/organizations/people/governance.ts'
import { POLICY_VERSION } from '#src/rating/rating.ts'
import { attribute } from '../attribute.ts'
import { presentAbout, presentFiling, presentSentence } from '../fields.ts'
import { asBoolean, asNumber, presentFigure, toSnakeCase } from '../figure.ts'
import { presentCategory, STATES } from '../ratings.ts'
import { presentIdentity } from './identity.ts'
import type { ProfileData } from './schema.ts'

/** Presents a profile; for an organization without filings, from the registry alone. */
export function presentProfile({ organization, filed }: Profile): ProfileData {
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
    policy_version: verdict.policyVersion,
    score: verdict.score,
    band: verdict.band,
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
