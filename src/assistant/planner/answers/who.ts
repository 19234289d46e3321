import type { Candidate } from '#src/tools/search/resolve.ts'
import { WHICH_ONE } from '../questions/conversation.ts'
import type { Resolved } from './resolve.ts'
import { plainName, quote, type Said, say, sayEin } from './say.ts'

/** Said if no organization is named. */
export const WHO =
  'Name the organization, by its name or its EIN, and I can look that up: for instance “revenue of Harbor House in 2021”.'

/** Asks which of several organizations is meant, or says that none has the name. */
export async function* askWho(unresolved: Exclude<Resolved, { kind: 'one' }>): Said {
  const { kind, name, found } = unresolved
  const said = quote(name)
  const { candidates, citations } = found
  if (candidates.length === 0) {
    yield* say(`No organization called ${said} is in the loaded data.`)
    return
  }
  yield* say(
    kind === 'which'
      ? `More than one organization may be meant by ${said}:`
      : `No organization is called ${said}. ${candidates.length === 1 ? 'This comes' : 'These come'} nearest:`,
  )
  for (const candidate of candidates) {
    const cited = citations.find(({ ein }) => ein === candidate.ein)
    yield* say(`- ${describeCandidate(candidate)}`, cited)
  }
  yield* say(candidates.length === 1 ? ONE_ALONE : WHICH_ONE)
}

const ONE_ALONE = 'If it is meant, name it by its EIN.'

const describeCandidate = ({ ein, name, place, form }: Candidate): string =>
  [`${plainName(name)} (${sayEin(ein)})`, place && plainName(place), form && `files Form ${form}`]
    .filter(Boolean)
    .join(', ')
