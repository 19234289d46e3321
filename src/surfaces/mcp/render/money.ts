import { at, listAt, nameAt, numberAt, quotedAt, textAt } from './read.ts'
import {
  counted,
  dollars,
  firstCitation,
  joined,
  nextPage,
  organization,
  yearsOf,
} from './words.ts'

const none = (rows: readonly unknown[], text: string): string[] => (rows.length === 0 ? [text] : [])
// What is not filed or not matched cannot be listed, so that an empty list proves nothing.
const NO_MONEY = 'None is listed; that does not mean that there was none.'

// The answer does not say whether an amount is blank or cannot be read.
function amountOf(row: unknown): string {
  const amount = numberAt(row, 'Amount')
  return amount === undefined ? 'an unknown amount' : dollars(amount)
}

/** Edges of the money network, the largest first. */
export function renderNetwork(answer: unknown): string[] {
  const edges = listAt(answer, 'Edges')
  return [
    ...none(edges, NO_MONEY),
    ...edges.map((edge) => {
      const arrow = textAt(edge, 'Direction') === 'Incoming' ? 'from' : 'to'
      const about = joined(
        textAt(edge, 'Category'),
        `tax year ${textAt(edge, 'TaxYear')}`,
        `match ${textAt(edge, 'MatchConfidence')}`,
      )
      return `- ${amountOf(edge)} ${arrow} ${organization(at(edge, 'Counterparty'))}; ${about}${firstCitation(edge)}`
    }),
    ...nextPage(answer),
  ]
}

/** Single grants with their rows. */
export function renderGrants(answer: unknown): string[] {
  const grants = listAt(answer, 'Grants')
  const count = numberAt(answer, 'RowCount')
  return [
    ...none(grants, NO_MONEY),
    ...(count === undefined ? [] : [`${grants.length} of ${counted(count, 'row')}:`]),
    ...grants.map((row) => {
      const sides = `${organization(at(row, 'Funder'))} to ${organization(at(row, 'Recipient'))}`
      const about = joined(quotedAt(row, 'Purpose'), `tax year ${textAt(row, 'TaxYear')}`)
      return `- ${amountOf(row)} from ${sides}; ${about} [${textAt(row, 'Citation')}]`
    }),
    ...nextPage(answer),
  ]
}

/** Organizations that one has given to. */
export const renderGrantees = (answer: unknown): string[] =>
  ranked(answer, 'Grantees', numberAt(answer, 'GranteeCount'))

/** Organizations that have given to one. */
export const renderFunders = (answer: unknown): string[] =>
  ranked(answer, 'Funders', numberAt(answer, 'FunderCount'))

/** Organizations that have given to several, of which the answer does not say who is known. */
export const renderCohort = (answer: unknown): string[] => [
  ...renderFunders(answer),
  'An EIN that is not known here counts like one that nobody funds: check those in doubt with get_profile.',
]

function ranked(answer: unknown, name: 'Grantees' | 'Funders', count = 0): string[] {
  const rows = listAt(answer, name)
  const total = numberAt(answer, 'TotalAmount')
  // A cohort's answer has its count alone to tell that Limit held some back.
  const isCut = at(answer, 'Truncated') === true || rows.length < count
  return [
    ...(rows.length === 0
      ? []
      : [`${rows.length} of ${count}, ${dollars(total)} from all of them together:`]),
    ...none(rows, NO_MONEY),
    ...rows.map((row) => {
      const reach = numberAt(row, 'RecipientCount')
      const about = joined(
        reach !== undefined && `reaches ${reach} of those asked about`,
        counted(numberAt(row, 'GrantCount') ?? Number.NaN, 'grant'),
        yearsOf(row),
      )
      return `- ${organization(row)}: ${amountOf(row)}; ${about}`
    }),
    ...(isCut ? ['There are more, and no pages: call again with a larger Limit, up to 200.'] : []),
    ...(rows.length === 0
      ? []
      : ['list_grants of either side shows the rows with their evidence.']),
  ]
}

/** Federal awards with agency, purpose and evidence. */
export function renderAwards(answer: unknown): string[] {
  const awards = listAt(answer, 'Awards')
  const warnings = numberAt(answer, 'AttributionWarnings')
  return [
    ...none(awards, NO_MONEY),
    ...awards.map((award) => {
      const recipient = nameAt(award, 'RecipientName')
      const isOther = at(award, 'NameMatches') === false
      const about = joined(
        recipient && `to ${recipient}${isOther ? ' (a name not known to be its own)' : ''}`,
        textAt(award, 'AwardingAgency'),
        quotedAt(award, 'Purpose'),
        `${textAt(award, 'StartDate') ?? '?'} to ${textAt(award, 'EndDate') ?? '?'}`,
      )
      return `- ${dollars(numberAt(award, 'Amount'))}; ${about} [${textAt(award, 'EvidenceRef', 'Citation')}]`
    }),
    ...(warnings
      ? [
          `${counted(warnings, 'recipient')} above by a name not known to be its own: it may be another's award.`,
        ]
      : []),
    ...nextPage(answer),
  ]
}
