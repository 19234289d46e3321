import type { Citation } from '#src/tools/cite.ts'
import { readClauses, yearsOf } from './clause.ts'
import { blank, type Figure } from './figures/figure.ts'
import { readFigures } from './figures/read-figures.ts'
import { readZeros } from './figures/read-written-figures.ts'
import type { Fact, Findings } from './findings.ts'
import { hasForeignAddress, isAdvice, isSecret, type Secrets } from './forbidden.ts'
import { findMentions, findNames, findQuotations, lastNamed, namedNext } from './mentions.ts'
import { factsOf, isCountOfOrganizations, isKnown, type Setting } from './support.ts'

/**
 * Why a sentence is withheld: an unsupported figure, or a passage that does not belong in an
 * answer.
 */
export type Fault = 'figure' | 'passage'

/** The result for a sentence; `named` are the EINs of the organizations it names. */
export type Checked =
  | { fault: Fault }
  | { fault?: never; citations: Citation[]; named: ReadonlySet<string> }

type Context = {
  /** The citations that the sentence names by number. */
  pointed: readonly Citation[]
  /** EINs named in the last shown sentence that names any: what "it" refers to. */
  lastNamed: ReadonlySet<string>
}

/** Checks whether a sentence (plain text) may be shown, and with which citations. */
export function checkSentence(
  sentence: string,
  { pointed, lastNamed: before }: Context,
  findings: Findings,
  secrets: Secrets,
): Checked {
  if (isSecret(sentence, secrets) || hasForeignAddress(sentence, findings) || isAdvice(sentence)) {
    return { fault: 'passage' }
  }
  const mentions = findMentions(sentence, findings)
  const named = new Set(mentions.map(({ ein }) => ein))
  const quotations = findQuotations(sentence, findings, named.size > 0 ? named : before)
  if (quotations === undefined) return { fault: 'passage' }
  const own = blank(sentence, [...quotations, ...findNames(sentence, findings)])
  const figures = [...readFigures(own), ...readZeros(own)].sort((a, b) => a.start - b.start)
  const supports = supportAll({ sentence, own, figures, mentions, before }, findings)
  if (supports === undefined) return { fault: 'figure' }
  return {
    named,
    citations: [
      ...supports.flatMap((facts) => citationOf(facts, pointed) ?? []),
      ...quotations.map(({ citation }) => citation),
      // A figure's citation is found by its value; the model chooses those of texts.
      ...pointed.filter(({ value }) => typeof value !== 'number'),
    ],
  }
}

type Read = {
  sentence: string
  /** The sentence without names and quotations. */
  own: string
  figures: readonly Figure[]
  mentions: ReturnType<typeof findMentions>
  before: ReadonlySet<string>
}

// Returns the facts of each figure; undefined if one has no support.
function supportAll(read: Read, findings: Findings): Fact[][] | undefined {
  const { own, figures } = read
  const numbers = figures.filter((figure) => figure.kind === 'number')
  const clauses = readClauses(own, numbers)
  const supports: Fact[][] = []
  for (const [at, figure] of figures.entries()) {
    const clause = clauses[numbers.findIndex(({ start }) => start === figure.start)]
    if (figure.kind !== 'number' || clause === undefined) {
      const isTrue = isKnown(figure as Exclude<Figure, { kind: 'number' }>, findings)
      if (!isTrue || !isEinOfNamed(figure, read)) return undefined
      continue
    }
    if (findings.eins.has(figure.text)) continue
    if (isCountOfOrganizations(figure, own.slice(figure.end), findings)) continue
    const setting: Setting = {
      sentence: own,
      clause,
      years: yearsOf(own, figures, at),
      ...whomOf(figure, read, clause.after),
    }
    const facts = factsOf(figure, setting, findings)
    if (facts.length === 0) return undefined
    supports.push(facts)
  }
  return supports
}

// A figure belongs to the organization named right after it ("for ..."), otherwise to the last one
// before it, otherwise to any in the sentence.
function whomOf(
  { start, end }: Figure,
  { sentence, mentions, before }: Read,
  after: string,
): Pick<Setting, 'eins' | 'named'> {
  const named = new Set(mentions.map(({ ein }) => ein))
  if (named.size === 0) return { eins: before, named: before }
  const next = namedNext(sentence.slice(end, end + after.length), mentions)
  if (next.size > 0) return { eins: next, named }
  const last = lastNamed(sentence.slice(0, start), mentions)
  return { eins: last.size > 0 ? last : named, named }
}

// An EIN beside a name must be that organization's.
function isEinOfNamed(figure: Figure, { sentence, mentions }: Read): boolean {
  if (figure.kind !== 'ein' || mentions.length === 0) return true
  const last = lastNamed(sentence.slice(0, figure.start), mentions)
  return (last.size > 0 ? last : new Set(mentions.map(({ ein }) => ein))).has(figure.ein)
}

const citationOf = (facts: readonly Fact[], pointed: readonly Citation[]): Citation | undefined => {
  const cited = facts.flatMap(({ citation }) => citation ?? [])
  return cited.find((citation) => pointed.includes(citation)) ?? cited[0]
}
