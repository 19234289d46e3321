import { causesNamedBy } from '#src/domain/cause-phrases.ts'
import { countOf } from '#src/domain/money.ts'
import { type FigureKey, nameOf } from '#src/figures/figures.ts'
import { at, listAt, numberAt, textAt } from '#src/tools/json.ts'
import { type Line, line } from '#src/tools/line.ts'
import { writeLine } from '#src/tools/template.ts'
import { valueIn } from '#src/tools/views.ts'
import { type Asked, type Frame, LAG, type Said } from '../asked.ts'
import { has, type Message } from '../message.ts'
import { closest, type Group, groupOf, readings, textOfGroup, unmatched } from './group.ts'
import { largest, ordinalIn, sayState, sayYears, scoreIn, whoIn, yearOf } from './parts.ts'
import { COSTS, nameInApi, purposeIn, rankedName } from './read-figures.ts'

type Figure = FigureKey | 'rating'
/** An organization: its figure, and the figure with its tax year as text. */
type Ranked = { row: unknown; value: number; said: Line; isOld: boolean }
/** The organizations of a group that were found and could be compared. */
type Found = { eins: string[]; count: number; notes: Said[]; missing: string[]; isCut: boolean }

/** Figures that the search sorts by, and how. Overhead is what is not spent on programs. */
const SORTS: Partial<Record<Figure, string>> = {
  ...{ revenue: 'revenue', assets: 'assets', rating: 'rating' },
  ...{ programRatio: 'program_ratio', overheadRatio: 'program_ratio' },
}
const UNSORTABLE =
  'I cannot rank organizations by that. I can rank them by revenue, assets, rating, program ratio, overhead, employees, or another figure of a return.'
const TOO_OLD = 'That return is more than three years old, too old to judge the organization by.'

/** The best or worst of a group, by the figure asked for. */
export const best: Frame = async function* (asked) {
  const { message } = asked
  const text = textOfGroup(message)
  const { ordinal, place } = ordinalIn(text)
  const group = groupOf(text.replace(ordinal, ' '), message.figures)
  const figure = figureOf(message, group)
  if (figure === undefined) {
    yield [UNSORTABLE]
    return
  }
  message.unread = []
  const isLow = isLowest(message, figure)
  const named = message.organizations.map(({ ein }) => ein)
  const found: Found =
    named.length > 1
      ? { eins: named, count: 0, notes: [], missing: [], isCut: false }
      : await findGroup(figure, isLow, group, asked)
  const isLoss = figure === 'revenueLessExpenses' && !superlativesOf(message)
  const all = await rank(found.eins, figure, isLow || isLoss, asked)
  const ranked = isLoss ? all.filter(({ value }) => value < 0) : all
  const winner = found.isCut && isLow ? undefined : ranked[place]
  const where = group.state && `registered${sayState(group)}`
  const described = [group.subject, ...group.others, where].filter(Boolean).join(', ')
  const among =
    described === '' || named.length > 1
      ? ''
      : `, of the ${countOf(found.count, 'organization')} found for “${described}”`
  const label = labelOf(figure)
  yield* found.missing.map(
    (word): Said => [`No organization found mentions “${word}”. Without that:`],
  )
  if (isLoss)
    yield line`${winner ? countOf(ranked.length, 'organization') : 'None'}${among && `${among},`} had a deficit${sayYears(message) || ' in the newest loaded year'}${winner ? ':' : '.'}`
  else if (winner)
    yield line`${whoIn(winner.row)} has the ${ordinal && `${ordinal} `}${isLow ? 'lowest' : 'highest'} ${label}${among}: ${winner.said}.`
  else if (!found.isCut) yield line`None has a known ${label}${among}.`
  if (winner?.isOld) yield [TOO_OLD]
  if (found.isCut)
    yield line`More than ${MOST} organizations match, and a search cannot sort them by ${label}. ${winner ? `Only the ${MOST} with the most revenue were compared.` : 'Name a cause or a place to make the group smaller.'}`
  const shown = winner ? ranked.slice(0, Math.max(message.limit ?? 5, place + 1)) : []
  for (const [at, { row, said, isOld }] of shown.entries())
    yield line`${at + 1}. ${whoIn(row)}${writeLine('[, {Location}]', row)}: ${label} ${said}${isOld ? ' (too old to judge by)' : ''}`
  yield* found.notes
  if (winner) yield LAG
}

/** "Number of employees", "total revenue". */
function labelOf(figure: Figure): string {
  if (figure === 'rating') return 'rating'
  if (figure === 'highestPaidCompensation') return 'pay of its best paid person'
  return rankedName(nameOf(figure))
}

/** Returns the superlatives of a message. */
const superlativesOf = ({ words }: Message): string =>
  words
    .filter(({ list, key }) => list === 'feature' && /^(?:highest|lowest)$/.test(key))
    .map(({ said }) => said.toLowerCase())
    .join(' ')

