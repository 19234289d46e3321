import { z } from 'zod'
import { type JudgedName, type readJudgedNames, WAYS } from '#test/real/relevance/judged-names.ts'
import { mean, reciprocalRank } from '#test/real/relevance/scores.ts'
import { type Row, toRow } from '../benchmark.ts'
import { toSearchPath } from '../search.ts'
import { clientHeaders, toStatusError, untilAccepted } from '../timing.ts'

export type Judged = Awaited<ReturnType<typeof readJudgedNames>>

/** Returns `count` of the names, evenly chosen. */
export function pickEvenly(names: readonly JudgedName[], count: number): JudgedName[] {
  const step = Math.max(1, names.length / count)
  return names.filter((_, at) => Math.floor((at + 1) / step) > Math.floor(at / step))
}

/** The measured ways to ask for a name. */
const MEASURED = {
  'name alone': WAYS.name,
  'NAME CITY ST': WAYS['name city state'],
  'name, State=': WAYS['name, State='],
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
  for (const toRequest of Object.values(MEASURED)) {
    const lists: string[][] = []
    for (const judged of known) {
      const { Hits } = await find(address, toRequest(judged))
      lists.push(Hits.map(({ EIN }) => EIN))
    }
    mrrs.push(toMrr(known, lists))
  }
  let exact = 0
  for (const { name } of absent) {
    const { Resolution } = await find(address, { Query: name })
    if (Resolution?.Status === 'Exact') exact += 1
  }
  const rows = Object.keys(MEASURED).map((way, at) =>
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
