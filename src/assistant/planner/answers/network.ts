import { type Citation, unlessNotFound } from '#src/tools/cite.ts'
import { type AwardShown, listAwards } from '#src/tools/money/awards.ts'
import { listFunders, listGrantees } from '#src/tools/money/counterparties.ts'
import type {
  CounterpartyShown,
  GrantShown,
  ListCounterpartiesAnswer,
} from '#src/tools/money/sums.ts'
import { counted } from '#src/tools/text.ts'
import type { Resolved } from './resolve.ts'
import {
  LAG,
  plainName,
  quote,
  type Said,
  say,
  sayDollars,
  sayEin,
  sayForm,
  sayWho,
  type Work,
} from './say.ts'

// As many as people read at a glance; the organization's page has all of them.
const SHOWN = 5

type Asked = { limit?: number; year?: number | undefined; minAmount?: number }

const toWanted = (ein: string, { limit = SHOWN, year, minAmount }: Asked) => ({
  ein,
  limit,
  minYear: year,
  maxYear: year,
  minAmount,
})

/** States the year and the minimum amount that limit a list. */
const sayOf = ({ year, minAmount }: Asked): string =>
  (year === undefined ? '' : ` for tax year ${year}`) +
  (minAmount === undefined ? '' : `, counting only grants of ${sayDollars(minAmount)} or more`)

/** Lists who gave to an organization, from the funders' returns. */
export async function* answerFunders(work: Work, ein: string, asked: Asked = {}): Said {
  const answer = await work.call(listFunders, toWanted(ein, asked))
  const { count, items } = answer
  const ofYear = sayOf(asked)
  if (count === 0) {
    yield* say(`No funders of ${sayWho(answer)} are known${ofYear}.`)
    yield* say(
      'There may still be some. A grant is shown only if a loaded return from the funder lists it with an identifiable recipient. Individual donors are not public.',
    )
  } else {
    yield* say(
      `The loaded returns list grants to ${sayWho(answer)} from ${counted(count, 'funder')}${ofYear}${sayTotal(answer)}:`,
    )
    yield* sayItems(items, count)
  }
  yield* say(LAG)
}

/** Lists the organizations that an organization gave to, from its own returns. */
export async function* answerGrantees(work: Work, ein: string, asked: Asked = {}): Said {
  const answer = await work.call(listGrantees, toWanted(ein, asked))
  const ofYear = sayOf(asked)
  const { count, items, grants, unresolved } = answer
  if (count > 0) {
    yield* say(
      `${sayWho(answer)} lists ${counted(count, 'grantee')} in its returns${ofYear}${sayTotal(answer)}:`,
    )
    yield* sayItems(items, count)
  } else if (grants.length === 0) {
    yield* say(`The loaded returns of ${sayWho(answer)} list no grants${ofYear}.`)
  } else {
    yield* say(`${sayWho(answer)} lists grants, but none of the recipients could be identified:`)
    for (const grant of grants) yield* sayGrant(grant, 'recipient')
  }
  if (unresolved > 0) {
    const verb = unresolved === 1 ? 'names a recipient' : 'name recipients'
    yield* say(`${counted(unresolved, 'more grant')} ${verb} that could not be identified.`)
    yield* sayIdentified(answer)
  }
  yield* say(LAG)
}

/** Lists what one organization gave another, in all its returns or those for one tax year. */
export async function* answerGrants(
  work: Work,
  funder: string,
  recipient: string,
  { recipientName, year }: { recipientName?: string | undefined; year?: number | undefined },
): Said {
  const wanted = { ...toWanted(funder, { year }), counterparty: recipient }
  const answer = await work.call(listGrantees, wanted)
  const [item] = answer.items
  const [row] = answer.grants
  const who = sayWho(answer)
  const taker =
    recipientName === undefined
      ? sayEin(recipient)
      : sayWho({ ein: recipient, name: recipientName })
  if (!row) {
    yield* say(
      `The loaded returns${year === undefined ? '' : ` for tax year ${year}`} show no grant from ${who} to ${taker}.`,
    )
    yield* say(
      'A grant is shown only if the funder lists it and the recipient could be identified.',
    )
  } else if (item?.amount === undefined) {
    yield* say(`${who} lists grants to ${sayWho({ ein: recipient, name: row.recipient.name })}:`)
  } else {
    yield* say(
      `${who} gave ${sayDollars(item.amount)} in ${counted(item.grants, 'grant')} to ${sayWho({ ein: recipient, name: item.name })}, according to its returns for ${sayYears(item)}:`,
    )
  }
  for (const grant of answer.grants) yield* sayGrant(grant)
  yield* say(LAG)
}

const sayTotal = ({ totalAmount }: ListCounterpartiesAnswer): string =>
  totalAmount === undefined ? '' : `, ${sayDollars(totalAmount)} in total`

/** States which part of the money given has an identified recipient, if that is known. */
function* sayIdentified({ given, identified }: ListCounterpartiesAnswer) {
  if (given === undefined || identified === undefined) return
  yield* say(
    `Identified recipients received ${sayDollars(identified)} of the ${sayDollars(given)} that these returns list.`,
  )
}

const sayYears = ({ earliestYear, latestYear }: CounterpartyShown): string =>
  earliestYear === latestYear
    ? `tax year ${latestYear}`
    : `tax years ${earliestYear} to ${latestYear}`

