import { CHARITY, EIN, UNPAGED_LIMIT } from '../parameters.ts'
import {
  bracketed,
  counted,
  dollars,
  joined,
  listAt,
  nameAt,
  numberAt,
  organization,
  textAt,
} from '../text.ts'
import type { OperationTool } from '../tool.ts'
import { amountOf } from './grants.ts'

export const peerFunders: OperationTool = {
  name: 'peer_funders',
  description:
    'Finds prospective funders of one organization: funders of at least two similar organizations that do not fund it, with their median grant and Refs. Chooses the similar organizations itself; to choose them, use funders_for_cohort.',
  operation: {
    title: 'Funders of peers',
    path: `${CHARITY}/peer-funders`,
    arguments: { EIN, Sort: {}, Limit: UNPAGED_LIMIT },
    toText: (response) => {
      const funders = listAt(response, 'Funders')
      const found = numberAt(response, 'Found') ?? 0
      return [
        `Similar organizations: ${joined(...listAt(response, 'Peers').map(peerName)) || 'none'}.`,
        funders.length === 0
          ? 'We found no other funder that gave to at least two of them. Returns of other funders may not be loaded.'
          : `Showing ${funders.length} of ${found}:`,
        ...funders.flatMap(funderLines),
        ...(funders.length < found
          ? [
              'This list is not paginated. For more rows, call again with a larger Limit, up to 200.',
            ]
          : []),
      ]
    },
  },
}

const peerName = (peer: unknown): string => `${nameAt(peer, 'Name')} (EIN ${textAt(peer, 'EIN')})`

const funderLines = (funder: unknown): string[] => [
  `- ${organization(funder)}: funds ${counted(numberAt(funder, 'PeerCount'), 'similar organization')}; ${dollars(numberAt(funder, 'TotalAmount'))} in ${counted(numberAt(funder, 'GrantCount'), 'grant')}, median ${dollars(numberAt(funder, 'MedianAmount'))}, latest tax year ${textAt(funder, 'LatestYear')}`,
  ...listAt(funder, 'Peers').map((peer) => {
    const [ref] = listAt(peer, 'EvidenceRefs')
    return `  - to ${peerName(peer)}: ${amountOf(peer)} in ${counted(numberAt(peer, 'GrantCount'), 'grant')}${bracketed(textAt(ref))}`
  }),
]
