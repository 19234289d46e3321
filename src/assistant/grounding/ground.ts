import { withoutMarkup } from '../../domain/filed-text.ts'
import type { ChatEvent, Citation } from '../chat.ts'
import { checkSentence, type Fault } from './check-sentence.ts'
import type { Findings } from './findings.ts'
import type { Secrets } from './forbidden.ts'
import { sanitize } from './sanitize.ts'
import { takeSentences } from './sentences.ts'

/** What stands in place of a run of withheld sentences. */
export const NOTICES: Record<Fault, string> = {
  figure: 'A figure was withheld because no filing or count supports it.',
  passage: 'A passage was withheld because it is no part of an answer.',
}

export type Ground = {
  /** Takes a piece of the model's text; returns what may be sent now. */
  write(piece: string): ChatEvent[]
  /** The end of a completion: what is left counts as a sentence. */
  flush(): ChatEvent[]
  /** Whether anything but notices was sent. */
  hasReleased(): boolean
}

/**
 * Lets a model's text through sentence by sentence, each when all its figures are among the findings
 * at that moment and nothing forbidden is in it; what is withheld is replaced by one notice a run.
 * Each sentence is followed by the citations of what it states, each once an answer. `onWithheld` is
 * told of each that is withheld.
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
    // A notice alone is no answer: it waits for words beside it (model-answerer.ts).
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
    // Nothing to check and no answer either: blank lines, or a marker that stood alone.
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
    hasReleased: () => hasReleased,
  }
}
