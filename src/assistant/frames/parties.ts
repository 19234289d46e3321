import { listAt, numberAt, textAt } from '#src/tools/json.ts'
import type { Line, Value } from '#src/tools/line.ts'
import { writeLine } from '#src/tools/template.ts'
import { has, type Message } from '../message.ts'
import { isInYears, largest, sumOf, totalOf, upTo } from './parts.ts'

/** A counterparty, its years with grants that were asked for, and their sum. */
export type Party = {
  row: unknown
  own: unknown[]
  amount: number
  sum: Value | string
  ein: string | undefined
}

export const NO_PROOF = 'That does not mean that no money changed hands.'

/** Returns counterparties with grants in the years of a message, the largest first. */
export function partiesIn(rows: readonly unknown[], message: Message): Party[] {
  const parties = rows.map((row): Party => {
    const own = listAt(row, 'Years').filter((year) => isInYears(message, numberAt(year, 'TaxYear')))
    const sum = totalOf(own, 'EvidenceRefs.0')
    return { row, own, amount: sumOf(own, 'Amount'), sum, ein: textAt(row, 'EIN') }
  })
  return largest(
    parties.filter(({ own }) => own.length > 0),
    ({ amount }) => amount,
  )
}

const GRANT =
  '- {Amount|dollars|EvidenceRef} from {Funder.Name|name}[ (EIN {Funder.EIN|ein})] to {Recipient.Name|name}[ (EIN {Recipient.EIN|ein})], tax year {TaxYear}[, {Purpose|quoted}]'

/** Whether a message asks for the smallest grants. */
export const isSmallest = (message: Message): boolean =>
  has(message, 'feature', 'lowest') && /\bgrants?\b/.test(message.masked)

/** Returns a line for each grant, the largest first. */
export function grantLines(rows: readonly unknown[], message: Message): Line[] {
  const { limit = 10 } = message
  const sign = isSmallest(message) ? -1 : 1
  const sorted = largest(rows, (row) => sign * (numberAt(row, 'Amount') ?? 0))
  const lines = sorted.map((row) => writeLine(GRANT, row))
  return upTo(limit, lines, 'grant')
}
