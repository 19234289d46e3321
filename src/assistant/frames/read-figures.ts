import { formatDay, formatMonth } from '#src/domain/days.ts'
import { groupBy } from '#src/domain/es2024.ts'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import { FORMS } from '#src/domain/form.ts'
import { formatValue } from '#src/domain/format-value.ts'
import { describeMonths } from '#src/domain/money.ts'
import { isCountry } from '#src/domain/places.ts'
import { type FigureKey, nameOf } from '#src/figures/figures.ts'
import { at, listAt, numberAt, textAt } from '#src/tools/json.ts'
import { type Line, line, type Value } from '#src/tools/line.ts'
import { valueIn } from '#src/tools/views.ts'
import { type Asked, sayWho, use, withoutPath } from '../asked.ts'
import { has, type Message, type Organization } from '../message.ts'
import { isAsked } from '../read/text.ts'
import { isInYears } from './parts.ts'

/**
 * Figures of one return, in the order of the keys that were asked for; `note` is " (Form 990-EZ, shorter
 * than twelve months)", and nothing for a whole year on Form 990.
 */
export type Return = { year: number; note: string; isShort: boolean; figures: Figure[] }

/** A figure: its value as people read it, or why it is unknown. */
export type Figure = {
  key: FigureKey
  label: string
  unit: string | undefined
  value: Value | undefined
  why: string | undefined
  json: unknown
}

/** What was read of one organization: its returns, oldest first, or why there are none. */
export type Read = { who: Organization; returns: Return[]; problem?: string; body: unknown }

// Words that name a total only if the question names no other figure: "how much did it raise in
// contributions".
const VAGUE =
  /^(ma[kd]e|making|earn|earned|raised?|spen[dt]|spending|cost|(take|took|bring|brought|money coming) in)$/i

/** "What share of its spending goes to programs?" names a ratio by two words. */
const PURPOSES: [RegExp, FigureKey][] = [
  [/\boverhead/i, 'overheadRatio'],
  [/\bfund-?\s?rais/i, 'fundraisingRatio'],
  [/\badmin|\bmanagement/i, 'administrativeRatio'],
  [/\bprogram|\bmission\b|\bthe cause\b/i, 'programRatio'],
]

export const purposeIn = (text: string): FigureKey | undefined =>
  PURPOSES.find(([phrase]) => phrase.test(text))?.[1]

/** Figures that are better if lower. */
export const COSTS = new Set<string>([
  ...['overheadRatio', 'administrativeRatio', 'fundraisingRatio', 'officerCompensationShare'],
  ...['costToRaiseADollar', 'liabilities', 'liabilitiesToAssets'],
])

/** Returns the figures that a message names; vague words count only if there are no others. */
export function figuresOf(
  message: Message,
  isShare = has(message, 'feature', 'ratio'),
): FigureKey[] {
  const { masked, words, unread, previous } = message
  if (isNarrowed(message)) return []
  const figures = withTax(message)
  const named = words.filter(({ list }) => list === 'figure')
  const clear = figures.filter((key) =>
    named.every((word) => word.key !== key || !VAGUE.test(word.said)),
  )
  const purpose = purposeIn(masked)
  if (clear.every((key) => key === 'expenses') && isShare && purpose) {
    return [purpose]
  }
  if (isShare && clear.includes('officerCompensation')) return ['officerCompensationShare']
  if (/\bexceed/i.test(masked) && clear.includes('revenue'))
    return ['revenueLessExpenses', ...clear]
  if (clear.length > 0) return atStart(clear, message)
  // "What does its head earn?" is no figure, and "raise at its gala" no total of the organization.
  if (has(message, 'role') || has(message, 'unfiled')) return []
  if (figures.length > 0) return figures
  if (has(message, 'feature', 'size')) return ['revenue', 'expenses', 'assets', 'employees']
  if (has(message, 'direction', 'gives') || /\bgrants?\b/i.test(message.text)) return ['grantsPaid']
  const isNamed = words.some(({ list }) => ['unfiled', 'fact', 'policy', 'rating'].includes(list))
  return isNamed || unread.some((word) => !PLAIN.test(word))
    ? []
    : atStart(previous?.message.figures ?? [], message)
}

