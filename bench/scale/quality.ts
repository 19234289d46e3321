import { z } from 'zod'
import { mean, reciprocalRank } from '#test/real/relevance/scores.ts'
import { clientHeaders, toStatusError, untilAccepted } from '../requests.ts'
import { type Row, toRow } from '../row.ts'
import { type Judged, type JudgedName, WAYS } from './judged-names.ts'

/** The ranks that a search gave the judged organizations. */
export type Quality = { mrr: number; firstRight: number }

/** Returns the quality of lists of EINs, one for each judged name. */
export const rank = (judged: readonly JudgedName[], found: readonly string[][]): Quality => ({
  mrr: mean(judged.map(({ ein }, at) => reciprocalRank(found[at] ?? [], ein))),
  firstRight: mean(judged.map(({ ein }, at) => (found[at]?.[0] === ein ? 1 : 0))),
})

const results = z.looseObject({
  Hits: z.array(z.looseObject({ EIN: z.string() })),
  Resolution: z.looseObject({ Status: z.string() }).optional(),
})

const find = (address: string, request: Record<string, string>) =>
  untilAccepted(async () => {
    const url = `${address}/api/v2/search?${new URLSearchParams({ ...request, Limit: '10' })}`
    const response = await fetch(url, { headers: clientHeaders() })
    if (!response.ok) throw toStatusError(url, response.status)
    return results.parse(await response.json())
  })

const AIM_MRR = 0.95
const AIM_EXACT_PERCENT = 0.5

/** Measures how well the judged names are found, and how often a name without one seems exact. */
export async function measureQuality(
  address: string,
  { known, absent }: Judged,
): Promise<{ rows: Row[]; nameAlone: Quality }> {
  const rows: Row[] = []
  let nameAlone: Quality = { mrr: 0, firstRight: 0 }
  for (const [way, toRequest] of Object.entries(WAYS)) {
    const found: string[][] = []
    for (const judged of known) {
      const { Hits } = await find(address, toRequest(judged))
      found.push(Hits.map(({ EIN }) => EIN))
    }
    const quality = rank(known, found)
    if (way === 'name alone') nameAlone = quality
    rows.push(...toQualityRows(way, quality))
  }
  let exact = 0
  for (const name of absent) {
    const { Resolution } = await find(address, { Query: name })
    if (Resolution?.Status === 'Exact') exact += 1
  }
  rows.push(
    toRow({
      name: 'absent names answered Exact',
      value: (100 * exact) / absent.length,
      unit: '%',
      against: 'limit',
      reference: AIM_EXACT_PERCENT,
      aim: { atMost: 1 },
    }),
  )
  return { rows, nameAlone }
}

const toQualityRows = (way: string, { mrr, firstRight }: Quality): Row[] => [
  toRow({
    name: `${way}, MRR@10`,
    value: mrr,
    unit: '',
    against: 'limit',
    reference: AIM_MRR,
    aim: { atLeast: 1 },
  }),
  toRow({
    name: `${way}, first hit right`,
    value: firstRight,
    unit: '',
    against: 'all names',
    reference: 1,
  }),
]
