import { padEin } from '#src/domain/ein.ts'
import { countOf, formatDollars } from '#src/domain/money.ts'
import { US_STATES } from '#src/domain/places.ts'
import { at, listAt, numberAt, textAt } from '#src/tools/json.ts'
import { type Line, line, textOf, type Value } from '#src/tools/line.ts'
import { writeLine } from '#src/tools/template.ts'
import { valueIn } from '#src/tools/views.ts'
import { type Asked, type Frame, LAG, type Said, sayWho, use } from '../asked.ts'
import { has, type Message, type Organization } from '../message.ts'
import { allRows, dollars, sayAll, sayYears, sumOf, unlessMissing, whoIn, yearOf } from './parts.ts'

type Direction = keyof typeof WORDS
type Party = {
  row: unknown
  own: unknown[]
  amount: number
  sum: Value | string
  ein: string | undefined
}

const NO_PROOF = 'That does not mean that no money changed hands.'
const NOT_ALL = 'Gifts of individuals are not public, so these are not all gifts.'
const WORDS = {
  Incoming: { side: 'funder', of: 'to', flow: 'come from' },
  Outgoing: { side: 'grantee', of: 'from', flow: 'go to' },
} as const

const LISTS = /^\W*(?:which|who|what|list|name|find|show|are there|any)\b/i
const ONE_AND_OTHER =
  /^\W*(?:who|which \w+|what \w+)\b(?:(?!\bORG\b).)*\bORG\b,? (?:and|&) (?:\w+ )?ORG\b/i
const FOR_WHAT = /^\W*(?:and )?what\b.*\bfor\W*$/

/** Funders and grantees, grants between two, common funders, prospective funders, and applications. */
export const money: Frame = async function* (asked) {
  const { message } = asked
  const [one, two, three] = message.organizations
  const isAbout = (key: string) => has(message, 'direction', key)
  const isCommon =
    isAbout('common') || (LISTS.test(message.text) && has(message, 'feature', 'both'))
  const before = message.previous?.message
  const [listed, ...others] = before?.organizations ?? []
  if (!one) yield* anyGrants(asked)
  // "How much did they give in 2023?" after a list of funders.
  else if (before && listed && three && message.isFollowUp && others.length === 0 && !isCommon)
    yield* ofOne(listed, { ...asked, message: { ...message, masked: before.masked } })
  else if (isAbout('unsolicited')) yield* applications(one, asked)
  else if (isAbout('prospective')) yield* prospects(one, asked)
  else if (!two) {
    const listed = recipientOf(one, message)
    yield* listed ? between(one, listed, asked) : ofOne(one, asked)
  } else if (three || isCommon || ONE_AND_OTHER.test(message.masked)) yield* common(asked)
  else yield* between(one, two, asked)
}

/** "How much did the second one give?" of a list of funders asks for its grants to their recipient. */
function recipientOf(one: Organization, { masked, previous }: Message): Organization | undefined {
  const before = previous?.message
  const [recipient, ...others] = before?.organizations ?? []
  const isListed = before && others.length === 0 && directionOf(before) === 'Incoming'
  const isGiven = /\bhow much\b.*\b(?:one|first|second|third|last|former|latter) g[ia]ves?\b/.test(
    masked,
  )
  return isListed && isGiven && recipient?.ein !== one.ein ? recipient : undefined
}

const OPENING =
  /^\W*(?:(?:list|show|find|which|who|what|are|there|any|all|me|the|is|has|have|funds?|funded|gives?|gave|foundations?|grants?|money|funding)\b\W*)+(?:(?:for|to|about|on|of)\b)?/i

async function* anyGrants({ message, call }: Asked): AsyncGenerator<Said> {
  const Query = message.text.replace(OPENING, '') || message.text
  const { body, lines } = await call('grants', { Query, Limit: message.limit ?? 5 })
  message.unread = []
  const found = numberAt(body, 'Found') ?? 0
  yield found === 0
    ? line`No grant in the loaded returns matches. ${NO_PROOF} To see who funds an organization, name it.`
    : line`The loaded returns list ${countOf(found, 'matching grant')}, ${dollars(numberAt(body, 'Totals.Grants.TotalAmount'), 'Total amount')} in all.`
  yield* lines.filter((one) => !/rows? found|^For more|^No rows/.test(textOf(one)))
}