const AT_START: Partial<Record<FigureKey, FigureKey>> = {
  ...{ assets: 'totalAssetsBoy', liabilities: 'totalLiabilitiesBoy', netAssets: 'netAssetsBoy' },
  endowment: 'endowmentBoy',
}

/** "Net assets at the start of the year"; compared with it, both. */
function atStart(keys: FigureKey[], message: Message): FigureKey[] {
  if (!has(message, 'feature', 'start')) return keys
  const starts = keys.map((key) => AT_START[key] ?? key)
  return has(message, 'feature', 'more') ? [...new Set([...keys, ...starts])] : starts
}

/** "The tax that it owes" is its tax and not its liabilities. */
function withTax({ figures, masked }: Message): FigureKey[] {
  const isTax =
    /\btax(?:es)?\b(?![- ](?:years?|periods?|returns?|forms?|exempt|status|deductib|code))/
  return isTax.test(masked) && !figures.includes('exciseTax')
    ? [...figures.filter((key) => !/^(?:liabilities|totalTax)$/.test(key)), 'totalTax']
    : figures
}

// Totals that a word before or after them narrows: "vehicle expenses", "spent on uniforms".
const TOTALS = new Set([
  ...['revenue', 'expenses', 'assets', 'liabilities', 'grantsPaid', 'salaries', 'contributions'],
  ...['programServiceRevenue', 'programExpenses', 'revenueLessExpenses', 'investmentIncome'],
])

// Words beside a total that do not narrow it.
const PLAIN =
  /^(all|its|their|the|in|of|for|overall|annual|yearly|full|whole|reported|current|latest|tax|dollars?|every|each|yrs?|years?|exceed\w*|fast|quickly|alone|ended|ending|judged|measured|looks?|move|stretch|terms|um|go|fy|fiscal)$/i

/** Returns whether a word is of no common question: the name of an event, or of a place. */
export const isTelling = ({ masked }: Message, word: string): boolean =>
  word.length > 3 &&
  /^\p{L}/u.test(word) &&
  (!isAsked(word) || isCountry(word) || !masked.includes(word.toLowerCase()))

/** Returns whether a word that nothing has used narrows a total, so that the total is not meant. */
export function isNarrowed(message: Message): boolean {
  const { masked, unread, words } = message
  const totals = words.filter(({ list, key }) => list === 'figure' && TOTALS.has(key))
  const read = words.flatMap(({ list, said }) =>
    list === 'out' || list === 'group' ? [] : said.toLowerCase(),
  )
  const others = unread
    .filter((word) => !PLAIN.test(word) && !read.some((said) => said.includes(word.toLowerCase())))
    .map((word) => word.replaceAll(/[^\p{L}\p{N}]/gu, '.'))
  // "How much did it raise at its gala?", and not "I write about it. How much did it raise?"
  const clauses = masked.split(/[.,;:?!]| - /)
  const rare = others.filter((word) => isTelling(message, word))
  const isBeside = totals.some(({ said }) =>
    clauses.some(
      (clause) =>
        clause.includes(said) &&
        rare.some((word) => new RegExp(`\\b(?:${word}|PLACE)\\b`, 'i').test(clause)),
    ),
  )
  if (isBeside) return true
  return totals.some(({ said }) =>
    others.some((word) =>
      new RegExp(
        `\\b(${word}(?:'s)? ${said}|${said} (?:on|for|from|of) (?:its |the |their )?${word})\\b`,
        'i',
      ).test(masked),
    ),
  )
}

/** Returns whether a message asks for something that is no figure, so that none may stand in. */
export const isUnknown = (message: Message, keys: readonly FigureKey[]): boolean =>
  keys.length === 0 &&
  (has(message, 'unfiled') ||
    isNarrowed(message) ||
    message.unread.some((word) => !PLAIN.test(word)))

/**
 * Reads figures of the organizations of a message, of the years it names, or of every year. Throws
 * ApiError.
 */
