import { textAt } from '#src/tools/json.ts'
import { type Line, textOf } from '#src/tools/line.ts'
import { type Asked, sayWho } from '../asked.ts'
import type { Message, Organization } from '../message.ts'
import { pagesOf, unlessMissing, yearOf } from './parts.ts'
import { isTelling } from './read-figures.ts'

/** The sections that list rows of a return. */
const SECTIONS = [
  ...['FinancialStatements', 'Fundraising', 'Grants', 'Programs', 'InterestedPersons'],
  ...['NoncashContributions', 'Contractors', 'RelatedOrganizations', 'Foundation', 'Schedules'],
]
const MAX_LINES = 4
const ALL_ROWS = 50

/**
 * Says the lines of a return that have words of a message that nothing else has used: the name of an
 * event, a region, or a kind of expense; or all of `phrases`. Returns whether there are any. Throws
 * ApiError.
 */
export async function* sayFiledLines(
  { message, call }: Pick<Asked, 'message' | 'call'>,
  organization: Organization,
  phrases: readonly string[] = [],
): AsyncGenerator<Line, boolean> {
  const unfiled = message.words.flatMap(({ list, said }) => (list === 'unfiled' ? said : []))
  const words = [...unfiled.join(' ').split(' '), ...message.unread].filter(
    (word) => word.length > 3 && !/^sched/i.test(word),
  )
  const rare = words.filter((word) => isTelling(message, word))
  if (words.length + phrases.length === 0) return false
  const given = { EIN: organization.ein, Year: yearOf(message), Form: message.form }
  const read = SECTIONS.map((Section) =>
    unlessMissing(pagesOf(call, 'organizations', { ...given, Section }, ALL_ROWS)),
  )
  const sections = (await Promise.all(read)).flatMap((pages) => pages ?? [])
  const rows = sections.flatMap(({ lines }) => lines.filter((one) => /^- /.test(textOf(one))))
  const has = rows.map((row) => wordsIn(textOf(row)))
  const counts = has.map((one) => (rare.some(one) ? words.filter(one).length : 0))
  const most = Math.max(Math.min(2, words.length), ...counts)
  const found = rows.filter((_, at) =>
    phrases.length > 0 ? has[at] && phrases.every(has[at]) : counts[at] === most,
  )
  const [section] = sections
  const on = `In tax year ${textAt(section?.body, 'Section.Year')} (Form ${textAt(section?.body, 'Section.Form')})`
  if (found.length > 0) {
    const isUsed = wordsIn(found.map(textOf).join(' '))
    message.unread = message.unread.filter((word) => isTelling(message, word) && !isUsed(word))
    yield [`${on}, the return of ${sayWho(organization)} lists:`]
    yield* found.slice(0, MAX_LINES)
  } else if (unfiled.length > 0 && section) {
    const names = unfiled.map((word) => `“${word}”`).join(', ')
    yield [
      `${on}, no line of the return of ${sayWho(organization)} is called ${names}, so it is not known.`,
    ]
  }
  return found.length > 0
}

/** Returns whether a message has a word of no common question that nothing has used. */
export const hasRareWord = (message: Message): boolean =>
  message.unread.some((word) => isTelling(message, word))

/**
 * Says those lines if a message is about one organization and has such a word. Returns whether there
 * are any. Throws ApiError.
 */
export async function* sayLinesOfOne(
  asked: Pick<Asked, 'message' | 'call'>,
): AsyncGenerator<Line, boolean> {
  const [one, second] = asked.message.organizations
  return one && !second && hasRareWord(asked.message) ? yield* sayFiledLines(asked, one) : false
}

/** Returns a function that tells whether a text has a word, in singular or plural. */
export function wordsIn(text: string): (word: string) => boolean {
  const plain = ` ${text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ')}`
  return (word) => plain.includes(` ${word.toLowerCase().replace(/(ies|s)$/, '')}`)
}
