import type { Direction } from '../../network/direction.ts'
import type { Grant, GrantPage } from '../../network/grants.ts'
import type { GrantList } from './grants-schema.ts'
import { presentParty } from './present-money-network.ts'

/** A's page of single grants; what is unknown is left out. */
export function presentGrants(ein: string, { grants, totals, nextCursor }: GrantPage): GrantList {
  const totalOf = (direction: Direction) => {
    const found = totals.find((total) => total.direction === direction)
    if (!found) return undefined
    const { grants: GrantCount, amount } = found
    return { GrantCount, ...(amount !== null && { TotalAmount: amount }) }
  }
  const sum = (key: 'grants' | 'unresolved') => totals.reduce((all, one) => all + one[key], 0)
  const Incoming = totalOf('Incoming')
  const Outgoing = totalOf('Outgoing')
  return {
    EIN: Number(ein),
    Grants: grants.map(presentGrant),
    GrantCount: sum('grants'),
    UnresolvedCount: sum('unresolved'),
    Totals: { ...(Incoming && { Incoming }), ...(Outgoing && { Outgoing }) },
    ...(nextCursor !== undefined && { NextCursor: nextCursor }),
  }
}

const presentGrant = (grant: Grant): GrantList['Grants'][number] => ({
  Direction: grant.direction,
  Funder: presentParty(grant.funder),
  Recipient: {
    ...presentParty(grant.recipient),
    ...(grant.filedName !== undefined && { FiledName: grant.filedName }),
    ...(grant.filedEin !== undefined && { FiledEIN: grant.filedEin }),
  },
  ...(grant.amount !== undefined && { Amount: grant.amount }),
  ...(grant.purpose !== undefined && { Purpose: grant.purpose }),
  Category: grant.category,
  Form: grant.form,
  TaxYear: grant.taxYear,
  ...(grant.region !== undefined && { Region: grant.region }),
  MatchMethod: grant.matchMethod,
  MatchConfidence: grant.matchConfidence,
  EvidenceRef: grant.evidence.ref,
  Citation: grant.evidence.citation,
})
