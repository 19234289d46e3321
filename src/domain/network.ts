/**
 * The kinds of payments in a return (docs/working/decisions/grants-and-recipients.md): `ScheduleI`
 * (Part II) and `FoundationPaid` (990-PF Part XIV, line 3a) are grants. `ScheduleF` (Part II),
 * `RelatedTransfer` (Schedule R, Part V, line 2), and `Contractor` are included with AllCategories.
 * `FoundationApproved` (line 3b) is paid in a later year and is only in the network's own sums.
 */
export const EDGE_CATEGORIES = [
  'ScheduleI',
  'FoundationPaid',
  'ScheduleF',
  'RelatedTransfer',
  'Contractor',
  'FoundationApproved',
] as const
export type EdgeCategory = (typeof EDGE_CATEGORIES)[number]

/** The categories of grants. */
export const GRANT_CATEGORIES = ['ScheduleI', 'FoundationPaid'] as const satisfies EdgeCategory[]

/** The categories in sums with AllCategories: all but approved grants. */
export const PAID_CATEGORIES = EDGE_CATEGORIES.filter(
  (category) => category !== 'FoundationApproved',
)

/**
 * Why a paid row is in no sum over counterparties: a gift to a related organization (Schedule R,
 * Part V, type b) that Schedule I of the same return also lists, or a loan or guarantee (type d),
 * which is not given.
 */
const UNCOUNTED = ['ListedOnScheduleI', 'LoanOrGuarantee'] as const
export type Uncounted = (typeof UNCOUNTED)[number]

/** Why a row is in no sum over counterparties, including rows not yet paid. */
export const NOT_COUNTED = [...UNCOUNTED, 'ApprovedForLater'] as const
export type NotCounted = (typeof NOT_COUNTED)[number]

/**
 * How a recipient was found, in order of trust: the EIN filed in its row; the EIN on Schedule R of
 * the same return for its name; its name with city and state (or its words in any order); its name
 * in its state only.
 */
export const MATCH_METHODS = [
  'FiledEIN',
  'RelatedEIN',
  'NameCityState',
  'NameState',
  'Unresolved',
] as const
export type MatchMethod = (typeof MATCH_METHODS)[number]

/** The reliability of a match, ascending; `None` means not resolved. */
export const MATCH_CONFIDENCES = ['None', 'Weak', 'Moderate', 'Strong', 'Authoritative'] as const
export type MatchConfidence = (typeof MATCH_CONFIDENCES)[number]
