import { formatRef } from '#src/domain/evidence.ts'
import { deriveFigures } from '#src/domain/facts/derived.ts'
import { type FigureKey, nameOf, sourceOf } from '#src/figures/figures.ts'
import { LEADS } from '#src/figures/sets.ts'
import type { ProfileDeps } from '../deps.ts'
import { filingOfDerived } from '../evidence/derived-figures.ts'
import { pickByKey } from '../figures/named-figures.ts'
import { newestWhen, versionsOf } from '../filings/filings.ts'
import { selectFiling } from '../filings/select-filing.ts'
import { openFiler } from '../open-profile.ts'
import type { FilingSummary, Organization, RegistryRow } from '../organization.ts'
import { readYearly, type YearlyFiling } from '../store/read-filing.ts'
import { type RegistryName, readNamesUntil } from '../store/read-names.ts'

/** A leading figure of one return. */
export type KnownFigure = {
  key: FigureKey
  label: string
  value: number
  unit?: string
  /**
   * Absent for a figure that is computed from a superseded return, because the Ref of a computed
   * figure means the current one.
   */
  ref?: string
  formula?: string
  derivedFrom?: string[]
}

/** A return of a year, as it was known on a day. */
export type KnownYear = { filing: FilingSummary; figures: KnownFigure[] }

/** A figure that a return received later states differently. */
export type FigureGap = {
  key: FigureKey
  label: string
  unit?: string
  before?: KnownFigure
  after?: KnownFigure
  difference?: number
}

/** A return received after the day. `replaces` is the known one for its period. */
export type LaterReturn = { filing: FilingSummary; replaces?: FilingSummary; changes: FigureGap[] }

export type RegistryThen = {
  /** The newest stored row, if its extract is of a month up to the day. */
  row?: RegistryRow
  /** The names in loaded extracts up to the day, the latest first, each with its Ref. */
  names: { name: string; asOf: string; ref: string }[]
  /** Revocations that the IRS had posted by the day. */
  revocations: { revokedOn: string; postedOn: string | null; ref: string }[]
}

/** What cannot be known about a day. */
export const UNKNOWNS = ['Rating', 'Registry', 'Postcards', 'Publication'] as const

export type AsKnown = {
  organization: Organization
  /** YYYY-MM-DD */
  on: string
  /** The newest return received by the day; absent if there was none. */
  known?: KnownYear
  /** The years of its form that were known, newest first. */
  years: KnownYear[]
  /** The return that the page of the organization shows now. */
  now: KnownYear
  /** Returns received later, the latest first. */
  later: LaterReturn[]
  registry: RegistryThen
  unknown: (typeof UNKNOWNS)[number][]
}

/** Four lead a page. */
const MOST_LEADS = 4

/**
 * Reads an organization as it was known on a day, from the days on which the IRS received its returns.
 * Three round trips. Throws ApiError ProfileNotFound, StoreUnavailable.
 */
export async function readAsKnown(deps: ProfileDeps, ein: string, on: string): Promise<AsKnown> {
  const organization = await openFiler(deps, ein)
  const selected = selectKnown(organization.filings, on)
  const now = selectFiling(organization, {})
  const replaced = selected.later.flatMap(({ filing, replaces }) =>
    replaces ? [filing, replaces] : [],
  )
  const wanted = [...selected.years, ...replaced].map(({ objectId }) => objectId)
  const [filings, current, names] = await Promise.all([
    readYearly(deps.postgres, wanted),
    readYearly(
      deps.postgres,
      organization.filings
        .filter((one) => one.isCurrent && one.form === now.form)
        .map((one) => one.objectId),
    ),
    readNamesUntil(deps.postgres, ein, on.slice(0, 7)),
  ])
  return {
    organization,
    on,
    ...compareKnown(organization, { ...selected, now }, { known: filings, now: current }),
    registry: toRegistryThen(organization, on, names),
    unknown: unknownOn(organization, on),
  }
}

type Selected = {
  known?: FilingSummary
  years: FilingSummary[]
  later: { filing: FilingSummary; replaces?: FilingSummary }[]
}

const RETURNS: readonly string[] = ['990', '990EZ', '990PF']

/**
 * Returns the newest return received by a day, the returns of its form for each period as they were
 * then, and the returns received later. Excluded filings and those without a day of receipt are left
 * out. A Form 990-T is the newest return only if there is no other.
 */
export function selectKnown(filings: readonly FilingSummary[], on: string): Selected {
  const dated = filings.filter((one) => one.exclusion === null && one.receivedOn !== null)
  const received = dated.filter((one) => isBy(one, on))
  const returns = received.filter(({ form }) => RETURNS.includes(form))
  const known = newestWhen(returns.length > 0 ? returns : received)[0]?.filing
  // The version for each period that counted then.
  const counted = received.filter((one) => versionsOf(received, one)[0] === one)
  const later = dated
    .filter((one) => !isBy(one, on))
    .map((filing) => {
      const replaces = counted.find(
        ({ form, taxPeriodEnd }) => form === filing.form && taxPeriodEnd === filing.taxPeriodEnd,
      )
      return { filing, ...(replaces && { replaces }) }
    })
    .sort((a, b) => ((a.filing.receivedOn ?? '') < (b.filing.receivedOn ?? '') ? 1 : -1))
  return {
    ...(known && { known }),
    years: counted.filter(({ form }) => form === known?.form),
    later,
  }
}

