import { parseTypedEin } from '#src/domain/ein.ts'
import type { SearchDeps } from '#src/search/search.ts'
import type { ChatContext, Turn } from '../chat.ts'
import type { Message } from '../message.ts'
import { afterAnswer, afterQuestion, type Before, einsShown, NOTHING } from './conversation.ts'
import { byPerson, lookUp } from './look-up.ts'
import { findNames, type Named } from './names.ts'
import { cleanText, problemOf } from './text.ts'
import { understand } from './understand.ts'

export type ReadDeps = SearchDeps
type Sent = { text: string; history: readonly Turn[]; context: ChatContext }

// What is older is seldom meant, and each earlier question is looked up again.
const MOST_TURNS = 8
const MOST_EINS = 40

/**
 * Reads a message of a conversation. Any text can be read; `problem` says why nothing was found in it.
 * Throws ApiError SearchUnavailable or IndexNotReady.
 */
export async function readMessage(
  deps: ReadDeps,
  sent: Sent,
  signal: AbortSignal,
): Promise<Message> {
  const text = cleanText(sent.text)
  const problem = problemOf(text)
  if (problem) return { ...nothing(text), problem }
  const turns = sent.history
    .slice(-MOST_TURNS)
    .map((turn) => ({ ...turn, text: cleanText(turn.content) }))
  const asked = turns.flatMap((turn) => (turn.role === 'user' ? [turn.text] : []))
  const answers = turns.flatMap(({ role, content }) => (role === 'user' ? [] : [content]))
  const page = pageOf(sent.context)
  const eins = [...new Set([page ?? [], ...answers.toReversed().map(einsShown)].flat())]
  const texts = [...asked, text].map((one, at) => withoutKeys(withName(one, answers[at - 1])))
  const [{ numbered, named }, names] = await Promise.all([
    findNames(deps, texts, eins.slice(0, MOST_EINS)),
    namesOfPeople(deps, answers),
  ])
  signal.throwIfAborted()
  const found = [
    ...named.flatMap(({ mentions }) => mentions.flatMap((one) => one.found)),
    ...numbered,
  ]
  let before: Before = NOTHING
  const known = new Map(found.map((one) => [one.ein, one]))
  const around = { known, page: known.get(page ?? '') }
  const read = (one: Named) => understand({ ...one, ...before, ...around })
  for (const { role, content } of turns) {
    const question = role === 'user' ? named.shift() : undefined
    if (question) before = afterQuestion(before, read(question))
    else before = afterAnswer(before, content, names)
  }
  const [own] = named
  return own ? { ...read(own), text } : nothing(text)
}

const nothing = (text: string): Message => ({
  ...{ text, masked: text.toLowerCase(), organizations: [], unresolved: [], people: [], years: {} },
  ...{ isFollowUp: false, isFragment: false, words: [], figures: [], unread: [] },
})

const ONE_IN = /\bthe one (?=(?:in|from|near|at) )/i

/** Reads "the one in Ohio" after "“Open Door” can mean 3 organizations" as "Open Door in Ohio". */
function withName(text: string, answer = ''): string {
  const name = /^“([^”]+)” can mean/.exec(answer)?.[1]
  return name ? text.replace(ONE_IN, `${name} `) : text
}

/** Blanks keys that were masked. */
const withoutKeys = (text: string): string =>
  text.replaceAll(/nrk_\[redacted\]/g, (key) => ' '.repeat(key.length))

// The page of an organization and the pages below it.
const CHARITY_PATH = /(?:^|\/)charity\/(?<digits>[\d-]{8,10})(?=[/?#]|$)/

const pageOf = ({ ein, path = '' }: ChatContext): string | undefined =>
  parseTypedEin(ein ?? CHARITY_PATH.exec(path)?.groups?.digits ?? '')

const MOST_OF_ANSWER = 3

/** Returns the people of the organizations in the last answers. */
async function namesOfPeople(deps: ReadDeps, answers: readonly string[]): Promise<string[]> {
  const eins = einsShown(answers.slice(-2).toReversed().join('\n')).slice(0, MOST_OF_ANSWER)
  const listed = await lookUp(
    deps,
    eins.map((ein) => byPerson(deps, { ein })),
  )
  return listed.flat().map(({ display }) => display.name)
}
