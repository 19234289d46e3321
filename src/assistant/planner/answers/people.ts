import { type Leader, readLeadershipTool } from '#src/tools/organization/leadership.ts'
import { counted } from '#src/tools/text.ts'
import type { When } from '../questions/question.ts'
import { LAG, plainName, type Said, say, sayDollars, sayFiling, sayWho } from './say.ts'
import type { Work } from './work.ts'

// The best paid and the presiding people are among the first six of nearly every list.
const SHOWN = 6

/** Who leads an organization, and what its return says they are paid. */
export async function* answerLeadership(
  work: Work,
  ein: string,
  { year, limit = SHOWN, chiefFirst }: When & { limit?: number; chiefFirst?: boolean },
): Said {
  const found = await work.call(readLeadershipTool, {
    ein,
    limit,
    year,
    chiefFirst,
  })
  const { filing, people, total } = found
  if (people.length === 0) {
    yield* say(`${sayWho(filing)} lists nobody in its ${sayFiling(filing)}.`)
  } else {
    const all = total > people.length ? `; ${people.length} of ${total} shown` : ''
    yield* say(
      `${sayWho(filing)} lists ${counted(total, 'person', 'people')} in its ${sayFiling(filing)}${all}, ${orderOf(found)}:`,
    )
  }
  for (const person of people) yield* sayPerson(person)
  yield* say(LAG)
}

type Found = Awaited<ReturnType<typeof readLeadershipTool.run>>

function orderOf({ isUnsorted, unranked, chiefs, people }: Found): string {
  const hasRelated = people.some(({ relatedCompensation }) => relatedCompensation !== undefined)
  const together = hasRelated ? ', by the organization and related ones together' : ''
  const unread = unranked
    ? `; the pay of ${counted(unranked, 'person', 'people')} cannot be read, so their rank is unknown`
    : ''
  const paid = `the highest paid first${together}${unread}`
  const order = isUnsorted ? 'the first as filed, too many to be sorted by pay' : paid
  if (chiefs === undefined) return order
  if (chiefs > 0)
    return `whose title is that of a chief executive or president first, then ${order}`
  const whom = isUnsorted ? 'none of these' : 'nobody'
  return `${whom} has the title of a chief executive, executive director or president; ${order}`
}

function sayPerson(person: Leader) {
  const { name, title, compensation, relatedCompensation: related } = person
  const { isPayUnreadable, nameCitation, compensationCitation, relatedCitation } = person
  const role = title === undefined ? '' : `, ${plainName(title)}`
  const pay = [
    compensation !== undefined && `${sayDollars(compensation)} from the organization`,
    related !== undefined && `${sayDollars(related)} from related organizations`,
    isPayUnreadable && 'an amount that cannot be read',
  ].filter(Boolean)
  return say(
    `- ${plainName(name)}${role}: ${pay.length > 0 ? pay.join(', ') : 'no pay is told'}.`,
    nameCitation,
    compensationCitation,
    relatedCitation,
  )
}
