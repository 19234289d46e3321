import { groupBy } from '#src/domain/es2024.ts'
import { countOf, formatDollars } from '#src/domain/money.ts'
import { US_STATES } from '#src/domain/places.ts'
import { readTsv } from '#src/domain/tsv.ts'
import { at, listAt, numberAt, textAt } from '#src/tools/json.ts'
import { type Line, line, textOf } from '#src/tools/line.ts'
import { writeLine } from '#src/tools/template.ts'
import { valueIn } from '#src/tools/views.ts'
import { type Frame, LAG, type OfOne, type Response, type Said, sayWho, use } from '../asked.ts'
import { has, type Message, type Organization } from '../message.ts'
import { find } from './find.ts'
import { between, common } from './money-of-several.ts'
import { grantLines, isSmallest, NO_PROOF, type Party, partiesIn } from './parties.ts'
import {
  allRows,
  dollars,
  isInState,
  isInYears,
  largest,
  ordinalIn,
  sayState,
  sayYears,
  sumOf,
  totalOf,
  unlessMissing,
  upTo,
  whoIn,
  yearOf,
} from './parts.ts'

type Direction = keyof typeof WORDS
const NOT_ALL = 'Gifts of individuals are not public, so these are not all gifts.'
const WORDS = {
  Incoming: { side: 'funder', of: 'to', flow: 'come from' },
  Outgoing: { side: 'grantee', of: 'from', flow: 'go to' },
} as const

const OF_THEM = /\bof (?:them|these|those)\b/i
const LISTS = /^\W*(?:which|who|what|list|name|find|show|are there|any)\b/i
const ONE_AND_OTHER =
  /^\W*(?:who|which \w+|what \w+)\b(?:(?!\bORG\b).)*\bORG\b,? (?:and|&) (?:\w+ )?ORG\b/i
const FOR_WHAT = /^\W*(?:and )?what\b.*\bfor\W*$/

/** Funders and grantees, grants between two, common funders, prospective funders, and applications. */
export const money: Frame = async function* (asked) {
  const { message } = asked
  const [one, two, three] = pairIn(message)
  const isAbout = (key: string) => has(message, 'direction', key)
  const isCommon =
    isAbout('common') || (LISTS.test(message.text) && has(message, 'feature', 'both'))
  const before = message.previous?.message
  const [listed, ...others] = before?.organizations ?? []
  const [named, ...otherNamed] = message.organizations.filter(({ said }) => !OF_THEM.test(said))
  if (!one) yield* isAbout('unsolicited') ? find(asked) : anyGrants(asked)
  // "Did any of them give to A?"
  else if (named && three && otherNamed.length === 0 && !isCommon)
    yield* ofOne(named, { ...asked, message: { ...message, masked: 'who funds ORG' } })
  // "How much did they give in 2023?" after a list of funders.
  else if (before && listed && three && message.isFollowUp && others.length === 0 && !isCommon)
    yield* ofOne(listed, { ...asked, message: { ...message, masked: before.masked } })
  else if (isAbout('unsolicited')) yield* applications(one, asked)
  else if (isAbout('prospective')) yield* prospects(one, asked)
  else if (!two) yield* ofOne(one, asked)
  else if (three || isCommon || ONE_AND_OTHER.test(message.masked)) yield* common(asked)
  else yield* between({ ...asked, message: { ...message, organizations: [one, two] } })
}

/** "How much did the second one give?" of a list of funders asks for its grants to their recipient. */
function pairIn({ organizations, masked, previous, isFollowUp }: Message): Organization[] {
  const [row, other] = organizations
  const [subject, ...others] = previous?.message.organizations ?? []
  const isRow = isFollowUp && row && !other && subject && subject.ein !== row.ein
  if (!previous || !isRow || others.length > 0 || !has(previous.message, 'direction'))
    return organizations
  const isIncoming = directionOf(previous.message) === 'Incoming'
  if (/\b(?:else|others?|overall)\b/.test(masked)) return organizations
  if (!(isIncoming ? GAVE : GOT).test(masked)) return organizations
  return isIncoming ? [row, subject] : [subject, row]
}

