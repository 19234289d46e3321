import { groupBy } from '#src/domain/es2024.ts'
import type { FactKey } from '#src/domain/facts/definitions.ts'
import type { FactValue } from '#src/domain/facts/read-facts.ts'
import type { TableKey } from '#src/domain/facts/tables/tables.ts'
import { countOf, describeDollars, formatCount } from '#src/domain/money.ts'
import { isShortYear } from '#src/domain/tax-period.ts'
import { readTsv } from '#src/domain/tsv.ts'
import type { Band } from '#src/rating/rating.ts'
import { toOperatingModel } from '../figures/operating-model.ts'
import { checkFiling, countChecks } from '../filings/check-filing.ts'
import { countSingle } from '../filings/table-rows.ts'
import type { Filing, Organization } from '../organization.ts'
import { verdictOn } from '../page/rating-view.ts'
import { readControls, readGovernance } from '../people/governance.ts'
import type { SectionId, SectionStatus } from './section.ts'

/** A part of a section's sentence (sentences.tsv); `many` of an amount follows it. */
type Piece = { form: string; piece: string; of: string[]; one: string; many: string }

const PIECES = groupBy(
  readTsv(new URL('./sentences.tsv', import.meta.url)).map(
    ([section = '', form = '', piece = '', of = '', one = '', many = '']) => {
      return { section, form, piece, of: of.split(' '), one, many }
    },
  ),
  ({ section }) => section,
)

type Subject = Pick<Filing, 'form' | 'facts' | 'contents'>

/** Returns the sentence of a section with its known amounts and counts, and `more` at the end. */
export function summarizeFacts(
  id: SectionId,
  subject: Subject,
  more: readonly string[] = [],
): string {
  const pieces = PIECES.get(id) ?? []
  const known = pieces.flatMap((piece) => wordsOf(piece, subject))
  const otherwise = pieces.find(({ piece }) => piece === 'otherwise')?.many ?? ''
  return sentence([...known, ...more], otherwise)
}

function wordsOf({ form, piece, of, one, many }: Piece, subject: Subject): string[] {
  if (form && form !== subject.form) return []
  if (piece === 'rows') {
    const count = countSingle(of as TableKey[], subject)
    return count === 0 ? [] : [countOf(count, one, many)]
  }
  const value = filedValue(subject, of[0] as FactKey)
  if (typeof value !== 'number') return []
  if (piece !== 'dollars') return [countOf(value, one, many)]
  return [`${describeDollars(value)} ${many}`]
}

export const filedValue = ({ facts }: Pick<Filing, 'facts'>, key: FactKey): FactValue | undefined =>
  facts[key]?.value

const LIST = new Intl.ListFormat('en')

/** Joins words into a sentence: "A, b, and c."; `otherwise` if there are none. */
function sentence(parts: readonly string[], otherwise: string): string {
  const text = parts.length === 0 ? otherwise : LIST.format(parts)
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

const lowerFirst = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`

/** Describes an operating model by its labels. */
export function describeModel(filing: Filing, organization: Organization): string {
  const model = toOperatingModel(organization, filing)
  if (!model) return 'The return does not report enough to determine the operating model.'
  const { resource, delivery, modifiers } = model
  return sentence(
    [resource, delivery, ...modifiers].map(({ label }) => lowerFirst(label)),
    '',
  )
}

/** Returns the status of a money flow, based on revenue minus expenses. */
export function judgeFlow(filing: Filing): SectionStatus | undefined {
  const left = filedValue(filing, 'revenueLessExpenses')
  if (typeof left !== 'number') return undefined
  const label = left < 0 ? 'Spent more than it received' : 'Received at least as much as it spent'
  // A foundation spends its endowment; a final return or a short year shows no trend.
  const isTelling = filing.form !== '990PF' && !filing.isFinal && !isShortYear(filing)
  return { label, tone: !isTelling ? 'Neutral' : left < 0 ? 'Caution' : 'Good' }
}

/** Returns how many of the given questions are answered, and how many are answered with yes. */
function countAnswers({ facts }: Pick<Filing, 'facts'>, keys: readonly FactKey[]) {
  const values = keys.map((key) => facts[key]?.value).filter((value) => typeof value === 'boolean')
  return { answered: values.length, yes: values.filter((value) => value).length }
}

/** Describes the board, and the answers to the questions of the section. */
export function describeGovernance(filing: Filing, questions: readonly FactKey[]): string {
  const { answered, yes } = countAnswers(filing, questions)
  const answers = `"yes" to ${formatCount(yes)} of ${countOf(answered, 'question')} in this section`
  return summarizeFacts('Governance', filing, answered > 0 ? [answers] : [])
}

/** Returns the status of governance: a material diversion, otherwise the policies and practices. */
export function judgeGovernance(
  filing: Filing,
  organization: Organization,
): SectionStatus | undefined {
  if (filedValue(filing, 'materialDiversion') === true) {
    return { label: 'Material diversion of assets reported', tone: 'Concern' }
  }
  const controls = readControls(readGovernance(organization, filing))
  if (controls.length === 0) return undefined
  const has = controls.filter(({ isInPlace }) => isInPlace).length
  return {
    label: `${has} of ${countOf(controls.length, 'policy or practice', 'policies and practices')}`,
    tone: has === controls.length ? 'Good' : 'Caution',
  }
}

/** Returns a status if an excess benefit transaction is reported. */
export const judgeInterestedPersons = (filing: Filing): SectionStatus | undefined =>
  countSingle(['excessBenefitTransactions'], filing) > 0
    ? { label: 'Excess benefit transaction reported', tone: 'Concern' }
    : undefined

/** Describes the number of cross-checks, and which of them failed. */
export function describeChecks(filing: Filing): string {
  const checks = checkFiling(filing)
  const { made, failed } = countChecks(checks)
  const what = countOf(made, 'cross-check')
  if (failed === 0) return `No failures in ${what} within the return and against the previous year.`
  const names = checks.filter(({ status }) => status === 'Failed').map(({ label }) => label)
  return `${failed} of ${what} failed: ${names.join('; ')}.`
}

/** Returns the number of failed checks, with the tone of the most severe one. */
export function judgeChecks(filing: Filing): SectionStatus {
  const checks = checkFiling(filing)
  const { made, failed } = countChecks(checks)
  const what = countOf(made, 'check')
  if (failed === 0) return { label: `No failures in ${what}`, tone: 'Good' }
  const isGrave = checks.some((one) => one.status === 'Failed' && one.severity === 'Concern')
  return { label: `${failed} of ${what} failed`, tone: isGrave ? 'Concern' : 'Caution' }
}

const TONES: Record<Band, SectionStatus['tone']> = {
  Strong: 'Good',
  Good: 'Good',
  Mixed: 'Caution',
  Weak: 'Concern',
}

/** Returns the first sentence of the rating's bottom line. */
export const describeRating = (filing: Filing, organization: Organization): string =>
  /^.*?\.(?= |$)/.exec(verdictOn(organization, filing).bottomLine)?.[0] ?? ''

/** Returns the band of a rating and its tone, which is neutral for a form that cannot reach 100. */
export function judgeRating(filing: Filing, organization: Organization): SectionStatus {
  const { score, band } = verdictOn(organization, filing)
  if (score === undefined) return { label: 'Not enough data', tone: 'Neutral' }
  if (band === undefined) return { label: 'Too old to judge', tone: 'Neutral', score }
  return { label: band, tone: filing.form === '990EZ' ? 'Neutral' : TONES[band], score }
}
