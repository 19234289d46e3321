import type { Citation } from '../chat.ts'
import { blank, type Figure } from './figure.ts'
import type { Fact, Findings } from './findings.ts'
import { hasForeignAddress, isSecret, type Secrets } from './forbidden.ts'
import { findNames, mentionedEins } from './mentions.ts'
import { findQuotations } from './quotations.ts'
import { readFigures } from './read-figures.ts'
import { supportOf } from './support.ts'

/** Why a sentence is withheld: an unsupported figure, or something that is no part of an answer. */
export type Fault = 'figure' | 'passage'

export type Checked = { fault: Fault } | { fault?: never; citations: Citation[] }

/**
 * Whether a sentence may be shown, as plain text, and with which citations. `pointed` are the
 * citations it names by number.
 */
export function checkSentence(
  sentence: string,
  pointed: readonly Citation[],
  findings: Findings,
  secrets: Secrets,
): Checked {
  if (isSecret(sentence, secrets) || hasForeignAddress(sentence, findings)) {
    return { fault: 'passage' }
  }
  const quotations = findQuotations(sentence, findings)
  const own = blank(sentence, [...quotations, ...findNames(sentence, findings)])
  const figures = readFigures(own)
  const setting = {
    sentence: own,
    eins: mentionedEins(sentence, figures, findings),
    years: new Set(figures.flatMap((figure) => yearOf(figure) ?? [])),
  }
  const supports = figures.map((figure) => supportOf(figure, setting, findings))
  if (supports.some(({ isSupported }) => !isSupported)) return { fault: 'figure' }
  return {
    citations: [
      ...supports.flatMap(({ facts }) => citationOf(facts, pointed) ?? []),
      ...quotations.map(({ citation }) => citation),
      // A figure's citation is the one that holds it; of texts and answers the model says which.
      ...pointed.filter(({ value }) => typeof value !== 'number'),
    ],
  }
}

function yearOf(figure: Figure): number | undefined {
  if (figure.kind === 'year') return figure.value
  if (figure.kind !== 'date' || !/^\d{4}/u.test(figure.iso)) return undefined
  return Number(figure.iso.slice(0, 4))
}

const citationOf = (facts: readonly Fact[], pointed: readonly Citation[]): Citation | undefined => {
  const cited = facts.flatMap(({ citation }) => citation ?? [])
  return cited.find((citation) => pointed.includes(citation)) ?? cited[0]
}
