import { readLeadershipTool } from '../../tools/read-leadership.ts'
import type { When } from '../questions/question.ts'
import { LAG, plainName, type Said, say, sayCount, sayDollars, sayFiling, sayWho } from './say.ts'
import type { Work } from './work.ts'

// Who is paid most and who presides are among the first of nearly any list.
const SHOWN = 6

/** Who leads an organization, and what its return says they are paid. */
export async function* answerLeadership(
  work: Work,
  ein: string,
  { year, limit = SHOWN }: When & { limit?: number },
): Said {
  const { filing, people, total, isUnsorted } = await work.call(readLeadershipTool, {
    ein,
    limit,
    ...(year !== undefined && { year }),
  })
  if (people.length === 0) {
    yield* say(`${sayWho(filing)} lists nobody in its ${sayFiling(filing)}.`)
  } else {
    const order = isUnsorted ? 'the first as filed' : 'the highest paid first'
    yield* say(
      `${sayWho(filing)} lists ${sayCount(total, 'person', 'people')} in its ${sayFiling(filing)}, ${order}:`,
    )
  }
  for (const { name, title, compensation, nameCitation, compensationCitation } of people) {
    const role = title === undefined ? '' : `, ${plainName(title)}`
    const pay =
      compensation === undefined
        ? 'no pay is told'
        : `${sayDollars(compensation)} from the organization`
    yield* say(`- ${plainName(name)}${role}: ${pay}.`, nameCitation, compensationCitation)
  }
  yield* say(LAG)
}
