import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import type { Postgres } from '#src/platform/clients/postgres.ts'
import { mean, reciprocalRank } from '#test/real/relevance/scores.ts'
import { type Row, toRow } from '../benchmark.ts'
import { toSearchPath } from '../search.ts'
import { REAL } from '../store/sources.ts'
import { clientHeaders, toStatusError, untilAccepted } from '../timing.ts'

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

/** The ways to ask for a name, with and without its place. */
const WAYS: Record<string, (judged: JudgedName) => Record<string, string>> = {
  'name alone': ({ name }) => ({ Query: name }),
  'NAME CITY ST': ({ name, city, state }) => ({ Query: `${name} ${city} ${state}` }),
  'name, State=': ({ name, state }) => ({ Query: name, ...(state && { State: state }) }),
}

/** Returns the mean reciprocal rank of lists of EINs, one for each judged name. */
export const toMrr = (judged: readonly JudgedName[], lists: readonly string[][]): number =>
  mean(judged.map(({ ein }, at) => reciprocalRank(lists[at] ?? [], ein)))

const results = z.looseObject({
  Hits: z.array(z.looseObject({ EIN: z.string() })),
  Resolution: z.looseObject({ Status: z.string() }).optional(),
})

const find = (address: string, request: Record<string, string>) =>
  untilAccepted(async () => {
    const url = `${address}${toSearchPath({ ...request, Limit: '10' })}`
    const response = await fetch(url, { headers: clientHeaders() })
    if (!response.ok) throw toStatusError(url, response.status)
    return results.parse(await response.json())
  })

const AIM_MRR = 0.95
const AIM_EXACT_PERCENT = 0.5

/**
 * Measures how well the judged names are found, and how often a name that no registry has seems exact.
 * `mrr` is that of names without a place.
 */
export async function measureQuality(
  address: string,
  { known, absent }: Judged,
): Promise<{ rows: Row[]; mrr: number }> {
  const mrrs: number[] = []
  for (const toRequest of Object.values(WAYS)) {
    const lists: string[][] = []
    for (const judged of known) {
      const { Hits } = await find(address, toRequest(judged))
      lists.push(Hits.map(({ EIN }) => EIN))
    }
    mrrs.push(toMrr(known, lists))
  }
  let exact = 0
  for (const name of absent) {
    const { Resolution } = await find(address, { Query: name })
    if (Resolution?.Status === 'Exact') exact += 1
  }
  const rows = Object.keys(WAYS).map((way, at) =>
    toRow({
      name: `${way}, MRR@10`,
      value: mrrs[at] ?? 0,
      unit: '',
      against: 'limit',
      reference: AIM_MRR,
      aim: { atLeast: 1 },
    }),
  )
  const exactRow = toRow({
    name: 'absent names answered Exact',
    value: (100 * exact) / absent.length,
    unit: '%',
    against: 'limit',
    reference: AIM_EXACT_PERCENT,
    aim: { atMost: 1 },
  })
  return { rows: [...rows, exactRow], mrr: mrrs[0] ?? 0 }
}
