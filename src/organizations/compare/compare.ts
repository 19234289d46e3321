import { displayName } from '#src/domain/display-name.ts'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import { deriveFigures } from '#src/domain/facts/derived.ts'
import { cutShort, SHOWN_NAME_LENGTH } from '#src/domain/filed-text.ts'
import type { Form } from '#src/domain/form.ts'
import { knownFields } from '#src/domain/known-fields.ts'
import { type Cause, nteeLabel } from '#src/domain/ntee.ts'
import { releaseTime } from '#src/domain/release.ts'
import { isShortYear } from '#src/domain/tax-period.ts'
import { type FieldSource, type FigureKey, sourceOf } from '#src/figures/figures.ts'
import { COMPARED_FIGURES } from '#src/figures/sets.ts'
import { ApiError } from '#src/platform/errors.ts'
import type { Readiness } from '#src/rating/diligence.ts'
import type { ProfileDeps } from '../deps.ts'
import { type DiligenceEntry, readDiligence } from '../diligence/diligence.ts'
import {
  labelOfField,
  type NamedFigure,
  type OpenedFigures,
  openFigures,
  pickFigures,
  type Unknown,
  whyUnknown,
} from '../figures/named-figures.ts'
import { oneAYear } from '../figures/series.ts'
import type { Selection } from '../filings/select-filing.ts'
import type { FilingSummary, Organization } from '../organization.ts'
import { outlineRating, type RatingOutline } from '../page/rating-view.ts'
import { GOVERNANCE_FIELDS, GOVERNANCE_KEYS, type GovernanceKey } from '../people/governance.ts'
import type { YearlyFiling } from '../store/read-organization.ts'

/** Number of organizations in a comparison. More than five columns are hard to read. */
export const MIN_COMPARED = 2
export const MAX_COMPARED = 5

/** A field of a filing: its value with the Ref, or why it is unknown. */
export type ComparedField<Key extends string> = { key: Key } & (
  | (NamedFigure & { unknown?: undefined })
  | { label: string; unknown: Unknown }
)

/** One organization of a comparison, by one filing. */
export type ComparedOrganization = {
  ein: string
  name: string
  city: string | null
  state: string | null
  country: string | null
  /** Absent if the registry has no code, or "unknown". */
  cause?: Cause
  primaryForm: Form | null
  filing: FilingSummary
  /** Tax years with a current filing of any form, newest first. */
  taxYears: number[]
  figures: ComparedField<FigureKey>[]
  /** The figures of each year of the form, oldest first; only if years were requested. */
  years?: ComparedYear[]
  governance: ComparedField<GovernanceKey>[]
  /** Only the verdict if the form of the filing is not the rated one. */
  rating: RatingOutline
  /** As of today, by the latest filing. */
  readiness?: Readiness
}

/** Figures of one tax year. */
export type ComparedYear = Pick<FilingSummary, 'taxYear' | 'isGroupReturn'> & {
  isShortYear: boolean
  figures: ComparedField<FigureKey>[]
}

/**
 * An organization that cannot be compared, and the error why; name and readiness if the organization is
 * known.
 */
export type NotCompared = { ein: string; error: ApiError; name?: string; readiness?: Readiness }

export type Comparison = {
  /** In the requested order. */
  organizations: (ComparedOrganization | NotCompared)[]
  /** Sentences about what makes the figures hard to compare. */
  cautions: string[]
  /** Time of the store's newest release, as ISO time; absent if no organization was compared. */
  compiledAt?: string
}

/** Returns whether an organization could be compared. */
export const isCompared = (one: ComparedOrganization | NotCompared): one is ComparedOrganization =>
  'filing' in one

/** Figures to compare, by default the main ones, and the number of years to list them for. */
type WantedFigures = { figures?: readonly FigureKey[] | undefined; years?: number | undefined }

/**
 * Compares organizations by the same figures, governance, rating, and readiness, from their latest
 * filings or the selected ones. A year without a form opens the form filed for it. All are read at
 * once, so that any number takes three round trips. `today` is YYYY-MM-DD. Throws ApiError
 * StoreUnavailable.
 */
export async function compareOrganizations(
  deps: ProfileDeps,
  eins: readonly string[],
  selection: Selection,
  today: string,
  { figures: keys = COMPARED_FIGURES, years = 0 }: WantedFigures = {},
): Promise<Comparison> {
  const [opened, diligence] = await Promise.all([
    openEach(deps, eins, selection, keys),
    readDiligence(deps, eins, today),
  ])
  const organizations = opened.map((one, at) =>
    'error' in one
      ? toNotCompared(one, diligence[at])
      : toCompared(one, diligence[at], keys, years),
  )
  const compared = organizations.filter(isCompared)
  const release = opened.find((one) => 'organization' in one)?.organization.release
  return knownFields({
    organizations,
    cautions: describeDifferences(compared.map(({ name, filing }) => ({ name, ...filing }))),
    compiledAt: release && releaseTime(release),
  })
}

