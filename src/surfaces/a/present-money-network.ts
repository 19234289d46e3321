import { toLocation } from '../../domain/places.ts'
import type { MoneyNetworkPage, NetworkEdge } from '../../network/money-network.ts'
import type { Party } from '../../network/party.ts'
import { presentEvidenceRef } from './evidence-schema.ts'
import type { MoneyNetwork, MoneyParty } from './money-network-schema.ts'

/** A's page of a money network; what is unknown is left out. */
export const presentMoneyNetwork = ({ edges, nextCursor }: MoneyNetworkPage): MoneyNetwork => ({
  Scope: 'Latest',
  Edges: edges.map(presentEdge),
  ...(nextCursor !== undefined && { NextCursor: nextCursor }),
})

const presentEdge = (edge: NetworkEdge): MoneyNetwork['Edges'][number] => ({
  Direction: edge.direction,
  Counterparty: presentParty(edge.counterparty),
  ...presentFiled(edge),
  Category: edge.category,
  ...(edge.amount !== undefined && { Amount: edge.amount }),
  ...(edge.notCountedAmount !== undefined && { NotCountedAmount: edge.notCountedAmount }),
  Count: edge.count,
  ...(edge.region !== undefined && { Region: edge.region }),
  TaxYear: edge.taxYear,
  Form: edge.form,
  MatchMethod: edge.matchMethod,
  MatchConfidence: edge.matchConfidence,
  EvidenceRefs: edge.evidence.map(presentEvidenceRef),
})

/** What a filing says otherwise of a recipient than its organization. */
export function presentFiled({
  filedName,
  filedPlace = {},
}: Pick<NetworkEdge, 'filedName' | 'filedPlace'>) {
  const location = toLocation(filedPlace)
  return {
    ...(filedName !== undefined && { FiledName: filedName }),
    ...(location !== undefined && { FiledLocation: location }),
  }
}

/** One side of a flow of money; what is unknown is left out. */
export function presentParty({ ein, name, place, hasProfile }: Party): MoneyParty {
  const location = toLocation(place)
  return {
    ...(ein !== undefined && { EIN: ein }),
    Name: name,
    ...(location !== undefined && { Location: location }),
    ProfileAvailable: hasProfile,
  }
}
