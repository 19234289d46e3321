/** A question, and what a right answer has to contain; a row of the tables in this folder. */
export type Row = {
  id: string
  kind: string
  data: 'demo' | 'real'
  question: string
  /** `ask`: the only good reply asks which of several is meant. `decline`: it says that it is not known. */
  expect: 'answer' | 'ask' | 'decline'
  /** Each entry has alternatives; one of them must be in the answer. */
  must: string[][]
  /** Texts that make an answer wrong. */
  not: string[]
  ref: string
}

/** What was heard: the text, the Refs of its citations, and the questions to choose from. */
export type Heard = { text: string; refs: string[]; choices: string[] }

/** `wrong` includes an answer to another question. */
export type Verdict = 'right' | 'asks' | 'declines' | 'wrong'

const COLUMNS = ['id', 'kind', 'data', 'question', 'expect', 'must', 'not', 'ref'] as const

/** Parses a table of questions with a line of column names. */
export function parseRows(tsv: string): (Row & { turn?: string; split?: string })[] {
  const [head = '', ...lines] = tsv.trim().split(/\r?\n/)
  const names = head.split('\t')
  return lines.map((line) => {
    const cells = line.split('\t')
    const cell = (name: string) => cells[names.indexOf(name)]?.trim() ?? ''
    const row = Object.fromEntries(COLUMNS.map((name) => [name, cell(name)]))
    return {
      ...(row as unknown as Row),
      must: listOf(cell('must'), ' ; ').map((one) => listOf(one, ' | ')),
      not: listOf(cell('not'), / [;|] /),
      turn: cell('turn'),
      split: cell('split'),
    }
  })
}

const listOf = (text: string, between: string | RegExp): string[] =>
  text
    .split(between)
    .map((one) => one.trim())
    .filter(Boolean)

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[’‘]/g, "'")
    .replaceAll(/[“”]/g, '"')
    .toLowerCase()

/** Returns whether a text contains another: a figure as a whole number, words in any order. */
export function contains(text: string, wanted: string): boolean {
  const [inText, want] = [plain(text), plain(wanted)]
  if (/\d/.test(want)) return new RegExp(`(?<![\\d.,])${quote(want)}(?![\\d]|[.,]\\d)`).test(inText)
  const words = want.match(/[\p{L}\p{N}']+/gu) ?? []
  return inText.includes(want) || words.every((word) => wordIn(inText, word))
}

const wordIn = (text: string, word: string): boolean =>
  new RegExp(`(?<![\\p{L}\\p{N}])${quote(word)}`, 'u').test(text)

const quote = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

const DECLINES =
  /\b(?:not known|unknown|cannot|can't|can only|could not|couldn't|do(?:es)? not|don't|not (?:loaded|available|reported|listed|covered|in)|no (?:organization|return|loaded|answer|rating|rows?|similar|funders?|grants?|awards?|person|policy|data|filing)|only understand|outside|not understand|no [\w ]+ (?:is|are|was|were) (?:known|loaded|listed|found|available))\b/i

/** Judges an answer. Only a right answer that has figures must cite something. */
export function judge(row: Row, { text, refs, choices }: Heard): Verdict {
  const hasMust = row.must.every((any) => any.some((one) => contains(text, one)))
  const hasNot = row.not.some((one) => contains(text, one))
  if (row.expect === 'answer' && hasMust && !hasNot) return 'right'
  const isAsking = choices.length > 0 || /^Which organization do you mean\?/.test(text)
  if (isAsking) return row.expect === 'ask' && hasMust ? 'right' : 'asks'
  const declines = DECLINES.test(text) && (refs.length === 0 || row.expect === 'decline')
  if (row.expect === 'decline') return declines && hasMust && !hasNot ? 'right' : 'wrong'
  return declines ? 'declines' : 'wrong'
}
