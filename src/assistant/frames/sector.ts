import { formatValue } from '#src/domain/format-value.ts'
import { countOf } from '#src/domain/money.ts'
import { at, listAt, numberAt, textAt } from '#src/tools/json.ts'
import { type Line, line } from '#src/tools/line.ts'
import { valueIn } from '#src/tools/views.ts'
import type { Asked, Frame, Said } from '../asked.ts'
import { has, type Message } from '../message.ts'
import { isAsked } from '../read/text.ts'
import { sayMain } from './figure.ts'
import { isNarrowed } from './read-figures.ts'

const toSnake = (key: string): string =>
  key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Totals over all loaded returns, and how many there are. */
export const sector: Frame = async function* (asked) {
  const { message, call } = asked
  if (isOfCount(message)) {
    yield* counts(asked)
    return
  }
  if (message.state ?? message.city) {
    yield ['There are no sums by state or city, only over all loaded returns.']
    return
  }
  const isRare = message.unread.some((word) => !isAsked(word))
  if (message.figures.length > 0 ? isNarrowed(message) : isRare) {
    yield* sayMain(message)
    return
  }
  const { body } = await call('sector', {})
  const years = listAt(body, 'data.years')
  const complete = numberAt(body, 'data.latest_complete_year')
  const { from = complete, to = from } = message.years
  const chosen = years.filter(
    (one) =>
      (numberAt(one, 'tax_year') ?? 0) >= (from ?? 0) &&
      (numberAt(one, 'tax_year') ?? 0) <= (to ?? 9999),
  )
  const keys =
    message.figures.length > 0 ? message.figures.map(toSnake) : ['revenue', 'expenses', 'assets']
  if (chosen.length === 0) {
    yield [
      `No sums are loaded for ${from === to ? `tax year ${from}` : `tax years ${from} to ${to}`}. Years with sums: ${textAt(years[0], 'tax_year')} to ${textAt(years.at(-1), 'tax_year')}.`,
    ]
    return
  }
  const [one] = keys
  if (chosen.length > 1 && keys.length === 1 && one) yield* changeOf(one, chosen[0], chosen.at(-1))
  for (const year of chosen) {
    const tax = numberAt(year, 'tax_year') ?? 0
    const of = `of the ${countOf(numberAt(year, 'organizations') ?? 0, 'organization')} with a loaded Form 990 for tax year ${tax}`
    for (const key of keys) yield* sumLine(year, key, of)
    if (complete !== undefined && tax > complete)
      yield [
        `Tax year ${tax} is incomplete: not all returns are loaded. The latest complete year is ${complete}.`,
      ]
  }
  yield ['Sums are over loaded returns on Form 990 only; each organization counts once a year.']
}

/** How a sum changed from one year to another. */
function* changeOf(key: string, first: unknown, last: unknown): Generator<Said> {
  const [before, after] = [first, last].map((year) => {
    const figure = at(at(year, 'figures'), key)
    return valueIn({ Value: at(figure, 'value') }, textAt(figure, 'label'), textAt(figure, 'unit'))
  })
  if (typeof before?.value !== 'number' || typeof after?.value !== 'number') return
  const change = after.value - before.value
  const share = formatValue(Math.abs(change / before.value), 'ratio')
  yield line`${before.label} of all organizations with a loaded Form 990 ${change < 0 ? 'fell' : 'rose'} by ${share}, from ${before} in tax year ${textAt(first, 'tax_year')} to ${after} in tax year ${textAt(last, 'tax_year')}.`
}

function* sumLine(year: unknown, key: string, of: string): Generator<Said> {
  const figure = at(at(year, 'figures'), key) ?? at(at(year, 'ratios'), key)
  const label = textAt(figure, 'label')
  const value = valueIn({ Value: at(figure, 'value') }, label ?? key, textAt(figure, 'unit'))
  if (value && label) yield line`${label} ${of}: ${value}.`
  else
    yield [
      `There is no sum of “${key.replaceAll('_', ' ')}” over all returns. There are sums of ${Object.values(
        Object(at(year, 'figures')),
      )
        .map((one) => textAt(one, 'label')?.toLowerCase())
        .join(', ')}.`,
    ]
}

const isOfCount = (message: Message): boolean =>
  message.figures.length === 0 &&
  (has(message, 'feature', 'count') ||
    /\b(?:count|registry|returns|filings|501|990)\b/i.test(message.text))

/** How many organizations and returns are loaded. */
async function* counts({ message, call }: Asked): AsyncGenerator<Said> {
  const { body } = await call('sector', { Counts: 'yes' })
  const data = at(body, 'data')
  const forms = Object.entries(Object(at(data, 'filings_by_form'))) as [string, number][]
  const groups = listAt(data, 'sector_composition.groups')
  const form =
    message.form ??
    /990[- ]?(?:EZ|PF|N|T)?\b/i.exec(message.text)?.[0].toUpperCase().replace(/[- ]/, '')
  const kind = /501 ?\(?c\)? ?\(?(\d+)\)?/i.exec(message.text)?.[1]
  const own = groups.find((one) => textAt(one, 'key') === `501c${kind}`)
  const filings = forms.find(([name]) => name === form)
  if (kind !== undefined)
    yield [
      `${countOf(numberAt(own, 'organizations') ?? 0, 'organization')} of the ${numberAt(data, 'sector_composition.organizations')?.toLocaleString('en-US')} in the loaded registry are exempt under section 501(c)(${kind}).`,
    ]
  else if (filings)
    yield [
      `${countOf(filings[1], 'return')} on Form ${filings[0]} ${filings[1] === 1 ? 'is' : 'are'} loaded.`,
    ]
  else if (/\b(?:returns|filings|filed|990s)\b/i.test(message.text))
    yield [
      `${countOf(numberAt(data, 'filings') ?? 0, 'return')} of ${countOf(numberAt(data, 'charities') ?? 0, 'organization')} are loaded.`,
    ]
  else
    yield [
      `${countOf(numberAt(data, 'sector_composition.organizations') ?? 0, 'organization')} are in the loaded registry; returns of ${numberAt(data, 'charities')?.toLocaleString('en-US')} of them are loaded.`,
    ]
  yield [
    `Returns by form: ${forms.map(([name, count]) => `${name} ${count.toLocaleString('en-US')}`).join(', ')}.`,
  ] satisfies Line
}
