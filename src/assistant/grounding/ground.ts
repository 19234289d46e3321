import { withoutMarkup } from '#src/domain/filed-text.ts'
import type { Citation } from '#src/tools/cite.ts'
import type { ChatEvent } from '../chat.ts'
import { checkSentence, type Fault } from './check-sentence.ts'
import type { Findings } from './findings.ts'
import type { Secrets } from './forbidden.ts'
import { sanitize, takeSentences } from './sentences.ts'

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
