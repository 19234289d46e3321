import { sectorStats } from '#src/tools/sector.ts'
import { counted } from '#src/tools/text.ts'
import { NOT_YET, SUPPORTED } from '../../chat.ts'
import type { UnreadReason } from '../questions/question.ts'
import { type Said, say, sayDollars, type Work } from './say.ts'

const EXAMPLES =
  'Try, for example, “What was the revenue of Harbor House in 2021?” or “food banks in Ohio over $5M by rating”.'

/** Says what people can ask. */
export async function* answerHelp(): Said {
  yield* say(
    'I answer questions about U.S. nonprofits from their public filings, with evidence. I can:',
  )
  for (const one of SUPPORTED) yield* say(`- ${one}`)
  yield* say('I do not cover:')
  for (const one of NOT_YET) yield* say(`- ${one}`)
  yield* say(EXAMPLES)
}

const REASONS: Record<UnreadReason, string> = {
  NotEnglish:
    'I understand only English. Please ask in English, and give the name or EIN of the organization.',
  OfMany:
    'I can answer this for only one organization at a time. Name one to see its funders, pay, rating, or compliance, or search for organizations by what they do and where.',
}

/** Says what to ask instead of a message that was not understood. */
export async function* answerUnknown(reason?: UnreadReason): Said {
  if (reason) {
    yield* say(REASONS[reason])
    yield* say(EXAMPLES)
    return
  }
  yield* say(
    'I could not find a question here that public filings can answer. I can look up an organization and its filed figures, explain its rating, compare organizations, list funders and grantees, and find organizations by what they do and where.',
  )
  yield* say(
    'I cannot answer questions about policies (for example, on conflicts of interest), audits, or the year an organization was founded. For policies and audits, see the Governance section of the organization’s page.',
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

/** Reports totals over all loaded organizations. */
export async function* answerSector(work: Work, asked?: number): Said {
  const { charities, filings, year } = await work.call(sectorStats, { year: asked })
  yield* say(
    `The loaded data has ${counted(charities, 'organization')} with a return or postcard, and ${counted(filings, 'current filing')}.`,
  )
  if (!year) return
  const { taxYear, organizations, figures, isComplete } = year
  if (asked !== undefined && asked !== taxYear) {
    yield* say(
      `No returns for tax year ${asked} are loaded. These figures are for tax year ${taxYear}.`,
    )
  }
  yield* say(
    `In tax year ${taxYear}, ${counted(organizations, 'organization')} filed Form 990${isComplete === false ? '; that year is incomplete, because returns are still arriving' : ''}. Together, they reported:`,
  )
  for (const { label, sum, filings: count } of figures.filter(({ key }) => SHOWN.has(key))) {
    yield* say(`- ${label}: ${sayDollars(sum)}, from ${counted(count, 'return')}.`)
  }
  yield* say(
    'These totals cover only the Form 990 returns that are loaded. They lag behind current operations.',
  )
}
