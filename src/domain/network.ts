/**
 * The kinds of payments in a return (docs/decisions/grants-and-recipients.md): `ScheduleI` (Part II) and
 * `FoundationPaid` (990-PF Part XIV, line 3a) are grants; `ScheduleF` (Part II), `RelatedTransfer`
 * (Schedule R, Part V, line 2) and `Contractor` come with AllCategories; `FoundationApproved` (line
 * 3b) is paid in a later year and is in no sum but the network's own.
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

/** What counts as a grant. */
export const GRANT_CATEGORIES = ['ScheduleI', 'FoundationPaid'] as const satisfies EdgeCategory[]

/** What counts in sums with AllCategories: everything but what was only approved. */
export const PAID_CATEGORIES = EDGE_CATEGORIES.filter(
  (category) => category !== 'FoundationApproved',
)

/**
 * Why a row that was paid is in no sum over counterparties: it is a gift to a related organization
 * (Schedule R, Part V, type b) that Schedule I of the same return lists, too, which tells of the same
 * dollars twice; or a loan or a guarantee (type d), which is no money given.
 */
const UNCOUNTED = ['ListedOnScheduleI', 'LoanOrGuarantee'] as const
export type Uncounted = (typeof UNCOUNTED)[number]

/** Why a row is in no sum over counterparties: of one that was paid, or that it is yet to be paid. */
export const NOT_COUNTED = [...UNCOUNTED, 'ApprovedForLater'] as const
export type NotCounted = (typeof NOT_COUNTED)[number]

/**
 * How a recipient was found, in this order: the EIN filed in its row, the EIN that Schedule R of the
 * same return gives for its name, its name with city and state (or its words in any order), its name
 * in its state alone.
 */
export const MATCH_METHODS = [
  'FiledEIN',
  'RelatedEIN',
  'NameCityState',
  'NameState',
  'Unresolved',
] as const
export type MatchMethod = (typeof MATCH_METHODS)[number]

/** How far a match can be relied on, in rising order; `None` is not resolved. */
export const MATCH_CONFIDENCES = ['None', 'Weak', 'Moderate', 'Strong', 'Authoritative'] as const
export type MatchConfidence = (typeof MATCH_CONFIDENCES)[number]