const GAVE = /\b(?:how much|when|what)\b.*\b(?:g[ia]ves?|donated?|contributed?)\b/
const GOT = /\b(?:how much|when|what)\b.*\b(?:gets?|got|receive[sd]?)\b/
const ASKS_WHO = /^\W*who\b|\b(?:funders|donors|grant-?makers|supporters|backers|givers)\b/i

const anyGrants: Frame = async function* ({ message, call }) {
  const asksWho = ASKS_WHO.test(message.text)
  const [Query, By] = [message.text, asksWho ? 'Funder' : undefined]
  const { body, lines } = await call('grants', { Query, By, Limit: message.limit ?? 5 })
  message.unread = []
  const count = numberAt(body, asksWho ? 'PartyCount' : 'Found')
  const found = asksWho
    ? '{PartyCount|funder}, {Totals.Grants.TotalAmount|dollars} in {Totals.Grants.RowCount|grant}'
    : '{Found|matching grant}, {Totals.Grants.TotalAmount|dollars} in all'
  yield count
    ? writeLine(`The loaded returns list ${found}.`, body)
    : line`No grant in the loaded returns matches. ${NO_PROOF} To see who funds an organization, name it.`
  yield* lines.filter(
    (one) => !/rows? found| in all[,.]|^For more|^No rows|^Not used: “\d+”/.test(textOf(one)),
  )
  if (count)
    yield [`All funders, with their totals: /grants/funders?${new URLSearchParams({ Query })}`]
}

const applications: OfOne = async function* (one, { call }) {
  const who = sayWho(one)
  const form = textAt((await call('organizations', { EIN: one.ein })).body, 'Hero.Form')
  if (form !== '990PF') {
    yield line`It is not known whether ${who} accepts unsolicited applications. ${form ? `Form ${form} does not ask` : 'No return is loaded'}; only private foundations report it.`
    return
  }
  const { body, lines } = await call('organizations', { EIN: one.ein, Section: 'Foundation' })
  const year = textAt(body, 'Section.Year')
  const [box, label] = ['Data.Facts.OnlyPreselected', 'Gives only to preselected organizations']
  const only = valueIn(at(body, box), label)
  const how = lines.filter((said) => textOf(said).startsWith('- Applications go to'))
  if (only?.value === true)
    yield line`No. ${who} does not accept unsolicited applications: on its return for tax year ${year}, the box for giving only to preselected organizations is checked (${only}).`
  else if (how.length === 0)
    yield line`The return of ${who} for tax year ${year} does not say whether it accepts applications.`
  else {
    yield line`Yes. ${who} takes applications; its return for tax year ${year} says how to apply:`
    yield* how
  }
}

const prospects: OfOne = async function* (one, { message, call }) {
  const given = { EIN: one.ein, Prospective: 'yes', Limit: message.limit ?? 5 }
  const { body, lines } = await call('money', given)
  const [first] = listAt(body, 'Funders')
  const template =
    'it funds {PeerCount|similar organization}, {TotalAmount|dollars} in all, and no loaded return lists a grant from it to this one.'
  yield first
    ? line`The most likely new funder of ${sayWho(one)} is ${whoIn(first)}: ${writeLine(template, first)}`
    : line`No organization was found that funds at least two organizations like ${sayWho(one)} and does not fund it already.`
  if (first) yield* lines
}

const ONE =
  /\b(?:it|its|they|them|their|these|this|that|(?:the|this|that) (?:\w+ one|one|foundation|charity|nonprofit|organization|group|former|latter))\b/g
/** Words of giving before the organization say who gives to it, after it, what it gives. */
const DIRECTIONS = readTsv(new URL('directions.tsv', import.meta.url)).map(
  ([direction, pattern = '']) => [direction as Direction, new RegExp(pattern)] as const,
)

/** Returns whether a message asks who gives to its organization, or what it gives. */
export function directionOf(message: Message): Direction {
  const text = message.masked.replaceAll(ONE, 'ORG')
  const found = DIRECTIONS.find(([, pattern]) => pattern.test(text))?.[0]
  return found ?? (has(message, 'direction', 'receives') ? 'Incoming' : 'Outgoing')
}

