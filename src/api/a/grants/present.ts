import { sumExactly } from '#src/domain/exact-numbers.ts'
import { EDGE_CATEGORIES, GRANT_CATEGORIES } from '#src/domain/network.ts'
import type { GrantTotal } from '#src/network/direction.ts'
import type { Grant, GrantPage } from '#src/network/grants.ts'
import { sumIdentified } from '#src/network/identified.ts'
import { toFields } from '../fields.ts'
import { presentFiled, presentParty } from '../money-network.ts'
import type { GrantList } from './schema.ts'

export function presentGrants(
  ein: string,
  { grants, totals, asksForGrants, nextCursor }: GrantPage,
): GrantList {
  const of = (direction: GrantTotal['direction']) => {
    const found = totals.filter((total) => total.direction === direction)
    return found.length > 0 && { [direction]: presentTotal(found, asksForGrants) }
  }
  return {
    EIN: ein,
    Grants: grants.map(presentGrant),
    RowCount: sumOf(totals.map(({ rows }) => rows)),
    UnresolvedCount: sumOf(totals.map(({ unresolved }) => unresolved)),
    Totals: { ...of('Incoming'), ...of('Outgoing') },
    NextCursor: nextCursor,
  }
}

const GRANTS: ReadonlySet<string> = new Set(GRANT_CATEGORIES)
const OTHER = EDGE_CATEGORIES.filter((category) => !GRANTS.has(category))

/**
 * Grants have one total, if requested; each other category has its own, and uncounted rows are
 * separate.
 */
function presentTotal(
  found: readonly GrantTotal[],
  asksForGrants: boolean,
): GrantList['Totals']['Outgoing'] {
  const grants = found.filter(({ category }) => GRANTS.has(category))
  const Other = OTHER.flatMap((Category) => {
    const own = found.filter(({ category }) => category === Category)
    const apart = own.filter(({ isCounted }) => !isCounted)
    if (own.length === 0) return []
    const counted = own.filter(({ isCounted }) => isCounted)
    return {
      Category,
      ...rowsOf(counted),
      ...identifiedIn(counted),
      ...(apart.length > 0 && { NotCounted: rowsOf(apart) }),
    }
  })
  const { RowCount: GrantCount, ...amount } = rowsOf(grants)
  return {
    ...(asksForGrants && { GrantCount, ...amount, ...identifiedIn(grants) }),
    ...(Other.length > 0 && { Other }),
  }
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0)

function rowsOf(totals: readonly GrantTotal[]) {
  const filed = totals.flatMap(({ amount }) => amount ?? [])
  const sum = sumExactly(filed)
  return {
    RowCount: sumOf(totals.map(({ rows }) => rows)),
    ...(filed.length > 0 && sum !== undefined && { TotalAmount: sum }),
  }
}

function identifiedIn(totals: readonly GrantTotal[]) {
  const { identified, share } = sumIdentified(totals)
  return {
    ...(identified !== undefined && { IdentifiedAmount: identified }),
    ...(share !== undefined && { IdentifiedShare: share }),
  }
}

function presentGrant(grant: Grant): GrantList['Grants'][number] {
  const { funder, recipient, filedName, filedPlace, filedEin, evidence, ...own } = grant
  return {
    ...toFields(own),
    Funder: presentParty(funder),
    Recipient: {
      ...presentParty(recipient),
      ...presentFiled({ filedName, filedPlace }),
      FiledEIN: filedEin,
    },
    EvidenceRef: evidence.ref,
    Citation: evidence.citation,
  }
}
