import type { FigureKey } from '#src/figures/figures.ts'
import { MAIN_FIGURES } from '#src/figures/sets.ts'
import type { FilingShown } from '#src/tools/cite.ts'
import { compareOrganizationsTool } from '#src/tools/organization/comparison.ts'
import { readEvidence } from '#src/tools/organization/evidence.ts'
import {
  readFigures,
  readSeries,
  type SeriesPoint,
  type ToolFigure,
  type UnknownFigure,
} from '#src/tools/organization/figures.ts'
import { explainRating } from '#src/tools/organization/rating.ts'
import { counted } from '#src/tools/text.ts'
import type { Aspect, When } from '../questions/question.ts'
import {
  LAG,
  plainName,
  type Said,
  say,
  sayEin,
  sayFiling,
  sayForm,
  sayList,
  sayScore,
  sayValue,
  sayWho,
  type Work,
} from './say.ts'

type Asked = When & { figures: readonly FigureKey[]; aspect: Aspect }

/** Reports figures of one organization: of a year, with their formula, or over the years. */
export async function* answerFigures(work: Work, ein: string, asked: Asked): Said {
  if (asked.aspect === 'trend') yield* answerTrend(work, ein, asked)
  else yield* answerYear(work, ein, asked)
  yield* say(LAG)
}

async function* answerYear(
  work: Work,
  ein: string,
  { figures: keys, year, form, aspect }: Asked,
): Said {
  const wanted = keys.length > 0 ? [...keys] : [...MAIN_FIGURES]
  const { filing, figures, unknown } = await work.call(readFigures, {
    ein,
    figures: wanted,
    year,
    form,
  })
  yield* say(`${sayWho(filing)}, ${sayFiling(filing)}${notesOf(filing)}:`)
  for (const figure of figures) {
    if (wanted.length === 1) yield* sayResult(figure)
    yield* sayFigure(figure)
    if (aspect === 'formula') yield* explainFigure(work, ein, figure)
  }
  yield* sayUnknown(unknown, figures.length)
}

/** Says whether a filing is amended or a group return. */
function notesOf({ isAmended, isGroupReturn }: { isAmended: boolean; isGroupReturn: boolean }) {
  const notes = [
    isAmended && 'amended',
    isGroupReturn && 'a group return for several organizations',
  ]
  const said = notes.filter(Boolean).join(', ')
  return said && ` (${said})`
}

function sayFigure(figure: ToolFigure) {
  const { label, citation } = figure
  const { citation: place } = citation.evidence
  return say(`- ${label}: ${sayValue(figure)}. Source: ${place}.`, citation)
}

/** Says whether a year ended in a loss, if the question was only about that. */
function* sayResult({ key, value, citation }: ToolFigure) {
  if (key !== 'revenueLessExpenses') return
  if (value < 0)
    yield* say('Its expenses were higher than its revenue, so it lost money.', citation)
  else if (value > 0)
    yield* say('Its revenue was higher than its expenses, so it did not lose money.', citation)
  else yield* say('Its revenue and expenses were equal.', citation)
}

// Formulas have two or three operands; sums over people have many.
const MAX_OPERANDS = 4

/** Says how a figure is computed and from what, or that it is filed. */
async function* explainFigure(work: Work, ein: string, { citation }: ToolFigure): Said {
  const { formula, derivedFrom = [], citation: place } = citation.evidence
  if (formula === undefined) {
    yield* say(`  This figure is not computed. It is the amount filed in ${place}.`)
    return
  }
  yield* say(`  Computed as: ${formula}.`)
  if (derivedFrom.length === 0) return
  const refs = [...new Set(derivedFrom)]
  const { values } = await work.call(readEvidence, { ein, refs: refs.slice(0, MAX_OPERANDS) })
  for (const { label, unit, citation: operand } of values) {
    const { value, evidence } = operand
    if (typeof value !== 'number') continue
    const amount = sayValue({ value, unit: unit === 'USD' ? 'USD' : 'count' })
    yield* say(`  - ${label}: ${amount}. Source: ${evidence.citation}.`, operand)
  }
  if (refs.length > MAX_OPERANDS) {
    yield* say('  The evidence lists the other values that this figure was computed from.')
  }
}

function* sayUnknown(unknown: readonly UnknownFigure[], known: number) {
  // Figures of different forms may replace each other, so one known figure is enough.
  for (const { label, why } of unknown) yield* say(`- ${label}: unknown. ${why}`)
  if (known === 0) yield* say('Unknown does not mean zero.')
}

// People compare about three series at once.
const MAX_SERIES = 3