const ofOne: OfOne = async function* (one, asked) {
  const { message, call } = asked
  const { minAmount, maxAmount, limit = 5 } = message
  use(message, 'grant', 'grants', 'money', 'second', 'third', 'fourth')
  const direction = directionOf(message)
  const isOfPurpose = has(message, 'direction', 'purpose') || FOR_WHAT.test(message.masked)
  const isOfOne = isSmallest(message) || purposeIn(message) !== undefined
  if (isOfPurpose || isOfOne || (minAmount ?? maxAmount) !== undefined)
    return yield* singleGrants(one, asked)
  const reading = allRows(call, 'money', { EIN: one.ein, Direction: direction }, 'Counterparties')
  const found = await (direction === 'Incoming' ? unlessMissing(reading) : reading)
  if (!found) return yield* fundersOf(one, asked)
  const { first, rows, isCut } = found
  const filed = listAt(first.body, 'Years')
  const asYears = { ...message, years: yearsIn(message, filed) }
  const ofYears = partiesIn(rows, asYears)
  const inState = ofYears.filter(({ row }) => isInState(message, row))
  // "Who funds A in Athens?" can say where A is.
  const isElsewhere = inState.length === 0 && ofYears.length > 0
  const parties = isElsewhere ? ofYears : inState
  const when = (isElsewhere ? '' : sayState(message)) + sayYears(asYears)
  const [who, { of, side, flow }] = [sayWho(one), WORDS[direction]]
  const { ordinal, place: nth } = ordinalIn(message.text)
  const best = parties[nth] ?? parties[0]
  if (!best) {
    yield line`The loaded returns list no grants ${of} ${who}${when}. ${NO_PROOF}`
    if (filed.length > 0)
      yield line`Tax years with grants: ${filed.map((each) => textAt(each, 'TaxYear')).join(', ')}.`
    return
  }
  if (isElsewhere) yield line`No ${side} of ${who} is known${sayState(message)}.`
  const named = partiesNamed(parties, message)
  for (const { row, sum } of named)
    yield direction === 'Incoming'
      ? line`${whoIn(row)} gave ${who} ${sum}${when}.`
      : line`${who} gave ${whoIn(row)} ${sum}${when}.`
  if (named.length === 0 && has(message, 'direction', 'places'))
    yield* byState(parties, `${of} ${who}${when} ${flow}`, message)
  else if (named.length === 0) {
    const least = isCut ? 'at least ' : ''
    const count = countOf(parties.length, side)
    if (message.state === undefined && isOfTotal(message))
      yield* sayTotal(who, direction, count, first, asYears)
    else
      yield line`The ${parties[nth] && ordinal ? `${ordinal} ` : ''}largest ${side} of ${who}${when} is ${whoIn(best.row)}, with ${best.sum}. ${isCut ? 'At least ' : ''}${count}${when}, ${least}${dollars(sumOf(parties, 'amount'))} in all${parties.length > 1 ? ':' : '.'}`
    const lines = parties.map(
      (party, place) =>
        line`${place + 1}. ${whoIn(party.row)}: ${party.sum}${sayPeriod(party, asYears)}`,
    )
    yield* upTo(limit, lines, side)
  }
  if (named.length === 0 && direction === 'Incoming') yield [NOT_ALL]
  yield LAG
}

/** "Last year" is the newest with grants, and "the year before" the one before it. */
function yearsIn({ years }: Message, filed: readonly unknown[]): Message['years'] {
  const newest = numberAt(filed[years.relative === 'before' ? 1 : 0], 'TaxYear') ?? 0
  const year = newest - (years.ago ?? 0)
  const isRelative = (years.relative ?? years.ago) && years.from === undefined && newest > 0
  return isRelative ? { from: year, to: year } : years
}

/** Funders of an organization without a loaded return. */
const fundersOf: OfOne = async function* (one, { message, call }) {
  const { body, lines } = await call('money', { EINs: [one.ein], Limit: message.limit ?? 5 })
  const [first] = listAt(body, 'Funders')
  const who = sayWho(one)
  if (!first) {
    yield line`The loaded returns list no grants to ${who}. ${NO_PROOF}`
    return
  }
  const all = writeLine('{FunderCount|funder}, {TotalAmount|dollars} in all:', body)
  yield line`The largest funder of ${who} is ${whoIn(first)}, with ${dollars(numberAt(first, 'Amount'))}. ${all}`
  yield* lines.slice(1)
  yield* [[NOT_ALL], LAG]
}

