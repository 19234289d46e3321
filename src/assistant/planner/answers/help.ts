import { NOT_YET, SUPPORTED } from '../../capabilities.ts'
import type { UnreadReason } from '../questions/question.ts'
import { type Said, say } from './say.ts'

const EXAMPLES =
  'Try for instance “What was the revenue of Harbor House in 2021?” or “food banks in Ohio over $5M by rating”.'

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
    'Only English is read here: please ask in English, with the organization by name or EIN.',
  OfMany:
    'This is told of one organization at a time, not of many at once: name one, for its funders, pay, rating or compliance, or search for organizations by what they do and where.',
}

/** Answers a message that was not understood: what can be asked instead. */
export async function* answerUnknown(reason?: UnreadReason): Said {
  if (reason) {
    yield* say(REASONS[reason])
    yield* say(EXAMPLES)
    return
  }
  yield* say(
    'I could not read a question in this that public filings answer. I can look up an organization and its filed figures, explain its rating, compare organizations, name funders and grantees, and find organizations by what they do and where.',
  )
  yield* say(
    'Policies (such as one on conflicts of interest), audits and the year of founding are not answered here; the Governance section of an organization’s page tells what its return says of them.',
  )
  yield* say(EXAMPLES)
}