/**
 * Opens filings of several organizations with the inputs of their figures, in the requested order.
 * The result for one that cannot be opened has the error. Throws ApiError StoreUnavailable, and the
 * signal's reason when it aborts.
 */
export const openEach = (
  deps: ProfileDeps,
  eins: readonly string[],
  selection: Selection,
  keys: readonly FigureKey[],
  signal?: AbortSignal,
): Promise<(OpenedFigures | { ein: string; error: ApiError })[]> =>
  Promise.all(
    eins.map(async (ein) => {
      try {
        return await openFigures(deps, ein, selection, keys, signal)
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return { ein, error }
        throw error
      }
    }),
  )

function toCompared(
  opened: OpenedFigures,
  { found }: DiligenceEntry = { ein: '' },
  keys: readonly FigureKey[],
  count: number,
): ComparedOrganization {
  const { organization, filing, years } = opened
  const { ein, name, city, state, country, primaryForm } = organization
  return {
    ...{ ein, name, city, state, country, primaryForm },
    ...knownFields({ cause: causeOf(organization), readiness: found?.readiness }),
    filing,
    taxYears: taxYearsOf(organization),
    figures: keys.map((key) => pickField(key, sourceOf(key, filing.form), opened)),
    ...(count > 0 && { years: toComparedYears(organization, years, keys).slice(-count) }),
    governance: GOVERNANCE_KEYS.map((key) => pickField(key, GOVERNANCE_FIELDS[key], opened)),
    rating: outlineRating(organization, filing),
  }
}

const toComparedYears = (
  organization: Organization,
  years: readonly YearlyFiling[],
  keys: readonly FigureKey[],
): ComparedYear[] =>
  oneAYear(years).map((filing) => {
    const opened = { organization, filing, derived: deriveFigures({ filing, years }) }
    const { taxYear, isGroupReturn } = filing
    const figures = keys.map((key) => pickField(key, sourceOf(key, filing.form), opened))
    return { taxYear, isGroupReturn, isShortYear: isShortYear(filing), figures }
  })

function pickField<Key extends string>(
  key: Key,
  source: FieldSource,
  opened: Pick<OpenedFigures, 'organization' | 'derived'> & { filing: YearlyFiling },
): ComparedField<Key> {
  const { found } = pickFigures({ found: source }, opened)
  if (found) return { key, ...found }
  const { filing } = opened
  const label = labelOfField(source, filing.form) ?? key
  return { key, label, unknown: whyUnknown(source, filing) }
}

const toNotCompared = (
  { ein, error }: { ein: string; error: ApiError },
  { found }: DiligenceEntry = { ein },
): NotCompared => ({ ein, error, ...(found && { name: found.name, readiness: found.readiness }) })

const taxYearsOf = ({ filings }: Organization): number[] =>
  [...new Set(filings.flatMap(({ isCurrent, taxYear }) => (isCurrent ? [taxYear] : [])))].sort(
    (a, b) => b - a,
  )

/** Code Z means unclassified. */
function causeOf({ nteeCode }: Organization): Cause | undefined {
  const cause = nteeCode?.startsWith('Z') ? undefined : nteeCode && nteeLabel(nteeCode)
  return cause ? { code: cause.code, label: cause.label } : undefined
}

/** A filing in a comparison, and the name of its organization. */
type FilingCompared = { name: string } & Pick<
  FilingSummary,
  'form' | 'taxYear' | 'taxPeriodBegin' | 'taxPeriodEnd' | 'isGroupReturn'
>

const LIST = new Intl.ListFormat('en')

/** Describes in sentences what makes figures of filings hard to compare. */
export function describeDifferences(filings: readonly FilingCompared[]): string[] {
  const forms = [...new Set(filings.map(({ form }) => FORM_NAMES[form]))]
  const years = [...new Set(filings.map(({ taxYear }) => String(taxYear)))].sort()
  const namesOf = (claim: (filing: FilingCompared) => boolean) =>
    LIST.format(
      filings.filter(claim).map(({ name }) => cutShort(displayName(name), SHOWN_NAME_LENGTH)),
    )
  const groups = namesOf(({ isGroupReturn }) => isGroupReturn)
  const short = namesOf(isShortYear)
  return [
    ...(forms.length > 1 ? [`The organizations file different forms: ${LIST.format(forms)}.`] : []),
    ...(years.length > 1
      ? [`The figures are from different tax years: ${LIST.format(years)}.`]
      : []),
    ...(groups
      ? [`A group return, which covers several organizations, was filed by ${groups}.`]
      : []),
    ...(short ? [`The tax year is shorter than twelve months for ${short}.`] : []),
  ]
}