/** Returns the years of a sum, and its newest part, which has a Ref. */
function sayPeriod({ own }: Party, message: Message): Line {
  const [last, first] = [own[0], own.at(-1)]
  const to = textAt(last, 'TaxYear')
  if (own.length < 2) return yearOf(message) === undefined ? line`, tax year ${to}` : []
  const part = totalOf([last], 'EvidenceRefs.0')
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
  !['highest', 'list'].some((key) => has(message, 'feature', key)) &&
  !/^\W*(?:who|which)\b/i.test(message.text)

/** The sum of all grants, and then of each year. */
function* sayTotal(
  who: string,
  direction: Direction,
  count: string,
  { body, lines }: Response,
  message: Message,
): Generator<Said> {
  const years = listAt(body, 'Years').filter((one) => isInYears(message, numberAt(one, 'TaxYear')))
  const [listed, when] = [dollars(sumOf(years, 'TotalAmount')), sayYears(message)]
  const reported =
    years.length === 1 ? valueIn(at(years[0], 'Reported'), 'Grants paid', 'USD') : undefined
  if (direction === 'Incoming')
    yield line`The loaded returns list grants of ${listed} to ${who}${when}, from ${count}.`
  else if (reported)
    yield line`${who} gave ${reported} in grants${when}, according to its return; the grants listed one by one add up to ${listed}, to ${count}.`
  else yield line`${who} gave ${listed} in grants${when}, to ${count}.`
  const starts = years.map((year) => `Tax year ${textAt(year, 'TaxYear')}:`)
  yield* lines.filter((one) => starts.some((start) => textOf(one).startsWith(start)))
}

function* byState(parties: readonly Party[], flow: string, message: Message): Generator<Said> {
  const byName = groupBy(parties, ({ row }) => {
    const code = /, ([A-Z]{2})$/.exec(textAt(row, 'Location') ?? '')?.[1] ?? ''
    return US_STATES[code] ?? 'no known state'
  })
  use(message, 'grants', 'grant', 'go', 'goes', 'state', 'states')
  const sums = [...byName].map(([state, own]) => ({ state, sum: sumOf(own, 'amount') }))
  for (const [place, { state, sum }] of largest(sums, (one) => one.sum).entries())
    yield place > 0
      ? line`- ${state}: ${dollars(sum)}`
      : line`Most of the grants ${flow} organizations in ${state}: ${dollars(sum)}.`
}

/** Single grants, each with its purpose. */
const singleGrants: OfOne = async function* (one, { message, call }) {
  const { years, minAmount, maxAmount } = message
  const direction = directionOf(message)
  const given = { EIN: one.ein, Direction: direction, MinAmount: minAmount }
  const range = { MinYear: years.from, MaxYear: years.to }
  const { rows } = await allRows(call, 'grants', { ...given, ...range }, 'Grants')
  const purpose = purposeIn(message)
  const fitting = rows.filter(
    (row) =>
      (numberAt(row, 'Amount') ?? 0) <= (maxAmount ?? Infinity) &&
      (!purpose || textAt(row, 'Purpose')?.toLowerCase().includes(purpose)),
  )
  const least = minAmount === undefined ? '' : ` of at least ${formatDollars(minAmount)}`
  const most = maxAmount === undefined ? '' : ` of at most ${formatDollars(maxAmount)}`
  if (purpose)
    use(message, ...message.unread.filter((word) => word.toLowerCase().startsWith(purpose)))
  const why = purpose ? ` with “${purpose}” in the purpose` : ''
  const what = `${least}${most}${why} ${WORDS[direction].of} ${sayWho(one)}${sayYears(message)}`
  yield fitting.length === 0
    ? line`The loaded returns list no grants${what}. ${NO_PROOF}`
    : line`The loaded returns list ${countOf(fitting.length, 'grant')}${what}, ${dollars(sumOf(fitting, 'Amount'))} in all.`
  yield* grantLines(fitting, message)
}

/** "Grants for scholarships": the beginning of the word, without an ending. */
const purposeIn = ({ masked }: Message): string | undefined =>
  /\bgrants?\b.*\bfor (?!what\b|ORG\b|YEAR\b|the\b|its?\b)(\p{L}{4,}?)(?:s|es|ies)?\W*(?:in YEAR\W*)?$/u.exec(
    masked,
  )?.[1]
