import { at, listAt, nameAt, numberAt, placeAt, quotedAt, textAt } from './read.ts'
import {
  citationsOf,
  dollars,
  joined,
  NOT_READABLE,
  NOT_REPORTED,
  nextPage,
  organization,
  worded,
} from './words.ts'

/** A profile in lines: who, what, figures with citations, verdict, and the sections to go on to. */
export function renderProfile(answer: unknown): string[] {
  const hero = at(answer, 'Hero')
  const [form, year] = [textAt(hero, 'Form'), textAt(hero, 'Year')]
  const place = joined(
    placeAt(hero, 'Location', 'City'),
    textAt(hero, 'Location', 'State'),
    placeAt(hero, 'Location', 'Country'),
  )
  return [
    `${nameAt(hero, 'Name')} (${joined(`EIN ${textAt(hero, 'EIN')}`, place)}), by its Form ${form} of tax year ${year}.`,
    `Mission: ${quotedAt(hero, 'Mission') ?? NOT_REPORTED}`,
    ...figures(hero),
    `Verdict: ${textAt(answer, 'Verdict', 'BottomLine')}`,
    'Sections for get_section:',
    ...listAt(answer, 'Sections').map((one) => `- ${textAt(one, 'Id')}: ${textAt(one, 'Summary')}`),
  ]
}

const FIGURES = ['Revenue', 'Expense', 'Assets', 'Liabilities'] as const

function figures(hero: unknown): string[] {
  return FIGURES.map((name) => {
    const amount = numberAt(hero, 'Financials', name)
    const evidence = at(hero, 'EvidenceRefs', `Financials.${name}`)
    const cite = citationsOf([evidence])
    // Evidence without an amount is that of an unreadable one.
    const shown = evidence !== undefined && amount === undefined ? NOT_READABLE : dollars(amount)
    return `${name}: ${shown}${cite(textAt(evidence, 'Ref'))}`
  })
}

/** Returns in lines, the newest first. */
export function renderFilings(answer: unknown): string[] {
  const form = textAt(answer, 'Form')
  const lines = listAt(answer, 'Filings').map((one) => {
    const status = textAt(one, 'Validation', 'Status')
    const received = textAt(one, 'Source', 'ReceivedOn')
    return `- ${joined(
      `tax year ${textAt(one, 'Year')}`,
      textAt(one, 'TaxPeriodEnd') && `period to ${textAt(one, 'TaxPeriodEnd')}`,
      received && `received ${received}`,
      status,
      at(one, 'Validation', 'Amended') === true && 'amended return',
      textAt(one, 'Source', 'ObjectID') && `object id ${textAt(one, 'Source', 'ObjectID')}`,
    )}`
  })
  return [`Returns on Form ${form}:`, ...lines, ...nextPage(answer)]
}

/** Figures told of each; ratios, governance and the rating's parts are in the answer itself. */
const MOST_COMPARED_FIGURES = 8

/** Organizations side by side, each with the filing that is compared and its first figures. */
export const renderComparison = (answer: unknown): string[] => [
  ...listAt(answer, 'Organizations').flatMap(comparedLines),
  ...listAt(answer, 'Cautions').map((caution) => `Caution: ${textAt(caution)}`),
]

function comparedLines(one: unknown): string[] {
  const form = textAt(one, 'Filing', 'Form')
  const filing = form
    ? `Form ${form} of tax year ${textAt(one, 'Filing', 'TaxYear')}`
    : (textAt(one, 'NotCompared') ?? 'no filing to compare')
  const verdict = textAt(one, 'Rating', 'BottomLine')
  const values = listAt(one, 'Figures').slice(0, MOST_COMPARED_FIGURES)
  return [
    `- ${organization(one)}; ${filing}${verdict ? `; ${verdict}` : ''}`,
    ...values.map((value) => `  - ${comparedValue(value)}`),
  ]
}

function comparedValue(value: unknown): string {
  const why = textAt(value, 'Why')
  const isUnreadable = textAt(value, 'Unknown') === 'NotReadable'
  const shown = isUnreadable ? NOT_READABLE : worded(at(value, 'Value'), textAt(value, 'Unit'))
  const ref = textAt(value, 'EvidenceRef')
  return `${textAt(value, 'Label')}: ${shown}${why ? ` (${why})` : ''}${ref ? ` [${ref}]` : ''}`
}
