import { toNameKey } from '#src/domain/name-keys.ts'

/** What audits report about one UEI and one EIN, both well-formed. */
export type AuditedPair = {
  uei: string
  ein: string
  /** Audit years that name both, ascending; none if the auditor is named as auditee in all. */
  years: number[]
  /** Audits that name both, resubmitted ones included, without those with the auditor's own EIN. */
  audits: number
  /** The auditee's names in those audits. */
  names: string[]
  /**
   * Whether an audit of the pair covers other well-formed EINs or UEIs, so that the UEI may belong to
   * one of them.
   */
  coversOthers: boolean
  /** Whether the EIN is the auditor's in other audits. */
  isAuditor: boolean
  /** Names of the organization with the EIN; null if there is none. */
  knownNames: string[] | null
}

/**
 * Why a pair attaches no awards: the EIN is an auditor's; no organization has it; the UEI has
 * several EINs and none clearly prevails; or another EIN prevails.
 */
export const REASONS = ['AuditorEIN', 'Unknown', 'Contested', 'Outweighed'] as const
export type Reason = (typeof REASONS)[number]

/** A pair as stored in uei_mapping. */
export type JudgedPair = Pick<AuditedPair, 'uei' | 'ein' | 'years' | 'audits'> & {
  nameAgrees: boolean
  otherEins: string[]
  score: number
  reason: Reason | null
}

type Named = AuditedPair & {
  /** Whether a name the auditee filed under is a known name of the organization. */
  nameAgrees: boolean
}

/** Judges all pairs of one UEI: at most one EIN is used. */
export function judgeUei(pairs: readonly AuditedPair[]): JudgedPair[] {
  const named = pairs.map((pair): Named => ({ ...pair, nameAgrees: doNamesAgree(pair) }))
  const rivals = named.filter((pair) => !isAuditors(pair))
  const winner = findWinner(rivals)
  const yearsOfAll = rivals.reduce((sum, { years }) => sum + years.length, 0)
  return named.map((pair) => {
    const others = rivals.filter(({ ein }) => ein !== pair.ein)
    const { uei, ein, years, nameAgrees } = pair
    const share = isAuditors(pair) ? 0 : years.length / yearsOfAll
    return {
      uei,
      ein,
      years,
      audits: pair.audits,
      nameAgrees,
      otherEins: others.map((other) => other.ein).toSorted(),
      score: scorePair({ ...pair, years: years.length, share }),
      reason: reasonOf(pair, winner),
    }
  })
}

function reasonOf(pair: Named, winner: Named | undefined): Reason | null {
  if (isAuditors(pair)) return 'AuditorEIN'
  if (pair.knownNames === null) return 'Unknown'
  if (winner === undefined) return 'Contested'
  return winner === pair ? null : 'Outweighed'
}

// Auditors are audited, too; an audit under the auditor's own name legitimately has its EIN.
const isAuditors = ({ audits, isAuditor, nameAgrees }: Named): boolean =>
  audits === 0 || (isAuditor && !nameAgrees)

// Twice as many years as any other EIN: a slip happens once, and one year against one decides
// nothing. Years are counted, not audits, because a resubmitted audit adds no information.
const CLEARLY_MORE = 2
// An EIN that no organization has counts as a slip until a second year repeats it.
const YEARS_OF_A_CLAIM = 2

const isClaim = ({ knownNames, years }: Named): boolean =>
  knownNames !== null || years.length >= YEARS_OF_A_CLAIM

/**
 * Returns the pair that the UEI belongs to: the only one that claims it, or the only one filed
 * under a known name, if it is in the newest audits and in clearly more years. Undefined if none
 * qualifies.
 */
function findWinner(rivals: readonly Named[]): Named | undefined {
  const claims = rivals.filter(isClaim)
  if (claims.length === 1) return claims[0]
  const [named, ...more] = claims.filter(({ nameAgrees }) => nameAgrees)
  if (!named || more.length > 0) return undefined
  const isClear = claims.every(
    (rival) =>
      rival === named ||
      (newestOf(rival) <= newestOf(named) &&
        named.years.length >= CLEARLY_MORE * rival.years.length),
  )
  return isClear ? named : undefined
}

const newestOf = ({ years }: Named): number => years.at(-1) ?? 0

function doNamesAgree({ names, knownNames }: AuditedPair): boolean {
  const known = new Set(knownNames?.map(toNameKey))
  return names.map(toNameKey).some((key) => key !== '' && known.has(key))
}

/** The evidence for a pair of UEI and EIN; `years` counts the audit years that name both. */
export type Standing = Pick<Named, 'nameAgrees' | 'coversOthers'> & {
  years: number
  /**
   * The share of this EIN in the years of all EINs that audits pair with the UEI: more than 0, at
   * most 1. Pairs with an auditor's EIN or a malformed EIN are not counted.
   */
  share: number
}

// Each further year halves the doubt: a mistyped EIN is rarely repeated, but next year's audit is
// prepared from this year's.
const DOUBT_LEFT = 0.5
// Under another name, an EIN is more likely wrong than right, however often it was copied, so the
// score stays below 0.5.
const UNDER_ANOTHER_NAME = 0.5
// Most audits that cover several entities are still filed under the UEI of the one they name.
const COVERING_OTHERS = 0.9

/**
 * Returns how reliable a pair is, from 0 to 1. The score rises with the years and the share, and
 * exceeds 0.5 only if a name agrees: 0.75 for one year under a known name, 0.875 for two, 0.25 for
 * one year under another name.
 */
export function scorePair({ years, share, nameAgrees, coversOthers }: Standing): number {
  const doubt = DOUBT_LEFT ** years
  const seen = nameAgrees ? 1 - DOUBT_LEFT * doubt : UNDER_ANOTHER_NAME * (1 - doubt)
  return round(seen * share * (coversOthers ? COVERING_OTHERS : 1))
}

// Four digits distinguish pairs and are written the same everywhere.
const round = (score: number): number => Math.round(score * 10_000) / 10_000