export async function readFigures(
  { message, call }: Pick<Asked, 'message' | 'call'>,
  keys: readonly FigureKey[],
  { isEveryYear = false } = {},
): Promise<{ read: Read[]; cautions: string[] }> {
  const { organizations, years, form } = message
  const { from = 0, to = 9999, relative, ago } = years
  const isOne = from === to
  const isList = isEveryYear || ago || relative === 'before' || (!isOne && from + to !== 9999)
  const { body } = await call('compare', {
    EINs: organizations.slice(0, 5).map(({ ein }) => ein),
    Figures: keys.map(nameInApi),
    ...(form && { Form: form }),
    ...(isOne && !isList && { Year: from }),
    ...(isList && { Years: 30 }),
  })
  const read = listAt(body, 'Organizations').map((one, place): Read => {
    const who = organizations[place] as Organization
    const reason = textAt(one, 'NotCompared')
    const all = reason === undefined ? toReturns(one, keys) : []
    const returns = isEveryYear ? all : ofYears(all, message)
    const known = all.map(({ year }) => year).join(', ')
    const none = `No return for that tax year is loaded. Available tax years: ${known}.`
    const problem = reason === undefined ? none : withoutPath(reason)
    return { who, returns, body: one, ...(returns.length === 0 && { problem }) }
  })
  const cautions = isList ? [] : listAt(body, 'Cautions').map(String)
  return { read, cautions }
}

export const nameInApi = (key: string): string => key.charAt(0).toUpperCase() + key.slice(1)

function ofYears(all: Return[], { years, previous }: Message): Return[] {
  if (years.relative === 'before') {
    const last = previous?.message.years.to ?? all.at(-1)?.year ?? 0
    return all.filter(({ year }) => year < last).slice(-1)
  }
  const { ago } = years
  const wanted = ago === undefined ? undefined : (all.at(-1)?.year ?? 0) - ago
  return all.filter(({ year }) =>
    wanted === undefined ? isInYears({ years }, year) : year === wanted,
  )
}

function toReturns(one: unknown, keys: readonly FigureKey[]): Return[] {
  const filing = at(one, 'Filing')
  const form = FORMS.find((known) => known === textAt(filing, 'Form')) ?? '990'
  const isOf = (each: unknown, mark: string) => at(each, mark) === true
  const notesOf = (each: unknown): string[] => [
    ...(form === '990' ? [] : [FORM_NAMES[form]]),
    ...(isOf(each, 'ShortYear') ? ['shorter than twelve months'] : []),
    ...(isOf(each, 'GroupReturn') ? ['a group return for several organizations'] : []),
  ]
  const years = listAt(one, 'Years')
  const returns = years.length > 0 ? years : [{ ...Object(filing), Figures: at(one, 'Figures') }]
  return returns.map((each) => ({
    year: numberAt(each, 'TaxYear') ?? 0,
    note: notesOf(each).length > 0 ? ` (${notesOf(each).join(', ')})` : '',
    isShort: isOf(each, 'ShortYear'),
    figures: keys.map((key, place) => toFigure(key, listAt(each, 'Figures')[place])),
  }))
}

function toFigure(key: FigureKey, json: unknown): Figure {
  const label = textAt(json, 'Label') ?? nameOf(key)
  const found = valueIn(json, label)
  const value = found && { ...found, text: textIn(key, found, textAt(json, 'Unit')) }
  return { key, label, unit: textAt(json, 'Unit'), value, why: textAt(json, 'Why'), json }
}

/** "$0.37" per dollar and "71.6 months (6 years)" are more exact than percent and years. */
function textIn(key: FigureKey, { value, text }: Value, unit: string | undefined): string {
  if (typeof value !== 'number') return text
  if (key === 'costToRaiseADollar')
    return `$${value.toFixed(2)} (${Number((value * 100).toFixed(1))} cents)`
  if (unit !== 'months') return text
  const long = describeMonths(value)
  const exact = `${Number(value.toFixed(1))} months`
  return long.includes('month') ? exact : `${exact} (${long})`
}

/** "total revenue", "net assets"; without the time of the balance. */
export const nameIn = ({ label }: Pick<Figure, 'label'>): string => {
  const name = label.replace(/, end of year$/, '')
  return /^(?!Medica)[A-Z][a-z]/.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name
}

/** "The highest number of employees", "the highest total revenue". */
export const rankedName = (label: string): string =>
  `${/^(?:employees|volunteers)$|members/i.test(label) ? 'number of ' : ''}${nameIn({ label })}`

const TIME = /, (end of year|beginning of year|prior year)$/

