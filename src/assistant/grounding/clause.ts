import { anyOf, patternOf } from '../phrases.ts'
import data from './aspects.json' with { type: 'json' }
import type { Figure } from './figures/figure.ts'

// A space in a phrase matches any white space.
const compile = (table: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(table).map(([name, phrases]) => {
    const words = patternOf(phrases).replaceAll(' ', String.raw`\s`)
    return [name, new RegExp(String.raw`\b(?:${words})\b`, 'giu')] as const
  })

/**
 * Lines that a sentence or a label names. More exact phrases are matched first and removed from the
 * text: "net assets" is not "assets". Lines without a loaded figure, such as "part", are included,
 * so that no other figure passes for theirs.
 */
const EXACT = compile(data.exact)

/** Broad words, which may accompany exact ones. */
const WIDE = compile(data.wide)

/** The lines a text names: all exact ones must agree, and one of the broad ones. */
type Aspects = { exact: ReadonlySet<string>; wide: ReadonlySet<string> }

/** Returns the aspects a text names; splits labels in camel case. */
function aspectsOf(text: string): Aspects {
  let rest = text.replaceAll(/(?<=[a-z])(?=[A-Z])/gu, ' ')
  const take = (list: typeof EXACT) =>
    new Set(
      list.flatMap(([name, pattern]) => {
        const left = rest.replaceAll(pattern, (found) => ' '.repeat(found.length))
        const isNamed = left !== rest
        rest = left
        return isNamed ? [name] : []
      }),
    )
  return { exact: take(EXACT), wide: take(WIDE) }
}

/** Returns whether a text names any aspect. */
export const namesAny = ({ exact, wide }: Aspects): boolean => exact.size + wide.size > 0

/**
 * Returns whether a fact with this label may be what the sentence states: both name the same exact
 * lines and share a broad one. A label without aspects must share a word with the sentence.
 */
export function agrees(label: string, said: Aspects, sentence: string): boolean {
  const { exact, wide } = aspectsOf(label)
  // A sentence need not repeat the person or the return when it names the line.
  const lines = [...wide].filter(
    (name) => wide.size + exact.size === 1 || !/^(?:persons|returns)$/u.test(name),
  )
  if (exact.size + lines.length === 0) return said.exact.size === 0 && sharesWord(label, sentence)
  const isExact = exact.size === said.exact.size && [...exact].every((name) => said.exact.has(name))
  return isExact && (lines.length === 0 || lines.some((name) => said.wide.has(name)))
}

// Five letters work as a stem: "entry" and "entries" agree, "volume" and "voter" do not.
const STEM = 5
const stemsOf = (text: string): string[] =>
  (text.toLowerCase().match(/\p{L}{4,}/gu) ?? []).map((word) => word.slice(0, STEM))

function sharesWord(label: string, sentence: string): boolean {
  const said = new Set(stemsOf(sentence))
  return stemsOf(label).some((stem) => said.has(stem))
}

/** What the words around a figure say about it. */
export type Clause = {
  /** From the previous figure to this one, and from this one to the next. */
  before: string
  after: string
  aspects: Aspects
  /** Whether the figure states a change, and whether it states a gain or a loss. */
  direction?: 'up' | 'down'
  isChange: boolean
}

// Ends the words about one figure.
const BOUNDARY_WORDS = patternOf(String.raw`
  and(?!\s(grants|general|benefits|employee|key|assessments|similar|other)\b) | or | while |
  whereas | but | with | compared | against | versus | vs | which | who | where | because |
  although | though | such as | including | plus | than(?!\sit\b) | until
`)
const BOUNDARY = new RegExp(String.raw`[,;:()|\n–—]|\b(?:${BOUNDARY_WORDS})\b`, 'giu')

const DOWN = anyOf(
  'iu',
  String.raw`
  loss(es)? | lost | deficits? | shortfalls? | negative | minus | overspent | in the red |
  fell | fall(s|en|ing)? | declin\w* | drop\w* | decreas\w* | shr[aiu]nk\w* | reduc\w* | cut |
  down | lower | expenses (exceed\w*|over)[^.;]*revenues? |
  more than it (took in|raised|earned|received)
`,
)
const UP = anyOf(
  'iu',
  String.raw`
  surplus\w* | profits? | gain\w* | positive | in the black | grew | grow\w* | rose |
  ris(e|es|en|ing) | increas\w* | up | higher | climb\w* | jump\w* | expand\w* |
  revenues? (exceed\w*|over)[^.;]*expenses | more than it spent
`,
)
const MOVE =
  '(?:gr[eo]w\\w*|rose|ris(?:e|es|en|ing)|increas\\w*|climb\\w*|jump\\w*|expand\\w*|up|fell|fall(?:s|en|ing)?|declin\\w*|drop\\w*|decreas\\w*|shr[aiu]nk\\w*|reduc\\w*|cut|down|chang\\w*|gain\\w*)'
// "Grew 12%", "an increase of 12%"; not "grew to" or "from", which state a level.
const CHANGE_BEFORE = new RegExp(`\\b${MOVE}(?:\\s(?!to\\b|from\\b)[\\w-]+){0,4}\\s*[~≈]?$`, 'iu')
const CHANGE_AFTER = new RegExp(
  `^\\s(?:\\w+\\s)?(?:${MOVE}|higher|lower|more|less|fewer)\\b(?!\\sthan it\\b)`,
  'iu',
)

/** Returns the clause of each figure, in order. */
export function readClauses(sentence: string, figures: readonly Figure[]): Clause[] {
  const clauses: Clause[] = []
  figures.forEach(({ start, end }, at) => {
    const left = figures[at - 1]?.end ?? 0
    const right = figures[at + 1]?.start ?? sentence.length
    const shared = sentence.slice(end, right)
    const before = sentence.slice(left, start)
    // The first boundary between two figures separates their clauses.
    const own = at === 0 ? before : before.slice(Math.max(before.search(BOUNDARY), 0))
    const last = shared.search(BOUNDARY)
    const said = aspectsBefore(own)
    const isShared = at + 1 < figures.length && last < 0
    const rest = isShared && namesAny(said) ? '' : last < 0 ? shared : shared.slice(0, last)
    clauses.push(clauseOf(own, said, rest, shared, clauses.at(-1)))
  })
  return clauses
}

// The stretch nearest to the figure that names a line; organization names do not count.
function aspectsBefore(text: string): Aspects {
  const stretches = text.split(BOUNDARY).map(aspectsOf).filter(namesAny)
  const lines = stretches.filter(({ exact, wide }) => exact.size > 0 || hasLine(wide))
  return lines.at(-1) ?? stretches.at(-1) ?? aspectsOf('')
}

const hasLine = (wide: ReadonlySet<string>): boolean =>
  [...wide].some((name) => name !== 'persons' && name !== 'organizations' && name !== 'returns')

function clauseOf(
  own: string,
  said: Aspects,
  rest: string,
  after: string,
  previous: Clause | undefined,
): Clause {
  const following = aspectsOf(rest)
  const hasOwn = namesAny(said) || namesAny(following)
  const exact = new Set([...said.exact, ...following.exact])
  const wide = hasLine(said.wide) ? said.wide : new Set([...said.wide, ...following.wide])
  const isChange = CHANGE_BEFORE.test(own) || CHANGE_AFTER.test(rest)
  const inherited = new Set(
    [...(previous?.aspects.exact ?? [])].filter((name) => name !== 'growth'),
  )
  const aspects = hasOwn
    ? { exact, wide }
    : { exact: inherited, wide: previous?.aspects.wide ?? wide }
  if (isChange) aspects.exact = new Set([...aspects.exact, 'growth'])
  const around = `${own} ${rest}`
  const direction = DOWN.test(around) ? 'down' : UP.test(around) ? 'up' : undefined
  return { before: own, after, aspects, isChange, ...(direction && { direction }) }
}

type Years = ReadonlyMap<number, { isTaxYear: boolean }>

/** Words that may appear between a figure and its year. */
const OF_YEAR =
  /^[\s(,]*(?:\w+\s){0,3}?(?:(?:in|for|of|during|at|as of|by|from|between|since|over|than in|compared)\s)?(?:(?:to|with|its|the|that|tax|fiscal|calendar|years?|end|ended|ending)\s)*\(?$/iu
/** After these, a year is what the figure is compared with. */
const COMPARED = /\b(?:from|since|over|than in|compared)\b/iu

/**
 * Returns the years of the figure at this index: those right after it, otherwise those before it,
 * otherwise the next ones. Years with no other figure between them belong together.
 */
export function yearsOf(sentence: string, figures: readonly Figure[], at: number): Years {
  const { end = 0 } = figures[at] ?? {}
  const next = runFrom(figures, at + 1)
  const between = sentence.slice(end, next[0]?.start ?? end)
  const isOfNext =
    next.length > 0 && OF_YEAR.test(between) && (next.length > 1 || !COMPARED.test(between))
  if (isOfNext) return toYears(sentence, next)
  const last = figures.slice(0, at).findLastIndex((figure) => yearOf(figure) !== undefined)
  if (last >= 0) return toYears(sentence, runBefore(figures, last))
  if (COMPARED.test(between)) return new Map()
  const later = figures.findIndex((figure, index) => index > at && yearOf(figure) !== undefined)
  return later < 0 ? new Map() : toYears(sentence, runFrom(figures, later))
}

function runFrom(figures: readonly Figure[], first: number): Figure[] {
  const rest = figures.slice(first)
  const end = rest.findIndex((figure) => yearOf(figure) === undefined)
  return end < 0 ? rest : rest.slice(0, end)
}

function runBefore(figures: readonly Figure[], last: number): Figure[] {
  const first = figures.slice(0, last).findLastIndex((figure) => yearOf(figure) === undefined)
  return figures.slice(first + 1, last + 1)
}

const toYears = (sentence: string, figures: readonly Figure[]): Years =>
  new Map(
    figures.flatMap((figure) => {
      const year = yearOf(figure)
      const isTaxYear = /\btax years?\s(?:\d{4}\s?\S*\s?)?$/iu.test(sentence.slice(0, figure.start))
      return year === undefined ? [] : [[year, { isTaxYear }] as const]
    }),
  )

function yearOf(figure: Figure): number | undefined {
  if (figure.kind === 'year') return figure.value
  if (figure.kind !== 'date' || !/^\d{4}/u.test(figure.iso)) return undefined
  return Number(figure.iso.slice(0, 4))
}
