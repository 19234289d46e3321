import { sectorStats } from '#src/tools/sector.ts'
import { counted } from '#src/tools/text.ts'
import { type Said, say, sayDollars } from './say.ts'
import type { Work } from './work.ts'

// The figures that describe the size of the sector.
const SHOWN = new Set([
  'revenue',
  'contributions',
  'programServiceRevenue',
  'expenses',
  'programExpenses',
  'assets',
])

/** Totals over all loaded organizations. */
export async function* answerSector(work: Work, asked?: number): Said {
  const { charities, filings, year } = await work.call(sectorStats, { year: asked })
  yield* say(
    `Loaded are ${counted(charities, 'organization')} with a return or postcard, with ${counted(filings, 'current filing')}.`,
  )
  if (!year) return
  const { taxYear, organizations, figures, isComplete } = year
  if (asked !== undefined && asked !== taxYear) {
    yield* say(`Of tax year ${asked} no returns are loaded; this is tax year ${taxYear}.`)
  }
  yield* say(
    `In tax year ${taxYear}, ${counted(organizations, 'organization')} filed Form 990${isComplete === false ? '; that year is not complete, as returns of it are still coming in' : ''}. Together they reported:`,
  )
  for (const { label, sum, filings: count } of figures.filter(({ key }) => SHOWN.has(key))) {
    yield* say(`- ${label}: ${sayDollars(sum)}, told by ${counted(count, 'return')}.`)
  }
  yield* say(
    'These sums are of the returns loaded here, leave out other forms, and lag behind current operations.',
  )
}
