import { countOf } from '#src/domain/money.ts'
import { US_STATES } from '#src/domain/places.ts'
import { type FigureKey, nameOf } from '#src/figures/figures.ts'
import { at, listAt, numberAt, textAt } from '#src/tools/json.ts'
import { line, type Value } from '#src/tools/line.ts'
import { valueIn } from '#src/tools/views.ts'
import { type Asked, type Frame, LAG, type Said } from '../asked.ts'
import { has, type Message } from '../message.ts'
import { closest, type Group, groupOf, readings, textOfGroup, unmatched } from './group.ts'
import { whoIn, yearOf } from './parts.ts'

type Figure = FigureKey | 'rating'
type Ranked = {
  who: string
  place: string
  value: Value
  year?: string | undefined
  isOld: boolean
}
type Ranking = {
  ranked: Ranked[]
  found: number
  notes: Said[]
  missing: string[]
  isTooMany?: boolean
}

/** Figures that the search sorts by, and how. Overhead is what is not spent on programs. */
const SORTS: Partial<Record<Figure, { sort: string; isReversed?: boolean }>> = {
  revenue: { sort: 'revenue' },
  assets: { sort: 'assets' },
  rating: { sort: 'rating' },
  programRatio: { sort: 'program_ratio' },
  overheadRatio: { sort: 'program_ratio', isReversed: true },
}
const SORTED: Record<string, Figure> = {
  Revenue: 'revenue',
  Assets: 'assets',
  Rating: 'rating',
  ProgramRatio: 'programRatio',
}
// Less is better.
const COSTS = new Set<Figure>([
  ...(['overheadRatio', 'administrativeRatio', 'fundraisingRatio'] as const),
  ...(['costToRaiseADollar', 'liabilitiesToAssets', 'officerCompensationShare'] as const),
])
const PARTS = [
  [/\boverhead/i, 'overheadRatio'],
  [/\bprogram/i, 'programRatio'],
  [/\bfundrais/i, 'fundraisingRatio'],
  [/\badmin/i, 'administrativeRatio'],
] as const
const ORDINAL =
  /\b(second|2nd|third|3rd|fourth|4th|fifth|5th)(?=[ -](?:most\b|\w*est\b|worst|top)|\W*(?:place|one)?\W*$)/i
const ORDINALS = [[], ['second', '2nd'], ['third', '3rd'], ['fourth', '4th'], ['fifth', '5th']]
const UNSORTABLE =
  'I cannot rank organizations by that. I can rank them by revenue, assets, rating, program ratio, overhead, employees, or another figure of a return.'
const TOO_OLD = 'That return is more than three years old, too old to judge the organization by.'

/** The best or worst of a group, by the figure asked for. */
export const best: Frame = async function* (asked) {
  const { message } = asked
  const text = textOfGroup(message)
  const [, ordinal = ''] = ORDINAL.exec(text) ?? []
  const place = Math.max(
    0,
    ORDINALS.findIndex((words) => words.includes(ordinal.toLowerCase())),
  )
  const group = groupOf(text.replace(ordinal, ' '), message.figures)
  const figure = figureOf(message, group)
  if (figure === undefined) {
    yield [UNSORTABLE]
    return
  }
  message.unread = []
  const isLow = isLowest(message, figure)
  const isNamed = message.organizations.length > 1
  const { ranked, found, notes, missing, isTooMany } = isNamed
    ? await rank(
        message.organizations.map(({ ein }) => ein),
        figure,
        isLow,
        asked,
      )
    : await rankGroup(figure, isLow, group, asked)
  const winner = isTooMany && isLow ? undefined : ranked[place]
  const where = group.state && `registered in ${US_STATES[group.state] ?? group.state}`
  const described = [group.subject, ...group.others, where].filter(Boolean).join(', ')
  const among =
    described === '' || isNamed
      ? ''
      : `, of the ${countOf(found, 'organization')} found for “${described}”`
  const label = labelOf(figure)
  yield* missing.map((word): Said => [`No organization found mentions “${word}”. Without that:`])
  if (winner) {
    yield line`${winner.who} has the ${ordinal && `${ordinal} `}${isLow ? 'lowest' : 'highest'} ${label}${among}: ${winner.value}${sayYear(winner)}.`
    if (winner.isOld) yield [TOO_OLD]
  } else if (!isTooMany) yield line`None has a known ${label}${among}.`
  if (isTooMany) {
    yield line`More than ${MOST} organizations match, and a search cannot sort them by ${label}. ${winner ? `Only the ${MOST} with the most revenue were compared.` : 'Name a cause or a place to make the group smaller.'}`
  }
  const shown = winner ? ranked.slice(0, Math.max(message.limit ?? 5, place + 1)) : []
  for (const [at, one] of shown.entries()) {
    yield line`${at + 1}. ${one.who}${one.place}: ${label} ${one.value}${sayYear(one)}${one.isOld ? ' (too old to judge by)' : ''}`
  }
  yield* notes
  if (winner) yield LAG
}

