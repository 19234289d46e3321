import type { Message } from '../message.ts'
import { cleanText } from './text.ts'

/** An item of a list in an answer: an organization, or only what it is called. */
type Item = { ein?: string; label: string }

/** What came before a message. The client sends it, so it is only a hint. */
export type Before = {
  /** EINs of the organizations that the last exchange was about, and that its question named. */
  focus: string[]
  asked: string[]
  /** EINs of all organizations that people asked about, the last one last. */
  spoken: string[]
  list: Item[]
  /** EINs among which an answer asked to choose. */
  proposed: string[]
  /** Whether the last answer has the list. */
  isListed: boolean
  /** Whether the last answer begins with who has less of something. */
  isLess: boolean
  /** Whether the last answer asked which organization is meant. */
  isAsking: boolean
  people: string[]
  year?: number
  /** The last message that was a whole question. */
  last?: Message
}

export const NOTHING: Before = {
  ...{ focus: [], asked: [], spoken: [], list: [], people: [], proposed: [] },
  ...{ isListed: false, isLess: false, isAsking: false },
}

const EIN = /\b(\d{2})-(\d{7})\b/g
const ITEM = /^ ?(?:(\d{1,2})[.)]|[-*•])\s+(?!and \d+ more )(.+)$/
const ASKS = /\b(?:which (?:one|organization|of (?:them|these))|do you mean)\b[^.]*\?/i
const YEAR = /\b(?:19|20)\d\d\b/
// "From $1 in tax year 2019 to $2 in tax year 2023" is about 2023.
const LAST_YEAR = /\btax year \d{4} to [^.]{1,40} in (tax year \d{4})/i

// "Jo Doe, “President”, leads …"
const PERSON = /^(?:- )?(\p{L}[^,“”:()]{3,60}), [“"]/u

/** Returns the EINs that a text shows, each once. */
export const einsShown = (text: string): string[] => [
  ...new Set([...text.matchAll(EIN)].map(([, prefix, serial]) => `${prefix}${serial}`)),
]

/** Returns the context after an answer; `names` are people of its organizations. */
export function afterAnswer(before: Before, content: string, names: readonly string[]): Before {
  const lines = content.split('\n')
  const items = lines.flatMap((line) => {
    const [, number, text] = ITEM.exec(line) ?? []
    return text === undefined ? [] : [{ isNumbered: number !== undefined, ...toItem(text) }]
  })
  const numbered = items.filter(({ isNumbered }) => isNumbered)
  const withEin = items.filter(({ ein }) => ein !== undefined)
  const shown = einsShown(content).map((ein) => ({ ein, label: '' }))
  const plain = cleanText(content)
  const told = lines.flatMap((one) => PERSON.exec(one)?.[1] ?? [])
  const people = told.length > 0 ? [...new Set(told)] : namesIn(plain, names)
  const named = people.map((label) => ({ label }))
  const list = [numbered, withEin, items, shown, named].find(({ length }) => length > 1) ?? []
  const isListed = items.length > 1 && list !== shown
  const isAsking = ASKS.test(content) && shown.length > 0
  const focus = isAsking ? before.focus : focusOf(before, lines, isListed)
  const year = YEAR.exec(
    LAST_YEAR.exec(plain)?.[1] ?? /tax year \d{4}/i.exec(plain)?.[0] ?? plain,
  )?.[0]
  return {
    ...before,
    ...(isAsking && { proposed: einsShown(content) }),
    ...{
      focus,
      isListed,
      isAsking,
      isLess: / has the low(?:er|est) /.test(lines[0] ?? ''),
      list: list.length > 1 ? list : before.list,
    },
    spoken: withSpoken(before.spoken, focus),
    people: people.length > 0 ? people : before.people,
    ...(year !== undefined && { year: Number(year) }),
  }
}

/** The organizations of the question, unless the answer begins with another one: "… gave the most". */
function focusOf({ asked, focus }: Before, lines: readonly string[], isListed: boolean): string[] {
  const told = einsShown(lines.filter((line) => !ITEM.test(line)).join('\n'))
  const [first] = told
  if (first !== undefined && asked.length > 0 && !asked.includes(first)) return [first]
  // The first one named is ahead of the others.
  if (first !== undefined && asked.length > 1)
    return [first, ...asked.filter((ein) => ein !== first)]
  if (asked.length > 0) return asked
  if (told.length > 0) return told
  const all = einsShown(lines.join('\n'))
  return all.length === 1 ? all : isListed ? [] : focus
}

const toItem = (text: string): Item => {
  const [ein] = einsShown(text)
  const label = cleanText(text.split(/\(EIN|[,:;(]|\s[-–—]\s/)[0] ?? '')
  return ein === undefined ? { label } : { ein, label }
}

const namesIn = (text: string, names: readonly string[]): string[] => {
  const lower = text.toLowerCase()
  const at = (name: string) => lower.indexOf(name.toLowerCase())
  return [...new Set(names)].filter((name) => at(name) >= 0).sort((a, b) => at(a) - at(b))
}

const withSpoken = (spoken: readonly string[], eins: readonly string[]): string[] => [
  ...spoken.filter((ein) => !eins.includes(ein)),
  ...eins,
]

/** Whether a message asks for something; "is that good?" is about what was asked before. */
const isWhole = ({ words, unread, isFollowUp }: Message): boolean =>
  !isFollowUp ||
  unread.length > 0 ||
  words.some(({ list, key }) => list !== 'feature' || /^(?:highest|lowest|bestYear)$/.test(key))

/** Returns the context after a question. */
export function afterQuestion(before: Before, message: Message): Before {
  const { organizations, years, people } = message
  const { last } = before
  const eins = organizations.map(({ ein }) => ein)
  return {
    ...before,
    last:
      last && (message.isFragment || !isWhole(message))
        ? { ...last, organizations, years, people }
        : message,
    focus: eins.length > 0 ? eins : before.focus,
    asked: eins,
    spoken: withSpoken(before.spoken, eins),
    people: message.people.length > 0 ? message.people : before.people,
    isAsking: false,
  }
}