async function* applications(one: Organization, { call }: Asked): AsyncGenerator<Said> {
  const who = sayWho(one)
  const form = textAt((await call('organizations', { EIN: one.ein })).body, 'Hero.Form')
  if (form !== '990PF') {
    yield line`It is not known whether ${who} accepts unsolicited applications. ${form ? `Form ${form} does not ask` : 'No return is loaded'}; only private foundations report it.`
    return
  }
  const { body, lines } = await call('organizations', { EIN: one.ein, Section: 'Foundation' })
  const year = textAt(body, 'Section.Year')
  const only = valueIn(
    at(body, 'Data.Facts.OnlyPreselected'),
    'Gives only to preselected organizations',
  )
  const how = lines.filter((said) => textOf(said).startsWith('- Applications go to'))
  if (only?.value === true) {
    yield line`No. ${who} does not accept unsolicited applications: on its return for tax year ${year}, the box for giving only to preselected organizations is checked (${only}).`
  } else if (how.length === 0) {
    yield line`The return of ${who} for tax year ${year} does not say whether it accepts applications.`
  } else
    yield* [
      line`Yes. ${who} takes applications; its return for tax year ${year} says how to apply:`,
      ...how,
    ]
}

async function* prospects(one: Organization, { message, call }: Asked): AsyncGenerator<Said> {
  const given = { EIN: one.ein, Prospective: 'yes', Limit: message.limit ?? 5 }
  const { body, lines } = await call('money', given)
  const [first] = listAt(body, 'Funders')
  yield first
    ? line`The most likely new funder of ${sayWho(one)} is ${whoIn(first)}: it funds ${countOf(numberAt(first, 'PeerCount') ?? 0, 'similar organization')}, ${dollars(numberAt(first, 'TotalAmount'), 'Total amount')} in all, and no loaded return lists a grant from it to this one.`
    : line`No organization was found that funds at least two organizations like ${sayWho(one)} and does not fund it already.`
  if (first) yield* lines
}

const ONE =
  /\b(?:it|its|they|them|their|these|this|that|(?:the|this|that) (?:\w+ one|one|foundation|charity|nonprofit|organization|group|former|latter))\b/g
const GIVE = String.raw`(?:g[ia]ves?|given|giving|fund(?:s|ed|ing)?|support\w*|donat\w+|financ\w+|back(?:s|ed)|bankroll\w*|sponsor\w*|paid|pays)`
const GIFT = '(?:grants?|money|funding|funds|gifts?|donations?|support)'
/** Words of giving before the organization say who gives to it, after it, what it gives. */
const DIRECTIONS: readonly (readonly [Direction, RegExp])[] = [
  [
    'Outgoing',
    new RegExp(
      String.raw`\b(?:grantees?|recipients?|beneficiar\w+)\b|\b${GIFT}\b[^.]{0,20} (?:from|by) ORG\b`,
    ),
  ],
  [
    'Incoming',
    new RegExp(
      String.raw`\b(?:funders?|donors?|supporters?|backers?|benefactors?|funded by|supported by)\b|\b${GIFT} (?:\w+ )?(?:to|for|received by) ORG\b`,
    ),
  ],
  ['Outgoing', /\b(?:receiv\w+|got|gets?) \b.*\b(?:from|of|by) ORG\b/],
  ['Incoming', /\bORG\b.*\b(?:receiv\w+|gets?|got|gotten|awarded|money comes?|funding sources?)\b/],
  [
    'Incoming',
    new RegExp(
      String.raw`\b(?:who|which|what|whom|foundations?|organizations?)\b(?:(?!\bORG\b).)*\b${GIVE}\b.*\bORG\b`,
    ),
  ],
  [
    'Outgoing',
    new RegExp(String.raw`\bORG\b.*\b(?:${GIVE}|grants?|award\w*|contribut\w+|money go)\b`),
  ],
]

/** Returns whether a message asks who gives to its organization, or what it gives. */
export function directionOf(message: Message): Direction {
  const text = message.masked.replaceAll(ONE, 'ORG')
  const found = DIRECTIONS.find(([, pattern]) => pattern.test(text))?.[0]
  return found ?? (has(message, 'direction', 'receives') ? 'Incoming' : 'Outgoing')
}

