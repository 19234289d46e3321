/** What a pair of UEI and EIN has for it. */
export type Standing = {
  /** Distinct audit years that name both. */
  years: number
  /**
   * Of the years of all EINs that audits give for the UEI, those of this one: more than 0, at most 1.
   * Pairs with an auditor's or a malformed EIN count in none.
   */
  share: number
  /** A name the auditee filed under is a known name of the organization. */
  nameAgrees: boolean
  /** An audit of it covers further entities, so the UEI may stand for another of them. */
  coversOthers: boolean
}

// Each further year halves the doubt: whoever mistypes an EIN rarely does so twice, and next year's
// audit is begun from this year's.
const DOUBT_LEFT = 0.5
// An EIN under another name is more likely wrong than right, however often it was copied: below 0.5.
const UNDER_ANOTHER_NAME = 0.5
// Of audits that cover several entities most are still filed under the UEI of the one named.
const COVERING_OTHERS = 0.9

/**
 * How far a pair can be relied on, 0 to 1 (decisions part 4: years seen and name agreement). It
 * rises with the years and the share, and is above 0.5 only where a name agrees: 0.75 for one year
 * under a known name, 0.875 for two, 0.25 for one year under another name.
 */
export function scorePair({ years, share, nameAgrees, coversOthers }: Standing): number {
  const doubt = DOUBT_LEFT ** years
  const seen = nameAgrees ? 1 - DOUBT_LEFT * doubt : UNDER_ANOTHER_NAME * (1 - doubt)
  return round(seen * share * (coversOthers ? COVERING_OTHERS : 1))
}

// Four digits tell pairs apart, and are written the same everywhere.
const round = (score: number): number => Math.round(score * 10_000) / 10_000
