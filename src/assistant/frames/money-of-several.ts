import { padEin } from '#src/domain/ein.ts'
import { countOf } from '#src/domain/money.ts'
import { at, listAt, textAt } from '#src/tools/json.ts'
import { line } from '#src/tools/line.ts'
import { type Asked, type Frame, LAG, sayWho } from '../asked.ts'
import type { Organization } from '../message.ts'
import { grantLines, NO_PROOF, partiesIn } from './parties.ts'
import {
  allRows,
  dollars,
  largest,
  sayAll,
  sayYears,
  sumOf,
  totalOf,
  unlessMissing,
  upTo,
  whoIn,
} from './parts.ts'
import { joined } from './read-figures.ts'

/** "Did A get money from B?" */
const FROM_SECOND =
  /\bORG\b.*\b(?:receiv\w+|got|gets?|gotten|funded by|supported by|from)\b.*\bORG\b/

/** Grants between two organizations. */
export const between: Frame = async function* ({ message, call }) {
  const [one, two] = message.organizations as [Organization, Organization]
  const isBack = FROM_SECOND.test(message.masked) && !/\bfrom ORG (?:to|for)\b/.test(message.masked)
  const [funder, recipient] = isBack ? [two, one] : [one, two]
  const { from, to } = message.years
  const read = (EIN: string, Counterparty: string) =>
    allRows(call, 'grants', { EIN, Counterparty, MinYear: from, MaxYear: to }, 'Grants')
  const listed = await unlessMissing(read(recipient.ein, funder.ein))
  const { rows } = listed ?? (await read(funder.ein, recipient.ein))
  const received = listed ? 'Incoming' : 'Outgoing'
  const own = rows.filter((row) => at(row, 'Direction') === received)
  const back = rows.filter((row) => at(row, 'Direction') !== received)
  const [gave, got] = [sayWho(funder), sayWho(recipient)]
  yield own.length > 0
    ? line`Yes. ${gave} gave ${got} ${totalOf(own, 'EvidenceRef')} in ${countOf(own.length, 'grant')}${sayYears(message)}.`
    : line`The loaded returns list no grants from ${gave} to ${got}${sayYears(message)}. ${NO_PROOF}`
  yield* grantLines(own, message)
  if (back.length > 0)
    yield line`In the other direction, ${got} gave ${gave} ${dollars(sumOf(back, 'Amount'))} in ${countOf(back.length, 'grant')}.`
  if (rows.length > 0) yield LAG
}

/** Returns funders of an organization without a return in the form of the others, as one year. */
async function fundersIn(call: Asked['call'], ein: string): Promise<unknown[]> {
  const { body } = await call('money', { EINs: [ein], Limit: 50 })
  return listAt(body, 'Funders').map((row) => {
    const year = { TaxYear: at(row, 'LatestYear'), Amount: at(row, 'Amount') }
    return { ...Object(row), EIN: padEin(textAt(row, 'EIN') ?? ''), Years: [year] }
  })
}

/** Funders, or grantees, of all of several organizations. */
export const common: Frame = async function* ({ message, call }) {
  const { organizations, masked, limit = 5 } = message
  const isGiven = /\b(?:grantees?|recipients?)\b|funded by (?:both|all)/.test(masked)
  const Direction = isGiven ? 'Outgoing' : 'Incoming'
  const [head = [], ...others] = await Promise.all(
    organizations.map(async ({ ein: EIN }) => {
      const reading = allRows(call, 'money', { EIN, Direction }, 'Counterparties')
      const rows = (await unlessMissing(reading))?.rows ?? (await fundersIn(call, EIN))
      return partiesIn(rows, message)
    }),
  )
  const shared = head.flatMap((party) => {
    const same = others.flatMap((list) => list.find(({ ein }) => ein && ein === party.ein) ?? [])
    const all = [party, ...same]
    const isShared = same.length === others.length
    return isShared ? [{ who: whoIn(party.row), all, sum: sumOf(all, 'amount') }] : []
  })
  const sorted = largest(shared, ({ sum }) => sum)
  const [first] = sorted
  const names = `${organizations.length === 2 ? 'both' : 'all of'} ${sayAll(organizations)}${sayYears(message)}`
  const verb = isGiven ? 'received grants from' : 'gave grants to'
  if (!first) {
    yield line`The loaded returns list no organization that ${verb} ${names}. ${NO_PROOF}`
    return
  }
  yield line`${countOf(shared.length, 'organization')} ${verb} ${names}; the largest is ${first.who}, with ${dollars(first.sum)} in all.`
  const lines = sorted.map(({ who, all, sum }, place) => {
    const each = all.map(
      (party, at) => line`${isGiven ? 'from' : 'to'} ${organizations[at]?.name} ${party.sum}`,
    )
    return line`${place + 1}. ${who}: ${dollars(sum)} (${joined(each, '; ')})`
  })
  yield* upTo(limit, lines, 'organization')
  yield LAG
}
