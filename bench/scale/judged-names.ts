import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import type { Postgres } from '#src/platform/clients/postgres.ts'
import { REAL } from './shared-data.ts'

/** A recipient of federal awards, and the EIN that a judge found for it. */
export type JudgedName = { name: string; city: string; state: string; ein: string }

/** Names whose organization is in the store, and names that no registry has. */
export type Judged = { known: JudgedName[]; absent: string[] }

type Recipient = JudgedName & { verdict: string }

/**
 * Returns `count` recipients whose organization is in the store, evenly chosen, and the names of all
 * recipients that no registry has.
 */
export async function readJudgedNames(db: Postgres, count: number): Promise<Judged> {
  const recipients: Recipient[] = parse(readFileSync(REAL.judgedNames, 'utf8'), {
    columns: true,
    bom: true,
  })
  const matched = recipients.filter(({ verdict }) => verdict === 'in_bmf_match')
  const stored = await db.query<{ ein: string }>(
    'select ein from organization where ein = any($1)',
    [matched.map(({ ein }) => ein)],
  )
  const eins = new Set(stored.map(({ ein }) => ein))
  const known = matched.filter(({ ein }) => eins.has(ein))
  const step = Math.max(1, known.length / count)
  return {
    known: known.filter((_, at) => Math.floor((at + 1) / step) > Math.floor(at / step)),
    // Of the others, the judge could not determine whether a registry has them.
    absent: recipients
      .filter(({ verdict }) => !['in_bmf_match', 'cant_determine'].includes(verdict))
      .map(({ name }) => name),
  }
}

const titleCase = (text: string): string =>
  text.toLowerCase().replaceAll(/\b\w/g, (letter) => letter.toUpperCase())

/** The ways to ask for a name, with and without its place. */
export const WAYS: Record<string, (judged: JudgedName) => Record<string, string>> = {
  'name alone': ({ name }) => ({ Query: name }),
  'NAME CITY ST': ({ name, city, state }) => ({ Query: `${name} ${city} ${state}` }),
  'Name in City, ST': ({ name, city, state }) => ({
    Query: `${titleCase(name)} in ${titleCase(city)}, ${state}`,
  }),
  'name, State=': ({ name, state }) => ({ Query: name, ...(state && { State: state }) }),
}
