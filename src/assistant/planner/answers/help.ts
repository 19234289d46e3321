import { sectorStats } from '#src/tools/sector.ts'
import { counted } from '#src/tools/text.ts'
import { NOT_YET, SUPPORTED } from '../../chat.ts'
import type { UnreadReason } from '../questions/question.ts'
import { type Said, say, sayDollars } from './say.ts'
import type { Work } from './work.ts'

const EXAMPLES =
  'Try, for example, “What was the revenue of Harbor House in 2021?” or “food banks in Ohio over $5M by rating”.'

/** What can be asked. */
export async function* answerHelp(): Said {
  yield* say(
    'I answer questions about U.S. nonprofits from their public filings, with the evidence:',
  )
  for (const one of SUPPORTED) yield* say(`- ${one}`)
  yield* say('What I cannot do yet:')
  for (const one of NOT_YET) yield* say(`- ${one}`)
  yield* say(EXAMPLES)
}

const REASONS: Record<UnreadReason, string> = {
  NotEnglish:
    'I only read English: please ask in English, and name the organization by name or EIN.',
  OfMany:
    'I can answer this for one organization at a time: name one to see its funders, pay, rating or compliance, or search for organizations by what they do and where.',
}

/** Answers a message that was not understood: what can be asked instead. */
export async function* answerUnknown(reason?: UnreadReason): Said {
  if (reason) {
    yield* say(REASONS[reason])
    yield* say(EXAMPLES)
    return
  }
  yield* say(
    'I could not find a question here that public filings answer. I can look up an organization and its filed figures, explain its rating, compare organizations, name funders and grantees, and find organizations by what they do and where.',
  )
  yield* say(
    'I do not answer questions on policies (such as one on conflicts of interest), audits and the year of founding; the Governance section of an organization’s page shows what its return says about them.',
  )
  yield* say(EXAMPLES)
}

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
    `The loaded data has ${counted(charities, 'organization')} with a return or postcard, and ${counted(filings, 'current filing')}.`,
  )
  if (!year) return
  const { taxYear, organizations, figures, isComplete } = year
  if (asked !== undefined && asked !== taxYear) {
    yield* say(`No returns of tax year ${asked} are loaded; this is tax year ${taxYear}.`)
  }
  yield* say(
    `In tax year ${taxYear}, ${counted(organizations, 'organization')} filed Form 990${isComplete === false ? '; that year is not complete, because its returns are still coming in' : ''}. Together they reported:`,
  )
  for (const { label, sum, filings: count } of figures.filter(({ key }) => SHOWN.has(key))) {
    yield* say(`- ${label}: ${sayDollars(sum)}, from ${counted(count, 'return')}.`)
  }
  yield* say(
    'These sums cover the loaded Form 990 returns only, and lag behind current operations.',
  )
}
