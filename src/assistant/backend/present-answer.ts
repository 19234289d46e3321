import type { Citation } from '#src/tools/cite.ts'
import type { ToolAnswer } from '#src/tools/tool.ts'
import type { Findings } from '../grounding/findings.ts'
import { toPlainText } from '../grounding/plain-text.ts'

/** Filed texts run to pages; this is enough for a mission, and ten of them fit one result. */
const LONGEST_TEXT = 600
/**
 * About 6,000 tokens: ten organizations with a text each. A longer result loses its last citations.
 */
const LONGEST_RESULT = 24_000

/**
 * Returns a tool's answer as the model reads it: JSON between marker lines, citations by number,
 * filed texts cut under "quoted". `findings` holds the answer already and numbers the citations.
 */
export function presentAnswer(answer: ToolAnswer, findings: Findings, marker: string): string {
  const { citations, ...fields } = answer
  const present = createPresenter(findings, marker)
  const body = present(fields) as object
  // Most citations are shown beside their figures; this list has the rest.
  let shown = citations.map(present)
  for (;;) {
    const text = JSON.stringify({ ...body, citations: shown })
    if (text.length <= LONGEST_RESULT || shown.length === 0) {
      return frame(text.length <= LONGEST_RESULT ? text : TOO_LONG, marker)
    }
    shown = shown.slice(0, Math.floor(shown.length / 2))
  }
}

const TOO_LONG = JSON.stringify({ error: 'The result is too long; ask for less.' })

/** Returns a fault of a call as the model reads it. */
export const presentFault = (message: string, marker: string): string =>
  frame(JSON.stringify({ error: toPlainText(message).slice(0, LONGEST_TEXT) }), marker)

const frame = (json: string, marker: string): string => `${marker}\n${json}\n${marker}`

function createPresenter(findings: Findings, marker: string) {
  const clean = (text: string) => {
    const plain = toPlainText(text).replaceAll(marker, '')
    return plain.length > LONGEST_TEXT ? `${plain.slice(0, LONGEST_TEXT)} …` : plain
  }
  const present = (value: unknown): unknown => {
    if (typeof value === 'string') return clean(value)
    if (Array.isArray(value)) return value.map(present)
    if (typeof value !== 'object' || value === null) return value
    if ('evidence' in value) return presentCitation(value as Citation)
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, present(member)]))
  }
  const presentCitation = (citation: Citation) => {
    const { ein, label, value, evidence } = citation
    return {
      cite: numberOf(findings, citation),
      ein,
      label: clean(label),
      ...(typeof value === 'string' ? { quoted: clean(value) } : { value }),
      ...(evidence.taxYear !== undefined && { taxYear: evidence.taxYear }),
      source: clean(evidence.citation),
    }
  }
  return present
}

function numberOf({ citations }: Findings, citation: Citation): number {
  const at = citations.findIndex(
    ({ ein, evidence }) => ein === citation.ein && evidence.ref === citation.evidence.ref,
  )
  return at >= 0 ? at + 1 : citations.push(citation)
}
