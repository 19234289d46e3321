import { type FigureKey, nameOf } from '#src/figures/figures.ts'
import { at, listAt, textAt } from '#src/tools/json.ts'
import { type Line, line, type Value, valuesOf } from '#src/tools/line.ts'
import { valueIn } from '#src/tools/views.ts'
import { type Asked, type Frame, LAG, type Said, sayWho } from '../asked.ts'
import { has, type Message } from '../message.ts'
import {
  figuresOf,
  type Read,
  readFigures,
  sayProblem,
  sayReturn,
  useLists,
} from './read-figures.ts'
import { linesIn, sayStatement } from './statement.ts'

const MAIN: FigureKey[] = ['revenue', 'expenses', 'assets', 'liabilities', 'employees']
const MAX_EXPLAINED = 2
const MAX_PARTS = 4

/** Answers what a figure of a year was, and how it was computed. */
export const figure: Frame = async function* (asked) {
  const { message } = asked
  const named = figuresOf(message)
  const isOfSize = named.length === 0 && /\bhow (?:big|large)\b/i.test(message.text)
  const keys: FigureKey[] = isOfSize ? ['revenue', 'assets', 'employees'] : named
  useLists(message, 'figure', 'unfiled', 'feature', 'pay')
  let isSaid = false
  for (const one of keys.length === 0 || linesIn(message).length > 0 ? message.organizations : []) {
    for await (const said of sayStatement(asked, one)) {
      yield said
      isSaid = true
    }
  }
  if (keys.length === 0) {
    if (isSaid) yield LAG
    else yield* sayMain(message)
    return
  }
  const { read } = await readFigures(asked, keys)
  const shown: Value[] = []
  for (const one of read) {
    const lines = one.returns.length === 0 ? await sayRegistry(asked, one, keys) : []
    yield* lines
    let who = isSaid ? 'it' : sayWho(one.who)
    for (const each of one.returns) {
      for (const said of sayReturn(who, each)) {
        yield said
        shown.push(...valuesOf(said))
      }
      who = 'it'
    }
    shown.push(...lines.flatMap(valuesOf))
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

// Amounts of the IRS registry, which it has also of organizations without a loaded return.
const REGISTRY: Partial<Record<FigureKey, string>> = {
  revenue: 'revenue_amount',
  assets: 'asset_amount',
}

/** Says why there is no return. Without any return, says what the registry states. */
async function sayRegistry(asked: Asked, one: Read, keys: readonly FigureKey[]): Promise<Line[]> {
  const lines = [...(await inRegistry(asked, one, keys)).values()].map(
    ({ value, note }): Line =>
      line`The IRS registry lists ${value.label.toLowerCase()} of ${value} for ${sayWho(one.who)}, ${note}.`,
  )
  return [...lines, sayProblem(one)]
}

/** Returns amounts of the IRS registry of an organization without a loaded return, with their period. */
export async function inRegistry(
  { call }: Pick<Asked, 'call'>,
  one: Read,
  keys: readonly FigureKey[],
): Promise<Map<FigureKey, { value: Value; note: string }>> {
  const isListed = at(one.body, 'Name') !== undefined && !/tax year/.test(one.problem ?? '')
  const listed = isListed ? keys.filter((key) => REGISTRY[key]) : []
  if (listed.length === 0) return new Map()
  const { body } = await call('organizations', { EIN: one.who.ein, Registry: 'yes' })
  const registry = at(body, 'data.identity.registry')
  const period = textAt(registry, 'tax_period.value')
  const note = period ? `in the period that ended in ${period}` : 'by the registry'
  return new Map(
    listed.flatMap((key) => {
      const amount = at(registry, REGISTRY[key] ?? '')
      const figure = { Value: at(amount, 'value'), EvidenceRef: at(amount, 'ref') }
      const value = valueIn(figure, nameOf(key), 'USD')
      return value ? [[key, { value, note }] as const] : []
    }),
  )
}

/** The formula and parts of a value, or the line that it was filed on. */
async function* explain({ call }: Asked, { ref, label }: Value): AsyncGenerator<Line> {
  if (ref === undefined) return
  const { body } = await call('evidence', { Ref: ref })
  const formula = textAt(body, 'EvidenceRef.Formula')
  const cited = textAt(body, 'EvidenceRef.Citation')
  yield [`${label}: ${formula ? `computed as ${formula}` : `filed on ${cited}`}.`]
  const parts = listAt(body, 'EvidenceRef.DerivedFrom').slice(0, MAX_PARTS).map(String)
  const opened = await Promise.all(parts.map((part) => call('evidence', { Ref: part })))
  for (const { body: own } of opened) {
    const value = valueIn({ ...Object(own), EvidenceRef: textAt(own, 'EvidenceRef.Ref') })
    if (value) yield line`- ${value.label}: ${value} (${textAt(own, 'EvidenceRef.Citation')})`
  }
}
