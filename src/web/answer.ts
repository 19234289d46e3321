import { cutShort } from '#src/domain/filed-text.ts'

// The browser's script uses this module too.

/** A source of an answer, as the API's chat sends it. */
export type Source = { EIN: string; Ref: string; Label: string; Citation?: string }

/** A text, or the number of a source, from 1. */
type Part = string | number

/** An answer, complete or as far as it has arrived. */
export type Answer = {
  lines: Part[][]
  sources: Source[]
  /** Questions that the message can mean. */
  choices: string[]
  /** Why the answer is not complete. */
  fault?: string
  isDone: boolean
}

export const openAnswer = (): Answer => ({
  ...{ lines: [[]], sources: [], choices: [], isDone: false },
})

export const INTERRUPTED = 'The answer was interrupted. Ask again in a moment.'

/** Adds the frames of a text to an answer, and returns the rest, which is not a frame yet. */
export function readFrames(answer: Answer, text: string): string {
  const frames = text.split('\n\n')
  const rest = frames.pop() ?? ''
  for (const frame of frames) {
    // Comments are heartbeats.
    const [, event, data = ''] = /^(?:event: (\w+)\n)?data: (.*)$/.exec(frame) ?? []
    if (data === '[DONE]') answer.isDone = true
    else if (data !== '') addEvent(answer, event, JSON.parse(data))
  }
  return rest
}

type Fault = { ErrorCode: string; Message: string }
type Sent = Source & Fault & { Text: string; Choices?: string[] }

function addEvent(answer: Answer, event: string | undefined, sent: Sent): void {
  if (event === 'delta') addText(answer.lines, sent.Text)
  else if (event === 'citation') addSource(answer, sent)
  else if (event === 'error') answer.fault = sentenceOf(sent)
  else answer.choices = sent.Choices ?? answer.choices
}

function addText(lines: Part[][], text: string): void {
  const [first = '', ...others] = text.split('\n')
  const line = lines.at(-1) ?? []
  const last = line.at(-1)
  if (typeof last === 'string') line[line.length - 1] = last + first
  else if (first !== '') line.push(first)
  lines.push(...others.map((other) => (other === '' ? [] : [other])))
}

/** A source follows the line that it belongs to; several lines can have the same one. */
function addSource({ lines, sources }: Answer, source: Source): void {
  const line = lines.findLast((one) => one.length > 0)
  const known = sources.findIndex(({ EIN, Ref }) => EIN === source.EIN && Ref === source.Ref)
  const number = known === -1 ? sources.push(source) : known + 1
  if (line && !line.includes(number)) line.push(number)
}

/** A paragraph, or the items of a list; a numbered list begins with `start`. */
export type Block = { tag: 'p' | 'ul' | 'ol'; start: number; items: Part[][] }

/** Returns the paragraphs and lists of an answer. */
export function blocksOf({ lines }: Answer): Block[] {
  const blocks: Block[] = []
  for (const [first, ...others] of lines) {
    if (typeof first !== 'string') continue
    const mark = /^ {0,2}(?:[-•]|\d+\.) /.exec(first)?.[0] ?? ''
    const start = Number.parseInt(mark, 10)
    const tag = mark === '' ? 'p' : start >= 0 ? 'ol' : 'ul'
    const item = [first.slice(mark.length), ...others]
    const last = blocks.at(-1)
    if (tag !== 'p' && last?.tag === tag) last.items.push(item)
    else blocks.push({ tag, start, items: [item] })
  }
  return blocks
}

/** Returns the text of an answer without its sources. */
export const textOf = ({ lines }: Answer): string =>
  lines
    .map((line) => line.filter((part) => typeof part === 'string').join(''))
    .join('\n')
    .trim()

/** Returns an answer of which only the text is known. */
export function toAnswer(text: string): Answer {
  const answer = { ...openAnswer(), isDone: true }
  addText(answer.lines, text)
  return answer
}

/** All messages but the last answer are short, so that an address stays below the limit of 8 KiB. */
const EARLIER = { messages: 20, last: 1_900, characters: 250, encoded: 5_000 }

/** Returns the newest messages of a conversation, cut, as an address or a form repeats them. */
export function toEarlier(messages: readonly string[]): string[] {
  const kept = messages
    .slice(-EARLIER.messages)
    .map((one, at, { length }) =>
      cutShort(one, at < length - 1 ? EARLIER.characters : EARLIER.last),
    )
  while (encodeURIComponent(kept.join()).length > EARLIER.encoded) kept.splice(0, 2)
  return kept
}

/** The number and length of the messages that the API accepts. */
const HISTORY = { messages: 20, characters: 1_999 }

/** Returns what the chat is sent: a question after messages, the first of which is a question. */
export const toBody = (question: string, messages: readonly string[]) => ({
  Message: question,
  History: messages.slice(-HISTORY.messages).map((message, at) => ({
    Role: at % 2 === 0 ? 'user' : 'assistant',
    Content: cutShort(message, HISTORY.characters),
  })),
})

/** Returns what the body of an error response says, as a sentence. */
export const faultOf = ({ detail }: { detail: { msg: string }[] | Fault }): string =>
  Array.isArray(detail) ? `Your question ${detail[0]?.msg}.` : sentenceOf(detail)

/** The message of an unexpected error is for programs. */
const sentenceOf = ({ ErrorCode, Message }: Fault): string =>
  ErrorCode === 'InternalError' ? 'Something went wrong. Ask again in a moment.' : Message