/** Returns the figure to sort by; undefined if what is asked for is not known. */
function figureOf(message: Message, { sort }: Group): Figure | undefined {
  const { figures, text } = message
  const said = superlativesOf(message)
  const part = purposeIn(text)
  if (part && (has(message, 'feature', 'ratio') || /\bshare\b/i.test(text))) return part
  if (figures.includes('overheadRatio')) return 'overheadRatio'
  if (figures[0]) return figures[0]
  if (has(message, 'unfiled') || has(message, 'policy')) return undefined
  if (has(message, 'role', 'board') && !has(message, 'pay')) return 'votingMembers'
  const isPay = has(message, 'pay') && has(message, 'role', 'ceo')
  if (isPay || has(message, 'role', 'bestPaid')) return 'highestPaidCompensation'
  if (/\b(?:g[ia]ves?|given|giv(?:es|ing)|generous|grants?)\b/i.test(text)) return 'grantsPaid'
  if (has(message, 'rating') || /\brated|\brating|\bscor/i.test(text)) return 'rating'
  const sorted = Object.keys(SORTS) as Figure[]
  const known = sorted.find((key) => nameInApi(key) === sort)
  if (known) return known
  if (/largest|biggest|smallest|major|huge|tiniest/.test(said))
    return /foundation/i.test(text) ? 'assets' : 'revenue'
  return /\b(?:best|worst|top|leading|number one)\b/.test(said) ? 'rating' : undefined
}

function isLowest(message: Message, figure: Figure): boolean {
  const said = superlativesOf(message)
  if (/\b(?:best|top|most efficient|leanest)/.test(said)) return COSTS.has(figure)
  if (/\bworst/.test(said)) return !COSTS.has(figure)
  return has(message, 'feature', 'lowest') && !/\b(?:highest|largest)|^(?:the )?most/.test(said)
}

// Ten comparisons of five organizations take half a second.
const MOST = 50
const AT_ONCE = 5
// What the search cannot do, and this answer does.
const IS_USED = /sort|count people|profile|past year|not grants/

/** Finds the organizations of a group, sorted by the figure if the search can do that. */
async function findGroup(
  figure: Figure,
  isLow: boolean,
  { subject, others, state, isExact, notUsed }: Group,
  { message, call }: Asked,
): Promise<Found> {
  const sort = yearOf(message) === undefined && isExact ? SORTS[figure] : undefined
  const isAscending = sort !== undefined && isLow !== (figure === 'overheadRatio')
  const first = await call('search', {
    Query: [subject, ...others].join(' ').trim() || '*',
    State: state,
    ...(isExact && { Sort: sort ?? 'revenue', Order: isAscending ? 'asc' : 'desc' }),
    Limit: sort ? Math.min(Math.max(2 * (message.limit ?? 5), 10), MOST) : MOST,
  })
  const results = listAt(first.body, 'data.results')
  const fitting = namedOr(isExact ? results : closest(results), subject)
  const filers = fitting.filter((row) => at(row, 'latest_year') !== undefined)
  const count = isExact ? (numberAt(first.body, 'data.total') ?? 0) : fitting.length
  const notes = notUsed.filter(({ why }) => !IS_USED.test(why))
  return {
    ...{ eins: filers.flatMap((row) => textAt(row, 'ein') ?? []), count },
    ...{ notes: [...readings(first, notes)] },
    missing: isExact ? [] : unmatched(subject, message.text, fitting),
    isCut: !sort && isExact && count > MOST && filers.length === MOST,
  }
}

/** Of "the biggest library", only those with the cause, or the word in the name, if there are any. */
function namedOr(rows: readonly unknown[], subject: string): readonly unknown[] {
  const words = subject.toLowerCase().split(' ')
  const codes = causesNamedBy(subject)?.codes ?? []
  const named = rows.filter((row) => {
    const [name = '', code = ''] = [textAt(row, 'name')?.toLowerCase(), textAt(row, 'cause.code')]
    const isOfCause = codes.some((one) => code.startsWith(one))
    return isOfCause || words.every((word) => name.includes(word.replace(/s$/, '')))
  })
  return subject !== '' && named.length > 0 ? named : rows
}

/** Reads and sorts a figure of organizations. */
async function rank(
  eins: readonly string[],
  figure: Figure,
  isLow: boolean,
  { message, call }: Asked,
): Promise<Ranked[]> {
  const isRating = figure === 'rating'
  const given = { Figures: isRating ? undefined : [nameInApi(figure)], Year: yearOf(message) }
  const batches = Array.from({ length: Math.ceil(eins.length / AT_ONCE) }, (_, at) =>
    eins.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
  )
  const responses = await Promise.all(batches.map((EINs) => call('compare', { EINs, ...given })))
  const rows = responses.flatMap(({ body }) => listAt(body, 'Organizations'))
  const ranked = rows.flatMap((row): Ranked[] => {
    const value = isRating ? scoreIn(row) : valueIn(at(row, 'Figures.0'))
    if (typeof value?.value !== 'number') return []
    const said = line`${value}${writeLine('[ in tax year {Filing.TaxYear}]', row)}`
    const isOld = isRating && /too old/.test(textAt(row, 'Rating.BottomLine') ?? '')
    return [{ row, value: value.value, said, isOld }]
  })
  return largest(ranked, ({ value }) => (isLow ? -value : value))
}