async function* ofOne(one: Organization, asked: Asked): AsyncGenerator<Said> {
  const { message, call } = asked
  const { state, minAmount, maxAmount, limit = 5 } = message
  use(message, 'grant', 'grants', 'money')
  const direction = directionOf(message)
  const { of, side } = WORDS[direction]
  if (
    minAmount !== undefined ||
    maxAmount !== undefined ||
    has(message, 'direction', 'purpose') ||
    FOR_WHAT.test(message.masked)
  ) {
    yield* singleGrants(one, direction, asked)
    return
  }
  const given = { EIN: one.ein, Direction: direction }
  const reading = allRows(call, 'money', given, 'Counterparties')
  const found = await (direction === 'Incoming' ? unlessMissing(reading) : reading)
  if (!found) {
    yield* fundersOf(one, asked)
    return
  }
  const { first, rows } = found
  const years = listAt(first.body, 'Years')
  const { relative, from: least } = message.years
  const latest = numberAt(years[relative === 'before' ? 1 : 0], 'TaxYear')
  const range =
    relative && least === undefined && latest !== undefined
      ? { from: latest, to: latest }
      : message.years
  const asYears = { ...message, years: range }
  const all = partiesIn(rows, asYears)
  const parties = all.filter(({ row }) => !state || textAt(row, 'Location')?.endsWith(`, ${state}`))
  const said = `${state ? ` in ${US_STATES[state] ?? state}` : ''}${sayYears(asYears)}`
  const who = sayWho(one)
  const [best] = parties
  const named = partiesNamed(parties, message)
  if (!best) {
    yield line`The loaded returns list no grants ${of} ${who}${said}. ${NO_PROOF}`
    if (years.length > 0)
      yield line`Tax years with grants: ${years.map((each) => textAt(each, 'TaxYear')).join(', ')}.`
    return
  }
  if (named.length > 0) {
    for (const { row, sum } of named) {
      const [funder, recipient] = direction === 'Incoming' ? [whoIn(row), who] : [who, whoIn(row)]
      yield line`${funder} gave ${recipient} ${sum}${said}.`
    }
    yield LAG
    return
  }
  if (has(message, 'direction', 'places'))
    yield* byState(parties, `${who}${said}`, direction, message)
  else {
    const total = sumOf(parties, 'amount')
    const count = countOf(parties.length, side)
    if (!state && isOfTotal(message))
      yield* sayTotal(who, direction, {
        said,
        count,
        years: years.filter((each) => isIn(asYears, each)),
        lines: first.lines,
      })
    else
      yield line`The largest ${side} of ${who}${said} is ${whoIn(best.row)}, with ${best.sum}. ${count}${said}, ${dollars(total, 'Total amount')} in all${parties.length > 1 ? ':' : '.'}`
    for (const [place, party] of parties.slice(0, limit).entries())
      yield line`${place + 1}. ${whoIn(party.row)}: ${party.sum}${sayPeriod(party, asYears)}`
    if (parties.length > limit) yield line`- and ${countOf(parties.length - limit, `more ${side}`)}`
  }
  if (direction === 'Incoming') yield [NOT_ALL]
  yield LAG
}

/** Funders of an organization without a loaded return. */
async function* fundersOf(one: Organization, { message, call }: Asked): AsyncGenerator<Said> {
  const { body, lines } = await call('money', { EINs: [one.ein], Limit: message.limit ?? 5 })
  const [first] = listAt(body, 'Funders')
  const who = sayWho(one)
  if (!first) {
    yield line`The loaded returns list no grants to ${who}. ${NO_PROOF}`
    return
  }
  const count = countOf(numberAt(body, 'FunderCount') ?? 0, 'funder')
  const [most, all] = [numberAt(first, 'Amount'), numberAt(body, 'TotalAmount')]
  yield line`The largest funder of ${who} is ${whoIn(first)}, with ${dollars(most, 'Amount')}. ${count}, ${dollars(all, 'Total amount')} in all:`
  yield* lines.slice(1)
  yield [NOT_ALL]
  yield LAG
}

const isIn = (
  { years: { from = 0, to = 9999 } }: Pick<Message, 'years'>,
  row: unknown,
): boolean => {
  const year = numberAt(row, 'TaxYear') ?? 0
  return year >= from && year <= to
}

