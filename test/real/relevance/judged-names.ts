import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import type { Postgres } from '#src/platform/clients/postgres.ts'
import { REAL_DATA } from '#test/real/real-data.ts'

/** The files of the judged names. */
export const NAMES = join(REAL_DATA, 'recent/names')

/** A recipient of federal awards, and the EIN that a judge found for it; '' without one. */
export type JudgedName = { name: string; city: string; state: string; ein: string }

/** The ways to ask for a name, with and without its place. */
export const WAYS = {
  name: ({ name }) => ({ Query: name }),
  'name, State=': ({ name, state }) => ({ Query: name, ...(state && { State: state }) }),
  'name city state': ({ name, city, state }) => ({ Query: `${name} ${city} ${state}` }),
  'name state': ({ name, state }) => ({ Query: `${name} ${state}` }),
  'name city': ({ name, city }) => ({ Query: `${name} ${city}` }),
  'name in city, state': ({ name, city, state }) => ({ Query: `${name} in ${city}, ${state}` }),
} as const satisfies Record<string, (judged: JudgedName) => { Query: string; State?: string }>

/** Verdicts of names that no registered organization has. */
const UNREGISTERED = new Set(['nonprofit_not_in_bmf', 'not_a_nonprofit', 'no_match_or_na'])

/** Returns the names whose organization is in the store, and the names that no registry has. */
export async function readJudgedNames(
  db: Pick<Postgres, 'query'>,
): Promise<{ known: JudgedName[]; absent: JudgedName[] }> {
  const file = readFileSync(join(NAMES, 'recipients-tune.csv'))
  const judged: (JudgedName & { verdict: string })[] = parse(file, { columns: true, bom: true })
  const rows = await db.query<{ ein: string }>('select ein from organization where ein = any($1)', [
    judged.map(({ ein }) => ein),
  ])
  const stored = new Set(rows.map(({ ein }) => ein))
  return {
    known: judged.filter(({ ein }) => stored.has(ein)),
    absent: judged.filter(({ verdict }) => UNREGISTERED.has(verdict)),
  }
}
