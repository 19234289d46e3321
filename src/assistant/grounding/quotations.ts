import type { Citation } from '#src/tools/cite.ts'
import type { Findings } from './findings.ts'
import { collapse } from './plain-text.ts'

export type Quotation = { start: number; end: number; citation: Citation }

const QUOTED = /["“„«]([^"“”„«»]+)["”»]/gu
// A shorter quotation could separate a figure from what it counts.
const LEAST_WORDS = 5
/** A complete filed text may be shorter, but not a single figure. */
const LEAST_WORDS_OF_WHOLE = 3

/**
 * Returns the quoted passages that occur word for word in a filed text: their figures are the
 * filer's own. Undefined if one belongs to an organization other than these.
 */
export function findQuotations(
  sentence: string,
  { quotes }: Findings,
  eins: ReadonlySet<string>,
): Quotation[] | undefined {
  const found = [...sentence.matchAll(QUOTED)].map(({ 0: whole, 1: inner = '', index: start }) => {
    const passage = collapse(inner)
      .replace(/(?:\.\.\.|…|[.,;:!?])+$/u, '')
      .replace(/^(?:\.\.\.|…)\s*/u, '')
    const sources = quotes.filter(({ text }) => isVerbatim(passage, text))
    const source = sources.find(({ citation }) => eins.size === 0 || eins.has(citation.ein))
    return {
      start,
      end: start + whole.length,
      citation: source?.citation,
      isOf: sources.length > 0,
    }
  })
  if (found.some(({ isOf, citation }) => isOf && citation === undefined)) return undefined
  return found.flatMap(({ start, end, citation }) => (citation ? [{ start, end, citation }] : []))
}

function isVerbatim(passage: string, text: string): boolean {
  const words = passage.match(/\p{L}{2,}/gu)?.length ?? 0
  if (words < LEAST_WORDS_OF_WHOLE) return false
  if (words < LEAST_WORDS) return text.replace(/[.,;:!?]+$/u, '') === passage
  const at = text.indexOf(passage)
  // "1,200 meals" does not quote "31,200 meals".
  return (
    at >= 0 &&
    !/[\p{L}\p{N}.,]$/u.test(text.slice(0, at).slice(-1)) &&
    !/^[,.]?[\p{L}\p{N}]/u.test(text.slice(at + passage.length))
  )
}
