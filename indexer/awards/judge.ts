import { toNameKey } from '#src/domain/name-keys.ts'
import { scorePair } from './score.ts'

/** What audits say of one UEI and one EIN, both of the right form. */
export type AuditedPair = {
  uei: string
  ein: string
  /** Audit years that name both, ascending; none when the auditor is named as auditee in all. */
  years: number[]
  /** Audits that name both, resubmitted ones too, without those with the auditor's own EIN. */
  audits: number
  /** Auditee's names in them. */
  names: string[]
  /** An audit of it covers further EINs or UEIs, well-formed and others than these. */
  coversOthers: boolean
  /** The EIN is that of the auditor in other audits. */
  isAuditor: boolean
  /** Names of the organization with the EIN; null where there is none. */
  knownNames: string[] | null
}

/**
 * Why a pair attaches no awards: the EIN is an auditor's; no organization has it; other EINs are
 * given for the UEI and none of them clearly holds it; another of them does.
 */
export const REASONS = ['AuditorEIN', 'Unknown', 'Contested', 'Outweighed'] as const
export type Reason = (typeof REASONS)[number]

/** A pair as it is stored in uei_mapping. */
export type JudgedPair = Pick<AuditedPair, 'uei' | 'ein' | 'years' | 'audits'> & {
  nameAgrees: boolean
  otherEins: string[]
  score: number
  reason: Reason | null
}

type Named = AuditedPair & { nameAgrees: boolean }

/** Judges all pairs of one UEI: at most one EIN of them is used. */
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

// Auditors are audited, too: under their own name their EIN is theirs.
const isAuditors = ({ audits, isAuditor, nameAgrees }: Named): boolean =>
  audits === 0 || (isAuditor && !nameAgrees)

// Twice as many years as any other: a slip happens once, and one year against one decides nothing.
// Years, not audits: an audit that is filed again tells nothing new.
const CLEARLY_MORE = 2
// An EIN that no organization has is a slip of the pen until it is given in another year, too.
const YEARS_OF_A_CLAIM = 2

const isClaim = ({ knownNames, years }: Named): boolean =>
  knownNames !== null || years.length >= YEARS_OF_A_CLAIM

/**
 * Whose the UEI is: the only one that claims it, or the one that alone is filed under a known name,
 * is in the newest audits and in clearly more years; undefined where that is nobody.
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
