import { withoutMarkup } from '#src/domain/filed-text.ts'
import type { Citation } from '#src/tools/cite.ts'
import type { ChatEvent } from '../chat.ts'
import { checkSentence, type Fault } from './check-sentence.ts'
import type { Findings } from './findings.ts'
import type { Secrets } from './forbidden.ts'
import { toPlainText } from './plain-text.ts'

/**
 * Longer sentences are cut at a space, because endless text must be shown or withheld at some
 * point.
 */
const LONGEST = 1_000
const END = /[.!?]["'”’)\]*_]*(?=\s)|\n/gu
// Otherwise a name is split and a figure loses its organization.
const ABBREVIATION =
  /\b(?:Inc|Corp|Co|Ltd|St|Ste|Mt|Ft|Mr|Mrs|Ms|Dr|Jr|Sr|No|vs|approx|ca|e\.g|i\.e|U\.S|[A-Z])\.$/u
const LIST_MARKER = /(?:^|\n)[ \t]*\(?\d{1,2}\.$/u

/**
 * Removes the finished sentences from the beginning of a growing text and returns them, each with
 * the white space after it. A sentence does not end inside quotation marks.
 */
function takeSentences(text: string): { sentences: string[]; rest: string } {
  const sentences: string[] = []
  let rest = text
  for (let end = endOf(rest); end > 0; end = endOf(rest)) {
    sentences.push(rest.slice(0, end))
    rest = rest.slice(end)
  }
  return { sentences, rest }
}

function endOf(text: string): number {
  for (const { 0: mark, index } of text.matchAll(END)) {
    const end = index + mark.length
    if (end > LONGEST) break
    const sentence = text.slice(0, end)
    if (mark !== '\n' && isUnfinished(sentence)) continue
    const [space = ''] = /^[ \t]*/u.exec(text.slice(end)) ?? []
    // More white space of this sentence may follow in the next piece.
    const isOver = end + space.length < text.length
    return isOver ? end + space.length : 0
  }
  if (text.length <= LONGEST) return 0
  const space = text.lastIndexOf(' ', LONGEST)
  return space > 0 ? space + 1 : LONGEST
}

const isUnfinished = (text: string): boolean =>
  isQuoting(text) || LIST_MARKER.test(text) || ABBREVIATION.test(text)

function isQuoting(text: string): boolean {
  const straight = text.match(/"/gu)?.length ?? 0
  const opened = text.match(/“/gu)?.length ?? 0
  const closed = text.match(/”/gu)?.length ?? 0
  return straight % 2 === 1 || opened > closed
}

const TAG = /<\/?[a-z!?][^>]*>/giu
const OPENING = /<(?=[a-z/!?])/giu
const ENTITY = /&#?\w{1,10};/gu
// A link becomes its words and its address, which is then checked like any other address.
const LINK = /!?\[([^\]\n]*)\]\(([^)\n]*)\)/gu
const MARKER = /\s?\[\s?(\d{1,3}(?:\s?,\s?\d{1,3})*)\s?\](?!\()/gu

/**
 * Returns a piece of an answer without tags, entities, images, and links, and the numbers of
 * citations in brackets, which it removes.
 */
function sanitize(piece: string): { text: string; pointed: number[] } {
  const pointed: number[] = []
  const text = toPlainText(piece)
    .replaceAll(TAG, '')
    .replaceAll(OPENING, '‹')
    .replaceAll(ENTITY, ' ')
    .replaceAll(LINK, '$1 ($2)')
    .replaceAll(MARKER, (_, list: string) => {
      pointed.push(...list.split(',').map(Number))
      return ''
    })
  return { text, pointed }
}

/** Replaces a sequence of withheld sentences. */
export const NOTICES: Record<Fault, string> = {
  figure: 'A figure was removed because the data does not support it.',
  passage: 'A passage was removed because it is not allowed in an answer.',
}

export type Ground = {
  /** Accepts a piece of the model's text; returns what may be sent now. */
  write(piece: string): ChatEvent[]
  /** Ends a completion: the rest counts as a sentence. */
  flush(): ChatEvent[]
}

/**
 * Releases a model's text sentence by sentence if the findings so far support all its figures and
 * it contains nothing forbidden. One notice replaces a sequence of withheld sentences. Citations
 * follow their sentence, each once per answer.
 */
export function createGround(
  findings: Findings,
  secrets: Secrets,
  onWithheld?: () => void,
): Ground {
  let rest = ''
  let withheld: { fault: Fault; space: string } | undefined
  let hasReleased = false
  const cited = new Set<string>()
  let lastNamed: ReadonlySet<string> = new Set()

  const release = (text: string): ChatEvent[] => {
    // A notice alone is not an answer, so it waits for the next sentence.
    const notice = withheld && `${NOTICES[withheld.fault]}${withheld.space || ' '}`
    withheld = undefined
    hasReleased = true
    return [{ kind: 'text', text: (notice ?? '') + withoutMarkup(text) }]
  }
  const cite = (citations: readonly Citation[]): ChatEvent[] =>
    citations.flatMap((citation) => {
      const key = `${citation.ein} ${citation.evidence.ref}`
      if (cited.has(key)) return []
      cited.add(key)
      return [{ kind: 'citation', citation }]
    })

  const check = (sentence: string): ChatEvent[] => {
    const { text, pointed } = sanitize(sentence)
    // Nothing to check: blank lines, or a single marker.
    if (!/[\p{L}\p{N}]/u.test(text)) {
      const isShown = hasReleased && withheld === undefined && text !== ''
      return isShown ? [{ kind: 'text', text }] : []
    }
    const named = pointed.flatMap((number) => findings.citations[number - 1] ?? [])
    const checked = checkSentence(text, { pointed: named, lastNamed }, findings, secrets)
    if (checked.fault === undefined) {
      if (checked.named.size > 0) lastNamed = checked.named
      return [...release(text), ...cite(checked.citations)]
    }
    onWithheld?.()
    withheld ??= { fault: checked.fault, space: /\s*$/u.exec(text)?.[0] ?? '' }
    return []
  }

  return {
    write(piece) {
      const taken = takeSentences(rest + piece)
      rest = taken.rest
      return taken.sentences.flatMap(check)
    },
    flush() {
      const last = rest
      rest = ''
      const events = last === '' ? [] : check(last)
      if (withheld === undefined || !hasReleased) return events
      const { fault } = withheld
      withheld = undefined
      return [...events, { kind: 'text', text: NOTICES[fault] }]
    },
  }
}
