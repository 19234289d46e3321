import { at, listAt, numberAt, textAt } from '#src/tools/json.ts'
import { type Line, line } from '#src/tools/line.ts'
import { valueIn } from '#src/tools/views.ts'
import { type Asked, type Frame, LAG, sayWho, withoutPath } from '../asked.ts'
import { has, type Organization } from '../message.ts'
import { compare } from './compare.ts'
import { facts } from './facts.ts'
import { largest, scoreIn } from './parts.ts'
import { joined, useLists } from './read-figures.ts'

const MAX_REASONS = 3

/** Answers how an organization is rated, and what raises and lowers its score. */
export const rating: Frame = async function* (asked) {
  const { message, call } = asked
  const { organizations, years } = message
  useLists(message, 'rating', 'feature')
  const isCompared = ['more', 'compare', 'both'].some((key) => has(message, 'feature', key))
  if (has(message, 'fact', 'checks')) yield* facts(asked)
  else if (organizations.length > 1 && isCompared)
    yield* compare({ ...asked, message: { ...message, figures: [] } })
  else {
    const EINs = organizations.slice(0, 5).map(({ ein }) => ein)
    const { body } = await call('compare', { EINs, Figures: ['Revenue'] })
    const all = listAt(body, 'Organizations')
    const newest = all.map((one) => numberAt(one, 'Filing.TaxYear'))
    if (years.from !== undefined && !newest.includes(years.from)) {
      yield [
        `There is no rating for tax year ${years.from}. Only the newest return is rated: ${newest.join(', ')}.`,
      ]
      return
    }
    for (const [place, one] of all.entries()) {
      const who = organizations[place] as Organization
      yield sayVerdict(who, one)
      const isOnly = all.length === 1 && numberAt(one, 'Rating.Score') !== undefined
      if (isOnly) yield* sayPoints(asked, who)
    }
    yield LAG
  }
}

/** "NAME (EIN …) is rated Good, 80 of 100, …", or why there is no rating. */
function sayVerdict(who: Organization, one: unknown): Line {
  const verdict = textAt(one, 'Rating.BottomLine') ?? withoutPath(textAt(one, 'NotCompared') ?? '')
  const [, start, text = '', rest] =
    /^(Rated .*?|Scored )(\d+ of (?:a possible )?\d+)(.*)$/.exec(verdict) ?? []
  const score = scoreIn(one)
  if (start === undefined || !score) return [`${sayWho(who)} has no rating. ${verdict}`]
  return line`${sayWho(who)} is ${start.toLowerCase().replace(/(?<=rated )./, (letter) => letter.toUpperCase())}${{ ...score, text }}${rest}`
}

/** What costs and what earns the most points, then the categories; every metric, if asked why. */
async function* sayPoints({ call, message }: Asked, { ein }: Organization): AsyncGenerator<Line> {
  const { body, lines } = await call('rating', { EIN: ein })
  const metrics = listAt(body, 'Data.Metrics')
  const weighed = listAt(body, 'Data.Categories').flatMap((category) => {
    const own = metrics.filter((one) => at(one, 'Category') === at(category, 'Key'))
    const most = (numberAt(category, 'Weight') ?? 0) / own.length
    return own.map((metric) => {
      const won = most * (numberAt(metric, 'Score') ?? 0)
      return { metric, won, lost: most - won }
    })
  })
  const top = (of: 'won' | 'lost') => {
    const sorted = largest(weighed, (one) => one[of]).slice(0, MAX_REASONS)
    const lines = sorted.map(
      ({ metric, ...one }) =>
        line`${textAt(metric, 'Label')?.toLowerCase()} (${valueIn(metric)}), ${one[of].toFixed(1)} points`,
    )
    return joined(lines, '; ')
  }
  yield line`It loses most points on ${top('lost')}.`
  yield line`It earns most on ${top('won')}.`
  const isDetailed =
    ['why', 'compute'].some((key) => has(message, 'feature', key)) ||
    ['ratingPart', 'change'].some((key) => has(message, 'rating', key))
  yield* lines.slice(1).filter(([start]) => isDetailed || !String(start).startsWith('- '))
}