/** "Number of employees", "total revenue". */
function labelOf(figure: Figure): string {
  if (figure === 'rating') return 'rating'
  if (figure === 'highestPaidCompensation') return 'pay of its best paid person'
  const name = nameOf(figure).toLowerCase()
  return /^(?:employees|volunteers)$|members/.test(name) ? `number of ${name}` : name
}

const sayYear = ({ year }: Ranked): string => (year ? ` in tax year ${year}` : '')

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
  const part = PARTS.find(([pattern]) => pattern.test(text))?.[1]
  if (part && (has(message, 'feature', 'ratio') || /\bshare\b/i.test(text))) return part
  if (figures.includes('overheadRatio')) return 'overheadRatio'
  if (figures[0]) return figures[0]
  if (has(message, 'unfiled') || has(message, 'policy')) return undefined
  const isPay = has(message, 'pay') && has(message, 'role', 'ceo')
  if (isPay || has(message, 'role', 'bestPaid')) return 'highestPaidCompensation'
  if (/\b(?:g[ia]ves?|given|giv(?:es|ing)|generous|grants?)\b/i.test(text)) return 'grantsPaid'
  if (has(message, 'rating') || /\brated|\brating|\bscor/i.test(text)) return 'rating'
  if (sort !== undefined && SORTED[sort]) return SORTED[sort]
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
// What the search cannot do, and this answer does.
const IS_USED = /sort|count people|profile|past year|not grants/

async function rankGroup(
  figure: Figure,
  isLow: boolean,
  group: Group,
  asked: Asked,
): Promise<Ranking> {
  const { message, call } = asked
  const { subject, others, state, isExact } = group
  const given = { Query: [subject, ...others].join(' ').trim() || '*', State: state }
  const own = yearOf(message) === undefined && isExact ? SORTS[figure] : undefined
  const isAscending = own ? isLow !== (own.isReversed ?? false) : false
  const sorted = isExact
    ? { Sort: own?.sort ?? 'revenue', Order: isAscending ? 'asc' : 'desc' }
    : {}
  const limit = own ? Math.max(2 * (message.limit ?? 5), 10) : MOST
  const first = await call('search', { ...given, ...sorted, Limit: Math.min(limit, MOST) })
  const found = numberAt(first.body, 'data.total') ?? 0
  const results = listAt(first.body, 'data.results')
  const fitting = isExact ? results : closest(results)
  const filers = fitting.filter((row) => at(row, 'latest_year') !== undefined)
  const ranking = await rank(
    filers.flatMap((row) => textAt(row, 'ein') ?? []),
    figure,
    isLow,
    asked,
  )
  return {
    ranked: ranking.ranked,
    found: isExact ? found : fitting.length,
    missing: isExact ? [] : unmatched(subject, message.text, fitting),
    notes: [
      ...readings(
        first,
        group.notUsed.filter(({ why }) => !IS_USED.test(why)),
      ),
    ],
    isTooMany: !own && isExact && found > MOST && filers.length === MOST,
  }
}

const AT_ONCE = 5

/** Reads and sorts a figure of organizations. */
async function rank(
  eins: readonly string[],
  figure: Figure,
  isLow: boolean,
  { message, call }: Asked,
): Promise<Ranking> {
  const given = {
    Figures: figure === 'rating' ? undefined : [figure.charAt(0).toUpperCase() + figure.slice(1)],
    Year: yearOf(message),
  }
  const batches = Array.from({ length: Math.ceil(eins.length / AT_ONCE) }, (_, at) =>
    eins.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
  )
  const responses = await Promise.all(batches.map((EINs) => call('compare', { EINs, ...given })))
  const ranked = responses.flatMap(({ body }) =>
    listAt(body, 'Organizations').flatMap((one): Ranked[] => {
      const value = figure === 'rating' ? scoreOf(at(one, 'Rating')) : valueIn(at(one, 'Figures.0'))
      if (typeof value?.value !== 'number') return []
      const place = textAt(one, 'Location')
      const isOld = figure === 'rating' && /too old/.test(textAt(one, 'Rating.BottomLine') ?? '')
      return [
        {
          who: whoIn(one),
          place: place ? `, ${place}` : '',
          value,
          year: textAt(one, 'Filing.TaxYear'),
          isOld,
        },
      ]
    }),
  )
  const sign = isLow ? 1 : -1
  ranked.sort((a, b) => sign * (Number(a.value.value) - Number(b.value.value)))
  return { ranked, found: eins.length, notes: [], missing: [] }
}

function scoreOf(rating: unknown): Value | undefined {
  const score = numberAt(rating, 'Score')
  const ref = textAt(rating, 'EvidenceRef')
  if (score === undefined) return undefined
  const text = `${Math.round(score)} of ${numberAt(rating, 'Possible') ?? 100}`
  return { text, label: 'Rating', value: score, ...(ref !== undefined && { ref }) }
}
