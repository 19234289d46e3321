import { type Aspects, aspectsOf, namesAny } from './aspects.ts'
import type { Figure } from './figure.ts'

/** What the words around a figure say of it. */
export type Place = {
  /** From the figure before it, or the beginning, and to the one after it, or the end. */
  before: string
  after: string
  aspects: Aspects
  /** It is told as by how much something changed, or as a loss or a surplus. */
  direction?: 'up' | 'down'
  isChange: boolean
}

// Where what is said of one figure ends and of the next begins.
const BOUNDARY =
  /[,;:()|\n–—]|\b(?:and(?!\s(?:grants|general|benefits|employee|key|assessments|similar|other)\b)|or|while|whereas|but|with|compared|against|versus|vs|which|who|where|because|although|though|such as|including|plus|than(?!\sit\b)|until)\b/giu

const DOWN =
  /\b(?:loss(?:es)?|lost|deficits?|shortfalls?|negative|minus|overspent|in the red|fell|fall(?:s|en|ing)?|declin\w*|drop\w*|decreas\w*|shr[aiu]nk\w*|reduc\w*|cut|down|lower|expenses (?:exceed\w*|over)[^.;]*revenues?|more than it (?:took in|raised|earned|received))\b/iu
const UP =
  /\b(?:surplus\w*|profits?|gain\w*|positive|in the black|grew|grow\w*|rose|ris(?:e|es|en|ing)|increas\w*|up|higher|climb\w*|jump\w*|expand\w*|revenues? (?:exceed\w*|over)[^.;]*expenses|more than it spent)\b/iu
const MOVE =
  '(?:gr[eo]w\\w*|rose|ris(?:e|es|en|ing)|increas\\w*|climb\\w*|jump\\w*|expand\\w*|up|fell|fall(?:s|en|ing)?|declin\\w*|drop\\w*|decreas\\w*|shr[aiu]nk\\w*|reduc\\w*|cut|down|chang\\w*|gain\\w*)'
// "Grew 12%", "an increase of 12%"; not "grew to" or "from", which tell what it was.
const CHANGE_BEFORE = new RegExp(`\\b${MOVE}(?:\\s(?!to\\b|from\\b)[\\w-]+){0,4}\\s*[~≈]?$`, 'iu')
const CHANGE_AFTER = new RegExp(
  `^\\s(?:\\w+\\s)?(?:${MOVE}|higher|lower|more|less|fewer)\\b(?!\\sthan it\\b)`,
  'iu',
)

/** What is said of each of these figures of a sentence, in order. */
export function readPlaces(sentence: string, figures: readonly Figure[]): Place[] {
  const places: Place[] = []
  figures.forEach(({ start, end }, at) => {
    const left = figures[at - 1]?.end ?? 0
    const right = figures[at + 1]?.start ?? sentence.length
    const shared = sentence.slice(end, right)
    const before = sentence.slice(left, start)
    // What stands between two figures is parted at the first boundary.
    const own = at === 0 ? before : before.slice(firstBoundary(before) ?? 0)
    const last = shared.search(BOUNDARY_ONCE)
    const said = aspectsBefore(own)
    const isShared = at + 1 < figures.length && last < 0
    const rest = isShared && namesAny(said) ? '' : last < 0 ? shared : shared.slice(0, last)
    places.push(placeOf(own, said, rest, shared, places.at(-1)))
  })
  return places
}

const BOUNDARY_ONCE = new RegExp(BOUNDARY.source, 'iu')

function firstBoundary(text: string): number | undefined {
  const at = text.search(BOUNDARY_ONCE)
  return at < 0 ? undefined : at
}

// The stretch nearest to the figure that names a line; who is named tells none.
function aspectsBefore(text: string): Aspects {
  const stretches = text.split(BOUNDARY).map(aspectsOf).filter(namesAny)
  const lines = stretches.filter(({ exact, wide }) => exact.size > 0 || hasLine(wide))
  return lines.at(-1) ?? stretches.at(-1) ?? aspectsOf('')
}

const hasLine = (wide: ReadonlySet<string>): boolean =>
  [...wide].some((name) => name !== 'persons' && name !== 'organizations' && name !== 'returns')

function placeOf(
  own: string,
  said: Aspects,
  rest: string,
  after: string,
  previous: Place | undefined,
): Place {
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
  const clause = `${own} ${rest}`
  const direction = DOWN.test(clause) ? 'down' : UP.test(clause) ? 'up' : undefined
  return { before: own, after, aspects, isChange, ...(direction && { direction }) }
}