function* sayItems(items: readonly CounterpartyShown[], count: number) {
  for (const [at, item] of items.entries()) {
    const { place, amount, grants, citations } = item
    const where = place ? `, ${plainName(place)}` : ''
    const sum = amount === undefined ? 'unknown amounts' : sayDollars(amount)
    yield* say(
      `${at + 1}. ${sayWho(item)}${where}: ${sum} in ${counted(grants, 'grant')}, ${sayYears(item)}.${sayNewest(citations, grants)}`,
      ...citations,
    )
  }
  if (count > items.length) yield* say(`Only the ${items.length} largest are shown.`)
}

/** Cites the newest row of a sum. */
function sayNewest(citations: readonly Citation[], grants: number): string {
  const [newest] = citations
  if (!newest) return ''
  const cited =
    citations.length === 1
      ? 'only the newest is cited'
      : `only the ${citations.length} newest are cited`
  return ` Newest: ${newest.evidence.citation}${citations.length < grants ? ` (${cited})` : ''}.`
}

function* sayGrant(
  { amount, purpose, recipient, form, taxYear, isCounted, citation }: GrantShown,
  side?: 'recipient',
) {
  const sum = amount === undefined ? 'an unknown amount' : sayDollars(amount)
  const to = side ? ` to ${plainName(recipient.name)}` : ''
  const aim = purpose === undefined ? '' : `, for ${quote(purpose)}`
  const note = isCounted
    ? ''
    : ' Totals do not include this amount, because it was approved for future payment or is not a grant.'
  yield* say(`- ${sum}${to} (${sayForm(form)}, tax year ${taxYear})${aim}.${note}`, citation)
}

/** Lists federal awards that are attributed to an organization, and how certain that is. */
export async function* answerAwards(work: Work, ein: string, limit = SHOWN): Said {
  const answer = await work.call(listAwards, { ein, limit })
  const { awards, count } = answer
  if (count === undefined) {
    yield* say(
      `No federal identifier (UEI) is known for ${sayWho(answer)}, so its awards are unknown. It may still have received some.`,
    )
    return
  }
  if (count === 0) {
    yield* say(`No federal awards in USAspending are attributed to ${sayWho(answer)}.`)
    return
  }
  yield* say(
    `${counted(count, 'federal award')} in USAspending ${count === 1 ? 'is' : 'are'} attributed to ${sayWho(answer)}${awards.length > 0 ? ', largest first:' : '.'}`,
  )
  for (const award of awards) yield* sayAward(award)
  yield* say(
    'Awards are matched to organizations by federal identifier, and a match can be wrong. Awards are shown as published, and publication is delayed.',
  )
}

function* sayAward(award: AwardShown) {
  const { awardId, amount, agency, purpose, startDate, nameMatches, recipientName } = award
  const sum = amount === undefined ? 'amount unknown' : `${sayDollars(amount)} obligated`
  const parts = [
    `- ${plainName(awardId)}: ${sum}`,
    agency && `from ${plainName(agency)}`,
    startDate && `starting ${startDate}`,
    purpose && `for ${quote(purpose)}`,
  ].filter(Boolean)
  const doubt =
    nameMatches || recipientName === undefined
      ? ''
      : ` The award lists the recipient as ${plainName(recipientName)}, which is not a known name of this organization.`
  yield* say(`${parts.join(', ')}.${doubt}`, award.citation)
}

/** Added if a side was chosen because it has such a grant. */
export const OTHER_MEANT = 'If you mean another organization, give its full name or EIN.'

/** Added if the sides are guesses and no grant between them is found. */
export const SURELY_MEANT =
  'It is unclear whether you mean these organizations, so no grants between them are shown. Give both full names or EINs.'

type Side = { ein: string; name: string }
type Pair = { giver: Side; taker: Side }

/** Returns the pairs of possible organizations in which one gave the other a grant. */
export async function findPairs(
  work: Work,
  giver: Resolved,
  taker: Resolved,
  year: number | undefined,
): Promise<Pair[]> {
  const pairs: Pair[] = []
  for (const from of sidesOf(giver)) {
    for (const to of sidesOf(taker)) {
      if (await hasGrant(work, from.ein, to.ein, year)) pairs.push({ giver: from, taker: to })
    }
  }
  return pairs
}

const sidesOf = (resolved: Resolved): Side[] =>
  resolved.kind === 'one'
    ? [{ ein: resolved.ein, name: resolved.name ?? resolved.ein }]
    : resolved.found.candidates

async function hasGrant(work: Work, ein: string, counterparty: string, year: number | undefined) {
  if (ein === counterparty) return false
  // An organization without a return lists no grants.
  const answer = await unlessNotFound(
    work.call(listGrantees, { ...toWanted(ein, { limit: 1, year }), counterparty }),
  )
  return (answer?.grants.length ?? 0) > 0
}

/** Says which organization was chosen because it has such a grant. */
export function* sayTaken(asked: Resolved, taken: Side) {
  if (asked.kind === 'one') return
  yield* say(
    `No organization is called exactly ${quote(asked.name)}. Of the closest matches, only ${sayWho(taken)} has such a grant.`,
  )
}