/** Returns counterparties with grants in the years of a message, the largest first. */
const partiesIn = (rows: readonly unknown[], message: Message): Party[] =>
  rows
    .flatMap((row) => {
      const own = listAt(row, 'Years').filter((year) => isIn(message, year))
      const amount = sumOf(own, 'Amount')
      // A sum over years has no Ref.
      const sum = dollars(
        amount,
        'Amount',
        own.length === 1 ? textAt(own[0], 'EvidenceRefs.0') : undefined,
      )
      return own.length === 0 ? [] : [{ row, own, amount, sum, ein: textAt(row, 'EIN') }]
    })
    .sort((a, b) => b.amount - a.amount)

/** Returns the years of a sum, and its newest part, which has a Ref. */
function sayPeriod({ own }: Party, message: Message): Line {
  const [last, first] = [own[0], own.at(-1)]
  const to = textAt(last, 'TaxYear')
  if (own.length < 2) return yearOf(message) === undefined ? line`, tax year ${to}` : []
  const part = dollars(numberAt(last, 'Amount'), 'Amount', textAt(last, 'EvidenceRefs.0'))
  return line`, tax years ${textAt(first, 'TaxYear')} to ${to}, of which ${part} in ${to}`
}

/** Counterparties that words of the message name, although the search for names did not find them. */
function partiesNamed(parties: readonly Party[], message: Message): Party[] {
  const words = message.unread.filter((word) => word.length > 3).map((word) => word.toLowerCase())
  const found = parties.filter(({ row }) => {
    const name = (textAt(row, 'Name') ?? '').toLowerCase().split(/[^\p{L}\p{N}]+/u)
    return words.some((word) => name.includes(word))
  })
  if (found.length > 3) return []
  if (found.length > 0) use(message, ...words)
  return found
}

const isOfTotal = (message: Message): boolean =>
  has(message, 'feature', 'howMuch') &&
  !has(message, 'feature', 'highest') &&
  !has(message, 'feature', 'list') &&
  !/^\W*(?:who|which)\b/i.test(message.text)

type Total = { said: string; count: string; years: unknown[]; lines: Line[] }

function* sayTotal(
  who: string,
  direction: Direction,
  { said, count, years, lines }: Total,
): Generator<Said> {
  const listed = dollars(sumOf(years, 'TotalAmount'), 'Total amount')
  const reported =
    years.length === 1 ? valueIn(at(years[0], 'Reported'), 'Grants paid', 'USD') : undefined
  if (direction === 'Incoming')
    yield line`The loaded returns list grants of ${listed} to ${who}${said}, from ${count}.`
  else if (reported)
    yield line`${who} gave ${reported} in grants${said}, according to its return; the grants listed one by one add up to ${listed}, to ${count}.`
  else yield line`${who} gave ${listed} in grants${said}, to ${count}.`
  yield* lines.filter((one) =>
    years.some((year) => textOf(one).startsWith(`Tax year ${textAt(year, 'TaxYear')}:`)),
  )
}

function* byState(
  parties: readonly Party[],
  of: string,
  direction: Direction,
  message: Message,
): Generator<Said> {
  const states = new Map<string, number>()
  for (const { row, amount } of parties) {
    const code = /, ([A-Z]{2})$/.exec(textAt(row, 'Location') ?? '')?.[1] ?? ''
    const state = US_STATES[code] ?? 'no known state'
    states.set(state, (states.get(state) ?? 0) + amount)
  }
  use(message, 'grants', 'grant', 'go', 'goes', 'state', 'states')
  const [first, ...others] = [...states].sort(([, a], [, b]) => b - a)
  if (!first) return
  yield line`Most of the grants ${WORDS[direction].of} ${of} ${WORDS[direction].flow} organizations in ${first[0]}: ${dollars(first[1], 'Amount')}.`
  yield* others.map(([state, sum]) => line`- ${state}: ${dollars(sum, 'Amount')}`)
}

/** Single grants, each with its purpose. */
async function* singleGrants(
  one: Organization,
  direction: Direction,
  { message, call }: Asked,
): AsyncGenerator<Said> {
  const { years, minAmount, maxAmount } = message
  const given = {
    EIN: one.ein,
    Direction: direction,
    MinYear: years.from,
    MaxYear: years.to,
    MinAmount: minAmount,
  }
  const { rows } = await allRows(call, 'grants', given, 'Grants')
  const fitting = rows.filter((row) => (numberAt(row, 'Amount') ?? 0) <= (maxAmount ?? Infinity))
  const least = minAmount === undefined ? '' : ` of at least ${formatDollars(minAmount)}`
  const most = maxAmount === undefined ? '' : ` of at most ${formatDollars(maxAmount)}`
  const what = `${least}${most} ${WORDS[direction].of} ${sayWho(one)}${sayYears(message)}`
  yield fitting.length === 0
    ? line`The loaded returns list no grants${what}. ${NO_PROOF}`
    : line`The loaded returns list ${countOf(fitting.length, 'grant')}${what}, ${dollars(sumOf(fitting, 'Amount'), 'Total amount')} in all.`
  yield* grantLines(fitting, message.limit ?? 10)
}

