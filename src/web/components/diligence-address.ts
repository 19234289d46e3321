import { MAX_EINS } from '#src/api/shared/parameters.ts'
import { formatEin, parseSentEin, parseTypedEin } from '#src/domain/ein.ts'
import { countOf } from '#src/domain/money.ts'

/** The EINs of a report, and sentences about the entries that are not in it. */
export type ReportAddress = {
  eins: string[]
  faults: string[]
  /** Whether the address has only the EINs, separated by commas. */
  isCanonical: boolean
}

const SHOWN = 40
const shorten = (text: string): string =>
  text.length > SHOWN ? `${text.slice(0, SHOWN).toWellFormed()}…` : text

// A pasted column can have hundreds of wrong lines. A few are enough to see what is wrong.
const MAX_NAMED = 25

/**
 * Reads a list of EINs in any spelling, one a line or separated by commas, semicolons, or tabs. Each
 * EIN counts once. Names entries that are no EIN, and EINs beyond the 25th.
 */
export function readReportAddress(raw: unknown): ReportAddress {
  const text = [raw]
    .flat()
    .flatMap((one) => (typeof one === 'string' ? [one.replaceAll('\0', '')] : []))
    .join('\n')
  const eins = new Set<string>()
  const malformed: string[] = []
  for (const entry of text.split(/[\n\r,;\t]+/).map((one) => one.trim())) {
    if (entry === '') continue
    const ein = parseTypedEin(entry) ?? parseSentEin(entry)
    if (ein) eins.add(ein)
    else malformed.push(`“${shorten(entry)}” is not a nine-digit EIN.`)
  }
  const kept = [...eins].slice(0, MAX_EINS)
  const left = [...eins].slice(MAX_EINS).map((ein) => formatEin(ein))
  return {
    eins: kept,
    faults: [
      ...malformed.slice(0, MAX_NAMED),
      ...(malformed.length > MAX_NAMED
        ? [`${countOf(malformed.length - MAX_NAMED, 'more entry', 'more entries')} are not valid.`]
        : []),
      ...(left.length > 0 ? [describeLeft(left)] : []),
    ],
    isCanonical: text === kept.join(','),
  }
}

const describeLeft = (left: readonly string[]): string =>
  `A report has up to ${MAX_EINS} organizations. ${left.length > MAX_NAMED ? `${left.length} are left out, the first of them` : 'Left out'}: ${left.slice(0, MAX_NAMED).join(', ')}.`
