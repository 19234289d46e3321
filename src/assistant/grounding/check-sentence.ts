import type { Citation } from '../chat.ts'
import { blank, type Figure } from './figure.ts'
import type { Fact, Findings } from './findings.ts'
import { hasForeignAddress, isAdvice, isSecret, type Secrets } from './forbidden.ts'
import { findMentions, findNames, lastNamed, namedNext } from './mentions.ts'
import { readPlaces } from './place.ts'
import { findQuotations } from './quotations.ts'
import { readFigures } from './read-figures.ts'
import { yearsOf } from './read-span.ts'
import { readZeros } from './read-zeros.ts'
import { factsOf, isCountOfOrganizations, isKnown, type Setting } from './support.ts'

/** Why a sentence is withheld: an unsupported figure, or something that is no part of an answer. */
export type Fault = 'figure' | 'passage'

/** What a sentence came to; `named` are the EINs of whom it names. */
export type Checked =
  | { fault: Fault }
  | { fault?: never; citations: Citation[]; named: ReadonlySet<string> }

type Context = {
  /** The citations it names by number. */
  pointed: readonly Citation[]
  /** EINs that the last sentence shown that names anybody names: whom "it" means. */
  lastNamed: ReadonlySet<string>
}

/** Whether a sentence may be shown, as plain text, and with which citations. */
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
      // A figure's citation is the one that holds it; of texts and answers the model says which.
      ...pointed.filter(({ value }) => typeof value !== 'number'),
    ],
  }
}

type Read = {
  sentence: string
  /** Without names and quotations. */
  own: string
  figures: readonly Figure[]
  mentions: ReturnType<typeof findMentions>
  before: ReadonlySet<string>
}

// The facts of each figure; undefined where one has no support.
function supportAll(read: Read, findings: Findings): Fact[][] | undefined {
  const { own, figures } = read
  const numbers = figures.filter((figure) => figure.kind === 'number')
  const places = readPlaces(own, numbers)
  const supports: Fact[][] = []
  for (const [at, figure] of figures.entries()) {
    const place = places[numbers.findIndex(({ start }) => start === figure.start)]
    if (figure.kind !== 'number' || place === undefined) {
      const isTrue = isKnown(figure as Exclude<Figure, { kind: 'number' }>, findings)
      if (!isTrue || !isEinOfNamed(figure, read)) return undefined
      continue
    }
    if (findings.eins.has(figure.text)) continue
    if (isCountOfOrganizations(figure, own.slice(figure.end), findings)) continue
    const setting: Setting = {
      sentence: own,
      place,
      years: yearsOf(own, figures, at),
      ...whomOf(figure, read, place.after),
    }
    const facts = factsOf(figure, setting, findings)
    if (facts.length === 0) return undefined
    supports.push(facts)
  }
  return supports
}

// A figure is of whom is named right after it ("for ..."), else last before it, else anywhere.
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

// An EIN beside a name is that organization's.
function isEinOfNamed(figure: Figure, { sentence, mentions }: Read): boolean {
  if (figure.kind !== 'ein' || mentions.length === 0) return true
  const last = lastNamed(sentence.slice(0, figure.start), mentions)
  return (last.size > 0 ? last : new Set(mentions.map(({ ein }) => ein))).has(figure.ein)
}

const citationOf = (facts: readonly Fact[], pointed: readonly Citation[]): Citation | undefined => {
  const cited = facts.flatMap(({ citation }) => citation ?? [])
  return cited.find((citation) => pointed.includes(citation)) ?? cited[0]
}
