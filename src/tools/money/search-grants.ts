import { toLocation } from '../../domain/places.ts'
import { CURSOR, LIMIT } from '../parameters.ts'
import {
  at,
  counted,
  dollars,
  joined,
  listAt,
  nextPage,
  numberAt,
  organization,
  quotedAt,
  textAt,
} from '../text.ts'
import type { OperationTool } from '../tool.ts'
import { amountOf, noMoney } from './grants.ts'

export const searchGrantsTool: OperationTool = {
  name: 'search_grants',
  description:
    'Searches the grants of all funders by purpose, in words and by meaning, and by funder, recipient, state, amount, and year. Each row has its amount, both sides, and a citation. For the grants of one organization, use list_grants.',
  operation: {
    title: 'Search grants by purpose',
    path: '/api/v2/grants',
    arguments: {
      Query: {
        description:
          'Purpose of the grants, in plain words. Can include an amount, years, and the state of recipients.',
        examples: ['literacy programs in Ohio over $50,000'],
      },
      Funder: {},
      Recipient: {},
      State: { examples: ['OH'] },
      Category: {},
      MinAmount: {},
      MaxAmount: {},
      MinYear: {},
      MaxYear: {},
      Sort: {},
      Order: {},
      Facets: {},
      Limit: LIMIT,
      Cursor: CURSOR,
    },
    toText: (response) => {
      const hits = listAt(response, 'Hits')
      const total = numberAt(response, 'Totals', 'Grants', 'TotalAmount')
      const found = numberAt(response, 'Found')
      return [
        ...readingOf(response),
        ...noMoney(hits),
        ...(hits.length === 0 ? [] : [`Showing ${hits.length} of ${counted(found, 'row')}.`]),
        ...(total === undefined ? [] : [`Total of all matching grants: ${dollars(total)}.`]),
        ...hits.map(hitLine),
        ...nextPage(response),
      ]
    },
  },
}

/** Returns how the words of the query were understood. */
function readingOf(response: unknown): string[] {
  const meanings = listAt(response, 'Interpretation', 'Phrases').map((one) =>
    textAt(one, 'Meaning'),
  )
  const ignored = listAt(response, 'Interpretation', 'NotUnderstood').map((_, place) =>
    quotedAt(response, 'Interpretation', 'NotUnderstood', String(place)),
  )
  return [
    ...(meanings.length > 0 ? [`Filters read in Query: ${joined(...meanings)}.`] : []),
    ...(ignored.length > 0 ? [`Not understood, and ignored: ${joined(...ignored)}.`] : []),
  ]
}

function hitLine(row: unknown): string {
  const sides = `${partyOf(at(row, 'Funder'))} to ${partyOf(at(row, 'Recipient'))}`
  const about = joined(quotedAt(row, 'Purpose'), `tax year ${textAt(row, 'TaxYear')}`)
  return `- ${amountOf(row)} from ${sides}; ${about} [${textAt(row, 'Citation')}]`
}

function partyOf(party: unknown): string {
  const place = (name: string) => textAt(party, name)
  const Location = toLocation({
    city: place('City'),
    state: place('State'),
    country: place('Country'),
  })
  return organization({ EIN: at(party, 'EIN'), Name: at(party, 'Name'), Location })
}
