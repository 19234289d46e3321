import { readSector } from '../../tools/read-sector.ts'
import { type Said, say, sayCount, sayDollars } from './say.ts'
import type { Work } from './work.ts'

// What people mean by the size of the sector; the statistics hold the other sums.
const SHOWN = new Set([
  'revenue',
  'contributions',
  'programServiceRevenue',
  'expenses',
  'programExpenses',
  'assets',
])

/** Totals over all that is loaded. */
export async function* answerSector(work: Work, asked?: number): Said {
  const wanted = asked === undefined ? {} : { year: asked }
  const { charities, filings, year } = await work.call(readSector, wanted)
  yield* say(
    `Loaded are ${sayCount(charities, 'organization')} with a return or postcard, with ${sayCount(filings, 'current filing')}.`,
  )
  if (!year) return
  const { taxYear, organizations, figures, isComplete } = year
  if (asked !== undefined && asked !== taxYear) {
    yield* say(`Of tax year ${asked} no returns are loaded; this is tax year ${taxYear}.`)
  }
  yield* say(
    `In tax year ${taxYear}, ${sayCount(organizations, 'organization')} filed Form 990${isComplete === false ? '; that year is not complete, as returns of it are still coming in' : ''}. Together they reported:`,
  )
  for (const { label, sum, filings: count } of figures.filter(({ key }) => SHOWN.has(key))) {
    yield* say(`- ${label}: ${sayDollars(sum)}, told by ${sayCount(count, 'return')}.`)
  }
  yield* say(
    'These sums are of the returns loaded here, leave out other forms, and lag behind current operations.',
  )
}
