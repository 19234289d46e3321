import { type FigureKey, nameOf } from '#src/figures/figures.ts'
import { at, listAt, textAt } from '#src/tools/json.ts'
import { type Line, line, type Value, valuesOf } from '#src/tools/line.ts'
import { writeLine } from '#src/tools/template.ts'
import { valueIn } from '#src/tools/views.ts'
import { type Asked, type Frame, LAG, type Said, sayWho } from '../asked.ts'
import { has, type Message } from '../message.ts'
import { hasRareWord, sayFiledLines } from './filed-lines.ts'
import { yearOf } from './parts.ts'
import {
  figuresOf,
  type Read,
  readFigures,
  sayProblem,
  sayReturn,
  useLists,
} from './read-figures.ts'
import { rowsAsked, sayRows } from './rows.ts'

const MAIN: FigureKey[] = ['revenue', 'expenses', 'assets', 'liabilities', 'employees']
const MAX_EXPLAINED = 2
const MAX_PARTS = 4

/** Answers what a figure of a year was, and how it was computed. */
export const figure: Frame = async function* (asked) {
  const { message } = asked
  const [list] = rowsAsked(message)
  if (list) {
    let isFound = false
    for (const one of message.organizations) if (yield* sayRows(asked, one, list)) isFound = true
    if (isFound) yield LAG
    return
  }
  const named = figuresOf(message)
  const isOfSize = named.length === 0 && /\bhow (?:big|large)\b/i.test(message.text)
  const keys: FigureKey[] = isOfSize ? ['revenue', 'assets', 'employees'] : named
  useLists(message, 'figure', 'unfiled', 'feature', 'pay')
  let isSaid = false
  const isOfLine = keys.length === 0 || has(message, 'unfiled') || hasRareWord(message)
  for (const one of isOfLine ? message.organizations : []) {
    if (yield* sayFiledLines(asked, one)) isSaid = true
  }
  if (isSaid) {
    yield LAG
    return
  }
  if (keys.length === 0) {
    if (!has(message, 'unfiled')) yield* sayMain(message)
    return
  }
  const { read } = await readFigures(asked, keys)
  const shown: Value[] = []
  for (const one of read) {
    const lines = one.returns.flatMap((each, at) => [
      ...sayReturn(at === 0 ? sayWho(one.who) : 'it', each),
    ])
    const said = lines.length > 0 ? lines : await sayPrior(asked, one, keys)
    yield* said
    shown.push(...said.flatMap(valuesOf))
  }
  const isHow =
    has(message, 'feature', 'compute') ||
    has(message, 'document', 'source') ||
    /\bhow (do|can) (you|we|i) know\b/i.test(message.text)
  if (isHow) useLists(message, 'document')
  if (isHow || asked.kind === 'ratio') {
    const derived = shown.filter(({ ref }) => ref?.startsWith('derived:'))
    const explained = isHow && derived.length === 0 ? shown : derived
    for (const value of explained.slice(0, MAX_EXPLAINED)) yield* explain(asked, value)
  }
  if (shown.length > 0 && keys.includes('cash'))
    yield [
      'Savings and temporary cash investments are another line of the return and not included.',
    ]
  if (shown.length > 0) yield LAG
}

/** Says that no figure was understood, and offers the main ones. */
export function* sayMain(message: Message): Generator<Said> {
  const { organizations, unread } = message
  const words = unread.map((word) => `“${word}”`).join(', ')
  const names = MAIN.map(nameOf)
  yield [
    `I do not know which figure of a return is meant${words ? ` by ${words}` : ''}. I can report, for example, ${names.join(', ').toLowerCase()}, and any other line of a return.`,
  ]
  message.unread = []
  const [one] = organizations
  if (one) yield { choices: names.map((name) => `${name} of ${one.name}`) }
}

