import { countOf } from '#src/domain/money.ts'
import { numberAt, textAt } from '#src/tools/json.ts'
import { line, textOf } from '#src/tools/line.ts'
import { writeLine } from '#src/tools/template.ts'
import { type Frame, type OfOne, sayWho, use } from '../asked.ts'
import { has, type Message } from '../message.ts'
import { allRows, andMore, largest, rowsOf, sayYears, totalOf } from './parts.ts'
import { joined } from './read-figures.ts'

const AMOUNT = '{Amount|dollars|EvidenceRefs.Amount} from'
const AWARD = {
  ...{ list: 'Awards', noun: 'federal award', best: `${AMOUNT} {AwardingAgency}` },
  ...{ from: 'StartDate', to: 'EndDate' },
}
const SUBAWARD: typeof AWARD = {
  ...{ list: 'Subawards', noun: 'federal subaward', best: `${AMOUNT} {PrimeRecipient.Name}` },
  ...{ from: 'ActionDate', to: 'ActionDate' },
}

const UNMATCHED =
  'Awards can be matched only to organizations with a known federal identifier (UEI), so an empty list does not mean that there are none.'

/** Federal awards and subawards of organizations. */
export const awards: Frame = async function* (asked) {
  const { organizations } = asked.message
  if (organizations.length === 0) {
    yield ['Federal awards can be looked up for one organization at a time. Name the organization.']
    return
  }
  for (const organization of organizations.slice(0, 4)) yield* awardsOf(organization, asked)
}

const awardsOf: OfOne = async function* (organization, { message: asked, call }) {
  const message = withLastYear(asked)
  const who = sayWho(organization)
  const isOnlySub = has(message, 'award', 'subaward')
  const kinds = isOnlySub ? [SUBAWARD] : [AWARD, SUBAWARD]
  const all = await Promise.all(
    kinds.map(async (kind) => {
      const given = { EIN: organization.ein, ...(kind === SUBAWARD && { Kind: 'subawards' }) }
      const { first, rows } = await allRows(call, 'awards', given, kind.list)
      const lines = rowsOf(first)
      const own = rows.flatMap((row, place) =>
        isIn(message, row, kind) ? [{ row, lines: lines[place] ?? [] }] : [],
      )
      return { ...kind, first, rows: largest(own, ({ row }) => numberAt(row, 'Amount')) }
    }),
  )
  const years = sayYears(message).replaceAll('tax year', 'calendar year')
  const some = all.filter(({ rows }) => rows.length > 0)
  const [best] = some
  if (!best) {
    const what = isOnlySub ? 'subawards' : 'awards or subawards'
    yield [`No federal ${what} in USAspending${years} could be matched to ${who}. ${UNMATCHED}`]
    return
  }
  if (has(message, 'feature', 'highest'))
    yield line`The largest ${best.noun} of ${who}${years} is ${writeLine(best.best, best.rows[0]?.row)}.`
  const sums = some.map(({ rows, noun }) => {
    const sum = totalOf(
      rows.map(({ row }) => row),
      'EvidenceRefs.Amount',
    )
    return line`${countOf(rows.length, noun)}, ${sum} in all`
  })
  yield line`USAspending lists ${joined(sums, ', and ')} for ${who}${years}.`
  for (const { noun, rows } of some) {
    if (some.length > 1) yield [`${noun.replace(/^f/, 'F')}s:`]
    const most = message.limit ?? 10
    yield* rows.slice(0, most).flatMap(({ lines }) => lines)
    yield* andMore(rows.length - most, 'row')
  }
  for (const { noun, rows } of all)
    if (rows.length === 0) yield [`No ${noun}s${years} could be matched.`]
  yield* all.flatMap(({ first }) =>
    first.lines.filter((one) => /may belong to another/.test(textOf(one))),
  )
  const shown = some.flatMap(({ rows }) => rows.flatMap(({ lines }) => lines))
  use(asked, ...shown.flatMap((one) => textOf(one).match(/\p{L}+/gu) ?? []))
}

/** Awards have calendar years, so that "last year" is the one before this one. */
function withLastYear(message: Message): Message {
  if (!/\blast year\b/i.test(message.text) || message.years.from !== undefined) return message
  const last = new Date().getFullYear() - 1
  return { ...message, years: { from: last, to: last } }
}

/** Whether an award's period touches the years that a message is about. */
function isIn({ years: { from, to } }: Message, row: unknown, kind: typeof AWARD): boolean {
  if (from === undefined && to === undefined) return true
  const [first, last] = [kind.from, kind.to].map((field) => Number(textAt(row, field)?.slice(0, 4)))
  return (last ?? 0) >= (from ?? 0) && (first ?? 0) <= (to ?? 9999)
}
