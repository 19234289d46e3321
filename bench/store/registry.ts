import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FICTIONAL_PREFIXES } from '#src/domain/ein.ts'
import { normalizeName } from '#src/domain/names.ts'
import { BMF_COLUMNS } from '#src/domain/source-columns.ts'
import type { Sources } from './sources.ts'

// In the IRS's order.
const COLUMNS = Object.keys(BMF_COLUMNS)
const at = (column: string): number => COLUMNS.indexOf(column)
const EIN = at('EIN')
const NAME = at('NAME')

/** A registry row as its fields, in the order of the IRS's columns. */
export type Fields = readonly string[]

/** A made organization, with the address of a real one. */
export type Made = { ein: string; name: string; city: string; state: string; zip: string }

/** Registry rows, those of the judged names' candidates first, each EIN once. */
export function readRegistry(sources: Sources): { rows: Fields[]; candidates: Fields[] } {
  const candidates = sources.candidates ? readRows(sources.candidates) : []
  const files = sources.registries.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.csv'))
      .map((name) => join(folder, name)),
  )
  const all = [...candidates, ...files.flatMap(readRows)]
  const byEin = new Map(all.toReversed().map((fields) => [fields[EIN], fields]))
  const rows = [...byEin.values()].toReversed()
  return { rows, candidates: candidates.length > 0 ? candidates : rows }
}

// A few rows have quoted fields; they are not needed.
const readRows = (path: string): Fields[] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split(/\r?\n/)
    .slice(1)
    .filter((line) => !line.includes('"'))
    .map((line) => line.split(','))
    .filter(({ length }) => length === COLUMNS.length)

/**
 * Yields registry rows of made organizations. A name is the first half of the words of one real name
 * and the second half of another's, and is no real name. Every other address is that of a candidate,
 * because those are in all states.
 */
export function* mixRows(
  { rows, candidates }: ReturnType<typeof readRegistry>,
  count: number,
): Generator<Fields> {
  const taken = new Set(rows.map((fields) => normalizeName(fields[NAME] ?? '')))
  for (let made = 0; made < count; made += 1) {
    // Steps without a common factor with the number of rows, so that no pair of names repeats.
    const first = pick(rows, made * 7_919)
    let second = made * 104_729 + Math.floor(made / rows.length) * 31 + 17
    let name = mixNames(first[NAME] ?? '', pick(rows, second)[NAME] ?? '')
    while (taken.has(normalizeName(name))) {
      second += 1
      name = mixNames(first[NAME] ?? '', pick(rows, second)[NAME] ?? '')
    }
    const address = made % 2 === 0 ? first : pick(candidates, made * 31)
    yield toRow(made, name, first, address)
  }
}

const pick = (rows: readonly Fields[], place: number): Fields => rows[place % rows.length] ?? []

function mixNames(first: string, second: string): string {
  const words = first.split(' ')
  const others = second.split(' ')
  const begin = words.slice(0, Math.ceil(words.length / 2))
  return [...begin, ...others.slice(Math.floor(others.length / 2))].join(' ')
}

// Of the copied row, the cause, the amounts, and the codes stay.
function toRow(made: number, name: string, like: Fields, address: Fields): Fields {
  const own: Record<string, string> = {
    EIN: toMadeEin(made),
    NAME: name,
    ICO: '',
    STREET: `${made} MAIN ST`,
    GROUP: '0000',
    AFFILIATION: '3',
    SORT_NAME: '',
  }
  const moved = new Set(['CITY', 'STATE', 'ZIP'])
  return COLUMNS.map((column, place) =>
    moved.has(column) ? (address[place] ?? '') : (own[column] ?? like[place] ?? ''),
  )
}

/** Returns the EIN of the made organization with this number, scattered like real ones. */
function toMadeEin(made: number): string {
  const prefix = FICTIONAL_PREFIXES[made % FICTIONAL_PREFIXES.length] ?? ''
  const number = (Math.floor(made / FICTIONAL_PREFIXES.length) * 7_919) % 10_000_000
  return `${prefix}${String(number).padStart(7, '0')}`
}

export const toMade = (fields: Fields): Made => ({
  ein: fields[EIN] ?? '',
  name: fields[NAME] ?? '',
  city: fields[at('CITY')] ?? '',
  state: fields[at('STATE')] ?? '',
  zip: (fields[at('ZIP')] ?? '').slice(0, 5),
})

/** Returns the revenues that a registry row has, in dollars, if above zero. */
export const toRevenue = (fields: Fields): number[] =>
  [Number(fields[at('REVENUE_AMT')])].filter((revenue) => revenue > 0)

// A file is read by one worker; several keep all workers busy.
const ROWS_PER_FILE = 100_000

/** Writes rows as registry extracts of one month. */
export async function writeExtracts(folder: string, rows: Iterable<Fields>): Promise<void> {
  const into = join(folder, '2026-04')
  await mkdir(into, { recursive: true })
  let lines: string[] = []
  let files = 0
  const flush = async () => {
    files += 1
    await writeFile(
      join(into, `eo_scale_${files}.csv`),
      `${[COLUMNS.join(','), ...lines].join('\n')}\n`,
    )
    lines = []
  }
  for (const fields of rows) {
    lines.push(fields.join(','))
    if (lines.length === ROWS_PER_FILE) await flush()
  }
  if (lines.length > 0) await flush()
}
