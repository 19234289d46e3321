/** The evidence for a pair of UEI and EIN. */
export type Standing = {
  /** Distinct audit years that name both. */
  years: number
  /**
   * The share of this EIN in the years of all EINs that audits pair with the UEI: more than 0, at
   * most 1. Pairs with an auditor's EIN or a malformed EIN are not counted.
   */
  share: number
  /** Whether a name the auditee filed under is a known name of the organization. */
  nameAgrees: boolean
  /** Whether an audit of it covers further entities, so that the UEI may belong to one of them. */
  coversOthers: boolean
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
