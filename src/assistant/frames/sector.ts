import { formatValue } from '#src/domain/format-value.ts'
import { countOf } from '#src/domain/money.ts'
import { at, listAt, numberAt, textAt } from '#src/tools/json.ts'
import { type Line, line } from '#src/tools/line.ts'
import { writeLine } from '#src/tools/template.ts'
import type { Asked, Frame, Said } from '../asked.ts'
import { has, type Message } from '../message.ts'
import { isAsked } from '../read/text.ts'
import { sayMain } from './figure.ts'
import { isInYears, toSnake } from './parts.ts'
import { isNarrowed } from './read-figures.ts'

/** Totals over all loaded returns, and how many there are. */
export const sector: Frame = async function* (asked) {
  const { message } = asked
  const isRare = message.unread.some((word) => !isAsked(word))
  if (isOfCount(message)) yield* counts(asked)
  else if (message.state ?? message.city)
    yield ['There are no sums by state or city, only over all loaded returns.']
  else if (message.figures.length > 0 ? isNarrowed(message) : isRare) yield* sayMain(message)
  else yield* sums(asked)
}

async function* sums({ message, call }: Asked): AsyncGenerator<Said> {
  const { body } = await call('sector', {})
  const all = listAt(body, 'data.years')
  const complete = numberAt(body, 'data.latest_complete_year')
  const { from = complete, to = from } = message.years
  const years = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
  const chosen = all.filter((one) => isInYears({ years }, numberAt(one, 'tax_year')))
  const [first, last] = [chosen[0], chosen.at(-1)]
  if (chosen.length === 0)
    yield [
      `No sums are loaded for ${from === to ? `tax year ${from}` : `tax years ${from} to ${to}`}. Years with sums: ${textAt(all[0], 'tax_year')} to ${textAt(all.at(-1), 'tax_year')}.`,
    ]
  const named = message.figures.map(toSnake)
  const keys = named.length > 0 ? named : ['revenue', 'expenses', 'assets']
  if (chosen.length > 1 && keys.length === 1) yield* changeOf(keys[0] as string, first, last)
  for (const year of chosen) {
    const tax = numberAt(year, 'tax_year') ?? 0
    for (const key of keys) yield sumLine(year, key)
    if (complete !== undefined && tax > complete)
      yield [
        `Tax year ${tax} is incomplete: not all returns are loaded. The latest complete year is ${complete}.`,
      ]
  }
  if (chosen.length > 0)
    yield ['Sums are over loaded returns on Form 990 only; each organization counts once a year.']
}

/** How a sum changed from one year to another. */
function* changeOf(key: string, first: unknown, last: unknown): Generator<Line> {
  const [before, after] = [first, last].map((year) => numberAt(year, `figures.${key}.value`))
  if (before === undefined || after === undefined) return
  const share = formatValue(Math.abs((after - before) / before), 'ratio')
  const sum = `{figures.${key}.value|unit:figures.${key}.unit} in tax year {tax_year}`
  yield line`${textAt(first, `figures.${key}.label`)} of all organizations with a loaded Form 990 ${after < before ? 'fell' : 'rose'} by ${share}, from ${writeLine(sum, first)} to ${writeLine(sum, last)}.`
}

function sumLine(year: unknown, key: string): Line {
  const figure = at(year, `figures.${key}`) ?? at(year, `ratios.${key}`)
  const sum = writeLine(
    '[{label} of the {organizations|organization} with a loaded Form 990 for tax year {tax_year}: {value|unit:unit}.]',
    { ...Object(year), ...Object(figure) },
  )
  const known = Object.values(Object(at(year, 'figures')))
  return sum.length > 0
    ? sum
    : [
        `There is no sum of “${key.replaceAll('_', ' ')}” over all returns. There are sums of ${known.map((one) => textAt(one, 'label')?.toLowerCase()).join(', ')}.`,
      ]
}

const isOfCount = (message: Message): boolean =>
  message.figures.length === 0 &&
  (has(message, 'feature', 'count') ||
    /\b(?:count|registry|returns|filings|501|990)\b/i.test(message.text))

const COUNTED =
  '{sector_composition.organizations|organization} are in the loaded registry; returns of {charities|number} of them are loaded.'
const FILED = '{filings|return} of {charities|organization} are loaded.'
const EXEMPT =
  '{own|organization} of the {sector_composition.organizations|number} in the loaded registry are exempt under section 501(c)({kind}).'

/** How many organizations and returns are loaded. */
async function* counts({ message: { text, form }, call }: Asked): AsyncGenerator<Said> {
  const data = at((await call('sector', { Counts: 'yes' })).body, 'data')
  const forms = Object.entries(Object(at(data, 'filings_by_form'))) as [string, number][]
  const named = /990[- ]?(?:EZ|PF|N|T)?\b/i.exec(text)?.[0].toUpperCase().replace(/[- ]/, '')
  const kind = /501 ?\(?c\)? ?\(?(\d+)\)?/i.exec(text)?.[1]
  const [name, filed = 0] = forms.find(([one]) => one === (form ?? named)) ?? []
  if (kind !== undefined) {
    const groups = listAt(data, 'sector_composition.groups')
    const group = groups.find((one) => textAt(one, 'key') === `501c${kind}`)
    const own = numberAt(group, 'organizations') ?? 0
    yield writeLine(EXEMPT, { ...Object(data), own, kind })
  } else if (name !== undefined)
    yield [`${countOf(filed, 'return')} on Form ${name} ${filed === 1 ? 'is' : 'are'} loaded.`]
  else if (/\b(?:returns|filings|filed|990s)\b/i.test(text)) yield writeLine(FILED, data)
  else yield writeLine(COUNTED, data)
  yield [
    `Returns by form: ${forms.map(([one, count]) => `${one} ${count.toLocaleString('en-US')}`).join(', ')}.`,
  ]
}