const GRANT =
  '- {Amount|dollars|EvidenceRef} from {Funder.Name|name}[ (EIN {Funder.EIN|ein})] to {Recipient.Name|name}[ (EIN {Recipient.EIN|ein})], tax year {TaxYear}[, {Purpose|quoted}]'

function* grantLines(rows: readonly unknown[], most: number): Generator<Line> {
  const sorted = rows.toSorted(
    (a, b) => (numberAt(b, 'Amount') ?? 0) - (numberAt(a, 'Amount') ?? 0),
  )
  yield* sorted.slice(0, most).map((row) => writeLine(GRANT, row))
  if (rows.length > most) yield line`- and ${countOf(rows.length - most, 'more grant')}`
}

/** "Did A get money from B?" */
const FROM_SECOND =
  /\bORG\b.*\b(?:receiv\w+|got|gets?|gotten|funded by|supported by|from)\b.*\bORG\b/

async function* between(
  one: Organization,
  two: Organization,
  { message, call }: Asked,
): AsyncGenerator<Said> {
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
  const sum = dollars(
    sumOf(own, 'Amount'),
    'Amount',
    own.length === 1 ? textAt(own[0], 'EvidenceRef') : undefined,
  )
  yield own.length > 0
    ? line`Yes. ${gave} gave ${got} ${sum} in ${countOf(own.length, 'grant')}${sayYears(message)}.`
    : line`The loaded returns list no grants from ${gave} to ${got}${sayYears(message)}. ${NO_PROOF}`
  yield* grantLines(own, message.limit ?? 10)
  if (back.length > 0)
    yield line`In the other direction, ${got} gave ${gave} ${dollars(sumOf(back, 'Amount'), 'Amount')} in ${countOf(back.length, 'grant')}.`
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
async function* common({ message, call }: Asked): AsyncGenerator<Said> {
  const { organizations, masked, limit = 5 } = message
  const isGiven = /\b(?:grantees?|recipients?)\b|funded by (?:both|all)/.test(masked)
  const Direction = isGiven ? 'Outgoing' : 'Incoming'
  const lists = await Promise.all(
    organizations.map(async ({ ein }) =>
      partiesIn(
        (await unlessMissing(allRows(call, 'money', { EIN: ein, Direction }, 'Counterparties')))
          ?.rows ?? (await fundersIn(call, ein)),
        message,
      ),
    ),
  )
  const [head = [], ...others] = lists
  const shared = head.flatMap((party) => {
    const same = others.flatMap(
      (list) => list.find(({ ein }) => ein !== undefined && ein === party.ein) ?? [],
    )
    return same.length === others.length ? [[party, ...same]] : []
  })
  const totalOf = (parties: readonly Party[]) => sumOf(parties, 'amount')
  shared.sort((a, b) => totalOf(b) - totalOf(a))
  const [first] = shared
  const all = `${organizations.length === 2 ? 'both' : 'all of'} ${sayAll(organizations)}${sayYears(message)}`
  const verb = isGiven ? 'received grants from' : 'gave grants to'
  if (!first) {
    yield line`The loaded returns list no organization that ${verb} ${all}. ${NO_PROOF}`
    return
  }
  yield line`${countOf(shared.length, 'organization')} ${verb} ${all}; the largest is ${whoIn(first[0]?.row)}, with ${dollars(totalOf(first), 'Amount')} in all.`
  for (const [place, parties] of shared.slice(0, limit).entries()) {
    const [party] = parties
    const each = parties.map(
      ({ sum }, at) =>
        line`${at > 0 ? '; ' : ''}${isGiven ? 'from' : 'to'} ${organizations[at]?.name} ${sum}`,
    )
    yield line`${place + 1}. ${whoIn(party?.row)}: ${dollars(totalOf(parties), 'Amount')} (${each.flat()})`
  }
  if (shared.length > limit)
    yield line`- and ${countOf(shared.length - limit, 'more organization')}`
  yield LAG
}
