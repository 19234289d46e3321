import { countOf } from '#src/domain/money.ts'
import { numberAt, textAt } from '#src/tools/json.ts'
import { type Line, line, textOf } from '#src/tools/line.ts'
import { type Asked, type Frame, type Said, sayWho, use } from '../asked.ts'
import { has, type Message, type Organization } from '../message.ts'
import { allRows, dollars, rowsOf, sayYears, sumOf } from './parts.ts'

const KINDS = {
  Awards: {
    noun: 'federal award',
    given: {},
    from: 'StartDate',
    to: 'EndDate',
    who: 'AwardingAgency',
  },
  Subawards: {
    ...{ noun: 'federal subaward', given: { Kind: 'subawards' } },
    ...{ from: 'ActionDate', to: 'ActionDate', who: 'PrimeRecipient.Name' },
  },
} as const
type Kind = keyof typeof KINDS

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

async function* awardsOf(
  organization: Organization,
  { message: asked, call }: Asked,
): AsyncGenerator<Said> {
  const message = withLastYear(asked)
  const who = sayWho(organization)
  const isOnlySub = has(message, 'award', 'subaward')
  const kinds: Kind[] = isOnlySub ? ['Subawards'] : ['Awards', 'Subawards']
  const found = await Promise.all(
    kinds.map(async (kind) => ({
      kind,
      ...(await allRows(call, 'awards', { EIN: organization.ein, ...KINDS[kind].given }, kind)),
    })),
  )
  const all = found.map(({ kind, rows, first }) => {
    const own = rows
      .map((row, place) => ({ row, place }))
      .filter(({ row }) => isIn(message, row, KINDS[kind]))
    const sorted = own.toSorted(
      (a, b) => (numberAt(b.row, 'Amount') ?? 0) - (numberAt(a.row, 'Amount') ?? 0),
    )
    return { kind, rows: sorted, lines: rowsOf(first) }
  })
  const years = sayYears(message).replaceAll('tax year', 'calendar year')
  const some = all.filter(({ rows }) => rows.length > 0)
  const what = isOnlySub ? 'subawards' : 'awards or subawards'
  if (some.length === 0) {
    yield [`No federal ${what} in USAspending${years} could be matched to ${who}. ${UNMATCHED}`]
    return
  }
  const sums = some.map(({ kind, rows }): Line => {
    const ref = rows.length === 1 ? textAt(rows[0]?.row, 'EvidenceRefs.Amount') : undefined
    return line`${countOf(rows.length, KINDS[kind].noun)}, ${dollars(
      sumOf(
        rows.map(({ row }) => row),
        'Amount',
      ),
      'Total amount',
      ref,
    )} in all`
  })
  const [best] = some.map(({ rows, kind }) => ({ row: rows[0]?.row, kind }))
  if (best && has(message, 'feature', 'highest')) {
    yield line`The largest ${KINDS[best.kind].noun} of ${who}${years} is ${dollars(numberAt(best.row, 'Amount'), 'Amount', textAt(best.row, 'EvidenceRefs.Amount'))} from ${textAt(best.row, KINDS[best.kind].who)}.`
  }
  yield line`USAspending lists ${sums.flatMap((one, place) => (place > 0 ? [', and ', ...one] : [...one]))} for ${who}${years}.`
  for (const { kind, rows, lines } of some) {
    if (some.length > 1) yield [`${KINDS[kind].noun.replace(/^f/, 'F')}s:`]
    const most = message.limit ?? 10
    for (const { place } of rows.slice(0, most)) yield* lines[place] ?? []
    if (rows.length > most) yield [`- and ${countOf(rows.length - most, 'more row')}`]
  }
  yield* all
    .filter(({ rows }) => rows.length === 0)
    .map(({ kind }): Line => [`No ${KINDS[kind].noun}s${years} could be matched.`])
  yield* found.flatMap(({ first }) =>
    first.lines.filter((one) => /may belong to another/.test(textOf(one))),
  )
  use(asked, ...wordsOf(some.flatMap(({ lines }) => lines.flat())))
}

/** Awards have calendar years, so that "last year" is the one before this one. */
function withLastYear(message: Message): Message {
  if (!/\blast year\b/i.test(message.text) || message.years.from !== undefined) return message
  const last = new Date().getFullYear() - 1
  return { ...message, years: { from: last, to: last } }
}

const wordsOf = (lines: readonly Line[]): string[] =>
  lines.flatMap((one) => textOf(one).match(/\p{L}+/gu) ?? [])

/** Whether an award's period touches the years that a message is about. */
function isIn({ years: { from, to } }: Message, row: unknown, kind: (typeof KINDS)[Kind]): boolean {
  if (from === undefined && to === undefined) return true
  const [first, last] = [kind.from, kind.to].map((field) => Number(textAt(row, field)?.slice(0, 4)))
  return (last ?? 0) >= (from ?? 0) && (first ?? 0) <= (to ?? 9999)
}