/** "total revenue of $1", "an overhead ratio of 15%", "34 employees". */
function sayFigure(figure: Figure): Line {
  const { key, label, unit, value } = figure
  const name = nameIn(figure).replace(TIME, '')
  if (!value) return [`unknown ${name}`]
  if (key === 'costToRaiseADollar') return line`a cost of ${value} to raise a dollar`
  if (unit === 'months') return line`reserves of ${value} of expenses`
  if (unit === 'count') return line`${value} ${value.value === 1 ? name.replace(/s\b/, '') : name}`
  const article = unit === 'ratio' ? (/^[aeiou]/.test(name) ? 'an ' : 'a ') : ''
  const [, time = ''] = TIME.exec(label) ?? []
  const end =
    time === 'prior year'
      ? ' in the year before'
      : time && ` at the ${time.replace(' of ', ' of the ')}`
  const loss = Number(value.value) < 0 ? ' (a deficit)' : ' (a surplus)'
  return line`${article}${name} of ${value}${end}${key === 'revenueLessExpenses' ? loss : ''}`
}

/**
 * "In tax year 2023, NAME (EIN …) reported …": the figures of one return, and after it one line for
 * each figure that is unknown.
 */
export function* sayReturn(who: string, one: Return): Generator<Line> {
  const known = one.figures.filter(({ value }) => value)
  const verb = known.some(({ json }) => at(json, 'Formula')) ? 'had' : 'reported'
  const isList = known.length > 3
  const when = `In tax year ${one.year}${one.note},`
  if (known.length > 0) {
    yield line`${when} ${who} ${verb} ${joined((isList ? known.slice(0, 1) : known).map(sayFigure), ', ', ' and ')}.`
  }
  if (isList) yield* known.slice(1).map((figure): Line => ['- ', ...sayFigure(figure)])
  const unknown = groupBy(
    one.figures.filter(({ value }) => !value),
    ({ why = '' }) => why,
  )
  for (const [why, figures] of unknown) {
    const names = joined(
      figures.map((figure): Line => [nameIn(figure)]),
      ', ',
      ' and ',
    )
    const isOne = figures.length === 1 && !/s$/.test(nameIn(figures[0] as Figure))
    yield [`${when} the `, ...names, ` of ${who} ${isOne ? 'is' : 'are'} not known. ${why}`]
  }
}

/** Returns lines in one, with a text between them, and optionally another before the last. */
export const joined = (parts: readonly Line[], between = ', ', last = between): Line =>
  parts.flatMap((part, place): Line => {
    const link = place === 0 ? '' : place === parts.length - 1 ? last : between
    return [link, ...part]
  })

const MONTH = '[12]\\d{3}-(?:0[1-9]|1[0-2])'
const DAY = `${MONTH}-(?:0[1-9]|[12]\\d|3[01])`

/** Writes forms, dates, and phone numbers as people do: "Form 990-EZ", "June 30, 2024". */
export const inWords = (said: Line): Line =>
  said.map((part) => {
    if (typeof part === 'string') return asWords(part, '\\b', '\\b(?!-)')
    // A filed text stays as it is, even if it contains a date.
    const text = part.text.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3')
    return { ...part, text: asWords(text, '^', '$') }
  })

const asWords = (text: string, start: string, end: string): string =>
  text
    .replaceAll(/\b990(EZ|PF|T|N)\b/g, '990-$1')
    .replaceAll(new RegExp(`${start}${DAY}${end}`, 'g'), formatDay)
    .replaceAll(new RegExp(`${start}${MONTH}${end}`, 'g'), formatMonth)

/** "NAME (EIN …)" and why nothing is known of it. */
export const sayProblem = ({ who, problem = '' }: Read): Line => [`${sayWho(who)}: ${problem}`]

/** Returns a value that we compute; its inputs have the Refs. */
export const computed = (label: string, value: number, unit: string): Value => ({
  text: formatValue(value, unit),
  label,
  value,
})

/** Returns whether a question expects yes or no. */
export const isYesOrNo = (text: string): boolean =>
  /^(and |so |but )?(is|are|was|were|do|does|did|has|have|had|can|could|will|any)\b/i.test(text)

/** Marks the words of lists of the vocabulary as used. */
export const useLists = (message: Message, ...lists: readonly string[]): void =>
  use(message, ...message.words.flatMap(({ list, said }) => (lists.includes(list) ? [said] : [])))