async function* answerTrend(work: Work, ein: string, { figures: keys, form }: Asked): Said {
  const wanted = keys.length > 0 ? keys : (['revenue', 'expenses'] as const)
  for (const figure of wanted.slice(0, MAX_SERIES)) {
    const series = await work.call(readSeries, { ein, figure, form })
    const { label, points, unknownYears, form: shown } = series
    yield* say(`${label} of ${sayWho(series)} by tax year, from ${sayForm(shown)}:`)
    for (const point of points) yield* sayPoint(point)
    yield* sayDirection(label, points)
    for (const { taxYear, why } of unknownYears) yield* say(`- ${taxYear}: unknown. ${why}`)
    if (points.length === 0) yield* say('It is unknown for every loaded year.')
  }
}

function sayPoint(point: SeriesPoint) {
  const notes = [point.isShortYear && ' (a short year)', point.isGroupReturn && ' (a group return)']
  return say(
    `- ${point.taxYear}: ${sayValue(point)}${notes.filter(Boolean).join('')}`,
    point.citation,
  )
}

/** Says whether it rose from the first full year to the last. */
function* sayDirection(label: string, points: readonly SeriesPoint[]) {
  const full = points.filter(({ isShortYear }) => !isShortYear)
  const [first, last] = [full[0], full.at(-1)]
  if (!first || !last || first === last) return
  const verb =
    last.value > first.value ? 'rose' : last.value < first.value ? 'fell' : 'stayed the same'
  const ends = verb === 'stayed the same' ? '' : ` from ${sayValue(first)} to ${sayValue(last)}`
  const years = counted(full.length, 'full year is', 'full years are')
  yield* say(
    `${plainName(label)} ${verb}${ends} between tax years ${first.taxYear} and ${last.taxYear}; ${years} loaded.`,
  )
}

// Figures compared if the question names none.
const COMPARED: readonly FigureKey[] = [
  'revenue',
  'expenses',
  'assets',
  'programRatio',
  'reserveMonths',
]

/** Puts the same figures of several organizations side by side and states which is highest. */
export async function* answerComparison(
  work: Work,
  eins: readonly string[],
  { figures: keys, year }: When & { figures: readonly FigureKey[] },
): Said {
  const wanted = keys.length > 0 ? [...keys] : [...COMPARED]
  const compared = await work.call(compareOrganizationsTool, {
    eins: [...eins],
    figures: wanted,
    year,
  })
  const { organizations, notCompared, cautions } = compared
  for (const { ein, why } of notCompared) yield* say(`${sayEin(ein)} cannot be compared: ${why}`)
  const filings = organizations.map(({ filing }) => `${sayWho(filing)}, ${sayFiling(filing)}`)
  if (filings.length > 0) yield* say(`Compared: ${filings.join('; ')}.`)
  // Cautions come before any ranking, so that people read them.
  for (const caution of cautions) yield* say(caution)
  for (const key of wanted) {
    yield* sayRow(
      organizations.flatMap(({ filing, figures }) => {
        const figure = figures.find((one) => one.key === key)
        return figure ? [{ filing, figure }] : []
      }),
    )
  }
  for (const { filing, unknown } of organizations) {
    for (const { label, why } of unknown) {
      yield* say(`- ${plainName(filing.name)}, ${label}: unknown. ${why}`)
    }
  }
  if (keys.length === 0)
    yield* sayRatings(
      work,
      organizations.map(({ filing }) => filing),
    )
  yield* say(LAG)
}

type Cell = { filing: FilingShown; figure: ToolFigure }

function* sayRow(cells: readonly Cell[]) {
  const [first] = cells
  if (!first) return
  const values = cells.map(({ filing, figure }) => `${plainName(filing.name)} ${sayValue(figure)}`)
  yield* say(
    `- ${first.figure.label}: ${values.join('; ')}.${sayHighest(cells)}`,
    ...cells.map(({ figure }) => figure.citation),
  )
}

/** States which is highest; empty if only one value is known or all are equal. */
function sayHighest(cells: readonly Cell[]): string {
  const most = Math.max(...cells.map(({ figure }) => figure.value))
  const highest = cells.filter(({ figure }) => figure.value === most)
  if (cells.length < 2 || highest.length === cells.length) return ''
  return ` Highest: ${sayList(highest.map(({ filing }) => plainName(filing.name)))}.`
}

async function* sayRatings(work: Work, filings: readonly FilingShown[]): Said {
  for (const { ein, name } of filings) {
    const { score, band, possible, scoreCitation } = await work.call(explainRating, { ein })
    const text = score === undefined ? 'not rated' : sayScore(score, band, possible)
    yield* say(`- Rating of ${plainName(name)}: ${text}.`, scoreCitation)
  }
}
