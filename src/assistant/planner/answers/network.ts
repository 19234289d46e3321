import type { Citation } from '#src/tools/cite.ts'
import { listFunders, listGrantees } from '#src/tools/money/counterparties.ts'
import type {
  CounterpartyShown,
  GrantShown,
  ListCounterpartiesAnswer,
} from '#src/tools/money/sums.ts'
import { counted } from '#src/tools/text.ts'
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
} from './say.ts'
import type { Work } from './work.ts'

// As many as are read at a glance; the page's sections hold all of them.
const SHOWN = 5

type Asked = { limit?: number; year?: number | undefined; minAmount?: number }

const toWanted = (ein: string, { limit = SHOWN, year, minAmount }: Asked) => ({
  ein,
  limit,
  minYear: year,
  maxYear: year,
  minAmount,
})

/** Says to which year and least amount a list is limited. */
const sayOf = ({ year, minAmount }: Asked): string =>
  [
    year !== undefined && ` for tax year ${year}`,
    minAmount !== undefined && `, by grants of ${sayDollars(minAmount)} or more each`,
  ]
    .filter(Boolean)
    .join('')

/** Who gave to an organization, by the givers' returns. */
export async function* answerFunders(work: Work, ein: string, asked: Asked = {}): Said {
  const answer = await work.call(listFunders, toWanted(ein, asked))
  const { count, items } = answer
  const ofYear = sayOf(asked)
  if (count === 0) {
    yield* say(`No funder of ${sayWho(answer)} is known${ofYear}.`)
    yield* say(
      'That does not mean there is none: only grants that a loaded return of the giver lists with a recognizable recipient are known, and individual donors are not public.',
    )
  } else {
    yield* say(
      `${counted(count, 'funder')} of ${sayWho(answer)} ${count === 1 ? 'is' : 'are'} known from the returns of those who gave${ofYear}${sayTotal(answer)}:`,
    )
    for (const [at, item] of items.entries()) yield* sayItem(item, at)
    yield* sayMore(items.length, count)
  }
  yield* say(LAG)
}

/** Whom an organization gave to, by its own returns. */
export async function* answerGrantees(work: Work, ein: string, asked: Asked = {}): Said {
  const answer = await work.call(listGrantees, toWanted(ein, asked))
  const ofYear = sayOf(asked)
  const { count, items, grants, unresolved } = answer
  if (count > 0) {
    yield* say(
      `${counted(count, 'grantee')} of ${sayWho(answer)} ${count === 1 ? 'is' : 'are'} known from its own returns${ofYear}${sayTotal(answer)}:`,
    )
    for (const [at, item] of items.entries()) yield* sayItem(item, at)
    yield* sayMore(items.length, count)
  } else if (grants.length === 0) {
    yield* say(`No grants of ${sayWho(answer)} are listed in its loaded returns${ofYear}.`)
  } else {
    yield* say(`${sayWho(answer)} lists grants, none to an organization that could be identified:`)
    for (const grant of grants) yield* sayGrant(grant, 'recipient')
  }
  if (unresolved > 0) {
    const verb = unresolved === 1 ? 'names a recipient' : 'name recipients'
    yield* say(`Besides, ${counted(unresolved, 'grant')} ${verb} that could not be identified.`)
  }
  yield* say(LAG)
}

/** What one organization gave another, in total or by its returns of one tax year. */
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
      `No grant from ${who} to ${taker} is known from the loaded returns${year === undefined ? '' : ` of tax year ${year}`}.`,
    )
    yield* say('A grant is known when the giver lists it and its recipient could be identified.')
  } else if (item?.amount === undefined) {
    yield* say(`${who} lists grants to ${plainName(row.recipient.name)} (${sayEin(recipient)}):`)
  } else {
    yield* say(
      `${who} gave ${sayDollars(item.amount)} in ${counted(item.grants, 'grant')} to ${plainName(item.name)} (${sayEin(recipient)}), by its returns of ${sayYears(item)}:`,
    )
  }
  for (const grant of answer.grants) yield* sayGrant(grant)
  yield* say(LAG)
}

const sayTotal = ({ totalAmount }: ListCounterpartiesAnswer): string =>
  totalAmount === undefined ? '' : `, ${sayDollars(totalAmount)} in all`

const sayYears = ({ earliestYear, latestYear }: CounterpartyShown): string =>
  earliestYear === latestYear
    ? `tax year ${latestYear}`
    : `tax years ${earliestYear} to ${latestYear}`

function* sayItem(item: CounterpartyShown, at: number) {
  const { ein, name, place, amount, grants, citations } = item
  const where = place ? `, ${plainName(place)}` : ''
  const sum = amount === undefined ? 'unknown amounts' : sayDollars(amount)
  yield* say(
    `${at + 1}. ${plainName(name)} (${sayEin(ein)})${where}: ${sum} in ${counted(grants, 'grant')}, ${sayYears(item)}.${sayNewest(citations, grants)}`,
    ...citations,
  )
}

/** Cites the newest row of a sum. */
function sayNewest(citations: readonly Citation[], grants: number): string {
  const [newest] = citations
  if (!newest) return ''
  const shown = citations.length < grants ? ` (${sayCited(citations.length)})` : ''
  return ` Newest: ${newest.evidence.citation}${shown}.`
}

/** Says that a sum has more rows than are cited. */
const sayCited = (cited: number): string =>
  cited === 1 ? 'the newest alone is cited' : `the ${cited} newest are cited`

function* sayMore(shown: number, count: number) {
  if (count > shown) yield* say(`The ${shown} largest are shown.`)
}

function* sayGrant(
  { amount, purpose, recipient, form, taxYear, isCounted, citation }: GrantShown,
  side?: 'recipient',
) {
  const sum = amount === undefined ? 'an unknown amount' : sayDollars(amount)
  const to = side ? ` to ${plainName(recipient.name)}` : ''
  const aim = purpose === undefined ? '' : `, for ${quote(purpose)}`
  const note = isCounted ? '' : ' It is in no sum: it was approved for later, or is no grant.'
  yield* say(`- ${sum}${to} (${sayForm(form)}, tax year ${taxYear})${aim}.${note}`, citation)
}