const isBy = ({ receivedOn }: FilingSummary, on: string): boolean =>
  receivedOn !== null && receivedOn <= on

/** Returns that were known on the day or replaced one of these, and the current ones. */
type Read = { known: YearlyFiling[]; now: YearlyFiling[] }

/** Returns the figures of the selected returns, and what later returns changed. */
export function compareKnown(
  organization: Pick<Organization, 'ein' | 'filings' | 'primaryForm'>,
  { known, years, now, later }: Selected & { now: FilingSummary },
  read: Read,
): Pick<AsKnown, 'known' | 'years' | 'now' | 'later'> {
  // Growth and similar figures compare with the years that were known at the same time.
  const knownThen = read.known.filter(({ objectId }) =>
    years.some((one) => one.objectId === objectId),
  )
  const of = (filing: FilingSummary, others: YearlyFiling[]): KnownYear => ({
    filing,
    figures: figuresOf(organization, filing, [...read.known, ...read.now], others),
  })
  const knownYears = years.map((filing) => of(filing, knownThen))
  const shown = known && knownYears.find(({ filing }) => filing === known)
  return {
    ...(shown && { known: { ...shown, figures: shown.figures.slice(0, MOST_LEADS) } }),
    years: knownYears,
    now: of(now, read.now),
    later: later.map(({ filing, replaces }) => ({
      filing,
      ...(replaces && { replaces }),
      changes: replaces ? gapsBetween(of(replaces, knownThen), of(filing, read.now)) : [],
    })),
  }
}

function figuresOf(
  organization: Pick<Organization, 'ein' | 'filings' | 'primaryForm'>,
  summary: FilingSummary,
  read: readonly YearlyFiling[],
  years: YearlyFiling[],
): KnownFigure[] {
  const filing = read.find(({ objectId }) => objectId === summary.objectId)
  if (!filing) return []
  const { form, taxYear, objectId } = filing
  const keys = LEADS[form]
  const derived = deriveFigures({ filing, years })
  const figures = pickByKey(keys, { organization, filing, derived })
  return keys.flatMap((key): KnownFigure[] => {
    const figure = figures[key]
    if (typeof figure?.value !== 'number') return []
    const { value, unit, ref, formula, derivedFrom } = figure
    const source = derivedFrom && sourceOf(key, form).derived
    const meant = source && filingOfDerived(organization, { key: source, form }, taxYear)
    const isMeant = !source || meant?.objectId === objectId
    return [
      {
        ...{ key, label: nameOf(key), value },
        ...(unit && { unit }),
        ...(isMeant && { ref }),
        ...(formula && { formula }),
        ...(derivedFrom && { derivedFrom }),
      },
    ]
  })
}

/** Returns the figures that differ between two returns. */
export function gapsBetween(before: KnownYear, after: KnownYear): FigureGap[] {
  const keys = [...new Set([...before.figures, ...after.figures].map(({ key }) => key))]
  return keys.flatMap((key) => {
    const [one, other] = [before, after].map(({ figures }) =>
      figures.find((own) => own.key === key),
    )
    const shown = other ?? one
    if (!shown || one?.value === other?.value) return []
    return [
      {
        ...{ key, label: shown.label },
        ...(shown.unit && { unit: shown.unit }),
        ...(one && { before: one }),
        ...(other && { after: other }),
        ...(one && other && { difference: other.value - one.value }),
      },
    ]
  })
}

type Listed = Pick<Organization, 'ein' | 'registry' | 'revocations'>

/** Returns what the loaded registry extracts of months up to a day say. */
export function toRegistryThen(
  { ein, registry, revocations }: Listed,
  on: string,
  names: readonly RegistryName[],
): RegistryThen {
  const month = on.slice(0, 7)
  return {
    ...(registry && registry.asOf <= month && { row: registry }),
    names: names
      .filter(({ kind }) => kind === 'name')
      .map(({ name, first, last }) => {
        // Only the first and the last extract with the name are stored.
        const asOf = last <= month ? last : first
        return { name, asOf, ref: formatRef({ kind: 'bmf', asOf, ein, column: 'NAME' }) }
      }),
    revocations: revocations
      .filter(({ revokedOn, postedOn }) => (postedOn ?? revokedOn) <= on)
      .map(({ revokedOn, postedOn }) => ({
        revokedOn,
        postedOn,
        ref: formatRef({ kind: 'revocation', ein, revokedOn, column: 'RevocationDate' }),
      })),
  }
}

/** Returns what cannot be known about a day; ratings and days of publication never can. */
function unknownOn({ registry, filings }: Organization, on: string): AsKnown['unknown'] {
  const hasUndated = filings.some((one) => one.exclusion === null && one.receivedOn === null)
  return UNKNOWNS.filter((one) => {
    if (one === 'Registry') return !registry || registry.asOf > on.slice(0, 7)
    return one !== 'Postcards' || hasUndated
  })
}
