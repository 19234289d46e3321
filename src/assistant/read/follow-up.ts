import { has, type Message } from '../message.ts'
import type { Found } from '../vocabulary.ts'
import type { Mask } from './parts.ts'
import type { Here } from './references.ts'
import { inList } from './text.ts'

// "And that as a share of revenue?", "How much was spent from it?"
const OF_FIGURE =
  /(?<=^\W*(?:and |so |but |what(?:'s| is| was) )*)(?:(?:that|this|it)(?= ))?(?=\s?(?:as|in|at) an? (?:share|percent\w*|fraction|proportion|part)\b)|(?<=\b(?:spent|paid|taken|drawn|withdrawn) (?:from|out of) )(?:it|that|this)\b|(?<=\b(?:spend|spent|pay|paid) (?:on|for) )(?:it|that|this)\b|(?<=\bdoes )(?:it|that|this)(?= compare (?:to|with) (?:its|their|the|total)\b)/i

/** Puts the figure of the last question where a message refers to it. */
export function figureIn(text: string, last?: Message): Mask[] {
  const said = last?.words.findLast(({ list }) => /^(?:figure|policy)$/.test(list))?.said
  const found = OF_FIGURE.exec(text)
  if (!said || !found) return []
  const { 0: words, index: from } = found
  return [{ from, to: from + words.length, mask: { words: words ? said : `${said} ` } }]
}

const THAN_BEFORE =
  /\b(?:than|on|from|versus|vs|against|compared (?:to|with)) (?:(?:in|it was) )?(?:the )?(?:year before|(?:previous|prior|preceding) year)\b/i
const THAT_YEAR =
  /\bthat (?:same )?(?:tax |fiscal )?year\b|\bback then\b|\b(?:was|were|did|ran) [^?]*\bthen\b/i
const NEXT_YEAR =
  /^\W*(?:and )?(?:in |for )?(?:the )?(?:next|following) year\W*$|\b(?:a|the) year (?:after|later)\W*$/i
const BEFORE_YEAR = /\byear before (\d{4})\b/i

/** Returns the years that a message means after what came before. */
export function yearsIn(
  { text, years, words, isFollowUp }: Message,
  { year, last, words: typed }: Here,
  isAgainst: boolean,
): Message['years'] {
  const before = Number(BEFORE_YEAR.exec(text)?.[1]) - 1
  if (before > 0) return { from: before, to: before }
  if (years.from !== undefined || years.to !== undefined) return years
  if (year !== undefined && years.relative === 'before')
    return THAN_BEFORE.test(text)
      ? { from: year - 1, to: year }
      : { ...years, from: year - 1, to: year - 1 }
  if (year !== undefined && NEXT_YEAR.test(text)) {
    words.splice(0, words.length, ...words.filter(({ key }) => key !== 'forecast'))
    return { from: year + 1, to: year + 1 }
  }
  if (years.relative) return years
  if (year !== undefined && THAT_YEAR.test(text)) return { from: year, to: year }
  const isAnd =
    /^(?:and|also|then|but|so)$/.test(typed[0]?.word ?? '') &&
    isFollowUp &&
    !words.some(({ key }) => key === 'trend')
  return last && (isAgainst || isAnd || SAME_YEARS.test(text)) ? last.years : years
}

const SAME_YEARS =
  /\bof (?:that|it)\b|\b(?:same|those|these) (?:tax |fiscal )?(?:years?|period)\b|\bthat (?:period|span)\b|\bon (?:it|that (?:return|one)|this return)\b/i

// "Has that changed?", "which year was that the highest?"
const ABOUT_LAST =
  /\b(?:that|it|this|those)\b.*\b(?:chang|gr[eo]w|ris|ros|fall|fell|drop|declin|increas|decreas|go(?:ne|ing|es)? (?:up|down))\w*/

const isRanked = (message: Message): boolean =>
  ['more', 'highest', 'lowest'].some((key) => has(message, 'feature', key))

/** "Compared with A?" compares what was asked before. */
function keepTopic(message: Message, last: Message): void {
  const isTopic = ({ list }: Found) => /^(?:figure|pay|role|rating)$/.test(list)
  if (message.words.some(isTopic)) return
  message.words.push(...last.words.filter(isTopic))
  message.figures = last.figures
}

/** "And the CFO?" after a question about pay is about pay; "are they paid?" after one about a board, about it. */
export function keepPay(message: Message, last: Message): void {
  const lists = new Set(message.words.map(({ list }) => list))
  const isOther = [...lists].some((list) => !/^(?:role|pay|feature|group)$/.test(list))
  if (isOther || lists.has('role') === lists.has('pay') || message.people.length > 0) return
  if (lists.has('pay')) message.words.push(...last.words.filter(({ list }) => list === 'role'))
  else if (has(last, 'pay') || has(last, 'role', 'bestPaid'))
    message.words.push({ list: 'pay', key: 'pay', said: '', at: 0, to: 0 })
}

/** Adds to a message what it does not say because the last question said it. */
export function takeTopic(message: Message, last: Message, isAgainst: boolean): void {
  const { organizations, isFollowUp, masked, text } = message
  const isCompared = isFollowUp && organizations.length > 1 && isRanked(message)
  const isChange = isFollowUp && (ABOUT_LAST.test(masked) || THAN_BEFORE.test(text))
  if (isAgainst || isCompared || isChange) keepTopic(message, last)
}

/** Completes a message that asks nothing by itself with what the last question asked. */
export function takeRest(message: Message, here: Here): Message {
  const { last } = here
  if (!last || has(last, 'feature', 'help')) return message
  return isPartial(message, here) || isNextBest(message, last) ? complete(message, last) : message
}

/** "And which one comes second?" of the best of a group. */
const isNextBest = ({ text, figures }: Message, last: Message): boolean =>
  ['highest', 'lowest'].some((key) => has(last, 'feature', key)) &&
  last.organizations.length === 0 &&
  figures.length === 0 &&
  !/\bthe (?:second|third) one\b/i.test(text) &&
  /\b(?:second|third|runner[- ]?up|next)\b\W*(?:place|one|best|worst|\w+est)?\W*$/i.test(text)

const PARTIAL =
  /^(?:negative|followup|reference|previous|next|latest|why|which|both|howMuch|list|what|trend|start|count)$/
const SAME_FOR = /^\W*the same\b/i
const EXTREME = /^(?:high|low)est$/

/** "Which is the largest?" of a list of money, "and the lowest?" after the highest. */
const isOfExtreme = (last?: Message): boolean =>
  last !== undefined &&
  (['direction', 'award'].some((list) => has(last, list)) ||
    last.words.some(
      ({ list, key }) => list === 'feature' && /^(?:highest|lowest|bestYear)$/.test(key),
    ))

/** Whether a message asks nothing by itself. A name alone asks for that organization. */
function isPartial(
  { words, unread, years, form, limit, isFollowUp }: Message,
  here: Here,
): boolean {
  const isExtreme = limit !== undefined || isOfExtreme(here.last)
  const isAsked = ({ list, key, said }: Found) =>
    list === 'feature'
      ? !PARTIAL.test(key) && !said.includes('PLACE') && !(isExtreme && EXTREME.test(key))
      : !/^(?:s?he|him|hers?|his)$/.test(said) && !(isExtreme && list === 'rating')
  const isGap = /\bby how much\b/.test(here.text.toLowerCase())
  if (unread.length > 0 || words.some((one) => isAsked(one) && !(isGap && one.key === 'ratio')))
    return false
  const hasTime = form !== undefined || Object.keys(years).length > 0
  const isFollowing = inList('follow', here.words[0]?.word) || SAME_FOR.test(here.text)
  return isFollowUp || here.isAsking || hasTime || isFollowing
}

const REVERSED = /\bother way (?:a?round)\b|\bvice versa\b/i

/** Completes a fragment with what the last question asked. */
export function complete(message: Message, last: Message): Message {
  const { organizations, people, figures, years, words } = message
  const isOpposite = (key: string) =>
    EXTREME.test(key) && words.some((one) => EXTREME.test(one.key) && one.key !== key)
  const isSame = organizations.every(({ ein }) => last.organizations.some((one) => one.ein === ein))
  // "And to B?" after "How much did A give to C?"
  const [giver, taker] = last.organizations
  const isOther = giver && taker && organizations.length === 1 && !message.isFollowUp
  const isPair = isOther && has(last, 'direction') && !isSame
  const isReversed = taker && REVERSED.test(message.text)
  return {
    ...last,
    ...message,
    ...(isPair && { organizations: [giver, ...organizations] }),
    ...(isReversed && { organizations: last.organizations.toReversed() }),
    isFragment: true,
    masked: `${message.masked} ${last.masked}`,
    words: [...words, ...last.words.filter(({ key }) => !isOpposite(key))],
    years: Object.keys(years).length > 0 ? years : last.years,
    figures: figures.length > 0 ? figures : last.figures,
    people: people.length > 0 || !isSame ? people : last.people,
  }
}