/** Figures that a return of Form 990 also states for the year before. */
export const PRIOR: Partial<Record<FigureKey, FigureKey>> = {
  ...{ revenue: 'priorTotalRevenue', expenses: 'priorTotalExpenses', salaries: 'priorSalaries' },
  ...{ contributions: 'priorContributions', investmentIncome: 'priorInvestmentIncome' },
  ...{ programServiceRevenue: 'priorProgramServiceRevenue', otherRevenue: 'priorOtherRevenue' },
  ...{ grantsPaid: 'priorGrantsPaid', revenueLessExpenses: 'priorRevenueLessExpenses' },
}

/** Says what the return of the next year states for a year without a loaded return. */
async function sayPrior(asked: Asked, one: Read, keys: readonly FigureKey[]): Promise<Line[]> {
  const { message } = asked
  const year = yearOf(message)
  const priors = keys.flatMap((key) => PRIOR[key] ?? [])
  if (year === undefined || priors.length < keys.length) return sayRegistry(asked, one, keys)
  const next = { ...message, years: { from: year + 1, to: year + 1 }, organizations: [one.who] }
  const { read } = await readFigures({ ...asked, message: next }, priors)
  const known = read.flatMap(({ returns }) => returns).filter(({ figures: [own] }) => own?.value)
  const lines = known.flatMap((each) => [...sayReturn(sayWho(one.who), each)])
  if (lines.length === 0) return sayRegistry(asked, one, keys)
  return [
    [`The return for tax year ${year} is not loaded; the next one states the year before:`],
    ...lines,
  ]
}

// Amounts of the IRS registry, which it has also of organizations without a loaded return.
const REGISTRY = { revenue: 'revenue_amount', assets: 'asset_amount' } as const
type Listed = { key: FigureKey; value: Value; note: string }

/** Says why there is no return. Without any return, says what the registry states. */
async function sayRegistry(asked: Asked, one: Read, keys: readonly FigureKey[]): Promise<Line[]> {
  const lines = (await inRegistry(asked, one, keys)).map(
    ({ value, note }) =>
      line`The IRS registry lists ${value.label.toLowerCase()} of ${value} for ${sayWho(one.who)}, ${note}.`,
  )
  return [...lines, sayProblem(one)]
}

/** Returns amounts of the IRS registry of an organization without a loaded return, with their period. */
export async function inRegistry(
  { call }: Pick<Asked, 'call'>,
  { who, body, problem = '' }: Read,
  keys: readonly FigureKey[],
): Promise<Listed[]> {
  const listed = keys.filter((key) => key === 'revenue' || key === 'assets')
  const isListed = at(body, 'Name') !== undefined && !/tax year/.test(problem)
  if (listed.length === 0 || !isListed) return []
  const page = await call('organizations', { EIN: who.ein, Registry: 'yes' })
  const registry = at(page.body, 'data.identity.registry')
  const period = textAt(registry, 'tax_period.value')
  const note = period ? `in the period that ended in ${period}` : 'by the registry'
  return listed.flatMap((key): Listed[] => {
    const amount = at(registry, REGISTRY[key])
    const figure = { Value: at(amount, 'value'), EvidenceRef: at(amount, 'ref') }
    const value = valueIn(figure, nameOf(key), 'USD')
    return value ? [{ key, value, note }] : []
  })
}

const PART = '[- {Label}: {Value|unit:Unit|EvidenceRef.Ref|Label} ({EvidenceRef.Citation})]'

/** The formula and parts of a value, or the line that it was filed on. */
async function* explain({ call }: Asked, { ref, label }: Value): AsyncGenerator<Line> {
  if (ref === undefined) return
  const { body } = await call('evidence', { Ref: ref })
  const how = '[computed as {EvidenceRef.Formula}||filed on {EvidenceRef.Citation}].'
  yield [`${label}: `, ...writeLine(how, body)]
  const parts = listAt(body, 'EvidenceRef.DerivedFrom').slice(0, MAX_PARTS).map(String)
  const opened = await Promise.all(parts.map((part) => call('evidence', { Ref: part })))
  yield* opened.map((own) => writeLine(PART, own.body)).filter((own) => own.length > 0)
}
